//! Treats any bytes as a page that the project's own remover reads.

use std::collections::HashMap;
use tamis_blocks::classify::tamis::{Keeps, PageFeatures, Tamis};
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::page::{Blocks, Cut, Label, Page};
use tamis_blocks::{block, html};

/// What a remover returns for a page: labels, scores, text, how sure it is.
type RemoverOutput = (Vec<Label>, Vec<f32>, String, f32);

/// Any bytes make a page whose blocks have the label and the score of their units, whose text
/// consists of units, and which is judged alike in both cuts, alone and beside the other removers.
pub fn remover(bytes: &[u8]) {
    let page = html::parse(bytes, None);
    let [whole, pieces] = [Cut::Boilerpipe, Cut::Atomic].map(|cut| {
        let blocks = block::cut(&page, cut);
        let together = Subject::new(&page, &blocks);
        check_units(&blocks, &PageFeatures::new(&together));
        [Keeps::MainText, Keeps::Article, Keeps::Comments].map(|keeps| {
            let alone = check(&page, &blocks, keeps, &Subject::new(&page, &blocks));
            assert_eq!(
                alone,
                check(&page, &blocks, keeps, &together),
                "{keeps:?} beside the other removers"
            );
            (alone.2, alone.3)
        })
    });
    assert_eq!(whole, pieces, "the text and the certainty of both cuts");
}

fn check_units(blocks: &Blocks, reading: &PageFeatures) {
    let units = &reading.units;
    assert_eq!(units.of_block.len(), blocks.blocks.len());
    assert_eq!(reading.features.counts.len(), units.all.len());
    let mut end = 0;
    for unit in &units.all {
        assert!(unit.text.start >= end && unit.events.start < unit.events.end, "{unit:?}");
        end = unit.text.end;
        let text = units.text_of(unit);
        assert!(
            text.contains(char::is_alphanumeric) && !text.starts_with(' ') && !text.ends_with(' '),
            "{text:?}"
        );
    }
    for (number, element) in units.elements.iter().enumerate() {
        assert!(element.parent as usize == u32::MAX as usize || (element.parent as usize) < number);
    }
    for (block, unit) in blocks.blocks.iter().zip(&units.of_block) {
        // A block begins inside its unit, and no other unit begins inside the block.
        let Some(own) = units.all.get(*unit as usize) else { continue };
        assert!(
            own.events.start <= block.events.start && block.events.start < own.events.end,
            "{block:?} {own:?}"
        );
        let next = units.all.get(*unit as usize + 1);
        assert!(
            next.is_none_or(|next| block.events.end <= next.events.start),
            "{block:?} {next:?}"
        );
    }
}

fn check(page: &Page, blocks: &Blocks, keeps: Keeps, subject: &Subject) -> RemoverOutput {
    let remover = Tamis::new(keeps).expect("the model that is compiled in");
    let labels = remover.classify(subject);
    let text = remover.text(subject);
    let scores = remover.scores(subject).expect("scores");
    let explained = remover.explain(subject);
    let certainty = remover.certainty(subject);
    let count = blocks.blocks.len();
    assert_eq!((labels.len(), scores.len(), explained.len()), (count, count, count));
    assert!(
        scores.iter().chain([&certainty]).all(|score| (0.0..=1.0).contains(score)),
        "{scores:?}"
    );
    let reading = PageFeatures::new(&Subject::new(page, blocks));
    let mut seen = HashMap::new();
    for (at, unit) in reading.units.of_block.iter().enumerate() {
        let verdict = (labels[at], scores[at]);
        assert_eq!(
            *seen.entry(*unit).or_insert(verdict),
            verdict,
            "block {at}: one unit, two verdicts"
        );
        let word = if labels[at] == Label::Content { "content: " } else { "boilerplate: " };
        assert!(explained[at].starts_with(word), "block {at}: {}", explained[at]);
        assert!(
            *unit != u32::MAX || verdict == (Label::Boilerplate, 0.0),
            "block {at} has no unit"
        );
    }
    // The text is that of kept units, in order.
    let mut units = reading.units.all.iter();
    let is_of = |line: &str, unit| {
        reading.units.text_of(unit) == line || reading.units.shown_text(unit) == line
    };
    assert!(text.lines().all(|line| units.any(|unit| is_of(line, unit))), "{text}");
    assert!(text.is_empty() || text.ends_with('\n'));
    assert!(
        !text.is_empty() || certainty == 0.0 && !labels.contains(&Label::Content),
        "sure of nothing"
    );
    (labels, scores, text, certainty)
}
