//! The project's own remover.

pub mod choice;
pub mod containers;
pub mod features;
pub mod forest;
pub mod keywords;
pub mod own;
pub mod phrases;
mod remover;
mod scan;
pub mod second;
pub mod units;

pub use forest::MISSING;
pub use remover::{KIND, Keeps, Reading, Settings, Tamis, names, stage};

/// A part of a whole in 1024ths; 0 of nothing.
#[inline]
pub fn share(part: i64, whole: i64) -> i32 {
    if whole <= 0 { 0 } else { (part * 1024 / whole).clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32 }
}
