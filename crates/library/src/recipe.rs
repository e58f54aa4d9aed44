//! The settings of an index, as they are given: each may be left to the index that is there, or to
//! its default.

use serde::{Deserialize, Serialize};
use tamis_collection::StatusRule;
use tamis_index::analyze::{Analyzer, language};
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::blocks::page::{Cut, Limits};
use tamis_index::error::{Error, Result};
use tamis_index::index::Recipe;
use tamis_index::index::recipe::{Dedup, Store, byte_limit, encoding};

/// Settings of an index that are given. They decide what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecipeSettings {
    /// How text becomes tokens. Default: `english`.
    pub analyzer: Option<String>,
    /// How pages are cut into blocks. Default: boilerpipe's way.
    pub cut: Option<Cut>,
    /// The classifiers that label blocks; `default` and `all` are lists of them. Default: the WSDM
    /// paper's.
    pub classifiers: Option<Vec<String>>,
    /// The classifiers whose probabilities of blocks are kept. Default: none.
    pub scores: Option<Vec<String>>,
    /// The language of all pages by code or English name. Default: each page's own.
    pub language: Option<String>,
    /// Whether to detect the language of each page. Default: no.
    pub detect_language: Option<bool>,
    /// Whether to keep what each page says of itself. Default: no.
    pub metadata: Option<bool>,
    /// What to store besides the index. Default: texts.
    pub store: Option<Store>,
    /// Which pages to leave out as duplicates. Default: none.
    pub dedup: Option<Dedup>,
    /// The encoding of all HTML without a byte order mark. Default: detected per page.
    pub encoding: Option<String>,
    /// The HTTP statuses to keep. Default: any where documents have TREC ids, else 200 to 299.
    pub status: Option<StatusRule>,
    /// Whether to read the feeds of a BLOGS06 collection. Default: no.
    pub include_feeds: Option<bool>,
    /// Whether to read the home pages of a BLOGS06 collection. Default: no.
    pub include_homepages: Option<bool>,
    /// The most nested elements of a page; 0 for no limit.
    pub max_depth: Option<u32>,
    /// The most blocks of a page; 0 for no limit.
    pub max_blocks: Option<u32>,
    /// The most time for a page, in milliseconds; 0 for no limit.
    pub max_ms: Option<u64>,
    /// The most bytes of a record; 0 for no limit. Default: 32 MiB.
    pub max_record: Option<u64>,
    /// The most bytes that a page may inflate to; 0 for no limit. Default: 32 MiB.
    pub max_inflated: Option<u64>,
    /// The bytes of documents between commits: the most work that an interruption costs. At most
    /// 1 GiB; default 32 MiB.
    pub commit_every: Option<u64>,
}

fn set<T: Clone>(place: &mut T, given: Option<&T>) {
    if let Some(given) = given {
        place.clone_from(given);
    }
}

impl RecipeSettings {
    /// Returns the recipe with the settings that are given, and the others from `recipe`.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name, a classifier that gives no probabilities, and a
    /// number out of range.
    pub(crate) fn over(&self, mut recipe: Recipe) -> Result<Recipe> {
        if let Some(name) = &self.analyzer {
            Analyzer::by_name(name)?;
            recipe.analyzer.clone_from(name);
        }
        if let Some(names) = &self.classifiers {
            recipe.classifiers = CLASSIFIERS.expand(names)?;
        }
        if let Some(names) = &self.scores {
            recipe.scores = CLASSIFIERS.expand_scores(names)?;
        }
        if let Some(name) = &self.language {
            let code = language::code_of(name);
            let unknown = || Error::unknown_name("language", name, language::codes());
            recipe.language = Some(code.ok_or_else(unknown)?.to_owned());
        }
        if let Some(name) = &self.encoding {
            recipe.encoding = Some(encoding(name)?.to_owned());
        }
        if self.status.is_some() {
            recipe.settings.status.clone_from(&self.status);
        }
        set(&mut recipe.cut, self.cut.as_ref());
        set(&mut recipe.detect_language, self.detect_language.as_ref());
        set(&mut recipe.metadata, self.metadata.as_ref());
        set(&mut recipe.store, self.store.as_ref());
        set(&mut recipe.dedup, self.dedup.as_ref());
        set(&mut recipe.settings.include_feeds, self.include_feeds.as_ref());
        set(&mut recipe.settings.include_homepages, self.include_homepages.as_ref());
        set(&mut recipe.settings.max_record, self.max_record.map(byte_limit).as_ref());
        set(&mut recipe.settings.max_inflated, self.max_inflated.map(byte_limit).as_ref());
        set(&mut recipe.commit_every, self.commit_every.map(|bytes| bytes.max(1)).as_ref());
        set(&mut recipe.limits.depth, self.max_depth.as_ref());
        set(&mut recipe.limits.blocks, self.max_blocks.as_ref());
        set(&mut recipe.limits.milliseconds, self.max_ms.as_ref());
        check_depth(recipe.limits.depth)?;
        Ok(recipe)
    }

