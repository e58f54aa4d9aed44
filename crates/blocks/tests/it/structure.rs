//! The structure of real pages, every fourth of seven data sets: the outline has the page of the
//! parser, and no text is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::{self, CLASSIFIERS, Subject};
use tamis_blocks::page::{Blocks, Budget, Cut, Page};
use tamis_blocks::structure::{Options, Outline, Packed, Structure};
use tamis_blocks::{block, html};

/// One page of so many is read.
const EVERY: usize = 4;

/// The pages of all data sets, in order.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let sets = entries(folder).map(|set| set.join("html")).filter(|html| html.is_dir());
    let mut pages: Vec<PathBuf> =
        sets.flat_map(|html| entries(&html).collect::<Vec<_>>()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    pages.into_iter().step_by(EVERY).collect()
}

/// Numbers of lines and footnotes, links that edit Wikipedia, and words that formulas replace are
/// what the text has and the Markdown does not.
#[test]
fn the_words_of_the_text_are_in_the_markdown() {
    let Some(folder) = tamis_testing::shared() else { return };
    let tamis = CLASSIFIERS.by_name("tamis").unwrap();
    let [mut all, mut lost] = [0, 0];
    for file in pages(&folder.join("data/extraction")) {
        let bytes = std::fs::read(&file).unwrap();
        let decoded = html::decode(&bytes, html::Charset::default());
        let (page, outline) = Outline::of_decoded(&decoded, &Budget::UNLIMITED);
        assert!(page == html::parse_decoded(&decoded, &Budget::UNLIMITED), "{}", file.display());
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(&decoded.text);
        let labels = tamis.classify(&subject);
        let text = classify::printed(&*tamis, &subject);
        check_packed(&page, &blocks, &outline);
        let made = Structure::of_text(&subject, &outline, None, &labels, &text);
        let markdown = words(&made.markdown(Options::default()));
        let mut missing = 0;
        for (word, count) in words(&text) {
            all += count;
            missing += count.saturating_sub(*markdown.get(&word).unwrap_or(&0));
        }
        if missing > 20 && std::env::var_os("TAMIS_SHOW").is_some() {
            eprintln!("{missing}\t{}", file.display());
        }
        lost += missing;
    }
    assert!(all > 1_000_000 && lost * 1000 < all, "{lost} of {all} words are lost");
}

/// Checks that an index can give back the structure of a page.
fn check_packed(page: &Page, blocks: &Blocks, outline: &Outline) {
    let made = Structure::new(page, blocks, outline, Some("https://example.org/a/b"));
    let packed = Packed::new(made.clone(), &|n| blocks.text_of(&blocks.blocks[n as usize]));
    let bytes = postcard::to_stdvec(&packed).unwrap();
    let read: Packed = postcard::from_bytes(&bytes).unwrap();
    let text = |block: u32| blocks.blocks.get(block as usize).map(|of| blocks.text_of(of));
    assert!(read.unpack(&text) == Some(made));
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut bag = BTreeMap::new();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.for_each(|word| *bag.entry(word.to_owned()).or_default() += 1);
    bag
}
