//! What kind of page it is: an article, a thread of a forum, a product, and so on. No page says it
//! well, so a model judges: boosted trees, one forest for each kind, over what the page's metadata,
//! elements, links, texts and address have. docs/metadata.md says how often it is right.

mod address;
mod signs;
mod whole;
pub(super) mod words;

use super::class::Classes;
use crate::structure::Outline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use tamis_blocks::classify::Subject;
use tamis_blocks::classify::tamis::forest::Forest;
use tamis_blocks::classify::tamis::{PageFeatures, first_stage};
use tamis_blocks::model::Model;
use tamis_blocks::{Error, Result};

/// The kind of the model's file.
pub const KIND: &str = "kind";

/// What kind of page it is. The kinds are those of WCXB.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PageKind {
    /// An article, a post of a blog, a recipe.
    Article,
    /// A thread of a forum, or questions and answers.
    Forum,
    /// A product and its price.
    Product,
    /// A list of articles, jobs, names and other things.
    Listing,
    /// A list of products.
    Collection,
    /// A page of a manual or a reference.
    Documentation,
    /// What a company or an institution offers.
    Service,
}

impl PageKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Article,
        Self::Forum,
        Self::Product,
        Self::Listing,
        Self::Collection,
        Self::Documentation,
        Self::Service,
    ];

    /// The stable name, used in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Forum => "forum",
            Self::Product => "product",
            Self::Listing => "listing",
            Self::Collection => "collection",
            Self::Documentation => "documentation",
            Self::Service => "service",
        }
    }

    /// Whether such a page shows names and dates that are hardly ever its own: those of stories,
    /// reviews and sales. One that is called a list may be none.
    pub(super) fn shows_others(self, is_list: bool) -> bool {
        match self {
            Self::Product => true,
            Self::Listing | Self::Collection => is_list,
            _ => false,
        }
    }

    /// Whether the only date on such a page is its own.
    pub(super) fn has_own_date(self, is_list: bool) -> bool {
        match self {
            Self::Article | Self::Forum => true,
            Self::Listing | Self::Collection => !is_list,
            _ => false,
        }
    }

    /// The kind of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of a page, by the model that is compiled in; none of a page without text.
    pub(super) fn of(subject: &Subject, outline: &Outline, said: &Said) -> Option<Self> {
        // A test reads the model.
        let model = BUILT_IN.as_ref().ok()?;
        Some(model.judge(&row(subject, outline, said)?))
    }
}

/// What a page says of itself, as far as it tells the kind.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Its classes and ids.
    pub(super) classes: &'a Classes<'a>,
    /// The type by OpenGraph.
    pub open_graph: Option<&'a str>,
    /// Its address, or the one that it wants to be known by.
    pub address: Option<&'a str>,
    /// Whether it says who wrote it.
    pub has_author: bool,
    /// Whether it says when it was published.
    pub has_date: bool,
    /// Whether it says how many comments it has.
    pub has_comments: bool,
}

/// Names of the features, in the order of a row.
pub fn names() -> Vec<String> {
    let facts = ["has_author", "has_date", "has_comments", "has_open_graph"];
    let mut names: Vec<String> = facts.map(str::to_owned).into();
    names.extend(words::OPEN_GRAPH.iter().map(|(name, _)| format!("open_graph_{name}")));
    names.extend(first_stage::page_names());
    names.extend(signs::names());
    names.extend(address::names());
    names
}

/// Returns the features of a page; none, if it has no text.
pub fn row(subject: &Subject, outline: &Outline, said: &Said) -> Option<Vec<i32>> {
    let reading = subject.shared(|| PageFeatures::new(subject));
    let page = reading.features.page()?;
    let mut row = Vec::with_capacity(WIDTH);
    let facts = [said.has_author, said.has_date, said.has_comments, said.open_graph.is_some()];
    row.extend(facts.map(i32::from));
    let said_type = said.open_graph.unwrap_or_default().to_ascii_lowercase();
    let is_of = |(_, starts): &(_, Vec<&str>)| starts.iter().any(|s| said_type.starts_with(s));
    let group = words::OPEN_GRAPH.iter().position(is_of);
    row.extend((0..OPEN_GRAPH).map(|of| i32::from(group == Some(of))));
    row.extend(page);
    signs::append(outline, &reading.units, said.classes, &mut row);
    address::append(said.address, &mut row);
    debug_assert_eq!(row.len(), WIDTH);
    Some(row)
}

/// Number of groups of types of OpenGraph.
const OPEN_GRAPH: usize = 4;

/// Number of features.
pub const WIDTH: usize = 4 + OPEN_GRAPH + first_stage::PAGE_WIDTH + signs::WIDTH + address::WIDTH;

/// A model: everything that training decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindSettings {
    /// The features of a row.
    pub features: Vec<String>,
    /// For each kind a forest that tells its pages from all others.
    pub forests: BTreeMap<PageKind, Forest>,
}

impl KindSettings {
    /// The model's file.
    pub fn to_model(&self) -> Model {
        Model::new(KIND, serde_json::to_value(self).unwrap_or_default())
    }

    /// Reads the settings of a model of this kind.
    ///
    /// # Errors
    /// [`Error::Format`] if it is for other features, or a forest is missing or damaged.
    pub fn from_model(model: &Model) -> Result<Self> {
        let settings: Self = model.settings()?;
        if settings.features != names() {
            return Err(wrong(model, "other features", "those of this version"));
        }
        if let Some(kind) = PageKind::ALL.iter().find(|kind| !settings.forests.contains_key(kind)) {
            return Err(wrong(model, "fewer forests", &format!("one for {}", kind.name())));
        }
        if settings.forests.values().any(|forest| forest.features() > WIDTH) {
            return Err(wrong(model, "a tree that tests another feature", "one of the features"));
        }
        Ok(settings)
    }

    /// The kind whose forest has the highest margin for a row; of equal ones the first.
    pub fn judge(&self, row: &[i32]) -> PageKind {
        let mut best = (PageKind::Article, i32::MIN);
        let mut margins = Vec::new();
        for (kind, forest) in &self.forests {
            forest.margins(row, WIDTH, &mut margins);
            let margin = margins.first().copied().unwrap_or(i32::MIN);
            if margin > best.1 {
                best = (*kind, margin);
            }
        }
        best.0
    }
}

fn wrong(model: &Model, found: &str, expected: &str) -> Error {
    model.wrong(found, format!("{expected}; train the model again with this version"))
}

static BUILT_IN: LazyLock<Result<KindSettings>> = LazyLock::new(|| {
    let bytes = include_bytes!("kind/kind.model");
    KindSettings::from_model(&Model::from_bytes(bytes, Path::new("kind.model"), KIND)?)
});

#[cfg(test)]
mod tests;
