//! How pages become segments: all settings on which the contents of an index depend. They stand in its manifest; more
//! archives are added to an index only by the same recipe.

use crate::error::{Error, Remedy, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use tamis_blocks::classify;
use tamis_blocks::page::{Cut, Limits};
use tamis_collection::Settings;

/// The settings on which the contents of an index depend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The analyzer's name; restored on open.
    pub analyzer: String,
    /// How pages are cut.
    pub cut: Cut,
    /// The classifiers whose labels blocks get, in the order of the bits.
    pub classifiers: Vec<String>,
    /// The language of all pages, for the classifiers that ask for it (ISO 639-1); none: each page's own.
    pub language: Option<String>,
    /// Whether each page's language is told from its text, for searches among the pages of a language; it costs some 8 %
    /// of an ingest.
    pub detect_language: bool,
    /// What is kept that no search needs.
    pub store: Store,
    /// Which pages with the text of another are left out.
    pub dedup: Dedup,
    /// The encoding of all HTML without a byte order mark, whatever its header and it say.
    pub encoding: Option<String>,
    /// What is read from archives.
    pub settings: Settings,
    /// What a page may cost.
    pub limits: Limits,
    /// Bytes of documents that make a segment and a commit: what an interruption costs at most, and what a thread holds
    /// in memory.
    pub commit_every: u64,
}

/// Bytes of documents between commits unless set otherwise: enough to be indexed well, little enough that a few such
/// stretches in memory stay far below the promised bound.
pub const COMMIT_EVERY: u64 = 32 << 20;

impl Default for Recipe {
    fn default() -> Self {
        Self {
            analyzer: "english".to_owned(),
            cut: Cut::default(),
            classifiers: classify::DEFAULT.map(str::to_owned).into(),
            language: None,
            detect_language: false,
            store: Store::default(),
            dedup: Dedup::default(),
            encoding: None,
            settings: Settings::default(),
            limits: Limits::default(),
            commit_every: COMMIT_EVERY,
        }
    }
}

/// What an index keeps of a page that no search needs. Docno, URL, date, archive and offset always stand in it, so that
/// the page can be found again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Store {
    /// The page's bytes, its title and the text of every block.
    All,
    /// The title and the text of every block.
    #[default]
    Text,
    /// Nothing.
    None,
}

/// Which pages with the text of another page are left out of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dedup {
    /// None.
    #[default]
    Off,
    /// Those with the same text in all blocks.
    Exact,
    /// Those whose SimHash differs in at most three bits.
    Near,
}

impl Recipe {
    /// Whether the language of every page is known, as far as it can be told.
    pub fn knows_languages(&self) -> bool {
        self.detect_language || self.language.is_some()
    }

    /// Refuses another recipe than that of the index in `path`, naming the first setting that differs.
    pub fn check(&self, path: &Path, found: &Self) -> Result<()> {
        let (ours, theirs) = (serde_json::to_value(self), serde_json::to_value(found));
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) if ours != theirs => {
                let (name, asked, there) = difference("", &ours, &theirs);
                let message = format!("found {name} {asked}, expected {there} as in the index");
                Err(Error::index(path, message).with_remedy(Remedy::SameSettings))
            }
            _ => Ok(()),
        }
    }
}

/// The first place in which two settings differ: its name, and both values.
fn difference(name: &str, one: &Value, other: &Value) -> (String, String, String) {
    if let (Value::Object(one), Value::Object(other)) = (one, other) {
        let differing = one.iter().find(|(key, value)| other.get(*key) != Some(*value));
        if let Some((key, value)) = differing {
            return difference(key, value, other.get(key).unwrap_or(&Value::Null));
        }
    }
    let shown = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    (name.replace('_', "-"), shown(one), shown(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_that_differs_is_refused_by_the_setting_that_does() {
        let one = Recipe::default();
        let mut other = Recipe::default();
        assert!(one.check(Path::new("i"), &other).is_ok());
        other.settings.include_feeds = true;
        let error = one.check(Path::new("i"), &other).unwrap_err().to_string();
        assert!(error.contains("found include-feeds false, expected true as in the index"), "{error}");
        other = Recipe { analyzer: "standard".to_owned(), ..Recipe::default() };
        let error = one.check(Path::new("i"), &other).unwrap_err().to_string();
        assert!(error.contains("found analyzer english, expected standard as in the index"), "{error}");
    }
}
