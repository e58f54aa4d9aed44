//! How long and how dense the blocks of a collection are, by class, and the models that describe it (Kohlschütter et al.
//! 2010, sections 4.3.1 and 5).

pub mod fit;
pub mod gain;
