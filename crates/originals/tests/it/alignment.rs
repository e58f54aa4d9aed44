//! Compares the labels that gold text gives Web2Text's blocks with those of the original's aligned
//! files, on the pages of CleanEval among the oracles, and counts over all of CleanEval when its
//! blocks can be read.

use std::path::Path;
use tamis_originals::block::align;
use tamis_originals::classify::web2text::reading::Reading;

/// Bytes as the original decodes them: UTF-8, without what is malformed.
fn decoded(bytes: &[u8]) -> String {
    bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

/// Lines as Java's `BufferedReader` cuts them, joined by line feeds.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
}

/// A page of CleanEval without the lines of its wrapper, and its gold, by the number of the
/// original.
fn page_and_gold(data: &Path, number: u32) -> (String, String) {
    let id = format!("{}-{number}", if number <= 60 { "dev" } else { "test" });
    let page = read_lines(&data.join(format!("html/{id}.html")));
    let gold = read_lines(&data.join(format!("native/{id}.txt")));
    (page[1..page.len() - 1].join("\n"), gold.join("\n"))
}

fn read_lines(path: &Path) -> Vec<String> {
    lines(&decoded(&std::fs::read(path).unwrap()))
}

/// Whether a leaf at these positions is content; not if its position is unknown.
fn is_content(kept: &align::KeptUnits, start: i64, end: i64, length: usize) -> bool {
    match (usize::try_from(start), usize::try_from(end)) {
        (Ok(start), Ok(end)) => kept.is_content(start..end, length),
        _ => false,
    }
}

#[test]
fn labels_are_those_of_the_original() {
    let Some(shared) = tamis_testing::shared() else { return };
    let oracles = shared.join("oracles/cetr-web2text/oracles/web2text");
    let data = shared.join("data/extraction/cleaneval-en");
    let mut pages = 0;
    let mut blocks = 0;
    let mut wrong = Vec::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(&oracles).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(number) =
            name.strip_prefix("cleaneval-").and_then(|name| name.strip_suffix(".json"))
        else {
            continue;
        };
        let number: u32 = number.parse().unwrap();
        let oracle: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let (source, gold) = page_and_gold(&data, number);
        let kept = align::align(&source, &align::normalised(&gold));
        pages += 1;
        let leaves = oracle["leaves"].as_array().unwrap();
        let gold_labels = oracle["gold_labels"].as_array().unwrap();
        for (i, (leaf, gold)) in leaves.iter().zip(gold_labels).enumerate() {
            let [start, end, length] =
                ["start", "end", "n_chars"].map(|field| leaf[field].as_i64().unwrap());
            let content = is_content(&kept, start, end, length as usize);
            blocks += 1;
            if content != (gold.as_i64() == Some(1)) {
                wrong.push(format!("{name} {i} {start}..{end} {length}: {}", leaf["text"]));
            }
        }
    }
    eprintln!("{pages} pages, {blocks} blocks, {} differ\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((pages, wrong.len()), (40, 0));
}

/// The blocks of CleanEval's pages in the order of the original's list, and those that are content.
#[test]
fn all_of_cleaneval_has_the_original_s_counts() {
    let Some(shared) = tamis_testing::shared() else { return };
    let data = shared.join("data/extraction/cleaneval-en");
    let list = shared.join("oracles/cetr-web2text/web2text-weights/ce_indices.json");
    let numbers: Vec<u32> = serde_json::from_slice(&std::fs::read(list).unwrap()).unwrap();
    let mut blocks = 0;
    let mut content = 0;
    let mut test = 0;
    for (i, number) in numbers.iter().enumerate() {
        let (source, gold) = page_and_gold(&data, *number);
        let leaves = Reading::new(&source).leaves;
        let kept = align::align(&source, &align::normalised(&gold));
        for leaf in &leaves {
            let length = leaf.n_characters as usize;
            content += usize::from(is_content(&kept, leaf.start.into(), leaf.end.into(), length));
        }
        blocks += leaves.len();
        // The first 61 pages are those that the original trains with.
        test += if i < 61 { 0 } else { leaves.len() };
    }
    let share = 100.0 * content as f64 / blocks as f64;
    eprintln!(
        "{} pages, {blocks} blocks, {share:.2} % content, {test} of the test pages",
        numbers.len()
    );
    assert_eq!((numbers.len(), blocks, test), (737, 142_683, 128_964));
    assert_eq!(format!("{share:.2}"), "58.06");
}
