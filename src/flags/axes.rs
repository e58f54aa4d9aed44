//! The axes of a sweep: flags with one or more values, and `--grid NAME=VALUES` for any feature of
//! blocks, the labels and any parameter of the ranking.

use crate::flags::parameters::{Flags, OF_RANKING, THRESHOLDS};
use crate::flags::values::values;
use tamis::request::{EXPECTED_RM3, Request, Role, SweepRequest, parameter};
use tamis::{Axis, Error, Result, Value};

/// Thresholds of a sweep: one value or several.
#[derive(Debug, Clone, clap::Args)]
pub struct AxisArgs {
    #[command(flatten)]
    thresholds: Flags<THRESHOLDS, true>,
    /// Take each axis of blocks alone instead of all combinations: a curve and a best point per
    /// axis, in one report
    #[arg(long)]
    separately: bool,
}

/// Axes by their names.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct GridArgs {
    /// Add an axis; may be repeated. Axes: min_FEATURE, max_FEATURE (max_tag_level=1..=9), a
    /// minimum score (score.victor=0.1..=0.9:0.1), label=none,bte, model=bm25,dph,
    /// feedback=none,rm3,rm1-mixture, a model parameter (k1=0.5..=2:0.5), or the weight of a named
    /// rule (weight.title=1..=5). All combinations are scored, unless --separately
    #[arg(long = "grid", value_name = "NAME=VALUES", value_parser = named)]
    given: Vec<NamedValues>,
}

/// `NAME=VALUES`, the name with underscores.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NamedValues {
    name: String,
    values: String,
}

/// Parses `NAME=VALUES`.
fn named(text: &str) -> std::result::Result<NamedValues, &'static str> {
    let (name, values) = text.split_once('=').unwrap_or_default();
    let (name, values) = (name.trim(), values.trim());
    if name.is_empty() || values.is_empty() {
        return Err("expected a name and values, such as k1=0.5..=2:0.5 or max_tag_level=4,8");
    }
    // The name of a weight is the user's own, and that of a score is a classifier's.
    let (plain, own) = name.split_at(name.find('.').unwrap_or(name.len()));
    Ok(NamedValues { name: plain.replace('-', "_") + own, values: values.to_owned() })
}

impl AxisArgs {
    /// Returns the sweep of these flags, those of the ranking and `--grid`. `request` is what all
    /// points share.
    ///
    /// # Errors
    /// A usage error for an unknown axis, invalid values, and a parameter that is given twice.
    pub fn request(
        &self,
        request: Request,
        ranking: &Flags<OF_RANKING, true>,
        grid: &GridArgs,
    ) -> Result<SweepRequest> {
        let mut axes = Vec::new();
        for (spec, values) in &self.thresholds.given {
            axes.push(Axis { name: spec.name.to_owned(), values: values.clone() });
        }
        for (spec, values) in &ranking.given {
            let name = match spec.role {
                Role::Expansion(_) => "feedback",
                _ => spec.name,
            };
            if grid.given.iter().any(|named| named.name == name) {
                let message =
                    format!("--{} and --grid {name} both: expected one of them", spec.flag());
                return Err(Error::settings(message));
            }
            axes.push(Axis { name: name.to_owned(), values: values.clone() });
        }
        for (number, named) in grid.given.iter().enumerate() {
            named.check(&grid.given[..number])?;
            axes.push(Axis { name: named.name.clone(), values: named.values()? });
        }
        Ok(SweepRequest { request, axes, separately: self.separately })
    }

    /// Returns what all points share of these flags and those of the ranking, as parameters of an
    /// address.
    pub fn shared(
        &self,
        ranking: &Flags<OF_RANKING, true>,
    ) -> impl Iterator<Item = (String, String)> {
        self.thresholds.single().chain(ranking.single())
    }
}

impl GridArgs {
    /// Whether some axis has a single value: then no point names it.
    pub fn has_single(&self) -> bool {
        self.given.iter().any(|named| named.values().is_ok_and(|values| values.len() == 1))
    }

