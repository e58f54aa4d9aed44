//! The recipe of an index: all settings that determine its contents. The manifest stores it;
//! archives can be added to an index only with the same recipe.

use crate::analyze::Analyzer;
use crate::error::{Error, Remedy, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use tamis_blocks::page::{Cut, Limits};
use tamis_blocks::{classify, html};
use tamis_collection::ReadSettings;

/// All settings that determine the contents of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recipe {
    /// The name of the analyzer, for pages and queries.
    pub analyzer: String,
    /// Whether text is composed ([`html::composed`]) and its words are folded, and those of
    /// queries, before the analyzer gets them. Absent for an index of an earlier version, which
    /// stays so when pages are added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub composed: bool,
    /// How pages are cut.
    pub cut: Cut,
    /// The classifiers that label the blocks, in the order of the bits.
    pub classifiers: Vec<String>,
    /// The classifiers whose probabilities the index keeps ([`super::scores`]), in the order of
    /// their columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<String>,
    /// The checksums of the models of all these classifiers that have one, by the names of the
    /// classifiers. An ingest fills it in.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, String>,
    /// The language of all pages (ISO 639-1), for classifiers that depend on it; if none, each
    /// page's own language.
    pub language: Option<String>,
    /// Whether to detect the language of each page from its text, for searches in pages of one
    /// language; takes about 8 % of an ingest.
    pub detect_language: bool,
    /// Whether to keep what each page says of itself: its author, when it was published, and so on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub metadata: bool,
    /// What to store that searches do not need.
    pub store: Store,
    /// Which pages to leave out as duplicates.
    pub dedup: Dedup,
    /// The encoding of all HTML without a byte order mark; overrides the HTTP header and the page.
    pub encoding: Option<String>,
    /// Which records of the archives to read.
    pub settings: ReadSettings,
    /// The limits on time and size per page.
    pub limits: Limits,
    /// Bytes of documents per segment and commit: the most work that an interruption can lose, and
    /// what each thread holds in memory.
    pub commit_every: u64,
}

/// The default of [`Recipe::commit_every`]: large enough for good segments, small enough that a few
/// of them fit in memory at once.
pub const COMMIT_EVERY: u64 = 32 << 20;

/// Returns the standard's name of an encoding that overrides that of pages: `utf-8` and `UTF8` are
/// `UTF-8`.
///
/// # Errors
/// [`Error::Setting`] for a name that is not a label of the WHATWG Encoding Standard.
pub fn encoding(name: &str) -> Result<&'static str> {
    html::encoding_name(name).ok_or_else(|| {
        let expected = "a label of the WHATWG Encoding Standard such as utf-8 or windows-1252";
        Error::setting("encoding", format!("found '{name}', expected {expected}"))
    })
}

/// Returns the limit for readers that a number of bytes sets; 0 sets no limit.
pub fn byte_limit(bytes: u64) -> u64 {
    // No file is larger than the largest offset, and counting past a limit below u64::MAX cannot
    // overflow.
    if bytes == 0 { i64::MAX as u64 } else { bytes }
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            analyzer: "english".to_owned(),
            composed: true,
            cut: Cut::default(),
            classifiers: classify::DEFAULT.map(str::to_owned).into(),
            scores: Vec::new(),
            models: BTreeMap::new(),
            language: None,
            detect_language: false,
            metadata: false,
            store: Store::default(),
            dedup: Dedup::default(),
            encoding: None,
            settings: ReadSettings::default(),
            limits: Limits::default(),
            commit_every: COMMIT_EVERY,
        }
    }
}

/// What an index stores of a page that searches do not need. It always stores docno, URL, date,
/// archive and offset, so the page can be found again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Store {
    /// The page's bytes, its title and the text of every block.
    All,
    /// The title, the text of every block, and the structure of the page: what an export as
    /// Markdown or HTML needs.
    Structure,
    /// The title and the text of every block.
    #[default]
    Text,
    /// Nothing.
    None,
}

impl Store {
    /// All of them in their order, each with its name and what it keeps.
    pub const NAMED: [(Self, &'static str, &'static str); 4] = [
        (Self::All, "all", "The page's bytes, title and block texts"),
        (Self::Structure, "structure", "Title, block texts and the structure of the page"),
        (Self::Text, "text", "Title and block texts"),
        (Self::None, "none", "Nothing"),
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

/// Which pages an index leaves out as duplicates of another page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Dedup {
    /// None.
    #[default]
    Off,
    /// Pages with the same text in all blocks.
    Exact,
    /// Pages whose SimHash differs in at most three bits.
    Near,
}

impl Dedup {
    /// All of them in their order, each with its name and what it leaves out.
    pub const NAMED: [(Self, &'static str, &'static str); 3] = [
        (Self::Off, "off", "None"),
        (Self::Exact, "exact", "Pages with the same text"),
        (Self::Near, "near", "Pages with nearly the same text"),
    ];

