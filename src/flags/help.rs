//! The help of commands: options under headings, the usual ones alone for `-h`, and the commands in
//! groups by who needs them, by the lists of `headings.rs`.

use crate::flags::examples;
use crate::flags::headings::{GENERAL, GROUPS, HEADINGS, PAGES, RULE, USUAL, VIEW, WEIGHTS};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgAction, Command};

/// How much of its options a command shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The usual ones, in one list.
    Usual,
    All,
    /// All, under headings, with the meaning of each possible value apart: for man pages.
    Manual,
}

impl Detail {
    /// What a command line asks for, if it asks for help.
    pub fn of<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Self {
        let asks = |arg: &S| arg.as_ref() == "--help";
        if args.iter().any(asks) { Self::All } else { Self::Usual }
    }
}

/// Arranges the help of the program and of all its commands, with their examples.
pub fn arranged(command: Command, detail: Detail) -> Command {
    let template = groups(&command);
    let globals: Vec<Arg> = command.get_arguments().cloned().collect();
    let command = command.disable_help_flag(true).disable_version_flag(true);
    let command = command.arg(help_flag()).arg(version_flag());
    let command = command.mut_subcommands(|below| of_command(below, &globals, detail));
    let command =
        examples::add(command, |name| if detail == Detail::Usual { more(name) } else { None });
    under_headings(command, "", Detail::All).help_template(template)
}

fn help_flag() -> Arg {
    let help = "Print the usual options (-h), or all of them, under headings (--help)";
    Arg::new("help").short('h').long("help").action(ArgAction::Help).help(help).display_order(992)
}

fn version_flag() -> Arg {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    version.help("Print version").display_order(993)
}

/// A command, and the commands below it. `globals` are flags of all commands: clap adds them when
/// nothing can be arranged any more.
fn of_command(command: Command, globals: &[Arg], detail: Detail) -> Command {
    let name = command.get_name().to_owned();
    let has = |id| command.get_arguments().any(|arg| arg.get_id() == id);
    let globals_here: Vec<Arg> =
        globals.iter().filter(|global| !has(global.get_id())).cloned().collect();
    let command = command.disable_help_flag(true).arg(help_flag()).args(globals_here);
    // A number below those that an option takes is its value, not another option.
    let command = command.mut_args(|arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    let command = command.mut_subcommands(|below| of_command(below, globals, detail));
    under_headings(command, &name, detail)
}

/// The last line of the short help of a command that does not show all of its options.
fn more(command: &str) -> Option<String> {
    usual(command).map(|_| format!("All options, under headings: tamis {command} --help"))
}

fn usual(command: &str) -> Option<&'static str> {
    USUAL.iter().find(|(name, _)| *name == command).map(|(_, flags)| *flags)
}

/// Arranges the options of one command.
fn under_headings(command: Command, name: &str, detail: Detail) -> Command {
    let options = command.get_arguments().filter(|arg| !arg.is_positional());
    let mut options: Vec<(usize, String)> =
        options.map(|arg| (place(name, arg), arg.get_id().to_string())).collect();
    options.sort_by_key(|(place, _)| *place);
    // Headings follow each other as their first options do, and an option that is changed becomes
    // the last.
    options.into_iter().fold(command, |command, (place, id)| {
        command.mut_arg(id, |arg| match detail {
            Detail::Usual => in_short(arg.help_heading(None), name),
            Detail::All => compact(arg.help_heading(heading_at(place))),
            Detail::Manual => arg.help_heading(heading_at(place)),
        })
    })
}

/// The place of an option's heading; behind all if it has none.
fn place(command: &str, arg: &Arg) -> usize {
    let position = |heading| HEADINGS.iter().position(|(known, _)| *known == heading);
    let named = |flag: &str| {
        HEADINGS.iter().position(|(_, flags)| flags.split_whitespace().any(|named| named == flag))
    };
    let long = arg.get_long().unwrap_or_default();
    let own = arg.get_help_heading().and_then(position);
    let place = own.or_else(|| named(&format!("{command}/{long}"))).or_else(|| named(long));
    match place.and_then(heading_at) {
        Some(RULE | WEIGHTS | PAGES) if command == "eval" => position(VIEW),
        _ => place,
    }
    .unwrap_or(HEADINGS.len())
}

fn heading_at(place: usize) -> Option<&'static str> {
    HEADINGS.get(place).map(|(heading, _)| *heading)
}

/// Hides what is not among the usual options, which come in the order of their list.
fn in_short(arg: Arg, command: &str) -> Arg {
    let Some(usual) = usual(command) else { return arg };
    let long = arg.get_long().unwrap_or_default();
    match usual.split(' ').position(|flag| flag == long) {
        Some(place) => arg.display_order(place),
        None if long == "help" => arg,
        None => arg.hide_short_help(true),
    }
}

