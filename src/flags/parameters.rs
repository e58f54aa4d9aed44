//! Flags of the list of parameters: one value each in a search, one or more in a sweep.

use crate::flags::headings;
use crate::flags::meant;
use crate::flags::values::values;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tamis::request::{BoundKind, PARAMETERS, ParameterSpec, Part, Request, Role, Shape};
use tamis::{Decimal, TitleRule, Value};

/// A group of flags: a number, because clap finds flags by a type, and a type may have a number.
pub type FlagGroup = u8;

/// Bounds on features of blocks.
pub const THRESHOLDS: FlagGroup = 0;
/// Which blocks are permitted besides thresholds, and what they weigh.
pub const RULES: FlagGroup = 1;
/// Which blocks are permitted, and what they weigh.
pub const BLOCKS: FlagGroup = 2;
/// What a comparison of labels takes of the rules.
pub const COMPARED_RULES: FlagGroup = 3;
pub const OF_RANKING: FlagGroup = 4;
/// Filters of pages that are no lists.
pub const OF_PAGES: FlagGroup = 5;
/// Which of the pages that are named are deleted.
pub const OF_DELETION: FlagGroup = 6;

/// Whether a group has a parameter.
fn has(group: FlagGroup, role: Role) -> bool {
    let is_threshold = matches!(role, Role::Threshold(_));
    let is_of_blocks = role.part() == Part::Blocks && role != Role::OtherThreshold;
    match group {
        THRESHOLDS => is_threshold,
        RULES => is_of_blocks && !is_threshold,
        BLOCKS => is_of_blocks,
        COMPARED_RULES => role.is_of_compared(),
        OF_RANKING => role.part() == Part::Ranking && role != Role::Feedback,
        OF_PAGES => role.part() == Part::Pages && !matches!(role, Role::Docnos | Role::NotDocnos),
        _ => matches!(role, Role::PublishedFrom | Role::PublishedTo),
    }
}

/// The flag of a parameter of a search.
fn typed(spec: &'static ParameterSpec) -> Arg {
    let arg = described(spec);
    // Of a sweep, `--grid` may switch the expansion on.
    let arg = match spec.role {
        role if role.is_of_expansion() => arg.requires("feedback"),
        // If the index is a flag, too, its parameters require that flag.
        role if role.part() != Part::Ranking => arg.requires("index"),
        _ => arg,
    };
    match (spec.role, spec.role.shape()) {
        (Role::Title, _) => arg
            .default_value(TitleRule::default().name())
            .value_parser(|text: &str| text.parse::<TitleRule>().map(|title| title.to_string())),
        (Role::Label, _) => several(arg).alias("labels"),
        (_, Shape::Bound(_)) => arg.value_parser(move |text: &str| bound(spec, text)),
        (_, Shape::Number) => arg.value_parser(real),
        (_, Shape::Count) => arg.value_parser(whole),
        (_, Shape::Names) => several(arg),
        (_, Shape::Date) => arg.value_parser(date),
        (role, Shape::Texts) if role != Role::Where => arg.action(ArgAction::Append),
        (_, Shape::Choice(choices)) => arg.value_parser(PossibleValuesParser::new(
            choices.iter().map(|(name, help)| PossibleValue::new(*name).help(*help)),
        )),
        _ => arg,
    }
}

/// The flag of a parameter of a sweep, which takes one or more values.
fn swept(spec: &'static ParameterSpec) -> Arg {
    let arg = described(spec);
    let checked = move |text: &str| {
        let values = values(text)?;
        values.iter().try_for_each(|value| check(spec, *value).map(drop))?;
        Ok::<_, String>(values)
    };
    match spec.role.shape() {
        Shape::Switch => arg,
        Shape::Text => several(arg).value_name("NAMES"),
        _ => arg.value_name("VALUES").help(help_of_several(spec)).value_parser(checked),
    }
}

/// The values of a flag, if it was given; those of a search as they were typed.
fn given(matches: &ArgMatches, spec: &ParameterSpec, is_swept: bool) -> Option<Vec<Value>> {
    match spec.role.shape() {
        Shape::Switch => {
            let value = if is_swept { spec.flag() } else { "true".to_owned() };
            matches.get_flag(spec.name).then(|| vec![Value::Name(value)])
        }
        shape if is_swept && shape != Shape::Text => {
            let numbers = matches.get_one::<Vec<Decimal>>(spec.name)?;
            Some(numbers.iter().copied().map(Value::Number).collect())
        }
        _ => {
            let names = matches.get_many::<String>(spec.name)?;
            Some(names.cloned().map(Value::Name).collect())
        }
    }
}

/// Takes names with commas between, and the flag several times.
fn several(arg: Arg) -> Arg {
    arg.action(ArgAction::Append).value_delimiter(',')
}

/// A flag with value name, help, and what it needs.
fn described(spec: &'static ParameterSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.flag());
    let arg = arg.help(spec.help).help_heading(heading(spec.role));
    let arg = match spec.role.shape() {
        Shape::Switch => arg.action(ArgAction::SetTrue),
        _ => arg.value_name(spec.value_name),
    };
    match spec.role {
        Role::Expansion(_) if spec.name == "rm1_mixture" => {
            arg.group("feedback").conflicts_with("rm3")
        }
        Role::Expansion(_) => arg.group("feedback"),
        Role::CollapseDate => arg.requires("collapse"),
        _ => arg,
    }
}

