//! What several modules need.

#[macro_use]
pub mod case;
pub mod counted;
pub mod formulas;
pub mod indexed;
pub mod made_up;
pub mod small;
pub mod stopping;
