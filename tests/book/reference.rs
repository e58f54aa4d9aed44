//! The reference of the commands is what clap says of them, at a width that no terminal changes.

use crate::{bless, root};
use clap::{Command, CommandFactory};
use std::collections::BTreeMap;

/// Columns of a line of help.
const WIDTH: usize = 100;

/// Every page of the reference by its file's name.
fn pages() -> BTreeMap<String, String> {
    let mut tamis = tamis::cli::Cli::command().term_width(WIDTH);
    tamis.build();
    let names: Vec<String> = tamis.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let list: String = tamis
        .get_subcommands()
        .map(|command| {
            let (name, about) = (command.get_name(), about(command));
            format!("| [{name}]({name}.md) | {about} |\n")
        })
        .collect();
    let mut pages = BTreeMap::from([(
        "tamis.md".to_owned(),
        format!("{}\n| command | what it is for |\n|---|---|\n{list}", page("tamis", &mut tamis)),
    )]);
    for name in names {
        let command = tamis.find_subcommand_mut(&name).expect("it was listed");
        pages.insert(format!("{name}.md"), page(&format!("tamis {name}"), command));
    }
    pages
}

fn about(command: &Command) -> String {
    command.get_about().map_or_else(String::new, |about| format!("{about}."))
}

fn page(name: &str, command: &mut Command) -> String {
    let about = about(command);
    let help = command.render_long_help().to_string();
    let help: String = help.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    format!("<!-- Written by TAMIS_BLESS=1 cargo test --test book -->\n# {name}\n\n{about}\n\n```text\n{help}```\n")
}

#[test]
fn the_reference_is_what_the_command_line_says() {
    let folder = root().join("docs/reference");
    let pages = pages();
    let entries = std::fs::read_dir(&folder).expect("docs/reference can be read");
    for entry in entries {
        let path = entry.expect("docs/reference can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !pages.contains_key(&name) && bless() {
            std::fs::remove_file(&path).expect("the repository is writable");
        } else {
            assert!(pages.contains_key(&name), "docs/reference/{name} is of no command; TAMIS_BLESS=1 removes it");
        }
    }
    for (name, page) in pages {
        let path = folder.join(&name);
        if bless() {
            std::fs::write(&path, &page).expect("the repository is writable");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "docs/reference/{name} is not the command's help; TAMIS_BLESS=1 writes it anew");
    }
}
