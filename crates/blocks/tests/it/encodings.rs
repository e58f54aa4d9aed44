//! The encodings of html5lib's suite and of real pages. Differences are pinned with their cause.

use std::collections::BTreeMap;
use std::path::Path;
use tamis_blocks::html::{Charset, decode};
use tamis_blocks::page::EncodingSource;

/// Cases of html5lib's suite where another encoding is found: file, number of the case, what it
/// expects, what is found, and why.
const KNOWN: [(&str, usize, &str, &str, &str); 2] = [
    ("tests2.dat", 4, "windows-1252", "EUC-JP", "a page that ends within a META has declared it"),
    ("test-yahoo-jp.dat", 0, "euc-jp", "UTF-8", "the suite has the page in UTF-8, 100 characters"),
];

/// Pages of the press that are UTF-8 and declare another encoding: both are in Chinese.
const PRESS: [(&str, &str); 2] = [("dan-0098", "GBK"), ("dan-0650", "GBK")];

#[test]
fn encodings_are_those_of_html5libs_suite() {
    let Some(folder) = tamis_testing::shared() else { return };
    let mut different = Vec::new();
    for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        let suite = std::fs::read(folder.join("data/suites/html5lib/encoding").join(file)).unwrap();
        for (number, (page, expected)) in cases(&suite).into_iter().enumerate() {
            let found = decode(page, Charset::default());
            let is_ascii = page.is_ascii() && found.source == EncodingSource::Detected;
            if !is_ascii && !found.encoding.eq_ignore_ascii_case(&expected) {
                different.push((file, number, expected, found.encoding));
            }
        }
    }
    let known =
        KNOWN.map(|(file, number, expected, found, _)| (file, number, expected.to_owned(), found));
    assert_eq!(different, known);
}

/// The pages of a file of the suite, and the encodings that it expects.
fn cases(suite: &[u8]) -> Vec<(&[u8], String)> {
    let mut cases = Vec::new();
    let mut rest = suite;
    while let Some(at) = memchr::memmem::find(rest, b"#data\n") {
        let page = &rest[at + b"#data\n".len()..];
        let end = memchr::memmem::find(page, b"\n#encoding\n").unwrap();
        let label = &page[end + b"\n#encoding\n".len()..];
        let line = label.split(|byte| *byte == b'\n').next().unwrap();
        cases.push((&page[..end], String::from_utf8_lossy(line).trim().to_owned()));
        rest = label;
    }
    cases
}

#[test]
fn pages_of_the_press_that_declare_another_encoding_are_utf_8() {
    let Some(folder) = tamis_testing::shared() else { return };
    let mut changed = BTreeMap::new();
    for entry in std::fs::read_dir(folder.join("data/press/daniel-half/html")).unwrap() {
        let path = entry.unwrap().path();
        let page = std::fs::read(&path).unwrap();
        if let Some(declared) = overruled(&page) {
            let name = Path::new(path.file_stem().unwrap()).display().to_string();
            changed.insert(name, declared);
        }
    }
    let known = PRESS.map(|(name, declared)| (name.to_owned(), declared));
    assert_eq!(changed, BTreeMap::from(known));
}

/// What a page declares, if it is read otherwise: its ASCII alone says it.
fn overruled(page: &[u8]) -> Option<&'static str> {
    if decode(page, Charset::default()).source != EncodingSource::Detected {
        return None;
    }
    let ascii: Vec<u8> = page.iter().copied().filter(u8::is_ascii).collect();
    let declared = decode(&ascii, Charset::default());
    (declared.source == EncodingSource::Meta).then_some(declared.encoding)
}
