//! A collection is one tantivy index. A page is one document, each of its blocks is one value of
//! the field `text`, and the position of a token is the number of its block. The features and
//! labels of blocks are in columns. So any rule over blocks can be a parameter of the query
//! (`README.md` in this folder).

pub mod added;
mod alike;
pub mod block_columns;
pub mod codes;
pub mod columns;
mod document;
pub mod feature;
mod frame;
pub mod join;
pub mod lock;
pub mod manifest;
pub mod order;
mod page;
pub mod postings;
pub mod read;
pub mod recipe;
pub mod repeats;
pub mod rewrite;
pub mod schema;
pub mod scores;
mod segment;
pub mod shape;
pub mod shard;
pub mod shards;
pub mod site;
pub mod storage;
mod store_tuned;
mod stored;
pub mod tuned;
pub mod url;
pub mod write;

pub use added::Added;
pub use alike::check_alike;
pub use manifest::Manifest;
pub use page::{AnalyzedPage, Fingerprint, KeptMetadata};
pub use read::Index;
pub use recipe::Recipe;
pub use schema::{Fields, PAGE_COLUMNS};
pub use scores::{BlockScores, Score};
pub use shape::Shape;
pub use store_tuned::{store_tuned, store_tuned_if};
pub use stored::{BlockRepeats, StoredBlock, StoredPage, StoredTexts};
pub use tuned::{TunedParameter, TunedRule};
pub use write::IndexWriter;
