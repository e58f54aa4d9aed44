//! Divides pages into parts and folds, by page or by site: with sites, no site is on both sides.

use super::Example;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::path::Path;
use tamis_eval::trec::limits::Limits;
use tamis_eval::trec::lines::Lines;
use tamis_index::error::{Error, Place, Result};
use tamis_place::shown;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The unit that is never divided between parts or folds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    Page,
    /// All pages of a site.
    #[default]
    Site,
    /// All pages of a data set.
    Dataset,
}

impl By {
    /// All of them in their order, each with its name and what it is.
    pub const NAMED: [(Self, &'static str, &'static str); 3] = [
        (Self::Page, "page", "Each page alone, as in the papers"),
        (
            Self::Site,
            "site",
            "All pages of a site; a page without a known URL is a site of its own",
        ),
        (Self::Dataset, "dataset", "All pages of a dataset"),
    ];

    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }

    fn unit(self, example: &Example) -> String {
        match self {
            Self::Page => example.name(),
            Self::Site => example.site.clone(),
            Self::Dataset => example.dataset.clone(),
        }
    }
}

/// A part of the pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    Train,
    /// To decide when to stop.
    Validation,
    #[default]
    Test,
}

impl Part {
    /// All of them in their order, each with its name and what it is.
    pub const NAMED: [(Self, &'static str, &'static str); 3] = [
        (Self::Train, "train", "The pages that models learn from"),
        (Self::Validation, "validation", "The pages that decide when a training stops"),
        (Self::Test, "test", "The pages that are only scored"),
    ];

    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }

    /// Returns the part of this name.
    fn by_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(_, known, _)| *known == name).map(|(part, ..)| *part)
    }
}

/// The numbers of the pages of a unit, ascending.
type PageUnit = Vec<usize>;

/// Returns the units in an order that the seed decides.
fn units<E: Borrow<Example>>(examples: &[E], by: By, seed: u64) -> Vec<PageUnit> {
    let mut units: BTreeMap<(u64, String), PageUnit> = BTreeMap::new();
    for (number, example) in examples.iter().enumerate() {
        let name = by.unit(example.borrow());
        units.entry((xxh3_64_with_seed(name.as_bytes(), seed), name)).or_default().push(number);
    }
    units.into_values().collect()
}

/// Returns the fold of each example, 0 to `folds` - 1. Larger units are placed first, each in the
/// fold that has the fewest pages; units of equal size in an order that the seed decides.
///
/// # Errors
/// [`Error::Setting`] with fewer units than folds.
pub fn folds<E: Borrow<Example>>(
    examples: &[E],
    folds: usize,
    by: By,
    seed: u64,
) -> Result<Vec<usize>> {
    let mut units = units(examples, by, seed);
    if folds < 2 || units.len() < folds {
        let problem =
            format!("found {folds}, expected 2 to {} (a {} each)", units.len(), by.name());
        return Err(Error::setting("cross_validate", problem));
    }
    units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
    let mut sizes = vec![0; folds];
    let mut fold_of = vec![0; examples.len()];
    for unit in units {
        let fold = (0..folds).min_by_key(|&fold| sizes[fold]).unwrap_or_default();
        sizes[fold] += unit.len();
        for example in unit {
            fold_of[example] = fold;
        }
    }
    Ok(fold_of)
}

/// Returns the part of each example: about this share of the pages is for validation, the rest for
/// training. The units for validation are those that the seed puts first; one unit at least stays
/// for training.
pub fn parts<E: Borrow<Example>>(examples: &[E], validation: f64, by: By, seed: u64) -> Vec<Part> {
    let mut units = units(examples, by, seed);
    units.pop();
    let wanted = validation * examples.len() as f64;
    let mut taken = 0;
    let mut parts = vec![Part::Train; examples.len()];
    for unit in units {
        // A large site that would make too large a part is left out for a smaller one.
        if (taken + unit.len()) as f64 <= wanted + 0.5 {
            taken += unit.len();
            for example in unit {
                parts[example] = Part::Validation;
            }
        }
    }
    parts
}

/// A file of parts: a line for each page, its name and `train`, `validation` or `test`, with a tab
/// between. A page is named `id` or, if several data sets have it, `dataset/id`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SplitFile(BTreeMap<String, Part>);

