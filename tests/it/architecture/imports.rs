//! The files of a crate and what they import from each other, read from the text: `use` lines
//! followed through re-exports to the file that defines a name, and paths that begin with `crate`
//! or `super`. Tests are left out.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// A file that imports, the file that defines, and the names.
pub type Import = (PathBuf, PathBuf, BTreeSet<String>);

/// The modules of a crate by their path, that of the top empty.
pub struct Crate {
    modules: BTreeMap<Vec<String>, Module>,
    /// Macros that are exported from the top, and the modules that define them.
    macros: BTreeMap<String, Vec<String>>,
}

struct Module {
    file: PathBuf,
    text: String,
    /// What it imports or re-exports.
    uses: Vec<Use>,
    /// Paths in the code that begin with `crate` or `super`.
    paths: Vec<Vec<String>>,
    defines: HashSet<String>,
}

/// One path of a `use` line.
struct Use {
    path: Vec<String>,
    /// The name that it has here.
    name: String,
    /// A re-export is no import: who asks for the name is led on to the file that defines it.
    reexport: bool,
}

/// How many re-exports are followed to a definition.
const LONGEST_WAY: usize = 8;

impl Crate {
    /// Reads the crate whose top is `file`.
    pub fn read(file: &Path) -> Self {
        let mut this = Self { modules: BTreeMap::new(), macros: BTreeMap::new() };
        this.add(Vec::new(), file, file.parent().expect("a file is in a folder"));
        this
    }

    fn add(&mut self, path: Vec<String>, file: &Path, folder: &Path) {
        let text = std::fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let text = without_tests(&text);
        for name in children(&text) {
            let candidates = [folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")];
            let child =
                candidates.into_iter().find(|file| file.exists()).expect("a module has a file");
            self.add(
                [&path[..], std::slice::from_ref(&name)].concat(),
                &child,
                &folder.join(&name),
            );
        }
        for (before, name) in definitions(&text, "macro_rules! ") {
            if before.ends_with("#[macro_export]\n") {
                self.macros.insert(name, path.clone());
            }
        }
        let uses = uses(&text);
        let paths = paths(&text);
        let defines = defined(&text);
        self.modules.insert(path, Module { file: file.to_path_buf(), text, uses, paths, defines });
    }

    /// The modules below the top, but for the top itself.
    pub fn rooms(&self) -> BTreeSet<String> {
        self.modules.keys().filter_map(|path| path.first().cloned()).collect()
    }

    /// The room of a file; empty for the top.
    pub fn room(&self, file: &Path) -> String {
        let module = self.modules.iter().find(|(_, module)| module.file == file);
        module.and_then(|(path, _)| path.first().cloned()).unwrap_or_default()
    }

    /// Every file with its text, tests left out.
    pub fn texts(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.modules.values().map(|module| (module.file.as_path(), module.text.as_str()))
    }

    /// What files import from each other.
    pub fn imports(&self) -> Vec<Import> {
        let mut imports: BTreeMap<(PathBuf, PathBuf), BTreeSet<String>> = BTreeMap::new();
        for (path, module) in &self.modules {
            let used = module
                .uses
                .iter()
                .filter(|used| !used.reexport)
                .map(|used| &used.path)
                .chain(&module.paths);
            for written in used {
                let Some(found) = self.resolve(path, written, LONGEST_WAY) else { continue };
                if found.file != module.file {
                    let names =
                        imports.entry((module.file.clone(), found.file.clone())).or_default();
                    names.insert(written.join("::"));
                }
            }
        }
        imports.into_iter().map(|((from, to), names)| (from, to, names)).collect()
    }

    /// Those between files of two rooms; the top only declares and re-exports.
    pub fn imports_between_rooms(&self) -> Vec<Import> {
        self.imports()
            .into_iter()
            .filter(|(from, to, _)| {
                let from = self.room(from);
                let to = self.room(to);
                from != to && !from.is_empty() && !to.is_empty()
            })
            .collect()
    }

    /// The module that defines what `written` names in the module at `here`; none for names of
    /// other crates.
    fn resolve(&self, here: &[String], written: &[String], way: usize) -> Option<&Module> {
        let way = way.checked_sub(1)?;
        let (mut at, mut rest) = self.start(here, written, way)?;
        while let Some((name, behind)) = rest.split_first() {
            let module = &self.modules[&at];
            let child = [&at[..], std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                (at, rest) = (child, behind);
            } else if module.defines.contains(name) {
                return Some(module);
            } else if let (true, Some(path)) = (at.is_empty(), self.macros.get(name)) {
                return self.modules.get(path);
            } else {
                let known = module.uses.iter().find(|used| used.name == *name);
                let globs = module.uses.iter().filter(|used| used.name == "*");
                let globs = globs.map(|used| [&used.path[..], std::slice::from_ref(name)].concat());
                let mut all = known.into_iter().map(|used| used.path.clone()).chain(globs);
                return all.find_map(|used| self.resolve(&at, &[&used[..], behind].concat(), way));
            }
        }
        self.modules.get(&at)
    }

    /// Where a path begins, and what is left of it.
    fn start<'a>(
        &self,
        here: &[String],
        written: &'a [String],
        way: usize,
    ) -> Option<(Vec<String>, &'a [String])> {
        let (first, rest) = written.split_first()?;
        match first.as_str() {
            "crate" => Some((Vec::new(), rest)),
            "self" => Some((here.to_vec(), rest)),
            "super" => {
                let mut at = here.split_last()?.1.to_vec();
                let mut rest = rest;
                while rest.first().is_some_and(|name| name == "super") {
                    at.pop()?;
                    rest = &rest[1..];
                }
                Some((at, rest))
            }
            name => {
                let child = [here, &[name.to_owned()]].concat();
                if self.modules.contains_key(&child) {
                    return Some((child, rest));
                }
                // A module that another line imports: `use super::a;`, then `a::B`.
                let used = self.modules[here]
                    .uses
                    .iter()
                    .find(|used| used.name == name && used.path[..] != *written)?;
                let used = self.module(here, &used.path, way)?;
                Some((used, rest))
            }
        }
    }

