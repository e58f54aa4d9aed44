//! Flags of the list of parameters: one value each in a search, one or more in a sweep.

use crate::flags::headings;
use crate::flags::meant;
use crate::flags::values::values;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use tamis::request::{BoundKind, PARAMETERS, ParameterSpec, Part, Request, Role, Shape};
use tamis::{Decimal, TitleRule, Value};

/// A group of flags: a number, because clap finds flags by a type, and a type may have a number.
pub type Group = u8;

/// Bounds on features of blocks.
pub const THRESHOLDS: Group = 0;
/// Which blocks are permitted besides thresholds, and what they weigh.
pub const RULES: Group = 1;
/// Which blocks are permitted, and what they weigh.
pub const BLOCKS: Group = 2;
/// What a comparison of labels takes of the rules.
pub const COMPARED_RULES: Group = 3;
/// How pages are ranked.
pub const OF_RANKING: Group = 4;
/// Filters of pages that are no lists.
pub const OF_PAGES: Group = 5;
/// Which of the pages that are named are deleted.
pub const OF_DELETION: Group = 6;

/// Whether a group has a parameter.
fn has(group: Group, role: Role) -> bool {
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

/// The value of a flag.
pub trait FlagValue: Clone + Send + Sync + 'static {
    /// Adds value name, help and checks to the flag of a parameter.
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg;

    /// The values of the flag, if it was given.
    fn given(matches: &ArgMatches, spec: &'static ParameterSpec) -> Option<Self>;
}

/// The values of a parameter of a search, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed(pub Vec<String>);

impl FlagValue for Typed {
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg {
        let arg = described(arg, spec);
        // Of a sweep, `--grid` may switch the expansion on.
        let arg = match spec.role {
            role if role.is_of_expansion() => arg.requires("feedback"),
            // If the index is a flag, too, its parameters require that flag.
            role if role.part() != Part::Ranking => arg.requires("index"),
            _ => arg,
        };
        match spec.role {
            Role::Title => {
                return arg.default_value(TitleRule::default().name()).value_parser(
                    |text: &str| text.parse::<TitleRule>().map(|title| title.to_string()),
                );
            }
            Role::Label => return several(arg).alias("labels"),
            _ => {}
        }
        match spec.role.shape() {
            Shape::Bound(_) => arg.value_parser(move |text: &str| bound(spec, text)),
            Shape::Number => arg.value_parser(real),
            Shape::Count => arg.value_parser(whole),
            Shape::Names => several(arg),
            Shape::Date => arg.value_parser(date),
            Shape::Texts if spec.role != Role::Where => arg.action(ArgAction::Append),
            Shape::Choice(choices) => arg.value_parser(PossibleValuesParser::new(
                choices.iter().map(|(name, help)| PossibleValue::new(*name).help(*help)),
            )),
            _ => arg,
        }
    }

    fn given(matches: &ArgMatches, spec: &'static ParameterSpec) -> Option<Self> {
        if spec.role.shape() == Shape::Switch {
            return matches.get_flag(spec.name).then(|| Self(vec!["true".to_owned()]));
        }
        let values = matches.get_many::<String>(spec.name)?;
        Some(Self(values.cloned().collect()))
    }
}

/// One or more values, for a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swept(pub Vec<Value>);

impl FlagValue for Swept {
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg {
        let arg = described(arg, spec);
        match spec.role.shape() {
            Shape::Switch => arg,
            Shape::Text => several(arg).value_name("NAMES"),
            _ => arg.value_name("VALUES").help(help_of_several(spec)).value_parser(
                move |text: &str| {
                    let values = values(text)?;
                    values.iter().try_for_each(|value| check(spec, *value).map(drop))?;
                    Ok::<_, String>(values)
                },
            ),
        }
    }

    fn given(matches: &ArgMatches, spec: &'static ParameterSpec) -> Option<Self> {
        match spec.role.shape() {
            Shape::Switch => {
                matches.get_flag(spec.name).then(|| Self(vec![Value::Name(spec.flag())]))
            }
            Shape::Text => {
                let names = matches.get_many::<String>(spec.name)?;
                Some(Self(names.cloned().map(Value::Name).collect()))
            }
            _ => {
                let numbers = matches.get_one::<Vec<Decimal>>(spec.name)?;
                Some(Self(numbers.iter().copied().map(Value::Number).collect()))
            }
        }
    }
}

/// Takes names with commas between, and the flag several times.
fn several(arg: Arg) -> Arg {
    arg.action(ArgAction::Append).value_delimiter(',')
}

/// Adds value name, help, and what the flag needs.
fn described(arg: Arg, spec: &'static ParameterSpec) -> Arg {
    let arg = arg.help(spec.help).help_heading(heading(spec.role));
    let arg = match spec.role.shape() {
        Shape::Switch => arg.action(ArgAction::SetTrue),
        _ => arg.value_name(spec.value_name),
    };
    match spec.role {
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
        Part::Ranking if role.is_of_expansion() => headings::EXPANSION,
        Part::Ranking if matches!(role, Role::Expansion(_)) => headings::EXPANSION,
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

/// The flags of a group that were given, in the order of the list.
#[derive(Debug, Clone)]
pub struct Flags<const G: Group, V> {
    pub given: Vec<(&'static ParameterSpec, V)>,
}

impl<const G: Group, V> Default for Flags<G, V> {
    fn default() -> Self {
        Self { given: Vec::new() }
    }
}

impl<const G: Group> Flags<G, Typed> {
    /// Sets the parameters in the request.
    ///
    /// # Errors
    /// A usage error for a value that the parameter does not take.
    pub fn apply_to(&self, request: &mut Request) -> tamis::Result<()> {
        for (spec, Typed(values)) in &self.given {
            for value in values {
                request.set(spec.name, value)?;
            }
        }
        Ok(())
    }

    /// Returns the parameters that are not at their defaults, as those of an address.
    pub fn pairs(&self) -> impl Iterator<Item = (String, String)> {
        self.given.iter().flat_map(|(spec, Typed(values))| {
            let values = values.iter().filter(|value| !spec.is_default(value));
            values.map(|value| (spec.name.to_owned(), value.clone()))
        })
    }
}

impl<const G: Group> Flags<G, Swept> {
    /// Returns the parameters with one value, as those of an address.
    pub fn single(&self) -> impl Iterator<Item = (String, String)> {
        self.given.iter().filter_map(|(spec, Swept(values))| {
            let [value] = &values[..] else { return None };
            let is_switch = spec.role.shape() == Shape::Switch;
            let value = if is_switch { "true".to_owned() } else { value.to_string() };
            Some((spec.name.to_owned(), value))
        })
    }
}

fn specs(group: Group) -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(move |spec| has(group, spec.role))
}

impl<const G: Group, V: FlagValue> clap::Args for Flags<G, V> {
    fn augment_args(command: Command) -> Command {
        specs(G).fold(command, |command, spec| {
            let arg = Arg::new(spec.name).long(spec.flag());
            let arg = V::describe(arg, spec);
            command.arg(match spec.name {
                "rm1_mixture" => arg.conflicts_with("rm3"),
                _ => arg,
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const G: Group, V: FlagValue> clap::FromArgMatches for Flags<G, V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = specs(G).filter_map(|spec| Some((spec, V::given(matches, spec)?)));
        Ok(Self { given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