impl SplitFile {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Format`] with the first line that is wrong or names a page again,
    /// and for another encoding than UTF-8.
    pub fn read(path: &Path) -> Result<Self> {
        let mut lines = Lines::open(path, Limits::STREAM)?;
        let mut parts = BTreeMap::new();
        while let Some((number, line)) = lines.next_line()? {
            if line.trim().is_empty() {
                continue;
            }
            let place = Place::line(path, number);
            let Some((page, part)) = line.split_once('\t') else {
                let expected = "a page, a tab, and train, validation or test";
                return Err(Error::format(place, shown(line), expected));
            };
            let Some(part) = Part::by_name(part.trim()) else {
                return Err(Error::format(place, shown(part), "train, validation or test"));
            };
            if parts.insert(page.trim().to_owned(), part).is_some() {
                let found = format!("page {} again", shown(page));
                return Err(Error::format(place, found, "each page once"));
            }
        }
        Ok(Self(parts))
    }

    /// Returns the part of a page; none if the file does not name it.
    pub fn part(&self, dataset: &str, id: &str) -> Option<Part> {
        self.0.get(id).or_else(|| self.0.get(&format!("{dataset}/{id}"))).copied()
    }

    /// Returns the pages of a part that are none of these, by name.
    pub fn missing<'a>(
        &'a self,
        part: Part,
        pages: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Vec<&'a str> {
        let mut left: BTreeMap<&str, Part> =
            self.0.iter().map(|(name, part)| (&**name, *part)).collect();
        for (dataset, id) in pages {
            left.remove(id);
            left.remove(&*format!("{dataset}/{id}"));
        }
        left.into_iter().filter(|(_, of)| *of == part).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::example::tests::example;
    use proptest::prelude::*;

    fn pages(sites: &[usize]) -> Vec<Example> {
        (0..)
            .zip(sites)
            .map(|(id, site)| example("set", &format!("{id}"), &format!("{site}.example"), "<p>a"))
            .collect()
    }

    /// The pairs of pages of one site.
    fn pairs(sites: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let pairs = (0..sites.len()).flat_map(move |one| (0..one).map(move |other| (one, other)));
        pairs.filter(|&(one, other)| sites[one] == sites[other])
    }

    proptest! {
        #[test]
        fn no_site_is_on_both_sides(
            sites in prop::collection::vec(0usize..12, 1..60),
            seed in 0u64..9,
            share in 0.0f64..0.9,
        ) {
            let examples = pages(&sites);
            let parts = parts(&examples, share, By::Site, seed);
            prop_assert!(pairs(&sites).all(|(one, other)| parts[one] == parts[other]));
            prop_assert!(parts.contains(&Part::Train));
            let validation = parts.iter().filter(|part| **part == Part::Validation).count();
            prop_assert!(validation as f64 <= share * sites.len() as f64 + 0.5);
            let distinct = sites.iter().collect::<std::collections::BTreeSet<_>>().len();
            if distinct >= 3 {
                let folds = folds(&examples, 3, By::Site, seed).unwrap();
                prop_assert!(pairs(&sites).all(|(one, other)| folds[one] == folds[other]));
                prop_assert!((0..3).all(|fold| folds.contains(&fold)));
            }
        }

        #[test]
        fn folds_of_pages_are_even_whatever_the_order(pages_ in 10usize..50, seed in 0u64..9) {
            let examples = pages(&vec![0; pages_]);
            let fold_of = folds(&examples, 10, By::Page, seed).unwrap();
            let sizes: Vec<usize> =
                (0..10).map(|fold| fold_of.iter().filter(|of| **of == fold).count()).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn folds_of_data_sets_leave_one_out() {
        let examples = [("a", "1"), ("b", "1"), ("a", "2")]
            .map(|(set, id)| example(set, id, "x.example", "<p>a"));
        let fold_of = folds(&examples, 2, By::Dataset, 1).unwrap();
        assert_eq!((fold_of[0], fold_of[0] + fold_of[1]), (fold_of[2], 1));
        let error = folds(&examples, 3, By::Dataset, 1).unwrap_err().to_string();
        assert!(error.ends_with("found 3, expected 2 to 2 (a dataset each)"), "{error}");
    }

    #[test]
    fn a_file_of_parts_is_read_and_its_errors_have_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("split.tsv");
        std::fs::write(&path, "1\ttrain\nset/2\ttest\r\n\n3\tvalidation\n").unwrap();
        let parts = SplitFile::read(&path).unwrap();
        assert_eq!(
            ["1", "2", "3", "4"].map(|id| parts.part("set", id).map(Part::name)),
            [Some("train"), Some("test"), Some("validation"), None]
        );
        assert_eq!(parts.missing(Part::Train, [("set", "2")].into_iter()), ["1"]);
        assert!(parts.missing(Part::Test, [("set", "2")].into_iter()).is_empty());
        for (text, expected) in [
            (
                "1 train\n",
                "split.tsv:1: found '1 train', expected a page, a tab, and train, validation or \
                 test",
            ),
            ("1\ttrain\n2\tdev\n", "split.tsv:2: found 'dev', expected train, validation or test"),
            ("1\ttrain\n1\ttest\n", "split.tsv:2: found page '1' again, expected each page once"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = SplitFile::read(&path).unwrap_err().to_string();
            assert!(error.ends_with(expected), "{error}");
        }
    }
}
