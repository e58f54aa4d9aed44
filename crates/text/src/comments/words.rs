//! Words of comments and of what stands around them; `words.txt` says which they are.

use crate::wordlist::WordList;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

const FILE: &str = include_str!("words.txt");

pub static PEOPLE: WordList = WordList::words(FILE, "[people]");
pub static SAYS: WordList = WordList::words(FILE, "[says]");
pub static FILLER: WordList = WordList::words(FILE, "[filler]");
pub static OF_DATES: WordList = WordList::words(FILE, "[of_dates]");
pub static OF_OTHER: WordList = WordList::words(FILE, "[of_other]");
pub static AGO: WordList = WordList::words(FILE, "[ago]");
pub static DAYS: WordList = WordList::words(FILE, "[days]");
pub static NAMES: WordList = WordList::words(FILE, "[names]");
pub static NO_NAMES: WordList = WordList::words(FILE, "[no_names]");
pub static TIMES: WordList = WordList::words(FILE, "[times]");
pub static SUBJECTS: WordList = WordList::words(FILE, "[subjects]");
pub static COMMENT: WordList = WordList::words(FILE, "[comment]");
pub static CALLED: WordList = WordList::words(FILE, "[called]");
pub static LISTS: WordList = WordList::words(FILE, "[lists]");
pub static PART: WordList = WordList::words(FILE, "[part]");
pub static ALL: WordList = WordList::words(FILE, "[all]");
pub static COUNTED: WordList = WordList::words(FILE, "[counted]");

/// What a word is, as bits.
pub type Kinds = u8;
pub const IS_SAYS: Kinds = 1;
pub const IS_FILLER: Kinds = 2;
pub const IS_OF_DATES: Kinds = 4;
pub const IS_AGO: Kinds = 8;

static KINDS: LazyLock<FxHashMap<&str, Kinds>> = LazyLock::new(|| {
    let mut kinds: FxHashMap<&str, Kinds> = FxHashMap::default();
    let all = [(&SAYS, IS_SAYS), (&FILLER, IS_FILLER), (&OF_DATES, IS_OF_DATES), (&AGO, IS_AGO)];
    for (words, kind) in all {
        for word in words.iter() {
            *kinds.entry(*word).or_default() |= kind;
        }
    }
    kinds
});

/// What a word in lower case is.
pub fn kinds(word: &str) -> Kinds {
    KINDS.get(word).copied().unwrap_or_default()
}

/// Whether a word is one of some.
pub fn is_in(word: &str, of: &[&str]) -> bool {
    of.contains(&word)
}
