//! The tree tests of html5lib 1.1, in both dialects: names, texts and comments. What differs is
//! pinned with its cause.

use super::*;
use crate::name::Name;
use std::collections::BTreeSet;
use std::path::Path;

/// A tree as html5lib writes it, in lower case and without attributes; white space is folded if the
/// dialect does.
fn written(tree: &Tree, top: Id, depth: usize, folds: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut text = String::new();
    let indent = |depth: usize| "  ".repeat(depth);
    let push_text = |text: &mut String, lines: &mut Vec<String>| {
        if !text.is_empty() {
            lines.push(format!("{}\"{}\"", indent(depth), folded(text, folds)));
            text.clear();
        }
    };
    for id in tree.children(top) {
        let node = tree.node(id);
        if node.name == Name::TEXT {
            text.push_str(tree.str(node.data));
            continue;
        }
        push_text(&mut text, &mut lines);
        if node.name == Name::COMMENT {
            lines.push(format!("{}<!-- {} -->", indent(depth), tree.str(node.data)));
            continue;
        }
        let space = match node.space {
            Space::Html => "",
            Space::Svg | Space::SvgPoint => "svg ",
            _ => "math ",
        };
        let name = String::from_utf8_lossy(tree.names.get(node.name));
        lines.push(format!("{}<{space}{name}>", indent(depth)));
        lines.extend(written(tree, id, depth + 1, folds));
        if node.name == Name::TEMPLATE && node.space == Space::Html {
            lines.push(format!("{}content", indent(depth + 1)));
            lines.extend(written(tree, id + 1, depth + 2, folds));
        }
    }
    push_text(&mut text, &mut lines);
    lines
}

fn folded(text: &str, folds: bool) -> String {
    if !folds {
        return text.to_owned();
    }
    let mut folded = String::new();
    for c in text.chars() {
        let space = matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C');
        if !(space && folded.ends_with(' ')) {
            folded.push(if space { ' ' } else { c });
        }
    }
    folded
}

/// The tree that a test expects, as [`written`] writes trees.
fn expected(document: &str, folds: bool) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in document.lines() {
        match line.strip_prefix("| ") {
            Some(item) => items.push(item.to_owned()),
            None => items.last_mut().unwrap().extend(["\n", line]),
        }
    }
    let mut lines = Vec::new();
    let mut in_raw = None;
    for item in items {
        let inside = item.trim_start();
        let indent = &item[..item.len() - inside.len()];
        if in_raw.is_some_and(|depth| depth < indent.len()) {
            continue;
        }
        in_raw = (folds && matches!(inside, "<script>" | "<style>")).then_some(indent.len());
        let line = match inside.chars().next() {
            Some('"') => {
                let text = inside.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                format!("\"{}\"", folded(text.unwrap(), folds))
            }
            Some('<') if inside.starts_with("<!DOCTYPE") => continue,
            Some('<') if inside.starts_with("<!--") => inside.to_owned(),
            Some('<') if inside.ends_with('>') => inside.to_lowercase(),
            _ if inside == "content" => inside.to_owned(),
            _ => continue,
        };
        lines.push(indent.to_owned() + &line);
    }
    lines
}

/// The tests of whole pages whose tree differs, as `FILE:NUMBER`, and the number of all.
fn differing<'a>(
    pages: &'a [(String, String, String)],
    parse: impl Fn(&'a str) -> Tree<'a>,
    folds: bool,
) -> BTreeSet<String> {
    let mut different = BTreeSet::new();
    for (name, page, document) in pages {
        let ours = written(&parse(page), ROOT, 0, folds);
        let theirs = expected(document, folds);
        if ours != theirs {
            if std::env::var_os("TAMIS_SHOW").is_some() {
                eprintln!("{name} {page:?}\n{}\n\n{}", ours.join("\n"), theirs.join("\n"));
            }
            different.insert(name.clone());
        }
    }
    different
}

/// The tests' names, pages and trees: those of fragments and of pages whose scripts run are left
/// out. None if the shared data does not have them.
fn tests() -> Option<Vec<(String, String, String)>> {
    let folder = tamis_testing::shared()?.join("data/suites/html5lib/tree-construction");
    let mut files: Vec<_> = match std::fs::read_dir(&folder) {
        Ok(files) => files.map(|file| file.unwrap().path()).collect(),
        Err(error) => {
            eprintln!("skipped: {}: {error}", folder.display());
            return None;
        }
    };
    files.retain(|file| file.extension().is_some_and(|ending| ending == "dat"));
    files.sort();
    let mut tests = Vec::new();
    for file in files {
        let text = String::from_utf8(std::fs::read(&file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let cases = format!("\n{text}");
        for (number, case) in cases.split("\n#data\n").skip(1).enumerate() {
            let (page, rest) = case.split_once("#errors").unwrap();
            let (head, document) = rest.split_once("\n#document\n").unwrap();
            if head.contains("#document-fragment") || head.contains("#script-on") {
                continue;
            }
            let page = page.strip_suffix('\n').unwrap().replace("\r\n", "\n").replace('\r', "\n");
            let document = document.trim_end_matches('\n').to_owned();
            tests.push((format!("{name}:{number}"), page, document));
        }
    }
    Some(tests)
}

/// The tests that are known to differ. Every row has a cause; tests share one.
fn known(dialect: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences");
    let file = folder.join(format!("html5lib-{dialect}.tsv"));
    let text = std::fs::read_to_string(&file).unwrap();
    let mut known = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (tests, cause) = line.split_once('\t').unwrap();
        assert!(!cause.is_empty(), "{}: {line}", file.display());
        known.extend(tests.split(' ').map(str::to_owned));
    }
    known
}

#[cfg(feature = "readability")]
#[test]
fn browsers_trees_are_those_of_html5lib() {
    let Some(tests) = tests() else { return };
    let parse = |page| crate::readability::html::parse(page).unwrap();
    assert_eq!(differing(&tests, parse, false), known("browsers"));
}

#[test]
fn jsoups_trees_differ_from_html5libs_where_it_is_known() {
    let Some(tests) = tests() else { return };
    assert_eq!(differing(&tests, crate::web2text::jsoup::parse, true), known("jsoup"));
}
