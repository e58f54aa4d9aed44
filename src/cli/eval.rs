//! `tamis eval QRELS RUN` into trec_eval's lines, and of several runs a comparison. It judges any system's runs, and needs no
//! index.

mod against_index;
mod findings;
mod several;

use crate::error::{Error, Place, Result};
use crate::measure::{
    Checks, Compat, Evaluation, Instance, Kind, Layout, Options, Parts, Relevance, evaluate_against, parse_all,
};
use crate::trec::{GroupedQrels, Prefs, Prels, Qrels, Run, grouped, prefs, prels, qrels, run as trec_run, zscores};
use findings::Findings;
pub use several::SeveralArgs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// `tamis eval`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct EvalArgs {
    /// Judgements: lines of topic, iteration, docno, grade (plain or gzip); see -R
    #[arg(value_name = "QRELS")]
    pub qrels: PathBuf,
    /// The run: lines of topic, Q0, docno, rank, score, tag (plain or gzip); - for standard input. Several are compared
    #[arg(value_name = "RUN", required = true)]
    pub runs: Vec<PathBuf>,
    /// What to measure: P.10,20 or P@10, ndcg_cut.10 or nDCG@10, map or AP, all_trec, ...; may stand several times; official
    /// if not given
    #[arg(short, long = "measure", value_name = "MEASURE")]
    pub measures: Vec<String>,
    /// The values of each topic, too
    #[arg(short = 'q', long)]
    pub per_topic: bool,
    /// Print no warnings
    // The flag of all commands, but without its -q, which is trec_eval's here.
    #[arg(long)]
    pub quiet: bool,
    /// No values over all topics
    #[arg(short = 'n', long, requires = "per_topic")]
    pub no_summary: bool,
    /// Topics of the qrels that the run lacks count as topics without results
    #[arg(short, long)]
    pub complete: bool,
    /// The least grade that is relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    pub level: i32,
    /// Only the first COUNT results of each topic count
    #[arg(short = 'M', long = "max-results", value_name = "COUNT")]
    pub depth: Option<usize>,
    /// Take results that nobody judged out of the ranking
    #[arg(short = 'J', long)]
    pub judged_only: bool,
    /// Documents in the collection, for a fourth coefficient of utility
    #[arg(short = 'N', long = "collection-size", value_name = "COUNT", default_value_t = 0)]
    pub collection: u64,
    /// What the lines of QRELS are
    #[arg(short = 'R', long = "relevance", value_enum, value_name = "FORMAT", default_value_t)]
    pub relevance: RelevanceFormat,
    /// Grades to put in the place of others before anything else, as 2=1,3=1,4=1
    #[arg(long, value_name = "OLD=NEW,...", value_parser = grade_map, allow_hyphen_values = true)]
    pub grades: Option<GradeMap>,
    /// Print deviations from the means of other runs: lines of topic, measure, mean, standard deviation
    #[arg(short = 'Z', long, value_name = "FILE")]
    pub zscores: Option<PathBuf>,
    /// Do as this version of trec_eval where 9.0 and 10.0 differ, its stop at a topic without results included
    #[arg(long, value_enum, value_name = "VERSION")]
    pub compat: Option<Version>,
    /// Warn of docnos that this index does not hold
    #[arg(long, value_name = "INDEX")]
    pub index: Option<PathBuf>,
    /// Warn of judged documents of which this rule permits nothing, as `tamis search --where` does
    #[arg(long = "where", value_name = "RULE", requires = "index")]
    pub rule: Option<String>,
    /// Whose lines to print [default: trec; of several runs a table]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<EvalFormat>,
    /// One JSON object a line, all digits; the last one says what is to be known of judgements and run. Of several runs one
    /// object
    #[arg(long)]
    pub json: bool,
    /// What only several runs take
    #[command(flatten)]
    pub several: SeveralArgs,
}

/// Whose lines `tamis eval` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum EvalFormat {
    /// trec_eval's: name, topic, value
    Trec,
    /// ir_measures': topic, name, value
    Ir,
    /// Of several runs: a header, then a line per run and measure
    Tsv,
}

