//! The axes of a sweep, as typed: thresholds by their own flags, and `--grid NAME=VALUES` for any feature of blocks, the
//! labels, and any parameter of the model.

use super::model::axes;
use super::values::Values;
use std::str::FromStr;
use tamis::error::{Error, Result};
use tamis::index::Manifest;
use tamis::search::predicate::{FEATURES, Feature, Operator};
use tamis::search::sweep::{Grid, RuleAxis, ThresholdAxis};
use tamis::search::{Decimal, Predicate, TitleRule};

/// The axis whose values are labels.
const LABEL: &str = "label";
/// Points of a sweep; each keeps a score per topic and measure.
const MOST_POINTS: usize = 100_000;

/// Thresholds of a sweep: one value or many.
#[derive(Debug, Clone, clap::Args)]
pub struct AxisArgs {
    /// Minimum words of a block: 11, or 1..=100, or 5,10,20
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    min_words: Option<Values>,
    /// Maximum words of a block
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    max_words: Option<Values>,
    /// Minimum text density of a block: 1..=20, or 5..=15:0.5
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    min_density: Option<Values>,
    /// Maximum link density of a block: 0.2,0.33,1
    #[arg(long, value_name = "VALUES", allow_negative_numbers = true)]
    max_link_density: Option<Values>,
}

/// Any axis of a sweep by its name.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct GridArgs {
    /// Another axis, several times: min_ or max_ and a feature of blocks (max_tag_level=1..=9), label=none,bte,words-tree, a
    /// parameter of the model (k1=0.5..=2:0.5), model=bm25,dph or feedback=none,rm3,rm1-mixture; points are the product of
    /// all axes
    #[arg(long = "grid", value_name = "NAME=VALUES")]
    given: Vec<Named>,
}

/// `NAME=VALUES`; what the name means is known later.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    name: String,
    values: String,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.split_once('=') {
            Some((name, values)) if !name.trim().is_empty() && !values.trim().is_empty() => {
                Ok(Self { name: name.trim().replace('_', "-"), values: values.trim().to_owned() })
            }
            _ => Err("expected a name and values, such as k1=0.5..=2:0.5 or max_tag_level=4,8".to_owned()),
        }
    }
}

impl GridArgs {
    /// The values of this parameter of the model, or the labels, if they are given; each once.
    ///
    /// # Errors
    /// A usage error for what are no values, and for a parameter that is given twice.
    pub fn of_parameter(&self, name: &str) -> Result<Option<Vec<String>>> {
        let named: Vec<&Named> = self.given.iter().filter(|named| named.name == name).collect();
        match named[..] {
            [] => Ok(None),
            [Named { values, .. }] if ["model", "feedback", LABEL].contains(&name) => {
                let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
                Ok(Some(axes::distinct(&values)))
            }
            [named] => Ok(Some(named.values()?.0.iter().map(Decimal::to_string).collect())),
            _ => Err(Error::settings(format!("--grid {name} stands twice; expected all its values in one"))),
        }
    }

    /// The thresholds, in the order given.
    ///
    /// # Errors
    /// A usage error for a name that is none, and for what are no values.
    fn thresholds(&self) -> Result<Vec<ThresholdAxis>> {
        let of_blocks = self.given.iter().filter(|named| axes::names().all(|name| name != named.name));
        of_blocks.filter(|named| named.name != LABEL).map(|named| named.threshold()).collect()
    }

    /// The labels, if they are an axis; `none` permits every block.
    ///
    /// # Errors
    /// A usage error for a label that the index lacks, and for two such axes.
    fn labels(&self, manifest: &Manifest) -> Result<Option<RuleAxis>> {
        let Some(names) = self.of_parameter(LABEL)? else { return Ok(None) };
        let value = |name: String| {
            let rule = match name.as_str() {
                "none" => Predicate::All,
                name => Predicate::Label(manifest.label_bit(name)?, name.to_owned()),
            };
            Ok((name, rule))
        };
        Ok(Some(RuleAxis { name: LABEL.to_owned(), values: names.into_iter().map(value).collect::<Result<_>>()? }))
    }
}

