//! Searches views of an index. A [`Predicate`] permits blocks; a [`View`] is the result: one bit
//! per block and one length per page. [`Weights`] say how many times the text of a block counts. A
//! [`Model`] turns counts into scores. [`rank`] searches one view; [`sweep`] searches many views,
//! nested or not, for the price of one pass over the postings. An [`experiment`] scores their
//! rankings; [`shards`] do the same on several machines.

pub mod experiment;
pub mod export;
pub mod feedback;
pub mod model;
pub mod prepared;
pub mod query;
pub mod rank;
pub mod request;
pub mod result;
pub mod rule;
pub mod shards;
pub mod snippet;
pub mod sweep;
pub mod tune;
pub mod typed;
pub mod view;

pub use feedback::{Feedback, Method, Ranking, Searcher};
pub use model::{Model, ModelSpec, Parameters};
pub use prepared::Prepared;
pub use query::Query;
pub use rule::decimal::Decimal;
pub use rule::predicate::{Predicate, TitleRule};
pub use rule::weights::{BlockRule, SplitRule, Weights};
pub use typed::Typed;
pub use typed::conditions::Conditions;
pub use view::View;
