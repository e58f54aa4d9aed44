//! The blocks of pages with gold as a table.

use super::table::BlockTable;
use crate::accuracy::gold::GoldClass;
use crate::train::Example;
use rayon::prelude::*;
use std::collections::HashMap;
use tamis_blocks::feature;
use tamis_index::error::{Error, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnedClasses {
    /// Content and boilerplate, by what the data set counts as content.
    Two,
    /// Boilerplate, full text, headline and supplemental, with comments as full text and related
    /// content as boilerplate (section 4.3.1).
    Four,
}

impl LearnedClasses {
    /// The names; the first is boilerplate.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Two => &["boilerplate", "content"],
            Self::Four => &["boilerplate", "full-text", "headline", "supplemental"],
        }
    }

    /// Returns the class of each block of a page.
    fn assign(self, example: &Example) -> Option<Vec<usize>> {
        match self {
            Self::Two => Some(example.labels().into_iter().map(usize::from).collect()),
            Self::Four => {
                let classes = example.gold.classes(example.page.cut())?;
                Some(classes.into_iter().map(number_of_four).collect())
            }
        }
    }
}

/// The number of a class among [`LearnedClasses::Four`].
fn number_of_four(class: GoldClass) -> usize {
    match class {
        GoldClass::Boilerplate | GoldClass::Related => 0,
        GoldClass::FullText | GoldClass::Comments => 1,
        GoldClass::Headline => 2,
        GoldClass::Supplemental => 3,
    }
}

/// How often each text is a block of some pages: the paper's element frequency, which it counts in
/// its whole crawl.
pub type Frequencies<'a> = HashMap<&'a str, f64>;

/// Counts the blocks of pages by their text.
pub fn frequencies<'a>(examples: &[&'a Example]) -> Frequencies<'a> {
    let mut counts = Frequencies::new();
    for example in examples {
        for block in example.page.blocks() {
            *counts.entry(example.page.text_of(block)).or_default() += 1.0;
        }
    }
    counts
}

/// A block: its class, its words and its features.
type TrainingRow = (usize, f64, Vec<f64>);

/// Returns the blocks of a page that have words; none if the page has no classes.
fn rows(
    example: &Example,
    classes: LearnedClasses,
    frequencies: Option<&Frequencies>,
) -> Option<Vec<TrainingRow>> {
    let blocks = example.page.blocks();
    let classes = classes.assign(example)?;
    let features = feature::all(example.page.page(), example.page.cut());
    let mut rows = Vec::new();
    for (number, block) in blocks.iter().enumerate().filter(|(_, block)| block.words > 0) {
        let mut row = features[number].to_vec();
        if let Some(frequencies) = frequencies {
            for near in [Some(number), number.checked_sub(1), Some(number + 1)] {
                let text = near.and_then(|near| blocks.get(near));
                let text = text.map(|block| example.page.text_of(block));
                row.push(text.and_then(|text| frequencies.get(text).copied()).unwrap_or(0.0));
            }
        }
        rows.push((classes[number], f64::from(block.words), row));
    }
    Some(rows)
}

/// Returns the blocks of pages that have words, with all features, and the page of each, a number
/// of `examples`. With `frequencies`, three more columns have those of the block and its
/// neighbours.
///
/// # Errors
/// Four classes are requested, and a page has none; or there is no block with words.
pub fn table(
    examples: &[&Example],
    classes: LearnedClasses,
    frequencies: Option<&Frequencies>,
) -> Result<(BlockTable, Vec<usize>)> {
    let rows: Vec<Option<Vec<TrainingRow>>> =
        examples.par_iter().map(|example| rows(example, classes, frequencies)).collect();
    let mut features: Vec<String> = (0..feature::ALL).map(feature::name).collect();
    if frequencies.is_some() {
        features.extend(["C", "P", "N"].map(|of| format!("element_frequency ({of})")));
    }
    let mut table = BlockTable {
        columns: vec![Vec::new(); features.len()],
        features,
        names: classes.names().iter().map(|name| (*name).to_owned()).collect(),
        ..BlockTable::default()
    };
    let mut page_of = Vec::new();
    for (page, rows) in rows.into_iter().enumerate() {
        let Some(rows) = rows else {
            let name = examples[page].name();
            return Err(Error::settings(format!(
                "found page {name} without classes of text, expected a data set with them"
            )));
        };
        for (class, words, row) in rows {
            table.classes.push(class);
            table.weights.push(words);
            for (column, value) in table.columns.iter_mut().zip(row) {
                column.push(value);
            }
            page_of.push(page);
        }
    }
    if page_of.is_empty() {
        return Err(Error::settings(format!(
            "found no block with words on {} pages",
            examples.len()
        )));
    }
    Ok((table, page_of))
}
