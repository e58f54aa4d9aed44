//! Reads paths of pages, one a line, and prints the comments of each page as one JSON object a
//! line, with the words of the comments' blocks and those of them that are in no comment. With
//! --time how long reading took goes to the error stream.

use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use tamis_blocks::classify::{CLASSIFIERS, Subject, content};
use tamis_blocks::html::Outline;
use tamis_blocks::html::{Charset, decode};
use tamis_blocks::page::{Budget, Cut, Label};
use tamis_text::comments::{Comment, Removers};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let removers = Removers::new(None)?;
    let article = CLASSIFIERS.by_name("tamis-article")?;
    let all = CLASSIFIERS.by_name("tamis-comments")?;
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut times = [Duration::ZERO; 3];
    let mut pages = 0;
    for path in std::io::stdin().lock().lines() {
        let path = path?;
        let bytes = std::fs::read(&path)?;
        let decoded = decode(&bytes, Charset::default());
        let mut start = Instant::now();
        let mut lap = |at: usize| {
            times[at] += start.elapsed();
            start = Instant::now();
        };
        let (page, outline) = Outline::of_decoded(&decoded, &Budget::UNLIMITED);
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        lap(0);
        let subject =
            Subject::new(&page, &blocks).with_outline(&outline).with_markup(&decoded.text);
        // What the removers share is computed once.
        article.classify(&subject);
        let labels = all.classify(&subject);
        lap(1);
        let apart = removers.apart(&subject, None);
        lap(2);
        pages += 1;
        let is_comment = labels.iter().zip(&apart.article.labels).map(|labels| match labels {
            (Label::Content, Label::Boilerplate) => Label::Content,
            _ => Label::Boilerplate,
        });
        let kept: Vec<Label> = is_comment.collect();
        let mut bag: BTreeMap<String, i64> = BTreeMap::new();
        words(&content(&blocks, &kept), &mut |word| *bag.entry(word).or_default() += 1);
        let all: i64 = bag.values().sum();
        take(&apart.comments, &mut bag);
        bag.retain(|_, count| *count > 0);
        let lost: i64 = bag.values().sum();
        let object = json!({
            "path": path, "words": all, "lost": lost, "lost_words": bag,
            "comments": apart.listed(),
        });
        writeln!(out, "{object}")?;
    }
    if std::env::args().any(|argument| argument == "--time") {
        let [parsing, labels, comments] =
            times.map(|time| time.as_secs_f64() * 1e6 / f64::from(pages.max(1)));
        eprintln!("pages\tparsing, µs a page\tlabels, µs a page\tcomments, µs a page");
        eprintln!("{pages}\t{parsing:.0}\t{labels:.0}\t{comments:.0}");
    }
    out.flush()?;
    Ok(())
}

/// Takes the words of comments out of a bag.
fn take(comments: &[Comment], bag: &mut BTreeMap<String, i64>) {
    for comment in comments {
        let text = format!("{} {}", comment.byline(), comment.text());
        words(&text, &mut |word| *bag.entry(word).or_default() -= 1);
        take(&comment.replies, bag);
    }
}

fn words(text: &str, visit: &mut dyn FnMut(String)) {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.for_each(|word| visit(word.to_owned()));
}
