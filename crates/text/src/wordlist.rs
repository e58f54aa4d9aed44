//! Lists of words in text files, by their names in brackets. Words are apart by `, ` and ends of
//! lines; a group is a line of its name, `: ` and its words; `#` begins a comment.

use std::ops::Deref;
use std::sync::OnceLock;

/// A list of a file, which is read when it is first used.
pub struct Listed<T: 'static> {
    text: &'static str,
    read: fn(&'static str) -> Vec<T>,
    all: OnceLock<Vec<T>>,
}

pub type WordList = Listed<&'static str>;
/// A list of groups of words and their names.
pub type WordGroups = Listed<(&'static str, Vec<&'static str>)>;

impl WordList {
    /// The words under a heading.
    pub const fn words(file: &'static str, heading: &str) -> Self {
        let read = |text| lines(text).flat_map(|line| line.split(", ")).collect();
        Self { text: after(file, heading), read, all: OnceLock::new() }
    }
}

impl WordGroups {
    /// The groups under a heading.
    pub const fn groups(file: &'static str, heading: &str) -> Self {
        let read = |text| {
            let groups = lines(text).filter_map(|line| line.split_once(": "));
            groups.map(|(name, words)| (name, words.split(", ").collect())).collect()
        };
        Self { text: after(file, heading), read, all: OnceLock::new() }
    }
}

impl<T> Deref for Listed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.all.get_or_init(|| (self.read)(self.text))
    }
}

/// The lines up to the next heading.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = text.lines().take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What follows a heading. A static list whose heading is missing does not compile.
const fn after(file: &'static str, heading: &str) -> &'static str {
    let mut at = 0;
    let mut matched = 0;
    while matched < heading.len() {
        let byte = file.as_bytes()[at];
        // Only the first byte of a heading is a `[`.
        matched =
            if byte == heading.as_bytes()[matched] { matched + 1 } else { (byte == b'[') as usize };
        at += 1;
    }
    file.split_at(at).1
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Words.\n\n[a]\none two, three\nfour\n\n# More.\n[b]\nx: =y, z\nä: #\n";

    #[test]
    fn lists_are_read_up_to_the_next_heading() {
        static A: WordList = WordList::words(FILE, "[a]");
        static B: WordGroups = WordGroups::groups(FILE, "[b]");
        assert_eq!(*A, ["one two", "three", "four"]);
        assert_eq!(*B, [("x", vec!["=y", "z"]), ("ä", vec!["#"])]);
    }
}