    /// Names the axis of an error as it was typed, if that was in `--grid`.
    pub fn explain(&self, error: Error) -> Error {
        match self.of_grid(error) {
            Error::Setting(error) if error.problem.ends_with(EXPECTED_RM3) => {
                let problem = error.problem.replace(EXPECTED_RM3, "expected --rm3 as well");
                Error::setting(error.setting, problem)
            }
            error => error,
        }
    }

    fn of_grid(&self, error: Error) -> Error {
        let Error::Setting(found) = &error else { return error };
        let message = match found.setting {
            "" => found.problem.clone(),
            setting => format!("{setting}: {}", found.problem),
        };
        // A parameter of the ranking has a flag, and is named by it.
        let has_flag = |named: &NamedValues| {
            parameter(&named.name).is_some_and(|spec| !spec.help.is_empty() && !is_bound(spec.role))
        };
        let is_of = |named: &NamedValues| {
            message.strip_prefix(&named.name).is_some_and(|rest| rest.starts_with(':'))
        };
        match self.given.iter().any(|named| is_of(named) && !has_flag(named)) {
            true => found.clone().reworded("", format!("--grid {message}")).into(),
            false => error,
        }
    }
}

/// Whether a parameter bounds a feature of blocks.
fn is_bound(role: Role) -> bool {
    matches!(role, Role::Threshold(..) | Role::OtherThreshold)
}

impl NamedValues {
    /// Checks that it was not given before. Bounds may be spelled in several ways; the sweep
    /// compares what they bound.
    fn check(&self, before: &[Self]) -> Result<()> {
        let is_other = parameter(&self.name).is_some_and(|spec| !is_bound(spec.role));
        if is_other && before.iter().any(|named| named.name == self.name) {
            let twice =
                format!("--grid {} is given twice; expected all its values in one flag", self.name);
            return Err(Error::settings(twice));
        }
        Ok(())
    }

