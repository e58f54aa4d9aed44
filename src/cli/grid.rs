//! Builds the grid of a sweep from threshold flags and the axes of `--grid`.

use super::named::GridArgs;
use super::parameters::{Flags, Thresholds};
use super::values::Values;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_search::experiment::catalog::Role;
use tamis_search::sweep::{Grid, Grids, ThresholdAxis, WeightGrid};
use tamis_search::{Predicate, TitleRule};

/// Thresholds of a sweep: one value or several.
#[derive(Debug, Clone, clap::Args)]
pub struct AxisArgs {
    #[command(flatten)]
    thresholds: Flags<Thresholds, Values>,
    /// Take each axis of blocks alone instead of all combinations: a curve and a best point per axis, in one report
    #[arg(long)]
    separately: bool,
}

impl AxisArgs {
    /// Returns the grid of these thresholds and of `--grid`, for a sweep of `rankings` rankings, or a grid per axis. A
    /// parameter with one value is part of the rule at every point; the others are axes.
    ///
    /// # Errors
    /// A usage error if there is nothing to sweep, a parameter is given twice, or there are too many points.
    pub fn grids(
        &self,
        named: &GridArgs,
        manifest: &Manifest,
        weights: WeightGrid,
        rule: Predicate,
        title: TitleRule,
        rankings: usize,
    ) -> Result<Grids> {
        let axes: Vec<ThresholdAxis> = self.by_flag().chain(named.thresholds(manifest)?).collect();
        check_distinct(&axes)?;
        let labels = named.labels(manifest)?;
        let grids = if self.separately {
            Grids::separately(axes, labels, weights, rule, title, rankings)?
        } else {
            Grid::of(axes, labels, weights, rule, title, rankings)?.map(Grids::from)
        };
        grids.ok_or_else(|| {
            let message = "nothing to sweep: give --min-words 1..=100, --grid max_tag_level=1..=9, or another range";
            Error::settings(message)
        })
    }

    fn by_flag(&self) -> impl Iterator<Item = ThresholdAxis> {
        self.thresholds.given.iter().filter_map(|(spec, values)| match spec.role {
            Role::Threshold(feature, comparison) => {
                Some(ThresholdAxis { feature, comparison, values: values.0.clone() })
            }
            _ => None,
        })
    }
}

/// Refuses two axes of the same bound.
fn check_distinct(axes: &[ThresholdAxis]) -> Result<()> {
    for (number, axis) in axes.iter().enumerate() {
        let same = |other: &ThresholdAxis| other.feature == axis.feature && other.comparison == axis.comparison;
        if axes[..number].iter().any(same) {
            let name = axis.name();
            return Err(Error::settings(format!("{name} is given twice; expected all its values in one flag")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use tamis_index::index::Recipe;
    use tamis_search::Weights;

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

    fn grids(line: &str, of_model: usize) -> Result<Grids> {
        let typed = Line::try_parse_from(["sweep"].into_iter().chain(line.split_whitespace())).unwrap();
        let rules = ["title=kind = title: 3", "links=link_density > 0.5: 0.3"];
        let weights = WeightGrid::new(Weights::parse(rules, &manifest())?, typed.grid.weights()?)?;
        typed.axes.grids(&typed.grid, &manifest(), weights, Predicate::All, TitleRule::Block, of_model)
    }

    fn grid(line: &str, of_model: usize) -> Result<Grid> {
        grids(line, of_model).map(|grids| grids.first().clone())
    }

    #[test]
    fn axes_that_are_taken_alone_follow_each_other() {
        let line =
            "--min-words 1..=3 --max-link-density 0.3 --grid max_tag_level=2,4 --grid label=none,bte --separately";
        let found = grids(line, 1).unwrap();
        let rules: Vec<String> = (0..found.points()).map(|point| found.rule(point).permits.to_string()).collect();
        let side = "link_density <= 0.3";
        let words = (1..=3).map(|words| format!("({side} and words >= {words})"));
        let depths = [2, 4].map(|depth| format!("({side} and tag_level <= {depth})"));
        let labels = ["", "label = bte and "].map(|label| match label {
            "" => format!("({side} and words >= 0)"),
            _ => format!("(({side} and label = bte) and words >= 0)"),
        });
        assert_eq!(rules, words.chain(depths).chain(labels).collect::<Vec<_>>());
        assert_eq!((found.rows(), found.baseline()), (4, Predicate::All));
        // A single axis is the plain sweep.
        assert_eq!(grids("--min-words 1..=3 --separately", 1).unwrap().iter().count(), 1);
        assert!(grids("--separately", 1).is_err());
        // A weight is as it was typed, but on its own axis.
        let found = grids("--min-words 1,2 --grid weight.title=1,2,4 --separately", 1).unwrap();
        let points = (0..found.points()).map(|point| found.rule(point));
        let points: Vec<String> = points.map(|rule| format!("{}; {}", rule.permits, rule.weights.texts()[0])).collect();
        let words = [1, 2].map(|words| format!("words >= {words}; title=kind = title: 3"));
        let titles = [1, 2, 4].map(|weight| format!("words >= 0; title=kind = title: {weight}"));
        assert_eq!(points, [&words[..], &titles].concat());
        let many = grids("--grid max_words=1..=5000 --min-words 1..=5000 --separately", 11).unwrap_err().to_string();
        assert!(many.contains("found 10000 times 11 points, expected at most 100000"), "{many}");
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
    fn weights_are_axes_of_their_names() {
        let found = grid("--grid weight.title=1..=3 --grid weight.links=0,0.25 --min-words 1,2,3,4", 1).unwrap();
        assert_eq!((found.rows(), found.points(), found.inner.values.len()), (6, 24, 4));
        let weights = "weights kind = title: 2; link_density > 0.5: 0.25";
        assert_eq!(
            found.rule(13).to_string(),
            format!("words >= 2, {}", weights.replace("kind", "title=kind").replace("link_", "links=link_"))
        );
        let alone = grid("--grid weight.title=1..=3 --min-words 5", 1).unwrap();
        assert_eq!((alone.points(), alone.inner.values.len(), alone.side.to_string().as_str()), (3, 1, "words >= 5"));
        assert_eq!(grid("--grid weight.title=7 --min-words 1,2", 1).unwrap().points(), 2);
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
        refused("--grid weight.titel=1,2", 1, "weight: found no rule with the name 'titel'; did you mean 'title'?");
        refused("--grid weight.title=1,101", 1, "--grid weight.title: found '101', expected a number from 0 to 100");
        refused("--grid weight.title=1,2 --grid weight.title=3", 1, "weight.title is given twice");
        refused("--grid min_words=1..9", 1, "--grid min_words: found '1..9', expected a range with its end");
        refused("--min-words 1,2 --grid min_words=3", 1, "min_words is given twice");
        refused("--min-words 1..=1000 --grid min_tokens=1..=100", 2, "found 100 times 1000 times 2 points");
        let alone = Line::try_parse_from(["sweep", "--grid", "k1"]).err().map(|said| said.to_string());
        assert!(alone.is_some_and(|said| said.contains("expected a name and values, such as k1=")));
    }
}
