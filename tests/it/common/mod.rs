//! What several modules need.

#[macro_use]
pub mod case;
pub mod commands;
#[path = "../../../crates/library/tests/it/stored_rule.rs"]
pub mod tuned;
