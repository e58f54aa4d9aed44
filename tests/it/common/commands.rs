//! The help of the program, as its list of commands.

/// The names of the commands with their lines, in the order of the help. `help` is not among them:
/// it has no help of its own.
pub fn commands(help: &str) -> Vec<(&str, &str)> {
    let (_, groups) = help.split_once("\n\nA first collection:\n").expect("the groups of commands");
    let (groups, _) = groups.split_once("\n\nGeneral:\n").expect("the options follow");
    let rows = groups.lines().filter_map(|line| line.strip_prefix("  "));
    let rows = rows.map(|row| row.split_once(' ').expect("every command has a line"));
    rows.map(|(name, about)| (name, about.trim())).filter(|(name, _)| *name != "help").collect()
}