    fn values(&self) -> Result<Vec<Value>> {
        if parameter(&self.name).is_some_and(|spec| spec.role.is_named()) {
            let names = self.values.split(',').map(|name| Value::Name(name.trim().to_owned()));
            return Ok(names.collect());
        }
        let values = values(&self.values)
            .map_err(|found| Error::settings(format!("--grid {}: {found}", self.name)))?;
        Ok(values.into_iter().map(Value::Number).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use tamis_index::index::{Manifest, Recipe};
    use tamis_search::experiment::Rankings;
    use tamis_search::sweep::{Grid, Grids};
    use tamis_search::{Predicate, TitleRule};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        axes: AxisArgs,
        #[command(flatten)]
        grid: GridArgs,
        #[command(flatten)]
        ranking: Flags<OF_RANKING, true>,
    }

    fn manifest() -> Manifest {
        Manifest {
            classifiers: vec!["bte".into(), "words-tree".into()],
            ..Manifest::new(Recipe::default())
        }
    }

    /// Returns the request of a line, and its `--grid`.
    fn typed(line: &str) -> (Result<SweepRequest>, GridArgs) {
        let words = ["sweep"].into_iter().chain(line.split_whitespace());
        let Line { axes, grid, ranking } = Line::try_parse_from(words).unwrap();
        let mut request = Request { title: TitleRule::Block, ..Request::default() };
        request.set("weight", "title=kind = title: 3").unwrap();
        request.set("weight", "links=link_density > 0.5: 0.3").unwrap();
        (axes.request(request, &ranking, &grid), grid)
    }

    fn grids(line: &str, of_model: usize) -> Result<Grids> {
        let (request, grid) = typed(line);
        request?.grids(&manifest(), of_model).map_err(|error| grid.explain(error))
    }

    fn rankings(line: &str) -> Result<Rankings> {
        let (request, grid) = typed(line);
        request?.rankings().map_err(|error| grid.explain(error))
    }

    fn grid(line: &str, of_model: usize) -> Result<Grid> {
        grids(line, of_model).map(|grids| grids.first().clone())
    }

    #[test]
    fn axes_that_are_taken_alone_follow_each_other() {
        let line = "--min-words 1..=3 --max-link-density 0.3 --grid max_tag_level=2,4 --grid \
                    label=none,bte --separately";
        let found = grids(line, 1).unwrap();
        let rules: Vec<String> =
            (0..found.points()).map(|point| found.rule(point).permits.to_string()).collect();
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
        let points: Vec<String> =
            points.map(|rule| format!("{}; {}", rule.permits, rule.weights.texts()[0])).collect();
        let words = [1, 2].map(|words| format!("words >= {words}; title=kind = title: 3"));
        let titles = [1, 2, 4].map(|weight| format!("words >= 0; title=kind = title: {weight}"));
        assert_eq!(points, [&words[..], &titles].concat());
        let many = grids("--grid max_words=1..=5000 --min-words 1..=5000 --separately", 11)
            .unwrap_err()
            .to_string();
        assert!(many.contains("found 10000 times 11 points, expected at most 100000"), "{many}");
    }

    #[test]
    fn the_longest_axis_is_the_inner_one_and_single_values_hold_everywhere() {
        let line = "--min-words 1..=5 --grid max_tag_level=2,4,6 --max-link-density 0.3 --grid \
                    min-tokens=1,2";
        let found = grid(line, 1).unwrap();
        let names: Vec<&str> = found.outer.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!(
            (names, found.inner.name().as_str()),
            (vec!["min_tokens", "max_tag_level"], "min_words")
        );
        assert_eq!((found.points(), found.side.to_string().as_str()), (30, "link_density <= 0.3"));
        assert_eq!(grid("--grid min_density=1,2", 1).unwrap().inner.name(), "min_density");
    }

    #[test]
    fn labels_are_an_axis() {
        let found = grid("--grid label=none,words-tree --grid min_words=1,2,3", 1).unwrap();
        let rules: Vec<String> =
            (0..found.points()).map(|point| found.predicate(point).to_string()).collect();
        assert_eq!((rules.len(), rules[1].as_str()), (6, "words >= 2"));
        assert_eq!(rules[3], "(label = words-tree and words >= 1)");
        let alone = grid("--grid label=none,bte,words-tree", 1).unwrap();
        assert_eq!(
            (alone.points(), alone.inner.values.len(), alone.outer[0].name.as_str()),
            (3, 1, "label")
        );
        assert_eq!(
            grid("--grid label=bte --min-words 1,2", 1).unwrap().side.to_string(),
            "label = bte"
        );
        let message = grid("--grid label=btee --min-words 1,2", 1).unwrap_err().to_string();
        assert!(message.contains("unknown label 'btee'; did you mean 'bte'?"), "{message}");
        assert!(grid("--grid label=bte", 1).is_err());
    }

    #[test]
    fn weights_are_axes_of_their_names() {
        let found =
            grid("--grid weight.title=1..=3 --grid weight.links=0,0.25 --min-words 1,2,3,4", 1)
                .unwrap();
        assert_eq!((found.rows(), found.points(), found.inner.values.len()), (6, 24, 4));
        let weights = "weights kind = title: 2; link_density > 0.5: 0.25";
        assert_eq!(
            found.rule(13).to_string(),
            format!(
                "words >= 2, {}",
                weights.replace("kind", "title=kind").replace("link_", "links=link_")
            )
        );
        let alone = grid("--grid weight.title=1..=3 --min-words 5", 1).unwrap();
        assert_eq!(
            (alone.points(), alone.inner.values.len(), alone.side.to_string().as_str()),
            (3, 1, "words >= 5")
        );
        assert_eq!(grid("--grid weight.title=7 --min-words 1,2", 1).unwrap().points(), 2);
    }

    fn assert_grid_refused(line: &str, of_model: usize, part: &str) {
        let message = grid(line, of_model).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn what_is_no_grid_is_refused_by_name() {
        assert_grid_refused("", 1, "nothing to sweep");
        assert_grid_refused(
            "--grid min_word=1,2",
            1,
            "unknown axis 'min_word'; did you mean 'min_words'?",
        );
        assert_grid_refused("--grid words=1,2", 1, "'min_words'");
        assert_grid_refused(
            "--grid weight.titel=1,2",
            1,
            "weight: found no rule with the name 'titel'; did you mean 'title'?",
        );
        assert_grid_refused(
            "--grid weight.title=1,101",
            1,
            "--grid weight.title: found '101', expected a number from 0 to 100",
        );
        assert_grid_refused(
            "--grid weight.title=1,2 --grid weight.title=3",
            1,
            "weight.title is given twice",
        );
        assert_grid_refused(
            "--grid min_words=1..9",
            1,
            "--grid min_words: found '1..9', expected a range with its end",
        );
        assert_grid_refused("--min-words 1,2 --grid min_words=3", 1, "min_words is given twice");
        assert_grid_refused(
            "--min-words 1..=1000 --grid min_tokens=1..=100",
            2,
            "found 100 times 1000 times 2 points",
        );
        let alone =
            Line::try_parse_from(["sweep", "--grid", "k1"]).err().map(|error| error.to_string());
        assert!(
            alone
                .is_some_and(|message| message.contains("expected a name and values, such as k1="))
        );
    }

    #[test]
    fn a_grid_names_any_parameter_of_the_ranking() {
        let found =
            rankings("--grid model=bm25,BM25-lucene --k1 1,2 --grid b=0..=1 --rm3 --fb-docs 5")
                .unwrap();
        let axes: Vec<&str> = found.axes.iter().map(|axis| axis.name.as_str()).collect();
        assert_eq!((axes, found.all.len()), (vec!["model", "k1", "b"], 8));
        assert!(
            found.all[7].to_string().starts_with("bm25-lucene k1=2 b=1 rm3 fb-terms=10 fb-docs=5")
        );
    }

    fn assert_ranking_refused(line: &str, part: &str) {
        let message = crate::terminal::message::message(&rankings(line).unwrap_err());
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn what_cannot_be_swept_is_refused_by_flag() {
        assert_ranking_refused(
            "--k1 1,2 --model dph",
            "--k1: found 1,2, but the model dph takes no parameter;",
        );
        assert_ranking_refused(
            "--mu 7 --model pl2,bm25",
            "the models pl2, bm25 take only k1, b, c;",
        );
        assert_ranking_refused(
            "--grid fb_terms=5",
            "--fb-terms: found 5, but no query is expanded; expected --rm3 as well",
        );
        assert_ranking_refused(
            "--grid mu=0 --model ql-jm,ql-dirichlet",
            "--mu: found 0, expected more than 0",
        );
        assert_ranking_refused(
            "--fb-docs 1.5 --rm3",
            "--fb-docs: found 1.5, expected a whole number",
        );
        assert_ranking_refused("--b 0.5..=1.5:0.5", "--b: found 1.5, expected 0 to 1");
        assert_ranking_refused("--model dph,bm52", "did you mean 'bm25'");
        assert_ranking_refused(
            "--k1 1 --grid k1=2",
            "--k1 and --grid k1 both: expected one of them",
        );
        assert_ranking_refused("--rm3 --grid feedback=none,rm3", "--rm3 and --grid feedback both");
        assert_ranking_refused("--grid k1=1 --grid k1=2", "--grid k1 is given twice");
        assert_ranking_refused(
            "--grid feedback=rm4",
            "--grid feedback: found rm4, expected none, rm3 or rm1-mixture",
        );
        assert_ranking_refused("--grid model=bm52,dph", "did you mean 'bm25'");
    }
}
