//! Checks the direction of imports: a module imports only from modules on lower floors, as
//! docs/architecture.md lists them for every crate, and no files import each other in a circle.

mod imports;

use imports::Crate;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of the crates that have floors, with the heading of their list in
/// docs/architecture.md.
fn crates() -> Vec<(&'static str, Crate)> {
    [
        ("tamis", "crates/library/src/lib.rs"),
        ("the program", "src/main.rs"),
        ("tamis-serve", "crates/serve/src/lib.rs"),
        ("tamis-report", "crates/report/src/lib.rs"),
        ("tamis-lab", "crates/lab/src/lib.rs"),
        ("tamis-search", "crates/search/src/lib.rs"),
        ("tamis-index", "crates/index/src/lib.rs"),
        ("tamis-blocks", "crates/blocks/src/lib.rs"),
        ("tamis-originals", "crates/originals/src/lib.rs"),
        ("tamis-collection", "crates/collection/src/lib.rs"),
        ("tamis-eval", "crates/eval/src/lib.rs"),
        ("tamis-place", "crates/place/src/lib.rs"),
        ("tamis-text", "crates/text/src/lib.rs"),
    ]
    .map(|(name, top)| (name, Crate::read(&root().join(top))))
    .into()
}

/// The floor of every room of a crate, as docs/architecture.md lists them: a line of rooms per
/// floor, from the top floor down.
fn floors(name: &str) -> BTreeMap<String, usize> {
    let page =
        std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page can be read");
    let (_, list) = page
        .split_once(&format!("```text\nfloors of {name}\n"))
        .unwrap_or_else(|| panic!("{name} has no floors"));
    let (list, _) = list.split_once("```").expect("the list ends");
    let floors: Vec<&str> = list.lines().collect();
    floors
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(floor, line)| {
            let rooms: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            rooms.into_iter().map(move |room| (room, floor))
        })
        .collect()
}

#[test]
fn rooms_import_from_lower_floors_alone() {
    for (name, sources) in crates().into_iter().filter(|(_, sources)| !sources.rooms().is_empty()) {
        let floors = floors(name);
        let rooms: BTreeSet<String> = sources.rooms();
        let listed: BTreeSet<String> = floors.keys().cloned().collect();
        let lowest = lowest_floors(&sources);
        assert_eq!(
            listed, rooms,
            "the floors of {name} in docs/architecture.md; the code would have these:\n{lowest}"
        );
        for (from, to, names) in sources.imports_between_rooms() {
            let from_room = sources.room(&from);
            let to_room = sources.room(&to);
            let import =
                format!("{name}: {} imports {names:?} from {}", from.display(), to.display());
            assert!(
                floors[&to_room] < floors[&from_room],
                "{import}: {to_room} is not below {from_room}"
            );
        }
    }
}

/// Every room as low as its imports let it be, from the top floor down.
fn lowest_floors(sources: &Crate) -> String {
    let imports = sources.imports_between_rooms();
    let between: BTreeSet<(String, String)> =
        imports.iter().map(|(from, to, _)| (sources.room(from), sources.room(to))).collect();
    let mut floor: BTreeMap<String, usize> =
        sources.rooms().into_iter().map(|room| (room, 0)).collect();
    // More rounds than rooms would mean a circle.
    for _ in 0..floor.len() {
        for (from, to) in &between {
            let above = floor[to] + 1;
            floor.entry(from.clone()).and_modify(|floor| *floor = above.max(*floor));
        }
    }
    let mut floors: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (room, floor) in floor {
        floors.entry(floor).or_default().push(room);
    }
    floors.into_values().rev().map(|rooms| rooms.join(" ") + "\n").collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for (name, sources) in crates() {
        let imports = sources.imports();
        let mut next: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> = BTreeMap::new();
        for (from, to, _) in &imports {
            next.entry(from).or_default().insert(to);
        }
        for circle in circles_of(&next) {
            let inside =
                imports.iter().filter(|(from, to, _)| circle.contains(from) && circle.contains(to));
            let lines = inside.map(|(from, to, names)| {
                format!("\n    {} -> {}: {names:?}", from.display(), to.display())
            });
            circles.push(format!("{name}: {} files{}", circle.len(), lines.collect::<String>()));
        }
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// Returns the files that a file imports, directly or through others.
fn reached<'a>(
    next: &BTreeMap<&'a PathBuf, BTreeSet<&'a PathBuf>>,
    from: &'a PathBuf,
) -> BTreeSet<&'a PathBuf> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        open.extend(next.get(file).into_iter().flatten().filter(|to| seen.insert(**to)));
    }
    seen
}