/// The heading of a flag in the help.
fn heading(role: Role) -> &'static str {
    match role.part() {
        Part::Blocks if role.is_of_weights() => headings::WEIGHTS,
        Part::Blocks => headings::RULE,
        Part::Ranking if role.is_of_expansion() || matches!(role, Role::Expansion(_)) => {
            headings::EXPANSION
        }
        Part::Ranking => headings::RANKING,
        Part::Pages => headings::PAGES,
        Part::Query => headings::JUDGEMENTS,
    }
}

/// The help of a flag with several values.
fn help_of_several(spec: &ParameterSpec) -> String {
    match (spec.example, spec.help.split_once(" [default")) {
        ("", _) => spec.help.to_owned(),
        (example, Some((meaning, default))) => format!("{meaning}: {example} [default{default}"),
        (example, None) => format!("{}: {example}", spec.help),
    }
}

/// Reads a bound, as typed.
fn bound(spec: &ParameterSpec, text: &str) -> Result<String, String> {
    check(spec, text.parse().map_err(|error| one(spec, text, error))?)
        .map(|bound| bound.to_string())
}

/// The error for what is not one number.
fn one(spec: &ParameterSpec, text: &str, error: String) -> String {
    let comma = text.replacen(',', ".", 1);
    let is_ratio = spec.role.shape() == Shape::Bound(BoundKind::Ratio);
    if is_ratio && text.contains(',') && comma.parse::<Decimal>().is_ok() {
        return meant::with_meant(error, Some(comma));
    }
    let is_range = values(text).is_ok_and(|values| values.len() > 1);
    let range = if is_range { Some(text.to_owned()) } else { meant::values(text) };
    match range.filter(|range| range.contains([',', '='])) {
        Some(range) => {
            let flag = spec.flag();
            format!(
                "found '{text}', expected one number; `tamis sweep --{flag} {range}` takes several"
            )
        }
        None => meant::with_meant(error, meant::number(text)),
    }
}

/// Checks that blocks can have such a value.
fn check(spec: &ParameterSpec, value: Decimal) -> Result<Decimal, String> {
    match spec.role.bound() {
        Some((feature, _)) => value.check_for(feature).map(|()| value),
        None => Ok(value),
    }
}

/// Passes a date on, unless it is one in another form.
fn date(text: &str) -> Result<String, String> {
    let expected = format!("found '{text}', expected a date such as 2005-12-06, 2005-12 or 2005");
    match meant::date(text) {
        None => Ok(text.to_owned()),
        meant => Err(meant::with_meant(expected, meant)),
    }
}

fn real(text: &str) -> Result<String, String> {
    let number = text.parse::<f64>().map(|number| number.to_string());
    number.map_err(|_| {
        let decimal = text.replacen(',', ".", 1);
        let meant =
            if decimal.parse::<f64>().is_ok() { Some(decimal) } else { meant::number(text) };
        meant::with_meant("expected a number".to_owned(), meant)
    })
}

fn whole(text: &str) -> Result<String, String> {
    let number = text.parse::<u32>().map(|number| number.to_string());
    let expected = "expected a whole number, 1 or more".to_owned();
    let meant = || meant::number(text).filter(|number| !number.contains('.'));
    number.map_err(|_| meant::with_meant(expected, meant()))
}

/// The flags of a group that were given, in the order of the list, each with its values. `SWEPT`
/// ones take more than one.
#[derive(Debug, Clone, Default)]
pub struct Flags<const G: FlagGroup, const SWEPT: bool = false> {
    pub given: Vec<(&'static ParameterSpec, Vec<Value>)>,
}

impl<const G: FlagGroup> Flags<G> {
    /// Sets the parameters in the request.
    ///
    /// # Errors
    /// A usage error for a value that the parameter does not take.
    pub fn apply_to(&self, request: &mut Request) -> tamis::Result<()> {
        for (spec, values) in &self.given {
            values.iter().try_for_each(|value| request.set(spec.name, &value.to_string()))?;
        }
        Ok(())
    }

    /// Returns the parameters that are not at their defaults, as those of an address.
    pub fn pairs(&self) -> impl Iterator<Item = (String, String)> {
        self.given.iter().flat_map(|(spec, values)| {
            let values = values.iter().map(Value::to_string);
            let values = values.filter(|value| !spec.is_default(value));
            values.map(|value| (spec.name.to_owned(), value))
        })
    }
}

impl<const G: FlagGroup> Flags<G, true> {
    /// Returns the parameters with one value, as those of an address.
    pub fn single(&self) -> impl Iterator<Item = (String, String)> {
        self.given.iter().filter_map(|(spec, values)| {
            let [value] = &values[..] else { return None };
            let is_switch = spec.role.shape() == Shape::Switch;
            let value = if is_switch { "true".to_owned() } else { value.to_string() };
            Some((spec.name.to_owned(), value))
        })
    }
}

fn specs(group: FlagGroup) -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(move |spec| has(group, spec.role))
}

impl<const G: FlagGroup, const SWEPT: bool> clap::Args for Flags<G, SWEPT> {
    fn augment_args(command: Command) -> Command {
        command.args(specs(G).map(if SWEPT { swept } else { typed }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const G: FlagGroup, const SWEPT: bool> clap::FromArgMatches for Flags<G, SWEPT> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = specs(G).filter_map(|spec| Some((spec, given(matches, spec, SWEPT)?)));
        Ok(Self { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
