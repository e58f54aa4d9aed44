//! One tantivy index per collection: a page is one document, every block of it one value of the field `text`, and a
//! token's position is the number of its block. What a block is stands in columns beside it.
//! That is what makes every rule over blocks a parameter of the query (docs/architecture.md, "The index").

pub mod added;
pub mod columns;
mod document;
pub mod lock;
pub mod manifest;
mod page;
pub mod read;
pub mod recipe;
pub mod schema;
pub mod shape;
mod stored;
pub mod write;

pub use added::Added;
pub use manifest::Manifest;
pub use page::{AnalyzedPage, BlockTokens, Fingerprint};
pub use read::Index;
pub use recipe::Recipe;
pub use schema::{Fields, PAGE_COLUMNS};
pub use shape::Shape;
pub use stored::{StoredBlock, StoredPage};
pub use write::IndexWriter;
