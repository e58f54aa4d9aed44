//! Methods that keep or remove whole elements of a page.

mod feature_extractor;
mod link_quota;
mod measured;
mod pagelet;
mod tree_filter;

pub(crate) use feature_extractor::FeatureExtractor;
pub(crate) use link_quota::LinkQuota;
pub(crate) use pagelet::LargestPagelet;
pub(crate) use tree_filter::TreeFilter;