/// Lays an option out as in the short help: clap's long one takes three lines for each.
fn compact(arg: Arg) -> Arg {
    let arg = arg.long_help(Resettable::<StyledStr>::Reset).hide_short_help(false);
    let values = arg.get_possible_values();
    let explained = values.iter().any(|value| value.get_help().is_some());
    if !explained || arg.is_hide_possible_values_set() || !arg.get_action().takes_values() {
        return arg;
    }
    let text = |styled: Option<&StyledStr>| styled.map(ToString::to_string).unwrap_or_default();
    let mut help = text(arg.get_help());
    if let ([default], false) = (arg.get_default_values(), arg.is_hide_default_value_set()) {
        help += &format!(" [default: {}]", default.to_string_lossy());
    }
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        help += &format!("\n- {}: {}", value.get_name(), text(value.get_help()));
    }
    arg.help(help).hide_possible_values(true).hide_default_value(true)
}

/// The template of the program's own help: the commands in their groups.
fn groups(command: &Command) -> String {
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let widest = command.get_subcommands().map(|below| below.get_name().len()).max().unwrap_or(0);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (group, names) in GROUPS {
        text += &format!("\n{header}{group}:{header:#}\n");
        for name in *names {
            let about = match command.find_subcommand(name) {
                Some(below) => below.get_about().map(ToString::to_string).unwrap_or_default(),
                None if *name == "help" => HELP.to_owned(),
                // Built without it.
                None => continue,
            };
            let gap = widest - name.len();
            text += &format!("  {literal}{name}{literal:#}{:gap$}  {about}\n", "");
        }
    }
    text + &format!("\n{header}{GENERAL}:{header:#}\n{{options}}")
}

/// What `tamis help` is for.
const HELP: &str = "Read all about a command: `tamis help sweep`";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// Every command with the commands below it.
    fn all(detail: Detail) -> Vec<Command> {
        fn below(command: &Command) -> Vec<Command> {
            let under = command.get_subcommands().flat_map(below);
            [command.clone()].into_iter().chain(under).collect()
        }
        below(&arranged(crate::cli::Cli::command(), detail))
    }

    #[test]
    fn every_flag_of_every_command_has_a_heading() {
        for command in all(Detail::All) {
            let name = command.get_name();
            for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
                assert!(
                    arg.get_help_heading().is_some(),
                    "src/flags/headings.rs: HEADINGS lacks --{} of `tamis {name}`",
                    arg.get_long().unwrap_or_default()
                );
            }
        }
    }

    #[test]
    #[cfg(feature = "serve")]
    fn no_heading_names_a_flag_that_no_command_has() {
        let all = all(Detail::All);
        let mut flags = BTreeSet::new();
        for command in &all {
            let name = command.get_name();
            for long in command.get_arguments().filter_map(Arg::get_long) {
                flags.extend([long.to_owned(), format!("{name}/{long}")]);
            }
        }
        let named: Vec<&str> =
            HEADINGS.iter().flat_map(|(_, flags)| flags.split_whitespace()).collect();
        assert!(named.iter().all(|flag| flags.contains(*flag)), "{named:?} are not all flags");
        assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len(), "one is named twice");
    }

    #[test]
    fn the_usual_options_are_few_and_hold_what_a_command_requires() {
        let all = all(Detail::Usual);
        for (name, usual) in USUAL {
            // The program may be built without it.
            let Some(command) = all.iter().find(|command| command.get_name() == *name) else {
                continue;
            };
            let usual: Vec<&str> = usual.split(' ').collect();
            assert!(usual.len() <= 10, "{name}");
            let flags: BTreeSet<&str> = command.get_arguments().filter_map(Arg::get_long).collect();
            assert!(usual.iter().all(|flag| flags.contains(flag)), "{name}: {usual:?}");
            let required = command.get_arguments().filter(|arg| arg.is_required_set());
            assert!(required.filter_map(Arg::get_long).all(|flag| usual.contains(&flag)), "{name}");
        }
        // A command with more options than a screen shows has a short list.
        for command in all.iter().filter(|command| usual(command.get_name()).is_none()) {
            assert!(command.get_arguments().count() <= 14, "{}", command.get_name());
        }
    }

    #[test]
    fn every_command_is_in_one_group_with_a_line_that_fits_a_terminal() {
        let cli = crate::cli::Cli::command();
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for command in cli.get_subcommands() {
            let name = command.get_name();
            let times = grouped.iter().filter(|grouped| **grouped == name).count();
            assert_eq!(
                times, 1,
                "src/flags/headings.rs: GROUPS names `tamis {name}` {times} times"
            );
        }
        for line in groups(&cli).lines().filter(|line| line.starts_with("  ")) {
            let shown = StyledStr::from(line.to_owned()).to_string();
            assert!(shown.chars().count() <= 80, "{shown}");
        }
    }
}