impl Named {
    fn values(&self) -> Result<Values> {
        self.values.parse().map_err(|found| Error::settings(format!("--grid {}: {found}", self.name)))
    }

    fn threshold(&self) -> Result<ThresholdAxis> {
        let bound = [("min-", Operator::AtLeast), ("max-", Operator::AtMost)];
        let bounded = bound.iter().find_map(|(bound, comparison)| Some((self.name.strip_prefix(bound)?, *comparison)));
        let named = |(feature, _): &(&str, Feature), name: &str| feature.replace('_', "-") == name;
        let known = |(name, comparison): (&str, Operator)| {
            let name = if name == "density" { "text-density" } else { name };
            Some((FEATURES.iter().find(|feature| named(feature, name))?.1, comparison))
        };
        match bounded.and_then(known) {
            Some((feature, comparison)) => Ok(ThresholdAxis { feature, comparison, values: self.values()?.0 }),
            None => {
                let features = FEATURES.iter().flat_map(|(name, _)| [format!("min_{name}"), format!("max_{name}")]);
                let others = axes::names().chain([LABEL]).map(|name| name.replace('-', "_"));
                let all: Vec<String> = features.chain(others).collect();
                let given = self.name.replace('-', "_");
                Err(Error::unknown_name("axis of --grid", &given, all.iter().map(String::as_str)))
            }
        }
    }
}

/// The feature and the comparison of each threshold flag, in their order.
pub const THRESHOLDS: [(Feature, Operator); 4] = [
    (Feature::Words, Operator::AtLeast),
    (Feature::Words, Operator::AtMost),
    (Feature::TextDensity, Operator::AtLeast),
    (Feature::LinkDensity, Operator::AtMost),
];

impl AxisArgs {
    /// The grid of all values of these flags and of what is named besides, next to so many points of the model: what has one
    /// value holds everywhere, the others are axes.
    ///
    /// # Errors
    /// A usage error where nothing is to be swept, something is given twice, or the points are too many.
    pub fn grid(
        &self,
        named: &GridArgs,
        manifest: &Manifest,
        rule: Predicate,
        title: TitleRule,
        of_model: usize,
    ) -> Result<Grid> {
        let values = [&self.min_words, &self.max_words, &self.min_density, &self.max_link_density];
        let given = THRESHOLDS.iter().zip(values).filter_map(|(threshold, values)| Some((threshold, values.as_ref()?)));
        let by_flag = given.map(|(&(feature, comparison), values)| ThresholdAxis {
            feature,
            comparison,
            values: values.0.clone(),
        });
        let mut axes: Vec<ThresholdAxis> = by_flag.chain(named.thresholds()?).collect();
        for (number, axis) in axes.iter().enumerate() {
            let same = |other: &ThresholdAxis| other.feature == axis.feature && other.comparison == axis.comparison;
            if axes[..number].iter().any(same) {
                return Err(Error::settings(format!(
                    "{} is given twice; expected all its values in one flag",
                    axis.name()
                )));
            }
        }
        let labels = named.labels(manifest)?;
        // The longest axis is the inner one: its views are nested and cost next to nothing.
        axes.sort_by_key(|axis| axis.values.len());
        let inner = match (of_model, labels.as_ref().filter(|axis| axis.values.len() > 1)) {
            (1, None) => axes.pop(),
            _ => axes.pop_if(|axis| axis.values.len() > 1).or(Some(every_block())),
        };
        let Some(inner) = inner else {
            let message = "nothing to sweep: give --min-words 1..=100, --grid max_tag_level=1..=9, or another range";
            return Err(Error::settings(message));
        };
        let rules = labels.into_iter().chain(axes.iter().map(RuleAxis::from));
        let (side, outer): (Vec<RuleAxis>, Vec<RuleAxis>) = rules.partition(|axis| axis.values.len() == 1);
        let side = side.into_iter().flat_map(|axis| axis.values).fold(rule, |side, (_, rule)| side.and(rule));
        check_points(outer.iter().map(|axis| axis.values.len()).chain([inner.values.len(), of_model]))?;
        Ok(Grid { inner, outer, side, title })
    }
}

