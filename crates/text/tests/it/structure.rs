//! The structure of real pages, every fourth of eight data sets: the outline has the page of the
//! parser, and no text is lost.

use std::collections::BTreeMap;
use tamis_blocks::classify::{self, CLASSIFIERS, Kept, Subject, content};
use tamis_blocks::html::Outline;
use tamis_blocks::page::{Budget, Cut, Label};
use tamis_blocks::{block, html};
use tamis_testing::real_pages;
use tamis_text::structure::{Options, Packed, Structure};

/// Numbers of lines and footnotes, links that edit Wikipedia, and words that formulas replace are
/// what the text has and the Markdown does not.
#[test]
fn the_words_of_the_text_are_in_the_markdown() {
    let Some(folder) = tamis_testing::shared() else { return };
    let tamis = CLASSIFIERS.by_name("tamis").unwrap();
    let [mut all, mut lost] = [0, 0];
    let [mut pages_read, mut differing] = [0, 0];
    for file in real_pages(&folder) {
        let bytes = std::fs::read(&file).unwrap();
        let decoded = html::decode(&bytes, html::Charset::default());
        let (page, outline) = Outline::of_decoded(&decoded, &Budget::UNLIMITED);
        assert!(page == html::parse_decoded(&decoded, &Budget::UNLIMITED), "{}", file.display());
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject =
            Subject::new(&page, &blocks).with_outline(&outline).with_markup(&decoded.text);
        let kept = classify::kept(&*tamis, &subject);
        pages_read += 1;
        let is_same = is_same_packed(&subject, &kept.labels);
        differing += u32::from(!is_same);
        if !is_same && std::env::var_os("TAMIS_SHOW").is_some() {
            eprintln!("other when kept\t{}", file.display());
        }
        let made = Structure::of_kept(&subject, None, &kept);
        let markdown = words(&made.markdown(Options::default()));
        let mut missing = 0;
        for (word, count) in words(&html::composed(&kept.text)) {
            all += count;
            missing += count.saturating_sub(*markdown.get(&word).unwrap_or(&0));
        }
        if missing > 20 && std::env::var_os("TAMIS_SHOW").is_some() {
            eprintln!("{missing}\t{}", file.display());
        }
        lost += missing;
    }
    assert!(differing == 0, "{differing} of {pages_read} pages differ");
    assert!(all > 1_000_000 && lost * 1000 < all, "{lost} of {all} words are lost");
}

/// Checks that an index gives back the structure of a page. Returns whether what is kept of it is
/// the same as of the page.
fn is_same_packed(subject: &Subject, labels: &[Label]) -> bool {
    let blocks = subject.blocks;
    let address = Some("https://example.org/a/b");
    let mut made = Structure::new(subject, address);
    let packed = Packed::new(made.clone(), &|n| blocks.text_of(&blocks.blocks[n as usize]));
    let bytes = postcard::to_stdvec(&packed).unwrap();
    let read: Packed = postcard::from_bytes(&bytes).unwrap();
    let text = |block: u32| blocks.blocks.get(block as usize).map(|of| blocks.text_of(of));
    assert!(read.unpack(&text).as_ref() == Some(&made));
    made.keep(&|block| labels[block as usize] == Label::Content);
    let kept = Kept { labels: labels.to_vec(), text: content(blocks, labels) };
    made == Structure::of_kept(subject, address, &kept)
}

fn words(text: &str) -> BTreeMap<String, usize> {
    let mut bag = BTreeMap::new();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.for_each(|word| *bag.entry(word.to_owned()).or_default() += 1);
    bag
}
