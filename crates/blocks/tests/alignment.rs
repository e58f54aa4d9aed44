//! Compares the labels that gold text gives Web2Text's blocks with those of the original's aligned files, on the pages of
//! CleanEval among the oracles, and counts over all of CleanEval when its blocks can be read.

use tamis_blocks::block::align;

/// Bytes as the original decodes them: UTF-8, without what is malformed.
fn decoded(bytes: &[u8]) -> String {
    bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

/// Lines as Java's `BufferedReader` cuts them, joined by line feeds.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.strip_suffix('\n').unwrap_or(&text).split('\n').map(str::to_owned).collect()
}

/// A page of CleanEval without the lines of its wrapper.
fn page(bytes: &[u8]) -> String {
    let lines = lines(&decoded(bytes));
    lines[1..lines.len() - 1].join("\n")
}

#[test]
fn labels_are_those_of_the_original() {
    let Some(shared) = tamis_testing::shared() else { return };
    let oracles = shared.join("oracles/cetr-web2text/oracles/web2text");
    let data = shared.join("data/extraction/cleaneval-en");
    let (mut pages, mut blocks, mut wrong) = (0, 0, Vec::new());
    let mut paths: Vec<_> = std::fs::read_dir(&oracles).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(number) = name.strip_prefix("cleaneval-").and_then(|name| name.strip_suffix(".json")) else {
            continue;
        };
        let number: u32 = number.parse().unwrap();
        let id = format!("{}-{number}", if number <= 60 { "dev" } else { "test" });
        let oracle: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let source = page(&std::fs::read(data.join(format!("html/{id}.html"))).unwrap());
        let gold = lines(&decoded(&std::fs::read(data.join(format!("native/{id}.txt"))).unwrap())).join("\n");
        let kept = align::align(&source, &align::normalised(&gold));
        pages += 1;
        for (i, (leaf, gold)) in
            oracle["leaves"].as_array().unwrap().iter().zip(oracle["gold_labels"].as_array().unwrap()).enumerate()
        {
            let number = |name: &str| leaf[name].as_i64().unwrap();
            let (start, end, length) = (number("start"), number("end"), number("n_chars"));
            let content = start >= 0 && end >= 0 && kept.is_content(start as usize..end as usize, length as usize);
            blocks += 1;
            if content != (gold.as_i64() == Some(1)) {
                wrong.push(format!("{id} {i} {start}..{end} {length}: {}", leaf["text"]));
            }
        }
    }
    eprintln!("{pages} pages, {blocks} blocks, {} differ\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((pages, wrong.len()), (40, 0));
}
