//! Removes the boilerplate of one page, and shows which blocks were kept. Needs no index.
//!
//! `cargo run --example remove_boilerplate -- [PAGE.html [CLASSIFIER]]`; without arguments on a
//! page in this file.

use tamis::blocks::classify::{self, CLASSIFIERS, Subject};
use tamis::blocks::page::{Cut, Label};
use tamis::blocks::{block, html};

const PAGE: &str = "<title>March of the penguins</title>
    <ul><li><a href=/>Home</a><li><a href=/about>About</a></ul>
    <p>Every year in March the emperor penguins of the Antarctic leave the sea and walk for weeks \
    across the ice, in long
    lines, to the place where they were born, and there they lay their eggs.</p>
    <p>Only one egg is laid by each pair, and the fathers keep it warm on their feet for two \
    months, in the dark and the
    cold of the southern winter, while the mothers walk back to the sea to eat.</p>
    <p><a href=/next>Next post</a> | <a href=/terms>Terms</a></p>";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let bytes = args.next().map_or(Ok(PAGE.into()), std::fs::read)?;
    let classifier = CLASSIFIERS.by_name(&args.next().unwrap_or("tamis".to_owned()))?;

    let page = html::parse(&bytes, None);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let labels = classifier.classify(&Subject::new(&page, &blocks));
    for (block, label) in blocks.blocks.iter().zip(&labels) {
        let mark = if *label == Label::Content { '+' } else { '-' };
        println!("{mark} {:3} words, link density {:.2}", block.words, block.link_density());
    }
    println!("\n{}", classify::content(&blocks, &labels));
    Ok(())
}
