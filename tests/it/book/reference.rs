//! Checks that the reference of the commands equals clap's help, at a fixed width.

use super::{bless, root};
use crate::commands::commands;
use std::collections::BTreeMap;
use std::process::Command;

/// Columns of a line of help.
const WIDTH: usize = 100;

/// Every page of the reference by its file's name.
fn pages() -> BTreeMap<String, String> {
    let help = help(&[]);
    let commands = commands(&help);
    assert!(commands.len() > 10, "{help}");
    let list: String = commands
        .iter()
        .map(|(name, about)| format!("| [{name}]({name}.md) | {about}. |\n"))
        .collect();
    let tamis =
        format!("{}\n| command | when one wants it |\n|---|---|\n{list}", page("tamis", &help));
    commands
        .iter()
        .map(|(name, _)| (format!("{name}.md"), command_page(name)))
        .chain([("tamis.md".to_owned(), tamis)])
        .collect()
}

/// The page of a command, with the help of the commands below it.
fn command_page(name: &str) -> String {
    let help = self::help(&[name]);
    let mut text = page(&format!("tamis {name}"), &help);
    if let Some((_, list)) = help.split_once("Commands:\n") {
        let rows = list.lines().take_while(|line| !line.is_empty());
        for below in rows.filter_map(|row| row.split_whitespace().next()).filter(|n| *n != "help") {
            let help = fenced(&self::help(&[name, below]));
            text += &format!("\n## tamis {name} {below}\n\n{help}");
        }
    }
    text
}

/// What `tamis COMMAND --help` prints.
fn help(command: &[&str]) -> String {
    let mut tamis = Command::new(env!("CARGO_BIN_EXE_tamis"));
    let tamis = tamis.args(command).arg("--help").env("COLUMNS", WIDTH.to_string());
    String::from_utf8(tamis.output().expect("tamis runs").stdout).expect("help is UTF-8")
}

fn page(name: &str, help: &str) -> String {
    let paragraph: Vec<&str> =
        help.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let about = paragraph.join(" ");
    let about = about.strip_suffix('.').unwrap_or(&about);
    format!(
        "<!-- Written by TAMIS_BLESS=1 cargo test --test it book -->\n# {name}\n\n{about}.\n\n{}",
        fenced(help)
    )
}

/// A help text as a block of text.
fn fenced(help: &str) -> String {
    let help: String = help.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    format!("```text\n{help}```\n")
}

#[test]
fn the_reference_is_what_the_command_line_says() {
    let folder = root().join("docs/reference");
    let pages = pages();
    let entries = std::fs::read_dir(&folder).expect("docs/reference can be read");
    for entry in entries {
        let path = entry.expect("docs/reference can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Written by json.rs.
        if name == "json.md" {
            continue;
        }
        if !pages.contains_key(&name) && bless() {
            std::fs::remove_file(&path).expect("the repository is writable");
        } else {
            assert!(
                pages.contains_key(&name),
                "docs/reference/{name} belongs to no command; TAMIS_BLESS=1 removes it"
            );
        }
    }
    for (name, page) in pages {
        let path = folder.join(&name);
        if bless() {
            std::fs::write(&path, &page).expect("the repository is writable");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == page,
            "docs/reference/{name} is not the command's help; TAMIS_BLESS=1 rewrites it"
        );
    }
}
