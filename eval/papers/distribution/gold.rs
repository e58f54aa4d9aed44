//! Counts the blocks of a data set by their gold classes.

use crate::count::{Counter, Distribution, Gain};
use crate::gain;
use rayon::prelude::*;
use tamis_blocks::block;
use tamis_blocks::feature;
use tamis_blocks::page::Cut;
use tamis_index::error::Result;
use tamis_lab::accuracy::datasets::{Dataset, PageFiles};
use tamis_lab::accuracy::gold::{Content, GoldClass};
use tamis_lab::accuracy::read::GoldBlocks;

/// A block of a page with gold.
struct GoldBlock {
    class: usize,
    words: u32,
    tokens: u32,
    density: f64,
    features: [f64; feature::ALL],
}

/// Counts the pages of a data set whose gold is not empty.
///
/// # Errors
/// [`tamis_index::Error::Io`] with the first file that cannot be read, in the order of the pages'
/// names.
pub fn of_dataset(dataset: &Dataset, cut: Cut) -> Result<Distribution> {
    let pages: Vec<Option<(bool, Vec<GoldBlock>)>> = dataset
        .pages
        .par_iter()
        .map(|page| rows(dataset, page, cut))
        .collect::<Vec<_>>()
        .into_iter()
        .collect::<Result<_>>()?;
    let pages: Vec<(bool, Vec<GoldBlock>)> = pages.into_iter().flatten().collect();
    let classified = pages.iter().any(|(classified, _)| *classified);
    let names: Vec<&str> = if classified {
        GoldClass::ALL.map(GoldClass::name).into()
    } else {
        vec!["boilerplate", "content"]
    };
    let mut counter = Counter::new(&names, true);
    let rows: Vec<&GoldBlock> = pages.iter().flat_map(|(_, rows)| rows).collect();
    for row in &rows {
        counter.add(row.class, row.words, row.density, row.tokens, 0);
    }
    let gains = gains(&rows, classified);
    let cut = cut.name().to_owned();
    Ok(Distribution {
        cut,
        gains,
        ..counter.finish(dataset.path.display().to_string(), pages.len() as u64)
    })
}

/// Returns the blocks of a page, and whether its gold has classes; none if its gold is empty.
fn rows(dataset: &Dataset, files: &PageFiles, cut: Cut) -> Result<Option<(bool, Vec<GoldBlock>)>> {
    let read = GoldBlocks::read(dataset, files, cut, None, false)?;
    if !read.gold.has_text() {
        return Ok(None);
    }
    let GoldBlocks { page, gold } = read;
    let (page, blocks) = page.into_parts();
    let classes = gold.classes(&blocks);
    let classified = classes.is_some();
    let classes: Vec<usize> = match classes {
        Some(classes) => classes.into_iter().map(number).collect(),
        None => gold.content(&blocks, Content::All).into_iter().map(usize::from).collect(),
    };
    let features = feature::all(&page, &blocks);
    let mut rows = Vec::with_capacity(blocks.blocks.len());
    for ((block, class), features) in blocks.blocks.iter().zip(classes).zip(features) {
        rows.push(GoldBlock {
            class,
            words: block.words,
            tokens: block::tokens(blocks.text_of(block)),
            density: block.text_density().into(),
            features,
        });
    }
    Ok(Some((classified, rows)))
}

/// Returns the number of a class in [`GoldClass::ALL`].
fn number(class: GoldClass) -> usize {
    GoldClass::ALL.iter().position(|other| *other == class).unwrap_or_default()
}

/// Returns the information gain of each feature, highest for two classes first.
fn gains(rows: &[&GoldBlock], classified: bool) -> Vec<Gain> {
    let targets = Targets::new(rows, classified);
    let mut gains: Vec<Gain> =
        (0..feature::ALL).into_par_iter().map(|feature| targets.gain(rows, feature)).collect();
    gains.sort_by(|a, b| b.two_classes.total_cmp(&a.two_classes));
    gains
}

/// The classes of blocks that features should predict, and the weights of the blocks.
struct Targets {
    weights: Vec<f64>,
    two: Vec<usize>,
    four: Option<Vec<usize>>,
}

impl Targets {
    fn new(rows: &[&GoldBlock], classified: bool) -> Self {
        let weights = rows.iter().map(|row| f64::from(row.words)).collect();
        if !classified {
            return Self { weights, two: rows.iter().map(|row| row.class).collect(), four: None };
        }
        Self {
            weights,
            two: rows.iter().map(|row| usize::from(is_content(row.class))).collect(),
            four: Some(rows.iter().map(|row| of_four(row.class)).collect()),
        }
    }

    fn gain(&self, rows: &[&GoldBlock], feature: usize) -> Gain {
        let values: Vec<f64> = rows.iter().map(|row| row.features[feature]).collect();
        let four = self.four.as_ref();
        Gain {
            feature: feature::name(feature),
            two_classes: gain::information_gain(&values, &self.two, &self.weights, 2),
            four_classes: four.map(|four| gain::information_gain(&values, four, &self.weights, 4)),
        }
    }
}

fn is_content(class: usize) -> bool {
    Content::All.has(GoldClass::ALL[class])
}

/// The paper's four classes (section 4.3.1): boilerplate and related content, full text and
/// comments, headline, supplemental.
fn of_four(class: usize) -> usize {
    match GoldClass::ALL[class] {
        GoldClass::Boilerplate | GoldClass::Related => 0,
        GoldClass::FullText | GoldClass::Comments => 1,
        GoldClass::Headline => 2,
        GoldClass::Supplemental => 3,
    }
}
