//! What the index contains, as tables and figures.

use super::bars::{Bar, Bars};
use super::table::{Column, Sheet, Value, markup, names, numbers, table};
use super::{at, counted, shown};
use crate::requests::{Scope, SearchRequest};
use maud::{Markup, html};
use tamis::words::{bytes, counted as noun};
use tamis::{Archive, Bin, BlocksAt, LabelCount, Overview, PagesWith, RepeatedBlock, WordsByScore};

/// The first length of each bar: few words share most blocks, and long blocks most words.
const LENGTHS: [u32; 14] = [1, 2, 3, 5, 8, 11, 16, 21, 31, 51, 101, 201, 501, 1001];
/// The density in the last bar, which includes all above.
const MAX_DENSITY: u32 = 25;

pub fn totals(collection: &Overview) -> Markup {
    let skipped: u64 = collection.skipped.iter().map(|count| count.records).sum();
    let facts = [
        ("Pages", counted(collection.pages)),
        ("Blocks", counted(collection.blocks)),
        ("Tokens", counted(collection.tokens)),
        ("Records read", counted(collection.records)),
        ("Records not indexed", counted(skipped)),
        ("Archives", counted(collection.archives_total as u64)),
        ("Finished", if collection.finished { "yes" } else { "not yet" }.to_owned()),
        ("On disk", bytes(collection.bytes.total)),
    ];
    html! { dl.totals { @for (name, fact) in facts { div { dt { (name) } dd { (fact) } } } } }
}

/// Words by the length and the density of their block, by how often it repeats and by its scores.
/// Bars that the rule leaves out are pale.
pub fn figures(collection: &Overview, request: &SearchRequest) -> Markup {
    // The value of a parameter that bounds a feature.
    let bound = |name| request.get(name).and_then(|value| value.parse::<f64>().ok());
    let [least, most, dense, repeated] =
        ["min_words", "max_words", "min_density", "max_repeats"].map(bound);
    let noted = |bound: Option<f64>, note: &'static str| bound.map_or("", |_| note);
    let mut figures = vec![
        Bars {
            id: "by-words".to_owned(),
            title: "Words by length of their block".to_owned(),
            axis: "words in the block, from",
            note: noted(least.or(most), "Pale: what the rule's bounds on words leave out."),
            bars: summed(&collection.by_words, &LENGTHS, (least, most)),
        },
        Bars {
            id: "by-density".to_owned(),
            title: "Words by text density of their block".to_owned(),
            axis: "words per full line of 80 characters, rounded",
            note: noted(dense, "Pale: below the rule's minimum."),
            bars: summed(&collection.by_density, &Vec::from_iter(1..=MAX_DENSITY), (dense, None)),
        },
    ];
    figures.extend(collection.repeats.as_ref().map(|repeats| Bars {
        id: "by-repeats".to_owned(),
        title: "Words by how often their block repeats".to_owned(),
        axis: "pages with the same block, from",
        note: noted(repeated, "Pale: above the rule's maximum."),
        bars: binned(&repeats.words, counted, repeated),
    }));
    figures.extend(collection.scores.iter().map(|WordsByScore { score, words, .. }| Bars {
        id: format!("by-{}", score.replace(|c: char| !c.is_ascii_alphanumeric(), "-")),
        title: format!("Words by score.{score} of their block"),
        axis: "score, from",
        note: "",
        bars: binned(words, |from| format!("{:.1}", from as f64 / 100.0), None),
    }));
    html! {
        p.quiet { "Without titles, and without blocks that have no words." }
        div.figures { @for figure in &figures { (figure.show()) } }
    }
}

/// A bar for the values from each start to the next; the last one includes all above. A bar is pale
/// if all of it is out.
fn summed(
    blocks: &[BlocksAt],
    starts: &[u32],
    (least, most): (Option<f64>, Option<f64>),
) -> Vec<Bar> {
    let mut bars = Vec::with_capacity(starts.len());
    for (number, &from) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied();
        let inside = blocks
            .iter()
            .filter(|blocks| blocks.value >= from && end.is_none_or(|end| blocks.value < end));
        let last = end.map_or(f64::INFINITY, |end| f64::from(end - 1));
        let is_below = least.is_some_and(|least| last < least);
        let is_above = most.is_some_and(|most| f64::from(from) > most);
        bars.push(Bar {
            label: match end {
                Some(_) => from.to_string(),
                None => format!("{}+", counted(from.into())),
            },
            count: inside.map(|blocks| blocks.words).sum(),
            is_out: is_below || is_above,
        });
    }
    bars
}

/// A bar for each bin; one is pale if it begins above the most.
fn binned(bins: &[Bin], label: impl Fn(u64) -> String, most: Option<f64>) -> Vec<Bar> {
    let bars = bins.iter().map(|bin| Bar {
        label: label(bin.from),
        count: bin.count,
        is_out: most.is_some_and(|most| bin.from as f64 > most),
    });
    bars.collect()
}

