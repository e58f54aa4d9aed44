//! What an address asks for, checked: its parameters within limits, the search that they make, its
//! pinned rules, the thresholds of a curve. And why a request gets no answer.

pub mod axis;
mod failure;
mod fields;
mod pins;
mod search;

pub use failure::{Answer, Failure, Problem};
pub use fields::{Fields, MAX_BYTES, MAX_FIELDS, MAX_VALUE, Pairs, encode, same};
pub use pins::{MAX_NAME, MAX_PINS, next_name, pins};
pub use search::{
    MAX_COMPARISONS, MAX_HITS, MAX_WEIGHTS, PIN, Pin, ReplaceableWeight, Scope, SearchRequest,
    TITLE_WEIGHT, check_names, check_only, named_weights, of_part, title_weight, tuned_weights,
};
