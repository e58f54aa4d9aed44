//! Words of pages that stand around authors, dates and numbers of comments; `words.txt` says which
//! they are.

use crate::wordlist::WordList;

const FILE: &str = include_str!("words.txt");

pub static BY: WordList = WordList::words(FILE, "[by]");
pub static AFTER_NAME: WordList = WordList::words(FILE, "[after_name]");
pub static CALENDAR: WordList = WordList::words(FILE, "[calendar]");
pub static POSTS: WordList = WordList::words(FILE, "[posts]");
pub static GROUPS: WordList = WordList::words(FILE, "[groups]");
pub static NOT_BY: WordList = WordList::words(FILE, "[not_by]");
pub static SMALL: WordList = WordList::words(FILE, "[small]");
pub static BESIDE: WordList = WordList::words(FILE, "[beside]");
pub static COMMENTS: WordList = WordList::words(FILE, "[comments]");
pub static COUNTS: WordList = WordList::words(FILE, "[counts]");
pub static NOBODY: WordList = WordList::words(FILE, "[nobody]");
pub static NO_NAME: WordList = WordList::words(FILE, "[no_name]");
pub static POSTED: WordList = WordList::words(FILE, "[posted]");
pub static CHANGED: WordList = WordList::words(FILE, "[changed]");

/// Words that join two names.
pub const AND: &[&str] = &["and", "&", "und", "et", "y", "e", "en", "og", "och", "i", ",", "·"];