/// What the lines of the judgements are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum RelevanceFormat {
    /// topic, iteration, docno, grade
    #[default]
    Qrels,
    /// topic, judge, docno, grade: the grades of several judges
    #[value(name = "qrels_jg")]
    QrelsJg,
    /// topic, judge, docno, grade: the better grade is preferred
    #[value(name = "qrels_prefs")]
    QrelsPrefs,
    /// topic, judge, subgroup, docno, level: the higher level is preferred
    Prefs,
    /// topic, subtopic, docno, grade, as ndeval reads them
    Subtopics,
    /// topic, docno, grade, method, probability: a sample of judgements
    Prels,
}

/// A version of trec_eval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Version {
    /// 9.0: scores are single precision
    #[value(name = "9")]
    Nine,
    /// 10.0: stops at a topic without results unless -c
    #[value(name = "10")]
    Ten,
}

/// Which grades stand for which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeMap(Vec<(i32, i32)>);

impl GradeMap {
    fn of(&self, grade: i32) -> i32 {
        self.0.iter().find(|(old, _)| *old == grade).map_or(grade, |(_, new)| *new)
    }
}

fn grade_map(text: &str) -> std::result::Result<GradeMap, String> {
    let pair = |pair: &str| {
        let numbers = pair.split_once('=').map(|(old, new)| (old.trim().parse::<i32>(), new.trim().parse::<i32>()));
        match numbers {
            Some((Ok(old), Ok(new))) => Ok((old, new)),
            _ => Err(format!("found '{pair}', expected two grades as 2=1")),
        }
    };
    let pairs: Vec<(i32, i32)> = text.split(',').map(pair).collect::<std::result::Result<_, _>>()?;
    match (1..pairs.len()).find(|&at| pairs[..at].iter().any(|(old, _)| *old == pairs[at].0)) {
        Some(twice) => Err(format!("found grade {} twice, expected each once", pairs[twice].0)),
        None => Ok(GradeMap(pairs)),
    }
}

/// Judges the run and prints the values to `stdout`, or compares several; topics that are left out are named on `stderr`.
/// `line` is the command that repeats it.
///
/// # Errors
/// [`Error::Usage`] for an unknown measure, for one that needs other judgements, and for what does not go with the number of
/// runs; [`Error::Io`] and [`Error::Format`] for
/// files that cannot be read, and where qrels and run have no topic in common; [`Error::AsTrecEval`] where trec_eval 10 is to
/// be followed and stops.
pub fn run(args: &EvalArgs, line: &str, stdout: &mut dyn Write, stderr: &mut dyn Write) -> Result<()> {
    match args.files()[..] {
        [one] => run_one(args, one, stdout, stderr),
        ref several => several::run(args, several, line, stdout, stderr),
    }
}

fn run_one(args: &EvalArgs, file: &Path, stdout: &mut dyn Write, stderr: &mut dyn Write) -> Result<()> {
    args.several.refuse_for_one()?;
    let layout = args.layout()?;
    let instances = args.instances()?;
    let (judgements, run) = rayon::join(|| args.judgements(), || args.read_run(file));
    let (judgements, run) = (judgements?, run?);
    let relevance = judgements.relevance();
    let mut evaluation = evaluate_against(relevance, &run, &instances, args.options());
    if evaluation.common == 0 {
        return Err(nothing_in_common(args, file, relevance, &run));
    }
    if let Some(file) = &args.zscores {
        evaluation = evaluation.standardised(&zscores::read(file)?);
    }
    let look = |path| against_index::look(&against_index::open(path)?, args.rule.as_deref(), relevance, &[&run]);
    let index = args.index.as_deref().map(look);
    let findings = Findings { checks: Checks::new(relevance, &run, &evaluation), index: index.transpose()? };
    findings.warn(args.complete, stderr).map_err(|e| Error::io("write", "(standard error)", e))?;
    let stop = args.follow(&mut evaluation);
    let parts = Parts { topics: args.per_topic, summary: !args.no_summary && stop.is_none() };
    let found = |out: &mut dyn Write| if args.json { findings.write_json(out) } else { Ok(()) };
    let printed = layout.write(&evaluation, parts, stdout).and_then(|()| found(stdout));
    let printed = printed.and_then(|()| stdout.flush());
    printed.map_err(|e| Error::io("write", "(standard output)", e))?;
    stop.map_or(Ok(()), Err)
}

/// The judgements that were read.
enum Judgements {
    Qrels(Qrels),
    Groups(GroupedQrels),
    Prefs(Prefs),
    Subtopics(GroupedQrels),
    Prels(Prels),
}

