//! `tamis man --out DIR`: writes the man pages, one per command.

use crate::flags::examples;
use crate::terminal::console::to_stdout;
use crate::terminal::{Console, Exit};
use clap::Command;
use clap_mangen::Man;
use std::path::PathBuf;
use tamis::{Result, results_folder, save_packed};

/// Arguments of `tamis man`.
#[derive(Debug, Clone, clap::Args)]
pub struct ManArgs {
    /// Write tamis.1 and a page for every command, such as tamis-search.1, to this folder
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the pages of `command` and its subcommands.
pub fn run(args: &ManArgs, command: Command, console: &Console) -> Result<Exit> {
    results_folder(&args.out)?;
    let command = built(command);
    let pages = below(&command);
    for &command in &pages {
        let path = args.out.join(format!("{}.1", title(command)));
        save_packed(&path, page(command, &pages).map_err(to_stdout)?)?;
    }
    console.talk.say(format!("{}: {} man pages", args.out.display(), pages.len()));
    Ok(Exit::Done)
}

/// A command, and the commands below it.
fn below(command: &Command) -> Vec<&Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(below)).collect()
}

/// The command with the names and usage of its subcommands; `help` has no page.
fn built(command: Command) -> Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

/// `tamis`, or `tamis-search`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// What holds for every command.
const EXIT_STATUS: [(&str, &str); 6] = [
    ("0", "Done."),
    ("1", "Failed."),
    ("2", "Wrong usage."),
    ("3", "Finished, but records were damaged or lost."),
    ("4", "Only eval: stopped where trec_eval 10 stops."),
    ("130, 143", "Stopped by SIGINT or SIGTERM."),
];

/// One man page. `pages` are all that there are.
fn page(command: &Command, pages: &[&Command]) -> std::io::Result<Vec<u8>> {
    // The examples are a section of their own here; the heading of clap's would be EXTRA.
    let man = Man::new(command.clone())
        .manual("tamis")
        .source(format!("tamis {}", env!("CARGO_PKG_VERSION")));
    let mut roff = Vec::new();
    man.render_title(&mut roff)?;
    man.render_name_section(&mut roff)?;
    let usage = command.clone().render_usage().to_string();
    let usage = escaped(usage.trim_start_matches("Usage:").trim_start());
    roff.extend(format!(".SH SYNOPSIS\n.nf\n{usage}\n.fi\n").into_bytes());
    man.render_description_section(&mut roff)?;
    roff.extend(options(&man)?.into_bytes());
    if command.has_subcommands() {
        man.render_subcommands_section(&mut roff)?;
    }
    let mut text = String::new();
    let examples = examples::for_command(command.get_name());
    if !examples.is_empty() {
        text += ".SH EXAMPLES\n";
    }
    for (does, line) in examples {
        text += &format!(".TP\n{}:\n.nf\n{}\n.fi\n", escaped(does), escaped(&line));
    }
    text += ".SH EXIT STATUS\n";
    for (status, meaning) in EXIT_STATUS {
        text += &format!(".TP\n{status}\n{meaning}\n");
    }
    let others = pages.iter().filter(|other| title(other) != title(command));
    let others: Vec<String> =
        others.map(|other| format!("\\fB{}\\fR(1)", escaped(title(other)))).collect();
    text += &format!(".SH SEE ALSO\n{}\n", others.join(",\n"));
    roff.extend(text.into_bytes());
    Ok(roff)
}

/// The section of the options, in which each heading is a part.
fn options(man: &Man) -> std::io::Result<String> {
    let mut roff = Vec::new();
    man.render_options_section(&mut roff)?;
    let parts = String::from_utf8_lossy(&roff).replace(".SH ", ".SS ");
    let parts = parts.replacen(".SS OPTIONS\n", "", 1);
    Ok(format!(".SH OPTIONS\n{parts}"))
}

/// Text that roff shows as it is: no command, no escape, dashes that can be copied.
fn escaped(text: &str) -> String {
    text.lines()
        .map(|line| {
            let line = line.replace('\\', "\\e").replace('-', "\\-");
            if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::help::Detail;

    #[test]
    fn roff_shows_text_as_it_is() {
        assert_eq!(escaped("a --b \\\n  c"), "a \\-\\-b \\e\n  c");
        assert_eq!(escaped(".x\n'y"), "\\&.x\n\\&'y");
    }

    #[test]
    fn a_page_has_its_sections_in_order() {
        let command = built(crate::cli::command_line(Detail::Manual));
        let pages: Vec<&Command> = command.get_subcommands().collect();
        for &command in &pages {
            let text = String::from_utf8(page(command, &pages).unwrap()).unwrap();
            let headings = text.lines().filter_map(|line| line.strip_prefix(".SH "));
            let headings = headings.map(|heading| heading.replace('"', ""));
            let headings: Vec<String> = headings.filter(|name| name != "SUBCOMMANDS").collect();
            let expected = [
                "NAME",
                "SYNOPSIS",
                "DESCRIPTION",
                "OPTIONS",
                "EXAMPLES",
                "EXIT STATUS",
                "SEE ALSO",
            ]
            .map(str::to_owned);
            assert_eq!(headings, expected);
            let usage = format!("tamis {} ", command.get_name());
            assert!(text.lines().any(|line| line.starts_with(&usage)), "{text}");
        }
    }
}