    /// The path of the module that `written` names, if it names one.
    fn module(&self, here: &[String], written: &[String], way: usize) -> Option<Vec<String>> {
        let (mut at, rest) = self.start(here, written, way.checked_sub(1)?)?;
        for name in rest {
            at.push(name.clone());
            self.modules.get(&at)?;
        }
        Some(at)
    }
}

/// The text up to its tests.
fn without_tests(text: &str) -> String {
    let code = text.find("#[cfg(test)]\nmod tests {").map_or(text, |end| &text[..end]);
    code.to_owned()
}

/// A line without its comment.
fn code(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "" } else { line }
}

/// The modules that a file declares without a body and without `#[cfg(test)]`.
fn children(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = "";
    for line in text.lines().map(str::trim_end) {
        let declared = line
            .strip_prefix("pub mod ")
            .or(line.strip_prefix("mod "))
            .or(line.strip_prefix("pub(crate) mod "));
        let declared = declared
            .or(line.strip_prefix("pub(super) mod "))
            .and_then(|name| name.strip_suffix(';'));
        if let Some(name) = declared
            .filter(|_| !before.starts_with("#[cfg(test)]") && !before.starts_with("#[path"))
        {
            found.push(name.to_owned());
        }
        before = line;
    }
    found
}

/// Names behind a keyword, each with the text before it.
fn definitions<'a>(text: &'a str, keyword: &'a str) -> impl Iterator<Item = (&'a str, String)> {
    text.match_indices(keyword).map(move |(at, _)| {
        let name = text[at + keyword.len()..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        (&text[..at], name)
    })
}

/// The names that a file defines at its top; a module in a file of its own is not defined here.
fn defined(text: &str) -> HashSet<String> {
    const KEYWORDS: [&str; 10] = [
        "fn ",
        "const fn ",
        "struct ",
        "enum ",
        "trait ",
        "const ",
        "static ",
        "type ",
        "mod ",
        "macro_rules! ",
    ];
    let mut names = HashSet::new();
    for mut line in text.lines() {
        for visibility in ["pub(crate) ", "pub(super) ", "pub "] {
            line = line.strip_prefix(visibility).unwrap_or(line);
        }
        let is_declaration = line.starts_with("mod ") && line.ends_with(';');
        if let Some(rest) = KEYWORDS
            .iter()
            .find_map(|keyword| line.strip_prefix(keyword))
            .filter(|_| !is_declaration)
        {
            names.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    names
}

/// Every path of the `use` lines.
fn uses(text: &str) -> Vec<Use> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = next_use(rest) {
        let reexport =
            rest[..at].ends_with([' ', ')']) && rest[..at].trim_end().ends_with(['b', ')']);
        let statement = &rest[at..];
        let end = statement.find(';').unwrap_or(statement.len());
        let mut paths = Vec::new();
        expand(&[], statement["use ".len()..end].trim(), &mut paths);
        found.extend(paths.into_iter().map(|(path, name)| Use { path, name, reexport }));
        rest = &statement[end..];
    }
    found
}

/// Where the next `use` at the start of a line, or behind a visibility, begins.
fn next_use(text: &str) -> Option<usize> {
    text.match_indices("use ").map(|(at, _)| at).find(|&at| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        ["", "pub ", "pub(crate) ", "pub(super) "].contains(&line.trim_start())
    })
}

/// The paths of a tree of imports.
fn expand(before: &[String], tree: &str, found: &mut Vec<(Vec<String>, String)>) {
    if let Some((head, inside)) = tree.split_once('{') {
        let heads =
            head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        let before: Vec<String> = before.iter().cloned().chain(heads).collect();
        for part in parts(inside.trim_end().trim_end_matches('}')) {
            expand(&before, part, found);
        }
        return;
    }
    let (path, renamed) = tree.split_once(" as ").unwrap_or((tree, ""));
    let names = path.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut path: Vec<String> = before.iter().cloned().chain(names).collect();
    if path.last().is_some_and(|name| name == "self") && path.len() > 1 {
        path.pop();
    }
    let Some(last) = path.last().cloned() else { return };
    let known = if renamed.is_empty() { last.clone() } else { renamed.trim().to_owned() };
    if last == "*" {
        path.pop();
    }
    found.push((path, known));
}

/// The parts of a list that commas separate, nested lists whole.
fn parts(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut start = 0;
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// Paths in the code, outside `use` lines and comments, that begin with `crate` or `super`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines().map(code) {
        for start in ["crate::", "super::"] {
            for (at, _) in line.match_indices(start) {
                let apart = !line[..at]
                    .ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$');
                if apart && next_use(line).is_none() {
                    let end =
                        line[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                    let path = &line[at..end.map_or(line.len(), |end| at + end)];
                    found.push(
                        path.split("::")
                            .filter(|name| !name.is_empty())
                            .map(str::to_owned)
                            .collect(),
                    );
                }
            }
        }
    }
    found
}
