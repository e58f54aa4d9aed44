//! What the tests of several rooms need: an index without pages, and searches of it.

use crate::requests::{Answer, Fields, SearchRequest};
use tamis::Manifest;
use tamis_index::index::Recipe;

/// How an index with the usual settings was built.
pub fn manifest() -> Manifest {
    Manifest::new(Recipe::default())
}

/// The search of an address.
pub fn search(address: &str) -> Answer<SearchRequest> {
    SearchRequest::read(&Fields::parse(address)?, &manifest())
}
