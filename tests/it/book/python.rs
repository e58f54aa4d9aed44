//! Checks that what Python's checkers, its help and the book say of settings equals the list
//! of parameters.

use super::{bless, read, root};
use tamis::request::{Call, PARAMETERS, ParameterSpec, Part, Role, Shape};

/// The types of keywords, in a file of their own.
const TYPES: &str = "python/tamis/_parameters.py";
const HEAD: &str = r#""""The parameters of searches, sweeps and comparisons, for type checkers.

Written by TAMIS_BLESS=1 cargo test --test it book, from the list of parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict, Union

if TYPE_CHECKING:
    from typing import Literal

Texts = Union[str, Sequence[str]]
Numbers = Union[float, Iterable[float]]
Wholes = Union[int, Iterable[int]]
"#;

/// The columns of the book's table.
const CALLS: [Call; 3] = [Call::Search, Call::Sweep, Call::Comparison];

/// Parameters that say one part of a request in the same form.
struct Group {
    part: Part,
    forms: [Option<&'static str>; 3],
    keywords: Vec<&'static str>,
}

/// The keywords by part and form, in the order of the list.
fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for spec in PARAMETERS {
        let Some(keyword) = spec.keyword() else { continue };
        let part = spec.role.part();
        let forms = CALLS.map(|call| call.form(spec));
        match groups.iter_mut().find(|group| group.part == part && group.forms == forms) {
            Some(group) => group.keywords.push(keyword),
            None => groups.push(Group { part, forms, keywords: vec![keyword] }),
        }
    }
    groups
}

/// Keywords as the texts of a list.
fn quoted(keywords: &[&str], quote: &str) -> String {
    let quoted = keywords.iter().map(|keyword| format!("{quote}{keyword}{quote}"));
    quoted.collect::<Vec<_>>().join(", ")
}

/// The rows of the book's table.
fn table() -> String {
    groups()
        .iter()
        .map(|Group { forms, keywords, .. }| {
            let [search, sweep, comparison] = forms.map(|form| form.unwrap_or("-"));
            format!("| {} | {search} | {sweep} | {comparison} |\n", quoted(keywords, "`"))
        })
        .collect()
}

/// The list in the help of a search, whose number of results is an argument of its own.
fn help() -> String {
    let of_search = groups().into_iter().filter(|group| !group.keywords.contains(&"hits"));
    of_search
        .filter_map(|Group { forms: [form, ..], keywords, .. }| {
            Some(format!("            - {}: {}\n", quoted(&keywords, "``"), form?))
        })
        .collect()
}

fn class(name: &str, of: &str, call: Call) -> String {
    let is_typed = |role: Role| call != Call::Search || role != Role::Hits;
    let typed = call.keywords().filter(|(_, spec, _)| is_typed(spec.role));
    let line = |(keyword, spec, form)| format!("    {keyword}: {}\n", hint(spec, form));
    let lines: String = typed.map(line).collect();
    let about = format!("    \"\"\"The parameters of {of}.\"\"\"");
    format!("\n\nclass {name}(TypedDict, total=False):\n{about}\n\n{lines}")
}

fn types() -> String {
    let classes = [
        class("Search", "a search; the number of results is an argument of its own", Call::Search),
        class("Sweep", "a sweep", Call::Sweep),
        class("Comparison", "a comparison of labels", Call::Comparison),
    ];
    format!("{HEAD}{}", classes.concat())
}

fn literal(names: &[&str]) -> String {
    format!("Literal[{}]", quoted(names, "\""))
}

/// How Python writes the type of a parameter.
fn hint(spec: &ParameterSpec, form: &str) -> String {
    let hint = match (spec.role, spec.role.shape(), form) {
        // Pages may be many, such as a column of a frame.
        (Role::Docnos | Role::NotDocnos, ..) => "Iterable[str]".to_owned(),
        (Role::Feedback, _, "text") => {
            let methods = PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Expansion(_)));
            let methods: Vec<String> = methods.map(ParameterSpec::flag).collect();
            let mut names = vec!["none"];
            names.extend(methods.iter().map(String::as_str));
            literal(&names)
        }
        (_, Shape::Choice(choices), "text") => {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            literal(&names)
        }
        (_, _, "text") if spec.value_name.contains('|') => {
            let names: Vec<&str> = spec.value_name.split('|').collect();
            literal(&names)
        }
        (_, _, "text") => "str".to_owned(),
        (_, _, "texts") => "Texts".to_owned(),
        (_, _, "whole number") => "int".to_owned(),
        (_, _, "whole numbers") => "Wholes".to_owned(),
        (_, _, "number") => "float".to_owned(),
        (_, _, "numbers") => "Numbers".to_owned(),
        (_, _, "flag") => "bool".to_owned(),
        (_, _, "flag or text") => "bool | str".to_owned(),
        (_, _, other) => panic!("no type is {other}"),
    };
    match spec.role {
        Role::Where | Role::Label | Role::Feedback => hint + " | None",
        _ => hint,
    }
}

/// A page with other lines in the place of those that start so after `mark`.
fn with_lines(page: &str, mark: &str, start: &str, lines: &str) -> String {
    let (before, after) = page.split_once(mark).unwrap_or_else(|| panic!("no {mark:?}"));
    let old = after.split_inclusive('\n').take_while(|line| line.starts_with(start));
    let old: usize = old.map(str::len).sum();
    format!("{before}{mark}{lines}{}", &after[old..])
}

#[test]
fn python_has_the_list_of_parameters() {
    let book = "docs/python.md";
    let head = "| keyword | search | sweep | compare |\n|---|---|---|---|\n";
    let module = "python/tamis/_index.py";
    let before = "explains each):\n\n";
    let texts = [
        (TYPES, types()),
        (book, with_lines(&read(book), head, "|", &table())),
        (module, with_lines(&read(module), before, "            - ", &help())),
    ];
    for (path, text) in texts {
        if bless() {
            std::fs::write(root().join(path), &text).expect("the repository is writable");
        }
        let written = std::fs::read_to_string(root().join(path)).unwrap_or_default();
        assert!(written == text, "{path} is not the list of parameters; TAMIS_BLESS=1 rewrites it");
    }
}