impl Judgements {
    fn relevance(&self) -> Relevance<'_> {
        match self {
            Self::Qrels(qrels) => Relevance::Qrels(qrels),
            Self::Groups(groups) => Relevance::Groups(groups),
            Self::Prefs(prefs) => Relevance::Preferences(prefs),
            Self::Subtopics(groups) => Relevance::Subtopics(groups),
            Self::Prels(prels) => Relevance::Sample(prels),
        }
    }
}

impl EvalArgs {
    fn options(&self) -> Options {
        let compat = if self.compat == Some(Version::Nine) { Compat::Nine } else { Compat::Ten };
        Options {
            complete: self.complete,
            level: self.level,
            depth: self.depth,
            judged_only: self.judged_only,
            collection: self.collection,
            compat,
        }
    }

    /// The runs, the baseline first.
    fn files(&self) -> Vec<&Path> {
        let baseline = self.several.baseline.as_deref();
        let others = self.runs.iter().map(PathBuf::as_path);
        match baseline {
            Some(baseline) => [baseline].into_iter().chain(others.filter(|file| *file != baseline)).collect(),
            None => others.collect(),
        }
    }

    fn read_run(&self, file: &Path) -> Result<Run> {
        let run = trec_run::read(file)?;
        Ok(if self.compat == Some(Version::Nine) { run.single_precision() } else { run })
    }

    fn layout(&self) -> Result<Layout> {
        match (self.json, self.format) {
            (true, _) => Ok(Layout::Json),
            (false, None | Some(EvalFormat::Trec)) => Ok(Layout::Trec),
            (false, Some(EvalFormat::Ir)) => Ok(Layout::Ir),
            (false, Some(EvalFormat::Tsv)) => {
                let message = "--format tsv is a table of several runs; name two, or print trec, ir or --json";
                Err(Error::Usage(message.to_owned()))
            }
        }
    }

    fn kind(&self) -> Kind {
        match self.relevance {
            RelevanceFormat::Qrels => Kind::Qrels,
            RelevanceFormat::QrelsJg => Kind::Groups,
            RelevanceFormat::QrelsPrefs | RelevanceFormat::Prefs => Kind::Preferences,
            RelevanceFormat::Subtopics => Kind::Subtopics,
            RelevanceFormat::Prels => Kind::Sample,
        }
    }

    /// The measures asked for, in the order of the list, as trec_eval prints them.
    fn instances(&self) -> Result<Vec<Instance>> {
        self.instances_of(&self.measures)
    }

    fn instances_of(&self, measures: &[String]) -> Result<Vec<Instance>> {
        let kind = self.kind();
        let usual = match kind {
            Kind::Qrels => "official",
            Kind::Groups => "qrels_jg",
            Kind::Preferences => "prefs",
            Kind::Subtopics => "ndeval",
            Kind::Sample => "statAP",
        };
        let asked: Vec<&str> = measures.iter().map(String::as_str).collect();
        let mut instances = parse_all(if asked.is_empty() { vec![usual] } else { asked.clone() })?;
        // trec_eval 9 does not have them, so that its all_trec is shorter.
        if self.compat == Some(Version::Nine) && asked.contains(&"all_trec") {
            instances.retain(|one| !["rbp", "rbp_resid", "unj"].contains(&one.measure().name));
        }
        if self.judged_only && !matches!(kind, Kind::Qrels | Kind::Groups) {
            let message =
                format!("-J takes unjudged results out of rankings of grades, but QRELS are {kind}; leave -J out");
            return Err(Error::Usage(message));
        }
        match instances.iter().find_map(|one| Some((one, one.needs().filter(|needs| *needs != kind)?))) {
            Some((one, needs)) => Err(Error::Usage(format!(
                "measure '{}' is about {needs}, but QRELS are {kind}; ask for -m {usual}, or name other judgements",
                one.name()
            ))),
            None => Ok(instances),
        }
    }

