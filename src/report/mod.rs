//! What was computed, as tables, JSON, pictures and pages. Nothing here computes a result.

pub mod data;
