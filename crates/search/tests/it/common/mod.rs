//! What several modules need.

pub mod counted;
pub mod formulas;
pub mod indexed;
pub mod made_up;
