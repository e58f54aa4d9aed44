//! Measures how much of a method's own text is left after its labels are carried to the index's
//! blocks, on folders of pages: the token F1 of the two, per data set and classifier.
//!
//! ```text
//! carrying NAME,NAME... FOLDER...      FOLDER/html holds the pages
//! ```
//!
//! One line of TSV per folder and name: pages, mean, median, and the share of pages below 0.9.
//! Words are those that are aligned (`block::carry::words`). A page on which both texts are empty
//! counts 1.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tamis::blocks::classify::{self, CLASSIFIERS, Classifier, Subject};
use tamis_blocks::block::{self, carry};
use tamis_blocks::html::{self, Charset};
use tamis_blocks::page::Cut;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn counts(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in carry::words(text) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

fn token_f1(one: &str, other: &str) -> f64 {
    let one = counts(one);
    let other = counts(other);
    let sum = one.values().sum::<usize>() + other.values().sum::<usize>();
    let both: usize =
        one.iter().map(|(word, &count)| count.min(other.get(word).copied().unwrap_or(0))).sum();
    if sum == 0 { 1.0 } else { 2.0 * both as f64 / sum as f64 }
}

/// The F1 of every classifier on a page.
fn of_page(path: &Path, classifiers: &[Box<dyn Classifier>]) -> Outcome<Vec<f64>> {
    let bytes = std::fs::read(path)?;
    // L3S-GN1 is UTF-8 whatever its pages say.
    let forced = path.components().any(|part| part.as_os_str() == "l3s-gn1").then_some("utf-8");
    let decoded = html::decode(&bytes, Charset { forced, http: None });
    let page = html::parse_str(&decoded.text);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(&decoded.text);
    let mut scores = Vec::with_capacity(classifiers.len());
    for classifier in classifiers {
        let own_text = classifier.text(&subject);
        let carried_text = classify::content(&blocks, &classifier.classify(&subject));
        scores.push(token_f1(&own_text, &carried_text));
    }
    Ok(scores)
}

fn run(names: &str, folders: &[String]) -> Outcome<()> {
    let names: Vec<&str> = names.split(',').collect();
    let classifiers =
        names.iter().map(|name| CLASSIFIERS.by_name(name)).collect::<Result<Vec<_>, _>>()?;
    println!("data set\tclassifier\tpages\tmean\tmedian\tbelow 0.9");
    for folder in folders {
        let files = std::fs::read_dir(Path::new(folder).join("html"))?
            .map(|entry| entry.map(|entry| entry.path()));
        let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>()?;
        files.sort();
        let pages =
            files.iter().map(|path| of_page(path, &classifiers)).collect::<Outcome<Vec<_>>>()?;
        for (i, name) in names.iter().enumerate() {
            let mut scores: Vec<f64> = pages.iter().map(|scores| scores[i]).collect();
            scores.sort_by(f64::total_cmp);
            let count = scores.len() as f64;
            let mean = scores.iter().sum::<f64>() / count;
            let median = scores[scores.len() / 2];
            let below = scores.iter().filter(|score| **score < 0.9).count() as f64 / count;
            let set = Path::new(folder).file_name().unwrap_or_default().to_string_lossy();
            println!("{set}\t{name}\t{count}\t{mean:.4}\t{median:.4}\t{below:.3}");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &args[..] {
        [names, folders @ ..] if !folders.is_empty() => run(names, folders),
        _ => Err("usage: carrying NAME,NAME... FOLDER...".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