    fn judgements(&self) -> Result<Judgements> {
        let new_grade = |grade| self.grades.as_ref().map_or(grade, |grades| grades.of(grade));
        Ok(match self.relevance {
            RelevanceFormat::Qrels => {
                let mut read = qrels::read(&self.qrels)?;
                read.map_grades(new_grade);
                Judgements::Qrels(read)
            }
            RelevanceFormat::Prefs if self.grades.is_some() => {
                let message = "--grades is about grades, but -R prefs reads levels of preference; change the file";
                return Err(Error::Usage(message.to_owned()));
            }
            RelevanceFormat::Prefs => Judgements::Prefs(prefs::read(&self.qrels)?),
            RelevanceFormat::Prels => {
                let mut read = prels::read(&self.qrels)?;
                read.map_grades(new_grade);
                Judgements::Prels(read)
            }
            RelevanceFormat::QrelsJg => Judgements::Groups(self.groups(new_grade)?),
            RelevanceFormat::QrelsPrefs => Judgements::Prefs(Prefs::of_grades(&self.groups(new_grade)?)),
            RelevanceFormat::Subtopics => Judgements::Subtopics(self.groups(new_grade)?),
        })
    }

    fn groups(&self, new_grade: impl Fn(i32) -> i32) -> Result<GroupedQrels> {
        let mut read = grouped::read(&self.qrels)?;
        read.map_grades(new_grade);
        Ok(read)
    }

    /// What the version of trec_eval does with topics without results. 9 prints no lines of theirs, though they count with
    /// -c. 10 stops at the first one without -c: the topics before it have been printed.
    fn follow(&self, evaluation: &mut Evaluation) -> Option<Error> {
        let first = evaluation.absent.first()?.clone();
        match self.compat? {
            Version::Nine => {
                let absent = &evaluation.absent;
                evaluation.topics.retain(|topic| absent.binary_search(&topic.topic).is_err());
                None
            }
            Version::Ten if self.complete => None,
            Version::Ten => {
                evaluation.topics.retain(|topic| topic.topic < first);
                let message =
                    "has no results, and trec_eval 10 stops there; -c counts it as 0, no --compat leaves it out";
                Some(Error::AsTrecEval(format!("topic {first} of {} {message}", self.qrels.display())))
            }
        }
    }
}

