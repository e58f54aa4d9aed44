//! What several modules need.

#[macro_use]
pub mod case;
pub mod commands;
#[path = "../../../crates/search/tests/it/common/made_up.rs"]
pub mod made_up;
pub mod small;
pub mod stopping;
#[path = "../../../crates/library/tests/it/stored_rule.rs"]
pub mod tuned;
