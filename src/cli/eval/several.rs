//! `tamis eval QRELS RUN RUN...`: compares every run with the first one, or with the one given by
//! `--baseline`.

use super::against_index;
use super::arguments::{EvalArgs, EvalFormat, Version};
use super::findings::{self, Findings};
use super::judgements::check_match;
use super::warnings::warn_of_margin;
use crate::cli::console::{Verbosity, to_stdout};
use crate::cli::options::say_written;
use crate::cli::results::{identity, open_folder, save};
use std::io::{self, Write};
use std::path::Path;
use tamis_eval::Topics;
use tamis_eval::measure::{Instance, JudgementKind, Relevance, Summary, check_grades, parse};
use tamis_eval::runs::{ComparedRun, RunComparison, compare, moved};
use tamis_eval::trec::TopicFields;
use tamis_index::corpus::Corpus;
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_report::json;
use tamis_report::runs as report;
use tamis_report::words::counted;

/// Default measures of a comparison.
const MEASURES: [&str; 4] = ["map", "P_10", "ndcg_cut_10", "recip_rank"];
/// Number of printed documents per topic.
const MOVED: usize = 5;

/// Compares `files`, the baseline first; `line` is the command that repeats it.
pub fn run(
    args: &EvalArgs,
    files: &[&Path],
    line: &str,
    talk: Verbosity,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<()> {
    args.refuse_for_several()?;
    let (instances, left_out) = args.compared_measures()?;
    let settings = args.several.settings()?;
    let form = args.several.figures.form()?;
    let judgements = args.judgements()?;
    let relevance = judgements.relevance();
    check_grades(relevance, &instances, &args.qrels)?;
    let entries = entries(args, files)?;
    let several = &args.several;
    open_folder(several.out.as_deref(), "runs", several.force, || Ok(args.identity(files)))?;
    for entry in &entries {
        check_match(args, Path::new(&entry.file), relevance, &entry.run)?;
    }
    let mut comparison = RunComparison {
        qrels_file: args.qrels.display().to_string(),
        command: line.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..compare(relevance, &entries, &instances, args.options(), settings)
    };
    let baseline = &comparison.baseline.means;
    warn_of_margin(comparison.margin, &comparison.measures, baseline, talk);
    let warned = warn(&comparison, &left_out, talk, stderr);
    warned.map_err(|e| Error::io("write", "(standard error)", e))?;
    explain(&mut comparison, relevance, &entries, args);
    if let Some(path) = &args.several.topics {
        comparison.queries = queries(&comparison.topics, path)?;
    }
    if let Some(path) = &args.index {
        let corpus = against_index::open(path)?;
        let runs: Vec<_> = entries.iter().map(|entry| &entry.run).collect();
        look_up(&mut comparison, &corpus)?;
        let found = against_index::look(corpus, args, talk, relevance, &runs)?;
        let warned = findings::write_warnings(&findings::of_index(&found, "the runs"), stderr);
        warned.map_err(|e| Error::io("write", "(standard error)", e))?;
    }
    let written =
        save(args.several.out.as_deref(), |folder| report::write(&comparison, folder, &form))?;
    let text = match (args.json, args.format) {
        (true, _) => json::one_line(&comparison),
        (false, Some(EvalFormat::Tsv)) => report::rows(&comparison, args.per_topic),
        (false, Some(EvalFormat::Latex)) => report::latex(&comparison),
        _ => report::table(&comparison, args.per_topic),
    };
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(to_stdout)?;
    say_written(written.as_deref().unwrap_or_default(), talk);
    Ok(())
}

impl EvalArgs {
    /// Returns the identity of all that a comparison depends on.
    fn identity(&self, files: &[&Path]) -> Option<Identity> {
        let mut arguments = self.clone();
        arguments.several.out = None;
        arguments.several.force = false;
        let index = self.index.as_ref().map(|index| index.join("meta.json"));
        let runs = files.iter().copied();
        identity(&arguments, [self.qrels.as_path()].into_iter().chain(runs).chain(index.as_deref()))
    }

    fn refuse_for_several(&self) -> Result<()> {
        if self.compat == Some(Version::Ten) {
            let message = "--compat 10 stops at a run that lacks a topic, and several are judged \
                           on the same topics; leave it out, or name one run";
            return Err(Error::settings(message.to_owned()));
        }
        let message = match (self.format, self.no_summary, &self.zscores) {
            (Some(EvalFormat::Trec | EvalFormat::Ir), ..) => {
                "--format trec and ir are lines of one run; several have --format tsv, latex, \
                 --json or a table"
            }
            (_, true, _) => {
                "-n leaves out the values over all topics, which are what is compared; leave -n out"
            }
            (_, _, Some(_)) => {
                "-Z needs a single run: a comparison has a baseline instead; leave -Z out, or give \
                 one run"
            }
            _ => return Ok(()),
        };
        Err(Error::settings(message.to_owned()))
    }

    /// Returns the requested measures that have a mean over topics, each once, and the names of the
    /// others. Keeps the order of the request: the first one selects the topics that changed most.
    fn compared_measures(&self) -> Result<(Vec<Instance>, Vec<String>)> {
        let usual: &[&str] = if self.kind() == JudgementKind::Qrels { &MEASURES } else { &[] };
        let usual = || usual.iter().map(|name| (*name).to_owned()).collect();
        let names: Vec<String> =
            if self.measures.is_empty() { usual() } else { self.measures.clone() };
        let mut instances = self.instances_of(&names)?;
        let places =
            names.iter().map(|name| parse(name)).collect::<tamis_eval::Result<Vec<_>>>()?;
        instances.sort_by_key(|one| places.iter().position(|of_name| of_name.contains(one)));
        let (means, others): (Vec<_>, Vec<_>) =
            instances.into_iter().partition(|one| one.measure().summary == Summary::Mean);
        let names: Vec<String> = others.iter().map(Instance::name).collect();
        if means.is_empty() {
            let message = format!(
                "found {}, expected a measure with a mean over topics, as -m map",
                names.join(", ")
            );
            return Err(Error::settings(message));
        }
        Ok((means, names))
    }
}

/// Reads the runs. They are called by their tags, or by their files where two have the same tag.
fn entries(args: &EvalArgs, files: &[&Path]) -> Result<Vec<ComparedRun>> {
    if let Some((_, file)) = files.iter().enumerate().find(|(at, file)| files[..*at].contains(file))
    {
        return Err(Error::settings(format!(
            "{} is given twice; give each run once",
            file.display()
        )));
    }
    let runs = files.iter().map(|file| args.read_run(file)).collect::<Result<Vec<_>>>()?;
    let tags: Vec<String> = runs.iter().map(|run| run.tag().to_owned()).collect();
    let tell_apart = (1..tags.len()).all(|at| !tags[..at].contains(&tags[at]));
    let names = if tell_apart { tags } else { ends(files) };
    let entries = files.iter().zip(runs).zip(names);
    Ok(entries
        .map(|((file, run), name)| ComparedRun { name, file: file.display().to_string(), run })
        .collect())
}

/// Returns the shortest ends of the paths that differ from each other. Tables and figures have no
/// room for whole paths.
fn ends(files: &[&Path]) -> Vec<String> {
    let parts: Vec<Vec<String>> = files
        .iter()
        .map(|file| {
            file.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
        })
        .collect();
    let longest = parts.iter().map(Vec::len).max().unwrap_or(1);
    (1..=longest)
        .map(|count| -> Vec<String> {
            parts.iter().map(|parts| parts[parts.len().saturating_sub(count)..].join("/")).collect()
        })
        .find(|names| (1..names.len()).all(|at| !names[..at].contains(&names[at])))
        .unwrap_or_else(|| files.iter().map(|file| file.display().to_string()).collect())
}

/// Writes a warning for everything that affects what the numbers mean.
fn warn(
    comparison: &RunComparison,
    left_out: &[String],
    talk: Verbosity,
    stderr: &mut dyn Write,
) -> io::Result<()> {
    let mut found = Vec::new();
    if !left_out.is_empty() {
        found.push(format!("without a mean over topics, so not compared: {}", left_out.join(", ")));
    }
    if !comparison.unanswered.is_empty() && !comparison.complete {
        let topics = counted(comparison.unanswered.len() as u64, "topic");
        let names = talk.names(&comparison.unanswered);
        found.push(format!(
            "no run answers {topics} of the qrels; left out (with -c, 0 in the means): {names}"
        ));
    }
    let systems =
        [&comparison.baseline].into_iter().chain(comparison.runs.iter().map(|run| &run.system));
    for system in systems {
        let name = &system.name;
        if !system.without_results.is_empty() && !comparison.complete {
            let topics = counted(system.without_results.len() as u64, "topic");
            let names = talk.names(&system.without_results);
            found.push(format!(
                "{name}: no results for {topics} that others answer; 0 in the means: {names}"
            ));
        }
        found.extend(
            Findings::of_run(&system.checks, talk)
                .iter()
                .map(|finding| format!("{name}: {finding}")),
        );
    }
    found.extend(Findings::of_judgements(&comparison.baseline.checks));
    findings::write_warnings(&found, stderr)
}

/// Finds the documents that moved the topics that changed most. Only grades of documents say which
/// are worth a look.
fn explain(
    comparison: &mut RunComparison,
    relevance: Relevance,
    entries: &[ComparedRun],
    args: &EvalArgs,
) {
    let (Relevance::Qrels(qrels), [baseline, others @ ..]) = (relevance, entries) else { return };
    for (run, entry) in comparison.runs.iter_mut().zip(others) {
        for changed in &mut run.changed {
            let Some(judged) = qrels.topic(&changed.topic) else { continue };
            changed.moved =
                moved(judged, &changed.topic, &baseline.run, &entry.run, args.options(), MOVED);
        }
    }
}

/// Finds out whether the index holds the documents that moved.
fn look_up(comparison: &mut RunComparison, corpus: &Corpus) -> Result<()> {
    let order = corpus.order()?;
    let changed = comparison.runs.iter_mut().flat_map(|run| &mut run.changed);
    for moved in changed.flat_map(|changed| &mut changed.moved) {
        moved.indexed = Some(order.rank(&moved.docno)?.is_some());
    }
    Ok(())
}

/// Reads the queries of these topics; empty for one that the file does not have.
fn queries(topics: &[String], path: &Path) -> Result<Vec<String>> {
    let known = Topics::fields(TopicFields::default()).read(path)?;
    let text = |id: &String| known.iter().find(|topic| topic.id == *id);
    Ok(topics.iter().map(|id| text(id).map_or(String::new(), |topic| topic.text.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_tag_are_named_by_the_ends_of_their_paths() {
        let of = |files: &[&str]| ends(&files.iter().map(Path::new).collect::<Vec<_>>());
        assert_eq!(of(&["/home/me/a.txt", "/home/me/b.txt"]), ["a.txt", "b.txt"]);
        assert_eq!(of(&["x/a/run", "x/b/run", "run"]), ["a/run", "b/run", "run"]);
        assert_eq!(of(&["./run", "run"]), ["./run", "run"]);
    }
}
