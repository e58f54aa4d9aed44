//! Compares the analyzers with Lucene's own tokens, text by text: `X.txt` holds one text per line
//! (escaped as eval/peers/lucene-tokens says), `X.english.lucene` and `X.standard.lucene` its
//! tokens as Lucene 10 finds them.

use std::path::Path;
use tamis_index::analyze::Analyzer;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The texts whose terms are not Lucene's, of how many.
fn differences(texts: &Path, analyzer: &str) -> (Vec<String>, usize) {
    let expected = texts.with_extension(format!("{analyzer}.lucene"));
    let texts = read(texts);
    let expected = read(&expected);
    let mut analyze = Analyzer::by_name(analyzer).unwrap();
    let texts: Vec<&str> = lines(&texts);
    let expected: Vec<&str> = lines(&expected);
    assert_eq!(texts.len(), expected.len());
    let mut differences = Vec::new();
    for (text, expected) in texts.iter().zip(expected) {
        let ours = analyze.terms(&unescaped(text)).join(" ");
        if ours != expected {
            differences.push(format!(
                "{}\n  lucene {expected}\n  ours   {ours}",
                text.get(..100).unwrap_or(text)
            ));
        }
    }
    (differences, texts.len())
}

fn lines(file: &str) -> Vec<&str> {
    file.split_terminator('\n').collect()
}

fn unescaped(line: &str) -> String {
    let mut chars = line.chars();
    let mut text = String::with_capacity(line.len());
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    text
}

#[test]
fn terms_are_lucenes() {
    for analyzer in ["english", "standard"] {
        let texts = tamis_testing::root().join("tests/golden/analyze/texts.txt");
        let (differences, texts) = differences(&texts, analyzer);
        assert!(texts > 100);
        assert_eq!(differences, Vec::<String>::new(), "{analyzer}");
    }
}

/// Texts that may differ: characters that Unicode has added since the version in Lucene's grammar,
/// 12.1.
const KNOWN: [(&str, usize); 1] = [("every-character", 20_378)];

/// Whole collections, which cannot be part of the repository: see
/// eval/peers/lucene-tokens/README.md.
#[test]
fn terms_are_lucenes_on_whole_collections() {
    let Some(folder) = std::env::var_os("TAMIS_LUCENE_TOKENS") else {
        eprintln!("skipped: TAMIS_LUCENE_TOKENS names no folder of Lucene's tokens");
        return;
    };
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    files.sort();
    assert!(!files.is_empty(), "no texts in {}", folder.display());
    let mut unexpected = Vec::new();
    for path in files {
        let stem = path.file_stem().unwrap_or_default();
        let known = KNOWN.iter().find(|(name, _)| *name == stem).map_or(0, |(_, count)| *count);
        for analyzer in ["english", "standard"] {
            let (differences, texts) = differences(&path, analyzer);
            eprintln!(
                "{} {analyzer}: {} of {texts} texts differ",
                path.display(),
                differences.len()
            );
            if differences.len() != known {
                unexpected.extend(differences.into_iter().take(10));
            }
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