    /// Its stable name.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

impl Recipe {
    /// The analyzer, for pages and queries.
    ///
    /// # Errors
    /// As [`Analyzer::by_name`].
    pub fn analyzer(&self) -> Result<Analyzer> {
        Ok(Analyzer::by_name(&self.analyzer)?.folding(self.composed))
    }

    /// Whether each page has a block of its description, the last one.
    pub fn has_descriptions(&self) -> bool {
        self.classifiers.iter().any(|name| name == classify::DESCRIPTION)
    }

    /// Whether the index knows the language of its pages, as far as it can be detected.
    pub fn knows_languages(&self) -> bool {
        self.detect_language || self.language.is_some()
    }

    /// Checks that this is the recipe `found` in the index in `path`.
    ///
    /// # Errors
    /// [`Error::Index`] with the first setting that differs.
    pub fn check(&self, path: &Path, found: &Self) -> Result<()> {
        let Some((difference, remedy)) = self.difference(found) else { return Ok(()) };
        Err(Error::index(path, format!("{difference} as in the index")).with_remedy(remedy))
    }

    /// Returns the first setting that differs from those of `found`, and what to do about it:
    /// `found analyzer english, expected standard`.
    pub fn difference(&self, found: &Self) -> Option<(String, Remedy)> {
        if self.scores != found.scores {
            let ours = names_or_none(&self.scores);
            let theirs = names_or_none(&found.scores);
            return Some((format!("found scores {ours}, expected {theirs}"), Remedy::SameSettings));
        }
        if self.classifiers == found.classifiers
            && let Some((name, ours, theirs)) = differing(&self.models, &found.models)
        {
            return Some((
                format!("found the model {ours} of {name}, expected {theirs}"),
                Remedy::SameModel,
            ));
        }
        let ours = serde_json::to_value(self);
        let theirs = serde_json::to_value(found);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) if ours != theirs => {
                let (name, ours, theirs) = difference("", &ours, &theirs);
                Some((format!("found {name} {ours}, expected {theirs}"), Remedy::SameSettings))
            }
            _ => None,
        }
    }
}

/// Returns the first classifier whose model differs, with the checksums of both.
pub fn differing<'a>(
    ours: &'a BTreeMap<String, String>,
    theirs: &'a BTreeMap<String, String>,
) -> Option<(&'a str, &'a str, &'a str)> {
    let mut names = ours.keys().chain(theirs.keys());
    let name = names.find(|name| ours.get(*name) != theirs.get(*name))?;
    let ours = ours.get(name).map_or("none", String::as_str);
    let theirs = theirs.get(name).map_or("none", String::as_str);
    Some((name, ours, theirs))
}

/// Returns the first setting that differs: its name and both values.
fn difference(name: &str, one: &Value, other: &Value) -> (String, String, String) {
    if let (Value::Object(one), Value::Object(other)) = (one, other) {
        let mut keys = one.keys().chain(other.keys());
        if let Some(key) = keys.find(|key| one.get(*key) != other.get(*key)) {
            let value = |of: &serde_json::Map<String, Value>| of.get(key).cloned();
            let [ours, theirs] = [one, other].map(|of| value(of).unwrap_or_default());
            return difference(key, &ours, &theirs);
        }
    }
    // As settings are given, which is not how they are grouped here.
    let name = match name {
        "depth" | "blocks" => format!("max-{name}"),
        "milliseconds" => "max-ms".to_owned(),
        name => name.replace('_', "-"),
    };
    (name, shown(one), shown(other))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

fn names_or_none(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_model(sum: &str) -> Recipe {
        Recipe { models: [("web2text".into(), sum.into())].into(), ..Recipe::default() }
    }

    #[test]
    fn a_recipe_that_differs_is_refused_by_the_setting_that_does() {
        let one = Recipe::default();
        let mut other = Recipe::default();
        assert!(one.check(Path::new("i"), &other).is_ok());
        other.settings.include_feeds = true;
        let error = one.check(Path::new("i"), &other).unwrap_err().to_string();
        assert!(
            error.contains("found include-feeds false, expected true as in the index"),
            "{error}"
        );
        let error =
            with_model("00").check(Path::new("i"), &with_model("ff")).unwrap_err().to_string();
        assert!(
            error.contains("found the model 00 of web2text, expected ff as in the index"),
            "{error}"
        );
        assert!(
            with_model("00")
                .check(Path::new("i"), &Recipe::default())
                .unwrap_err()
                .to_string()
                .contains("expected none")
        );
        let scored =
            Recipe { scores: vec!["victor".into(), "c45-words".into()], ..Recipe::default() };
        let error = Recipe::default().check(Path::new("i"), &scored).unwrap_err().to_string();
        assert!(
            error.contains("found scores none, expected victor,c45-words as in the index"),
            "{error}"
        );
        other = Recipe { analyzer: "standard".to_owned(), ..Recipe::default() };
        let error = one.check(Path::new("i"), &other).unwrap_err().to_string();
        assert!(
            error.contains("found analyzer english, expected standard as in the index"),
            "{error}"
        );
    }
}