/// Refuses a product of axes of these lengths if it has too many points.
///
/// # Errors
/// A usage error with the product.
pub fn check_points(lengths: impl Iterator<Item = usize> + Clone) -> Result<()> {
    let product = lengths.clone().try_fold(1, usize::checked_mul);
    if product.is_some_and(|points| points <= MOST_POINTS) {
        return Ok(());
    }
    let product: Vec<String> = lengths.map(|length| length.to_string()).collect();
    Err(Error::settings(format!("found {} points, expected at most {MOST_POINTS}", product.join(" times "))))
}

/// What takes the place of thresholds where there is none but the model is swept: it permits every block.
fn every_block() -> ThresholdAxis {
    ThresholdAxis { feature: Feature::Words, comparison: Operator::AtLeast, values: vec![Decimal::whole(0)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use tamis::index::Recipe;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        axes: AxisArgs,
        #[command(flatten)]
        grid: GridArgs,
    }

    fn manifest() -> Manifest {
        Manifest { classifiers: vec!["bte".into(), "words-tree".into()], ..Manifest::new(Recipe::default()) }
    }

    fn grid(line: &str, of_model: usize) -> Result<Grid> {
        let typed = Line::try_parse_from(["sweep"].into_iter().chain(line.split_whitespace())).unwrap();
        typed.axes.grid(&typed.grid, &manifest(), Predicate::All, TitleRule::Block, of_model)
    }

    #[test]
    fn the_longest_axis_is_the_inner_one_and_single_values_hold_everywhere() {
        let line = "--min-words 1..=5 --grid max_tag_level=2,4,6 --max-link-density 0.3 --grid min-tokens=1,2";
        let found = grid(line, 1).unwrap();
        let names: Vec<&str> = found.outer.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!((names, found.inner.name().as_str()), (vec!["min_tokens", "max_tag_level"], "min_words"));
        assert_eq!((found.points(), found.side.to_string().as_str()), (30, "link_density <= 0.3"));
        assert_eq!(grid("--grid min_density=1,2", 1).unwrap().inner.name(), "min_density");
    }

    #[test]
    fn labels_are_an_axis() {
        let found = grid("--grid label=none,words-tree --grid min_words=1,2,3", 1).unwrap();
        let rules: Vec<String> = (0..found.points()).map(|point| found.predicate(point).to_string()).collect();
        assert_eq!((rules.len(), rules[1].as_str()), (6, "words >= 2"));
        assert_eq!(rules[3], "(label = words-tree and words >= 1)");
        let alone = grid("--grid label=none,bte,words-tree", 1).unwrap();
        assert_eq!((alone.points(), alone.inner.values.len(), alone.outer[0].name.as_str()), (3, 1, "label"));
        assert_eq!(grid("--grid label=bte --min-words 1,2", 1).unwrap().side.to_string(), "label = bte");
        let said = grid("--grid label=btee --min-words 1,2", 1).unwrap_err().to_string();
        assert!(said.contains("unknown label 'btee'; did you mean 'bte'?"), "{said}");
        assert!(grid("--grid label=bte", 1).is_err());
    }

    #[test]
    fn what_is_no_grid_is_refused_by_name() {
        let refused = |line: &str, of_model: usize, part: &str| {
            let said = grid(line, of_model).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        refused("", 1, "nothing to sweep");
        refused("--grid min_word=1,2", 1, "unknown axis of --grid 'min_word'; did you mean 'min_words'?");
        refused("--grid words=1,2", 1, "'min_words'");
        refused("--grid min_words=1..9", 1, "--grid min-words: found '1..9', expected a range with its end");
        refused("--min-words 1,2 --grid min_words=3", 1, "min_words is given twice");
        refused("--min-words 1..=1000 --grid min_tokens=1..=100", 2, "found 100 times 1000 times 2 points");
        let alone = Line::try_parse_from(["sweep", "--grid", "k1"]).err().map(|said| said.to_string());
        assert!(alone.is_some_and(|said| said.contains("expected a name and values, such as k1=")));
    }
}
