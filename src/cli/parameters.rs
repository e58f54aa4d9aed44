//! Flags for the parameters of the catalog: one value each in a search, one or more in a sweep.

use super::values::Values;
use clap::{Arg, ArgMatches, Command};
use std::marker::PhantomData;
use tamis_search::Decimal;
use tamis_search::experiment::catalog::{PARAMETERS, ParameterSpec, Role};

/// Selects the parameters of one group of flags.
pub trait Group: Clone + Send + Sync + 'static {
    /// Whether the group has this parameter.
    fn has(role: Role) -> bool;
}

/// Bounds on features of blocks.
#[derive(Debug, Clone, Default)]
pub struct Thresholds;

/// Numbers that some models take.
#[derive(Debug, Clone, Default)]
pub struct OfModel;

/// Numbers that only query expansion takes.
#[derive(Debug, Clone, Default)]
pub struct OfExpansion;

impl Group for Thresholds {
    fn has(role: Role) -> bool {
        matches!(role, Role::Threshold(..))
    }
}

impl Group for OfModel {
    fn has(role: Role) -> bool {
        role.is_of_model()
    }
}

impl Group for OfExpansion {
    fn has(role: Role) -> bool {
        role.is_of_expansion()
    }
}

/// The value of a flag.
pub trait FlagValue: Clone + Send + Sync + 'static {
    /// Adds value name, help and checks to the flag of a parameter.
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg;
}

/// A threshold of a search.
impl FlagValue for Decimal {
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg {
        let arg = arg.value_name(spec.value_name).help(spec.help);
        // If the index is a flag too, a threshold requires that flag.
        arg.value_parser(move |text: &str| check(spec, text.parse::<Self>()?)).requires("index")
    }
}

/// A parameter of the ranking of a search. The model checks the range.
impl FlagValue for f64 {
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg {
        let arg = arg.value_name(spec.value_name).help(spec.help);
        let arg = if spec.role.is_whole() { arg.value_parser(whole) } else { arg.value_parser(real) };
        if spec.role.is_of_expansion() { arg.requires("feedback") } else { arg }
    }
}

/// One or more values, for a sweep.
impl FlagValue for Values {
    fn describe(arg: Arg, spec: &'static ParameterSpec) -> Arg {
        let help = match (spec.example, spec.help.split_once(" [default")) {
            ("", _) => spec.help.to_owned(),
            (example, Some((meaning, default))) => format!("{meaning}: {example} [default{default}"),
            (example, None) => format!("{}: {example}", spec.help),
        };
        arg.value_name("VALUES").help(help).value_parser(move |text: &str| {
            let values: Self = text.parse()?;
            values.0.iter().try_for_each(|value| check(spec, *value).map(drop))?;
            Ok::<_, String>(values)
        })
    }
}

/// Checks that blocks can have such a value.
fn check(spec: &ParameterSpec, value: Decimal) -> Result<Decimal, String> {
    match spec.role {
        Role::Threshold(feature, _) => feature.check(value).map(|()| value),
        _ => Ok(value),
    }
}

fn real(text: &str) -> Result<f64, &'static str> {
    text.parse().map_err(|_| "expected a number")
}

fn whole(text: &str) -> Result<f64, &'static str> {
    let whole = text.parse::<u32>().map_err(|_| "expected a whole number, 1 or more")?;
    Ok(whole.into())
}

/// The flags of a group that were given, in the order of the catalog.
#[derive(Debug, Clone)]
pub struct Flags<G, V> {
    pub given: Vec<(&'static ParameterSpec, V)>,
    group: PhantomData<G>,
}

impl<G, V> Default for Flags<G, V> {
    fn default() -> Self {
        Self { given: Vec::new(), group: PhantomData }
    }
}

impl<G, V> Flags<G, V> {
    /// Returns the value of a parameter, if its flag was given.
    pub fn get(&self, role: Role) -> Option<&V> {
        self.given.iter().find(|(spec, _)| spec.role == role).map(|(_, value)| value)
    }
}

fn specs<G: Group>() -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(|spec| G::has(spec.role))
}

impl<G: Group, V: FlagValue> clap::Args for Flags<G, V> {
    fn augment_args(command: Command) -> Command {
        specs::<G>().fold(command, |command, spec| {
            let arg = Arg::new(spec.name).long(spec.name.replace('_', "-")).allow_negative_numbers(true);
            command.arg(V::describe(arg, spec))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: Group, V: FlagValue> clap::FromArgMatches for Flags<G, V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = specs::<G>().filter_map(|spec| Some((spec, matches.get_one::<V>(spec.name)?.clone())));
        Ok(Self { given: given.collect(), group: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
