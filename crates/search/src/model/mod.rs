//! Retrieval models: counts to scores. A score is summed in f64, in the order of the query's terms,
//! from term frequencies, document frequencies, lengths and totals that are exact in the view. A
//! single search and every point of a sweep use the same code, so they give the same bits.

pub(crate) mod bm25;
pub(crate) mod constants;
mod definition;

mod likelihood;
mod list;
pub mod lossy;
mod randomness;

mod spec;
mod tfidf;

pub use bm25::Bm25;
pub use definition::{Model, Statistics, Step, TermStatistics, Unit};
pub use likelihood::{Dirichlet, DirichletIndri, JelinekMercer, JelinekMercerIndri};
pub use list::{ModelEntry, ModelParameter, models};
pub use randomness::{Dph, Pl2};
pub use spec::{MODELS, ModelSpec, Parameters, Scores, check_taken};
pub use tfidf::TfidfLucene;