/// The error for a run and qrels that are not about the same topics, with the first topics of both.
fn nothing_in_common(args: &EvalArgs, file: &Path, relevance: Relevance, run: &Run) -> Error {
    fn first<'a>(ids: impl Iterator<Item = &'a str>) -> String {
        ids.take(3).collect::<Vec<_>>().join(", ")
    }
    let found =
        format!("no topic of {} (the run's begin with {})", args.qrels.display(), first(run.topics().map(|t| t.0)));
    let expected = format!("topics of the qrels, which begin with {}", first(relevance.topics().into_iter()));
    Error::format(Place::file(file), found, expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: EvalArgs,
    }

    /// What is said of these files whatever is asked for.
    const WARNINGS: &str = "warning: the qrels lack 2 topics of the run; ignored: x, y\n\
                            warning: nobody judged 25 % of the first ten results; scores are lower bounds\n\
                            warning: 1 judgement below 0 in the qrels; such documents count as not judged\n";

    /// Runs `eval` on the files of tests/golden/eval.
    fn eval(flags: &[&str], qrels: &str, run_file: &str) -> (Result<()>, String, String) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval");
        let files = [folder.join(qrels), folder.join(run_file)].map(|path| path.display().to_string());
        let typed = ["eval"].into_iter().chain(flags.iter().copied()).chain(files.iter().map(String::as_str));
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let result = run(&Command::try_parse_from(typed).unwrap().args, "tamis eval", &mut stdout, &mut stderr);
        (result, String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    fn golden(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval").join(name);
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_official_list_leaves_out_absent_topics_and_says_so() {
        let (result, stdout, stderr) = eval(&[], "tiny.qrels", "tiny.run");
        result.unwrap();
        assert_eq!(stdout, golden("tiny.official.out"));
        assert_eq!(
            stderr,
            format!("warning: the run lacks 1 topic of the qrels; left out (with -c, 0 in the means): c\n{WARNINGS}")
        );
    }

    #[test]
    fn complete_topics_at_level_two_in_both_layouts() {
        let flags = ["-q", "-c", "-l2", "-mP@2", "-m", "AP", "-m", "num_q", "-mnum_rel"];
        let (_, stdout, stderr) = eval(&flags, "tiny.qrels", "tiny.run");
        assert_eq!(stdout, golden("tiny.qcl2.out"));
        assert_eq!(stderr, WARNINGS);
        let (_, stdout, _) = eval(&[&flags[..], &["--format", "ir"]].concat(), "tiny.qrels", "tiny.run");
        assert_eq!(stdout, golden("tiny.qcl2.ir.out"));
    }

    #[test]
    fn json_is_one_object_a_line() {
        let (_, stdout, _) = eval(&["--json", "-qn", "-mRR", "-mnum_ret"], "tiny.qrels", "tiny.run");
        assert_eq!(
            stdout,
            "{\"topic\":\"a\",\"num_ret\":3,\"recip_rank\":0.5}\n{\"topic\":\"b\",\"num_ret\":1,\"recip_rank\":1.0}\n\
             {\"checks\":{\"absent_topics\":[\"c\"],\"unjudged_topics\":[\"x\",\"y\"],\"unjudged_at_10\":0.25,\
             \"unsorted_topics\":[],\"misranked_topics\":[],\"negative_grades\":1,\"huge_grades\":0}}\n"
        );
    }

    #[test]
    fn qrels_of_other_topics_are_an_error_even_when_complete() {
        for flags in [&[][..], &["-c"]] {
            let (result, stdout, _) = eval(flags, "other.qrels", "tiny.run");
            let error = result.unwrap_err();
            assert_eq!((stdout.as_str(), error.exit_status()), ("", 1));
            let message = error.to_string();
            assert!(message.contains("(the run's begin with a, b, x)"), "{message}");
            assert!(message.ends_with("expected topics of the qrels, which begin with 7, 8, 9"), "{message}");
        }
    }

    #[test]
    fn an_unknown_measure_is_a_usage_error() {
        let (result, ..) = eval(&["-mP_10", "-mndcg_cat"], "tiny.qrels", "tiny.run");
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), "unknown measure 'ndcg_cat'; did you mean 'ndcg_cut'?");
        assert_eq!(error.exit_status(), 2);
    }

    #[test]
    fn a_missing_file_is_named() {
        let (result, ..) = eval(&[], "none.qrels", "tiny.run");
        assert!(result.unwrap_err().to_string().contains("none.qrels: cannot open: "));
    }

    #[test]
    fn grades_are_mapped_before_anything_else() {
        let (_, stdout, stderr) = eval(&["-n", "-q", "--grades", "2=0,-1=1", "-mnum_rel"], "tiny.qrels", "tiny.run");
        assert_eq!(stdout, "num_rel               \ta\t2\nnum_rel               \tb\t1\n");
        assert!(!stderr.contains("below 0"), "{stderr}");
        assert_eq!(grade_map("2=1,x").unwrap_err(), "found 'x', expected two grades as 2=1");
        assert_eq!(grade_map("2=1,2=0").unwrap_err(), "found grade 2 twice, expected each once");
    }

    #[test]
    fn trec_eval_10_stops_at_a_topic_without_results_and_9_does_not_print_it() {
        let (result, stdout, _) = eval(&["-q", "-mmap", "--compat", "10"], "tiny.qrels", "tiny.run");
        let error = result.unwrap_err();
        assert_eq!((stdout.lines().count(), error.exit_status()), (2, 4));
        assert!(error.to_string().starts_with("topic c of "), "{error}");
        let (_, nine, _) = eval(&["-qc", "-mmap", "--compat", "9"], "tiny.qrels", "tiny.run");
        let (_, ten, _) = eval(&["-qc", "-mmap", "--compat", "10"], "tiny.qrels", "tiny.run");
        assert_eq!((nine.lines().count(), ten.lines().count()), (3, 4));
        assert_eq!(nine.lines().last(), ten.lines().last());
    }

    #[test]
    fn what_does_not_go_together_is_explained() {
        let wrong = |flags: &[&str]| eval(flags, "tiny.qrels", "tiny.run").0.unwrap_err();
        assert_eq!(
            wrong(&["-R", "qrels_jg", "-mmap"]).to_string(),
            "measure 'map' is about qrels, but QRELS are judgement groups (-R qrels_jg); ask for -m qrels_jg, or name \
             other judgements"
        );
        assert!(wrong(&["-R", "prefs", "--grades", "1=2"]).to_string().starts_with("--grades is about grades, but"));
        assert!(wrong(&["-R", "qrels_prefs", "-J"]).to_string().starts_with("-J takes unjudged results out of"));
        assert_eq!(wrong(&["-R", "prefs"]).exit_status(), 1);
    }
}