/// Sets of files each of which reaches all others of its set.
fn circles_of<'a>(
    next: &BTreeMap<&'a PathBuf, BTreeSet<&'a PathBuf>>,
) -> BTreeSet<BTreeSet<&'a PathBuf>> {
    let all: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        next.keys().map(|file| (*file, reached(next, file))).collect();
    let mut circles = BTreeSet::new();
    for file in next.keys() {
        let circle: BTreeSet<&PathBuf> = all[*file]
            .iter()
            .filter(|other| all.get(**other).is_some_and(|back| back.contains(*file)))
            .copied()
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles
}

#[test]
fn the_crates_for_others_know_neither_the_index_nor_the_command_line() {
    for name in ["blocks", "originals", "collection", "eval", "place"] {
        let manifest = std::fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml")))
            .expect("it can be read");
        for foreign in ["tantivy", "clap", "indicatif", "tamis ="] {
            assert!(
                !manifest.lines().any(|line| line.starts_with(foreign)),
                "crates/{name} depends on {foreign}"
            );
        }
    }
}

/// Returns the name of a crate and the crates of ours that it depends on.
fn dependencies_in(folder: PathBuf) -> (String, BTreeSet<String>) {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("it can be read");
    let name = manifest
        .split_once("\nname = \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .expect("it has a name")
        .0;
    let (_, list) = manifest.split_once("\n[dependencies]\n").unwrap_or_default();
    let (list, _) = list.split_once("\n[").unwrap_or((list, ""));
    let names = list.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let ours = names.filter(|name| *name == "tamis" || name.starts_with("tamis-"));
    (name.to_owned(), ours.map(str::to_owned).collect())
}

/// The crates of the workspace that are published, and those of them that each depends on, tests
/// left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let folders = std::fs::read_dir(root().join("crates")).expect("it can be read");
    let folders =
        folders.map(|entry| entry.expect("it can be read").path()).chain([root().to_path_buf()]);
    folders.map(dependencies_in).filter(|(name, _)| name != "tamis-testing").collect()
}

#[test]
fn crates_depend_on_crates_of_lower_floors_alone() {
    let floors = floors("the crates");
    let crates = dependencies();
    assert_eq!(floors.keys().collect::<Vec<_>>(), crates.keys().collect::<Vec<_>>());
    for (name, needed) in &crates {
        for needed in needed {
            assert!(
                floors[needed] < floors[name],
                "{name} depends on {needed}, which is not below it"
            );
        }
    }
}

