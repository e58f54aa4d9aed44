//! Examples of every command, from `examples.txt`: at the end of its help, and in its man page.

use clap::Command;

/// The examples of every command, below its name, as its help shows them. A test of the book runs
/// them.
const EXAMPLES: &str = include_str!("examples.txt");

/// The examples of a command, as its help shows them.
fn shown(command: &str) -> &'static str {
    let of_command = |part: &'static str| part.strip_prefix(command)?.strip_prefix('\n');
    EXAMPLES.split("\n\n").find_map(of_command).unwrap_or_default().trim_end()
}

/// Returns the examples of a command: what each does, and the command line.
pub fn for_command(command: &str) -> Vec<(&'static str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    for line in shown(command).lines() {
        match (line.strip_prefix("    "), examples.last_mut()) {
            (Some(begin), Some((_, command))) if command.is_empty() => *command += begin,
            (Some(_), Some((_, command))) => *command += &format!("\n{}", &line[2..]),
            _ => examples.push((line.trim().trim_end_matches(':'), String::new())),
        }
    }
    examples
}

/// Adds the examples to the end of each command's help, and below them what `more` says of it.
pub fn add(command: Command, more: impl Fn(&str) -> Option<String>) -> Command {
    let heading = *command.get_styles().get_header();
    command.mut_subcommands(|subcommand| {
        let name = subcommand.get_name();
        let more = more(name).map_or(String::new(), |more| format!("\n\n{more}"));
        let text = format!("{heading}Examples:{heading:#}\n{}{more}", shown(name));
        subcommand.after_help(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_examples_that_fit_a_terminal() {
        let cli = crate::cli::Cli::command();
        for command in cli.get_subcommands() {
            let name = command.get_name();
            assert!(
                !for_command(name).is_empty(),
                "src/flags/examples.txt has no example of `tamis {name}`"
            );
            for (does, line) in for_command(name) {
                assert!(line.starts_with(&format!("tamis {name}")), "{line}");
                let longest = line.lines().chain([does]).map(|line| line.chars().count() + 4).max();
                assert!(longest <= Some(80), "{line}: {longest:?} columns");
            }
        }
        let named = |name: &str| cli.find_subcommand(name).is_some() || name == "serve";
        let mut names = EXAMPLES.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
        assert!(names.all(named), "an example of no command");
    }
}