/// The blocks that most pages hold.
pub fn most_repeated(collection: &Overview, request: &SearchRequest) -> Markup {
    let Some(repeats) = &collection.repeats else {
        return html! { p.quiet { "Blocks are counted when all archives have been indexed." } };
    };
    let page = |docno: &String| at("/page", &request.address_in(Scope::List, &[("docno", docno)]));
    let columns = vec![
        Column::counts("Pages", |block: &&RepeatedBlock| block.repeats.into()),
        Column::counts("Words", |block: &&RepeatedBlock| block.words.into()),
        names("Block", |block: &&RepeatedBlock| match block.text.as_str() {
            "" => "(not stored)".to_owned(),
            text => text.to_owned(),
        })
        .class("long"),
        markup("A page", |block: &&RepeatedBlock| {
            html! { a href=(page(&block.docno)) { (shown(&block.docno)) } }
        }),
    ];
    let rows = repeats.most_repeated.iter().filter(|block| block.repeats > 1);
    html! {
        p.quiet {
            (noun(repeats.pages_with_site, "page")) " with a URL, on "
            (noun(repeats.sites, "site")) ". Blocks of the same tokens are one, shown by the \
             commonest text."
        }
        (table(&Sheet::scrolled("Most repeated blocks", "counts stacked"), columns, rows))
    }
}

/// The labels, and how many blocks each calls content.
pub fn labels(collection: &Overview) -> Markup {
    let columns = vec![
        Column::names("Label", |label: &&LabelCount| &label.name),
        Column::counts("Blocks that it keeps", |label: &&LabelCount| label.blocks),
        numbers("of all blocks", |label: &&LabelCount| share(label.blocks, collection.blocks)),
        names("Added from", |label: &&LabelCount| {
            let lacking = match label.lacking {
                0 => String::new(),
                pages => format!(" (not on {})", noun(pages, "newer page")),
            };
            label.origin.clone().unwrap_or_default() + &lacking
        }),
    ];
    table(&Sheet::scrolled("Labels", "counts stacked"), columns, &collection.labels)
}

pub fn pages_by(title: &str, pages: &[PagesWith], all: u64) -> Markup {
    let columns = vec![
        Column::names(title, |with: &&PagesWith| match with.name.as_str() {
            "" => "not known",
            name => name,
        }),
        Column::counts("Pages", |with: &&PagesWith| with.pages),
        numbers("of all", |with: &&PagesWith| share(with.pages, all)),
    ];
    table(&Sheet::scrolled(title, "counts"), columns, pages)
}

pub fn archives(collection: &Overview) -> Markup {
    let columns = vec![
        names("Archive", |archive: &&Archive| {
            let open = if archive.finished { "" } else { " (not read to its end yet)" };
            format!("{}{open}", archive.path)
        })
        .class("long"),
        Column::names("Kind", |archive: &&Archive| &archive.kind).class("fixed"),
        Column::counts("Records", |archive: &&Archive| archive.records),
        Column::counts("Pages", |archive: &&Archive| archive.pages),
        Column::counts("Skipped", |archive: &&Archive| archive.skipped),
        Column::counts("Flawed", |archive: &&Archive| archive.defective),
    ];
    let more = collection.archives_total - collection.archives.len();
    html! {
        (table(&Sheet::scrolled("Archives", "counts stacked"), columns, &collection.archives))
        @if more > 0 { p.quiet { "And " (counted(more as u64)) " more." } }
    }
}

/// What the index takes on disk.
pub fn sizes(collection: &Overview) -> Markup {
    let size = &collection.bytes;
    let all = format!("All, in {} segments", counted(collection.segments as u64));
    let parts = [
        ("Stored texts, titles and pages", size.stored_texts),
        ("Columns of densities, for other programs", size.density_columns),
        ("Codes, labels and scores of blocks", size.codes),
        ("Counts of repeats", size.counts_of_repeats),
        (&all, size.total),
    ];
    let columns = vec![
        Column::names("Part", |part: &(&str, u64)| part.0),
        numbers("Size", |part: &(&str, u64)| Value::name(bytes(part.1))),
    ];
    let rows = parts.into_iter().filter(|(_, bytes)| *bytes > 0);
    table(&Sheet::scrolled("Bytes on disk", "counts"), columns, rows)
}

fn share(part: u64, all: u64) -> Value<'static> {
    Value::Percent(part as f64 / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bar_includes_all_above_and_the_rule_makes_bars_pale() {
        let counts = [(0, 0), (2, 4), (9, 9), (10, 10), (5000, 5000)];
        let blocks = counts.map(|(value, words)| BlocksAt { value, blocks: 1, words });
        let bars = summed(&blocks, &LENGTHS, (Some(11.0), Some(50.0)));
        let filled: Vec<(&str, u64)> = bars
            .iter()
            .filter(|bar| bar.count > 0)
            .map(|bar| (bar.label.as_str(), bar.count))
            .collect();
        assert_eq!(filled, [("2", 4), ("8", 19), ("1,001+", 5000)]);
        let kept: Vec<&str> =
            bars.iter().filter(|bar| !bar.is_out).map(|bar| bar.label.as_str()).collect();
        assert_eq!(kept, ["11", "16", "21", "31"]);
    }
}
