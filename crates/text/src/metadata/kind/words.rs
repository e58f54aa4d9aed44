//! The words that tell the kind of a page: of classes, texts, links, addresses, programs and types;
//! `words.txt` says which they are.

use crate::wordlist::{WordGroups, WordList};

const FILE: &str = include_str!("words.txt");

pub static ELEMENTS: WordList = WordList::words(FILE, "[elements]");
pub static CLASSES: WordGroups = WordGroups::groups(FILE, "[classes]");
pub static TEXTS: WordGroups = WordGroups::groups(FILE, "[texts]");
pub static LINKS: WordGroups = WordGroups::groups(FILE, "[links]");
pub static GENERATORS: WordGroups = WordGroups::groups(FILE, "[generators]");
pub static TYPES: WordGroups = WordGroups::groups(FILE, "[types]");
pub static OPEN_GRAPH: WordGroups = WordGroups::groups(FILE, "[open_graph]");
pub static ADDRESS: WordGroups = WordGroups::groups(FILE, "[address]");