#[test]
fn no_library_file_names_a_flag_or_a_command() {
    let mut named = Vec::new();
    for (name, sources) in crates().into_iter().filter(|(name, _)| *name != "the program") {
        // The server shows command lines: that is what its user may want next. The list of
        // parameters has the help of flags, and a job prints itself as a command.
        let excepted = [
            "crates/serve",
            "crates/search/src/request/parameters.rs",
            "crates/library/src/job/command.rs",
        ];
        let is_held =
            |file: &Path| !excepted.iter().any(|path| file.starts_with(root().join(path)));
        for (file, text) in sources.texts().filter(|(file, _)| is_held(file)) {
            // What says when the program prints a key.
            let is_meaning =
                |line: &str| text.contains("JsonSchema") && line.trim_start().starts_with("///");
            let lines = (1..).zip(text.lines());
            let lines = lines.filter(|(_, line)| names_a_flag(line) && !is_meaning(line));
            named.extend(lines.map(|(number, line)| {
                format!("{name}: {}:{number}: {}", file.display(), line.trim())
            }));
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

fn is_in_crate(file: &Path, folder: &str) -> bool {
    file.starts_with(root().join("crates").join(folder))
}

#[test]
fn only_one_room_knows_http() {
    let mut named = Vec::new();
    for (name, sources) in crates() {
        for (file, text) in sources.texts() {
            let foreign: &[&str] = match is_in_crate(file, "serve") {
                false => &["axum", "hyper", "hyper_util", "tokio", "maud"],
                true if !is_in_crate(file, "serve/src/http") => &["axum", "hyper", "hyper_util"],
                true => &[],
            };
            let used = foreign.iter().filter(|foreign| text.contains(&format!("{foreign}::")));
            named.extend(used.map(|used| format!("{name}: {} uses {used}", file.display())));
        }
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// `--flag` behind a blank, a quote or a bracket, or `tamis command` in backticks. Custom
/// properties of CSS look like flags, but are used in `var(--ink)` and set with a colour:
/// `--ink:#111`.
fn names_a_flag(line: &str) -> bool {
    line.match_indices("--").any(|(at, _)| {
        let before = &line[..at];
        let after = &line[at + 2..];
        let opens = before.is_empty() || before.ends_with([' ', '`', '"', '\'', '(']);
        let css = before.ends_with("var(")
            || after.trim_start_matches(|c: char| c.is_alphanumeric()).starts_with(":#");
        opens && !css && after.starts_with(|c: char| c.is_ascii_lowercase())
    }) || line.contains("`tamis ")
}

/// Adds the files of Rust below a folder.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Whether a file is the top of a crate, or a module that the file above it lists.
fn is_listed(file: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut name = stem(file);
    let mut folder = file.parent().expect("a file is in a folder");
    if ["lib", "main"].contains(&&*name) {
        return true;
    }
    if name == "mod" {
        name = stem(folder);
        folder = folder.parent().expect("a module is in a folder");
    }
    let above = ["mod.rs", "lib.rs", "main.rs"].map(|name| folder.join(name));
    let lists = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let (module, path) = (format!("mod {name};"), format!("/{name}.rs\"]"));
        text.lines().any(|line| line.ends_with(&module) || line.ends_with(&path))
    };
    above.iter().any(lists) || lists(&folder.with_extension("rs"))
}

/// A module that no list has is not compiled, and its tests never run.
#[test]
fn every_file_is_a_module_that_is_compiled() {
    let mut files = Vec::new();
    let folders = ["src", "tests", "python/src", "fuzz/src"].map(|folder| root().join(folder));
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates can be read");
    let of_crates =
        crates.flatten().flat_map(|entry| ["src", "tests"].map(|at| entry.path().join(at)));
    for folder in folders.into_iter().chain(of_crates).filter(|folder| folder.is_dir()) {
        add_files(&folder, &mut files);
    }
    let lost: Vec<&PathBuf> = files.iter().filter(|file| !is_listed(file)).collect();
    assert!(files.len() > 500 && lost.is_empty(), "no file has `mod` for {lost:?}");
}

/// rustfmt leaves long literals and comments as they are.
#[test]
fn no_line_of_rust_has_more_than_100_columns() {
    let mut files = Vec::new();
    let tops = ["benches", "crates", "eval", "examples", "fuzz", "python", "src", "tests"];
    for top in tops {
        add_files(&root().join(top), &mut files);
    }
    let mut long = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a file of Rust is text");
        let lines = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > 100);
        long.extend(lines.map(|(number, _)| format!("{}:{number}", file.display())));
    }
    assert!(files.len() > 1000 && long.is_empty(), "{}", long.join("\n"));
}