    /// Returns the settings of a recipe that are not the defaults.
    pub(crate) fn of(recipe: &Recipe) -> Self {
        /// A value, unless it is the default.
        fn other<T: Clone + PartialEq>(value: &T, default: &T) -> Option<T> {
            (value != default).then(|| value.clone())
        }
        /// A number of bytes as it is given.
        fn bytes(value: u64, default: u64) -> Option<u64> {
            let given = if value == byte_limit(0) { 0 } else { value };
            (value != default).then_some(given)
        }
        let default = Recipe::default();
        let (limits, usual) = (&recipe.limits, &default.limits);
        let (read, as_usual) = (&recipe.settings, &default.settings);
        Self {
            analyzer: other(&recipe.analyzer, &default.analyzer),
            cut: other(&recipe.cut, &default.cut),
            classifiers: other(&recipe.classifiers, &default.classifiers),
            scores: other(&recipe.scores, &default.scores),
            language: recipe.language.clone(),
            detect_language: other(&recipe.detect_language, &default.detect_language),
            metadata: other(&recipe.metadata, &default.metadata),
            store: other(&recipe.store, &default.store),
            dedup: other(&recipe.dedup, &default.dedup),
            encoding: recipe.encoding.clone(),
            status: read.status.clone(),
            include_feeds: other(&read.include_feeds, &as_usual.include_feeds),
            include_homepages: other(&read.include_homepages, &as_usual.include_homepages),
            max_depth: other(&limits.depth, &usual.depth),
            max_blocks: other(&limits.blocks, &usual.blocks),
            max_ms: other(&limits.milliseconds, &usual.milliseconds),
            max_record: bytes(read.max_record, as_usual.max_record),
            max_inflated: bytes(read.max_inflated, as_usual.max_inflated),
            commit_every: other(&recipe.commit_every, &default.commit_every),
        }
    }
}

/// Checks the most nested elements of a page; 0 is no limit.
fn check_depth(depth: u32) -> Result<()> {
    if depth == 0 || depth >= Limits::LEAST_DEPTH {
        return Ok(());
    }
    let problem = format!("found {depth}, expected 0 or at least {}", Limits::LEAST_DEPTH);
    Err(Error::setting("max_depth", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_replaces_the_rest_and_can_be_told_again() {
        let given = RecipeSettings {
            analyzer: Some("standard".into()),
            classifiers: Some(vec!["bte".into()]),
            language: Some("german".into()),
            metadata: Some(true),
            store: Some(Store::All),
            include_feeds: Some(true),
            max_depth: Some(0),
            max_record: Some(0),
            ..RecipeSettings::default()
        };
        let recipe = given.over(Recipe::default()).unwrap();
        assert_eq!(recipe.settings.max_record, byte_limit(0));
        let told = RecipeSettings::of(&recipe);
        assert_eq!(told, RecipeSettings { language: Some("de".into()), ..given });
        assert_eq!(told.over(Recipe::default()).unwrap(), recipe);
        let more = RecipeSettings { metadata: Some(false), ..RecipeSettings::default() };
        let changed = more.over(recipe.clone()).unwrap();
        assert_eq!(changed, Recipe { metadata: false, ..recipe });
        assert_eq!(RecipeSettings::of(&Recipe::default()), RecipeSettings::default());
    }

    #[test]
    fn wrong_settings_are_refused() {
        let wrong = [
            RecipeSettings { analyzer: Some("x".into()), ..RecipeSettings::default() },
            RecipeSettings { classifiers: Some(vec!["x".into()]), ..RecipeSettings::default() },
            RecipeSettings { scores: Some(vec!["bte".into()]), ..RecipeSettings::default() },
            RecipeSettings { language: Some("x".into()), ..RecipeSettings::default() },
            RecipeSettings { encoding: Some("x".into()), ..RecipeSettings::default() },
            RecipeSettings { max_depth: Some(3), ..RecipeSettings::default() },
        ];
        for settings in wrong {
            assert!(
                matches!(settings.over(Recipe::default()), Err(Error::Setting(_))),
                "{settings:?}"
            );
        }
    }
}
