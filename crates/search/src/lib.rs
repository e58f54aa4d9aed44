//! Searches views of an index. A [`Predicate`] permits blocks; a [`View`] is the result: one bit per block and one
//! length per page. [`Weights`] say how many times the text of a block counts. A [`Model`] turns counts into scores. [`rank`] searches one view; [`sweep`] searches many views,
//! nested or not, for the price of one pass over the postings.

mod amounts;
pub mod best_block;
mod collapse;
pub mod conditions;
mod constants;
pub mod corpus;
pub mod decimal;
pub(crate) mod expansion;
pub mod explain;
pub mod expression;
pub mod feedback;
pub mod little;
pub mod lossy;
pub mod model;
pub mod pages;
pub mod postings;
pub mod predicate;
pub mod query;
mod ranges;
pub mod rank;
pub mod sieve;
pub mod sweep;
pub mod terms;
pub(crate) mod texts;
pub mod top;
pub mod typed;
pub mod view;
pub mod weights;
pub mod window;

pub use conditions::Conditions;
pub use corpus::Corpus;
pub use decimal::Decimal;
pub use feedback::{Feedback, Ranking, Searcher};
pub use model::{Model, ModelSpec, Parameters};
pub use pages::PageFilter;
pub use predicate::{Predicate, TitleRule};
pub use query::Query;
pub use typed::Typed;
pub use view::View;
pub use weights::{BlockRule, Weights};
