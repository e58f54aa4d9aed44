//! A job over shards, whose values pass as bytes, gives what one index gives.

use super::{built, divided, page, ranking};
use crate::made_up::{build, model};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use tamis::job::{Judged, Rounds, SearchJob, Source, SweepJob, TopicsJob, lines_of_run};
use tamis::request::{Expansion, Pages, Request, SweepRequest};
use tamis::shards::repeats::{self, Totals};
use tamis::shards::{Answer, Shard, Task};
use tamis::{Hit, Index, Notice, Qrels, Topics};
use tamis_eval::trec::Topic;
use tamis_index::error::Result;
use tamis_index::ingest::{ShardPlan, Share};
use tamis_search::feedback::Feedback;
use tamis_search::model::{ModelSpec, Parameters, Unit};

const TOPICS: [(&str, &str); 6] = [
    ("1", "ant bee"),
    ("2", "cat dog"),
    ("3", "gnu"),
    ("4", "fox eel owl2"),
    ("5", ""),
    ("6", "+ant \"bee cat\" -dog"),
];

fn topics() -> Topics {
    TOPICS
        .map(|(id, text)| Topic { id: id.to_owned(), text: text.to_owned() })
        .into_iter()
        .collect()
}

fn qrels() -> Qrels {
    let lines: String = (0..101).map(|n| format!("{} 0 d{n:03} {}\n", n % 4 + 1, n % 3)).collect();
    Qrels::read_from(lines.as_bytes(), "qrels").unwrap()
}

/// A search for these topics.
fn search(request: Request) -> TopicsJob {
    let topics = Source::value(topics(), "topics");
    TopicsJob { request, topics, ..TopicsJob::default() }
}

/// Counts how often blocks repeat over all shards.
fn count(folder: &Path, paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut rows = Vec::new();
    for path in paths {
        repeats::each(path, |of_segment| {
            rows.extend(of_segment);
            Ok(())
        })
        .unwrap();
    }
    let totals = Totals::of_rows(rows);
    let of = repeats::together(paths.iter().map(|path| repeats::contents(path).unwrap()));
    paths
        .iter()
        .enumerate()
        .map(|(number, path)| {
            let counts = folder.join(format!("counts-{number}"));
            repeats::write(path, &totals, of, paths.len() as u64, &counts).unwrap();
            counts
        })
        .collect()
}

/// Runs a job over shards that exchange bytes, with so many rounds besides those of counts and
/// ranks.
fn run<T>(
    mut job: Rounds<T>,
    paths: &[PathBuf],
    counts: &[PathBuf],
    more: usize,
) -> Result<(T, Vec<Notice>)> {
    let shards: Vec<Shard> = paths
        .iter()
        .zip(counts)
        .map(|(path, counts)| Shard::open(path, Some(counts)).unwrap())
        .collect();
    let mut rounds = 0;
    while let Some(task) = job.task() {
        rounds += 1;
        let task = Task::from_bytes(&task.to_bytes()?)?;
        let mut answers = Vec::new();
        for shard in shards.iter().rev() {
            answers.push(Answer::from_bytes(&shard.answer(&task)?.to_bytes()?)?);
        }
        // Added as a tree, then the rest.
        let mut answers = answers.into_iter();
        let mut both = answers.next().into_iter().collect::<Vec<_>>();
        if let (Some(first), Some(second)) = (both.first_mut(), answers.next()) {
            first.add(second)?;
        }
        job.take(both.into_iter().chain(answers).collect(), &())?;
    }
    assert!(rounds == 2 + more || rounds == 4 + more, "{rounds} rounds");
    let outcome = job.outcome()?;
    Ok((outcome.result, outcome.notices))
}

/// The notices that shards can have alike: sums do not show which part of a rule leaves least.
fn alike(mut notices: Vec<Notice>) -> Vec<Notice> {
    notices.retain(|notice| !matches!(notice, Notice::LittleText { .. }));
    notices
}

/// Rules as a user writes them.
fn written() -> impl Strategy<Value = String> {
    const RULES: [&str; 9] = [
        "words >= 4",
        "repeats <= 1",
        "site_share < 0.5 or words > 9",
        "site_repeats <= 2",
        "not label = label-0",
        "link_density <= 0.4 and tag_level < 7",
        "score.victor >= 0.3",
        "words >= 0",
        "words > 1000",
    ];
    prop::sample::select(&RULES[..]).prop_map(str::to_owned)
}

fn weights() -> impl Strategy<Value = Vec<String>> {
    const WEIGHTS: [&str; 4] =
        ["kind = title: 3", "repeats > 1: 0.25", "words < 3: 0", "words >= 0: 0"];
    prop::collection::vec(prop::sample::select(&WEIGHTS[..]).prop_map(str::to_owned), 0..3)
}

/// Axes of a sweep's rankings.
const RANKINGS: [(&str, &[&str]); 4] = [
    ("none", &[]),
    ("k1", &["0.5", "1.2"]),
    ("model", &["ql-dirichlet", "bm25"]),
    ("feedback", &["none", "rm3"]),
];

/// Filters of pages, by date and with one capture of each URL or with all.
fn filter() -> impl Strategy<Value = Pages> {
    let dates = prop::sample::select(&[None, Some("2006-02"), Some("2006")][..]);
    (dates.clone(), any::<bool>(), dates).prop_map(|(from, collapse, nearest)| Pages {
        from: from.map(str::to_owned),
        collapse,
        collapse_date: nearest.filter(|_| collapse).map(str::to_owned),
        ..Pages::default()
    })
}

fn parameters(model: &ModelSpec) -> (String, Parameters) {
    (model.name().to_owned(), model.parameters())
}

/// Returns the run of a search over one index, set parameter by parameter instead of by a request.
fn run_of_one_index(
    folder: &Path,
    request: &Request,
    min_words: Option<u32>,
    feedback: Option<Feedback>,
) -> Result<Vec<u8>> {
    let index = Index::open(folder.join("whole"))?;
    let topics = topics();
    let hits = request.hits.expect("a number of results");
    let model = request.model.as_deref().expect("a model");
    let search = index.search_topics(&topics).with(|job| job.tag = "t".to_owned());
    let mut search = search.set("hits", hits)?.set("model", model)?;
    search = search.set("query_syntax", request.query_syntax)?;
    for docno in &request.pages.not_docnos {
        search = search.set("not_docnos", docno)?;
    }
    for clause in request.rule.iter().filter(|clause| clause.name() == "where") {
        search = search.set("where", clause.value())?;
    }
    for weight in &request.weights {
        search = search.set("weight", weight)?;
    }
    if let Some(words) = min_words {
        search = search.set("min_words", words)?;
    }
    for (name, value) in request.parameters.given() {
        search = search.set(name, value)?;
    }
    if let Some(feedback) = feedback {
        search = search.with(|job| job.request.expansion = feedback.into());
    }
    let run = folder.join("run");
    search.write(&run)?;
    Ok(std::fs::read(run).unwrap())
}

/// Sweeps one index over words, text density, these labels and perhaps another axis.
fn sweep_of_one_index(
    folder: &Path,
    qrels: &Qrels,
    request: Request,
    labels: &[String],
    axis: Option<(&str, &[&str])>,
    separately: bool,
    folds: Option<usize>,
) -> Result<tamis::Sweep> {
    let index = Index::open(folder.join("whole"))?;
    let topics = topics();
    let sweep = index.sweep(&topics, qrels).measure("map").measure("P_5").with(|job| {
        job.sweep.request = request;
        job.sweep.separately = separately;
        job.folds = folds;
        job.seed = 7;
        job.permutations = 100;
    });
    let mut sweep = sweep.axis("min_words", [0, 3, 9]).axis("min_density", [0.0, 4.5]);
    if !labels.is_empty() {
        sweep = sweep.axis("label", labels);
    }
    if let Some((name, values)) = axis {
        sweep = sweep.axis(name, values);
    }
    sweep.run()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn a_search_over_shards_is_that_of_one_index(
        (pages, places) in divided(),
        rules in prop::collection::vec(written(), 0..3),
        weights in weights(),
        min_words in prop::option::of(0u32..12),
        model in model(),
        documents in 0u8..4,
        hits in 1usize..30,
        query_syntax in any::<bool>(),
        left_out in prop::collection::btree_set(0usize..101, 0..40),
    ) {
        let left_out: Vec<String> = left_out.iter().map(|page| format!("d{page:03}")).collect();
        let folder = tamis_testing::folder();
        let (_, paths) = built(folder.path(), &pages, &places);
        let counts = count(folder.path(), &paths);
        let unit = if weights.iter().any(|weight| weight.contains('.')) {
            Unit::Hundredths
        } else {
            Unit::Tokens
        };
        let ranking = ranking(model, unit, documents);
        let (model, parameters) = parameters(&ranking.model);
        let mut request = Request {
            model: Some(model),
            parameters,
            expansion: ranking.feedback.map(Expansion::from).unwrap_or_default(),
            hits: Some(hits),
            query_syntax,
            pages: Pages { not_docnos: left_out, ..Pages::default() },
            ..of_blocks(&rules, &weights)
        };
        if let Some(words) = min_words {
            request.set("min_words", &words.to_string()).unwrap();
        }
        let one = run_of_one_index(folder.path(), &request, min_words, ranking.feedback);
        let job = search(request);
        let index = Index::open(folder.path().join("whole")).unwrap();
        let noticed = job.lines(&index, &()).map(|outcome| alike(outcome.notices));
        let found = job.over_shards(paths.len()).and_then(|job| run(job, &paths, &counts, 0));
        let (found, told) = match found {
            Ok((found, told)) => (lines_of_run(&found, "t"), Ok(alike(told))),
            Err(error) => (Err(error), Err(())),
        };
        prop_assert_eq!(told, noticed.map_err(drop));
        prop_assert_eq!(found.map_err(|e| e.to_string()), one.map_err(|e| e.to_string()));
    }

    #[test]
    fn what_shards_show_of_pages_is_what_one_index_shows(
        (pages, places) in divided(),
        rules in prop::collection::vec(written(), 0..2),
        weights in weights(),
        model in model(),
        documents in 0u8..3,
        hits in 1usize..12,
        query_syntax in any::<bool>(),
        filter in filter(),
        page in 0usize..101,
    ) {
        let folder = tamis_testing::folder();
        let (_, paths) = built(folder.path(), &pages, &places);
        let counts = count(folder.path(), &paths);
        let unit = if weights.iter().any(|weight| weight.contains('.')) {
            Unit::Hundredths
        } else {
            Unit::Tokens
        };
        let ranking = ranking(model, unit, documents);
        let (model, parameters) = parameters(&ranking.model);
        let expansion = ranking.feedback.map(Expansion::from).unwrap_or_default();
        let captures = usize::from(filter.collapse && paths.len() > 1);
        let request = Request {
            model: Some(model),
            parameters,
            expansion,
            hits: Some(hits),
            query_syntax,
            pages: filter,
            ..of_blocks(&rules, &weights)
        };
        let index = Index::open(folder.path().join("whole")).unwrap();
        let words =
        |text: &'static str| index.search(text).with(|job| job.request = request.clone());
        let job = search(request.clone());
        let found = job
            .pages_over_shards(paths.len())
            .and_then(|job| run(job, &paths, &counts, captures + 1))
            .map(|(found, _)| found.into_iter().map(|(_, hits)| hits).collect::<Vec<_>>());
        let one: Result<Vec<Vec<Hit>>> =
            TOPICS.iter().map(|(_, text)| words(text).run()).collect();
        prop_assert_eq!(found.map_err(|e| e.to_string()), one.map_err(|e| e.to_string()));
        // Typed words; a job without any of them finds nothing, and says so.
        let words = TOPICS[page % TOPICS.len()].1.to_owned();
        let skipped = page % 3;
        let typed =
            SearchJob { request: request.clone(), words, skipped, ..SearchJob::default() };
        let found = typed
            .over_shards(paths.len())
            .and_then(|job| run(job, &paths, &counts, captures + 1))
            .map(|(found, notices)| (found, alike(notices)));
        let one = typed.run(&index, &());
        let one = one.map(|outcome| (outcome.result, alike(outcome.notices)));
        prop_assert_eq!(found.map_err(|e| e.to_string()), one.map_err(|e| e.to_string()));
        let found = typed
            .explain_over_shards(None, paths.len())
            .and_then(|job| run(job, &paths, &counts, captures))
            .map(|(found, notices)| (found, alike(notices)));
        let one = typed.explain(None, &index, &());
        let one = one.map(|outcome| (outcome.result, alike(outcome.notices)));
        prop_assert_eq!(found.map_err(|e| e.to_string()), one.map_err(|e| e.to_string()));
        for docno in
            [Some(format!("d{page:03}")), Some(pages[page % pages.len()].docno.clone()), None]
        {
            let found = job
                .explain_over_shards(docno.as_deref(), paths.len())
                .and_then(|job| run(job, &paths, &counts, captures));
            let found = found.map(|(found, told)| (found, alike(told)));
            let one = job.explain(docno.as_deref(), &index, &());
            let one = one.map(|outcome| (outcome.result, alike(outcome.notices)));
            prop_assert_eq!(found.map_err(without_path), one.map_err(without_path));
        }
    }

    #[test]
    fn a_sweep_over_shards_is_that_of_one_index(
        (pages, places) in divided(),
        rules in prop::collection::vec(written(), 0..2),
        weights in weights(),
        separately in any::<bool>(),
        labels in any::<bool>(),
        documents in 0u8..3,
        folds in any::<bool>(),
        rankings in 0usize..4,
        filter in filter(),
    ) {
        let folder = tamis_testing::folder();
        let (_, paths) = built(folder.path(), &pages, &places);
        let counts = count(folder.path(), &paths);
        let qrels = qrels();
        let bm25 = ModelSpec::new("bm25", &Parameters::default()).unwrap();
        let ranking = ranking(bm25, Unit::Tokens, documents);
        let names = ["none", "label-0", "label-1"].map(str::to_owned).to_vec();
        // Queries are expanded at all points, at none, or at some.
        let (name, values) = RANKINGS[rankings];
        let feedback = ranking.feedback.filter(|_| name != "feedback");
        let captures = usize::from(filter.collapse && paths.len() > 1);
        let request = Request {
            expansion: feedback.map(Expansion::from).unwrap_or_default(),
            pages: filter,
            ..of_blocks(&rules, &weights)
        };
        let shared = request.clone();
        let mut sweep = SweepRequest { request, separately, ..SweepRequest::default() };
        sweep.set_axis("min_words", [0, 3, 9]);
        sweep.set_axis("min_density", [0.0, 4.5]);
        if labels {
            sweep.set_axis("label", &names);
        }
        if !values.is_empty() {
            sweep.set_axis(name, values);
        }
        let folds = folds.then_some(2);
        let axis = Some((name, values)).filter(|_| !values.is_empty());
        let names = if labels { &names[..] } else { &[] };
        let one =
            sweep_of_one_index(folder.path(), &qrels, shared, names, axis, separately, folds);
        let mut judged =
            Judged::new(Source::value(topics(), "topics"), Source::value(qrels, "qrels"));
        judged.measures = ["map", "P_5"].map(str::to_owned).to_vec();
        let job =
            SweepJob { sweep, judged, folds, seed: 7, permutations: 100, ..SweepJob::default() };
        let found = job
            .over_shards(paths.len(), &())
            .and_then(|job| run(job, &paths, &counts, captures));
        match (found, one) {
            (Ok((found, told)), Ok(one)) => {
                let index = Index::open(folder.path().join("whole")).unwrap();
                let mut noticed = job.run(&index, &()).unwrap().notices;
                // No shard knows the judged documents.
                noticed.retain(|notice| !matches!(notice, Notice::JudgedMissing { .. }));
                prop_assert_eq!(told, noticed);
                prop_assert_eq!(found.unjudged(), one.unjudged());
                prop_assert_eq!(plain(&found), plain(&one));
            }
            (found, one) => {
                prop_assert_eq!(
                    found.err().map(|e| e.to_string()),
                    one.err().map(|e| e.to_string())
                );
            }
        }
    }
}

/// An error without the index that has the page, which is another one.
fn without_path(error: tamis::Error) -> String {
    match error {
        tamis::Error::UnknownPage { docno, filtered, .. } => format!("{docno} {filtered}"),
        error => error.to_string(),
    }
}

/// The JSON of a sweep without the names of its inputs.
fn plain(sweep: &tamis::Sweep) -> BTreeMap<String, serde_json::Value> {
    let mut json: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(&sweep.json()).unwrap();
    for name in ["index", "command"] {
        assert!(json.remove(name).is_some(), "{name}");
    }
    json
}

/// Two shards of one page each.
fn shards(folder: &Path) -> Vec<PathBuf> {
    let at = |name: &str| folder.join(name);
    build(&at("a"), &[page("d1")], 1, 0, &[]);
    build(&at("b"), &[page("d2")], 1, 0, &[]);
    vec![at("a"), at("b")]
}

fn request_with(rule: &str) -> Request {
    Request::from_pairs([("where", rule)]).unwrap()
}

/// A request of these rules and weights of blocks.
fn of_blocks(rules: &[String], weights: &[String]) -> Request {
    let rules = rules.iter().map(|rule| ("where", rule));
    Request::from_pairs(rules.chain(weights.iter().map(|weight| ("weight", weight)))).unwrap()
}

/// Returns the error of a job that takes the answers of these shards; empty if there is none.
fn refusal(rule: &str, expected: usize, paths: &[&PathBuf], counts: &[Option<&PathBuf>]) -> String {
    let mut job = search(request_with(rule)).over_shards(expected).unwrap();
    let task = job.task().unwrap().clone();
    let answers: Result<Vec<Answer>> = paths
        .iter()
        .zip(counts)
        .map(|(path, counts)| {
            Shard::open(path, counts.map(|counts| counts.as_path()))?.answer(&task)
        })
        .collect();
    answers
        .and_then(|answers| job.take(answers, &()))
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

#[test]
fn answers_that_are_no_whole_are_refused() {
    let folder = tamis_testing::folder();
    let paths = shards(folder.path());
    let a = &paths[0];
    let b = &paths[1];
    assert_eq!(refusal("words >= 1", 2, &[a, b], &[None, None]), "");
    assert_eq!(refusal("words >= 1", 2, &[a], &[None]), "found answers of 1 shards, expected 2");
    assert!(refusal("words >= 1", 2, &[a, a], &[None, None]).contains("a: answered twice"));
    let lacking = refusal("repeats <= 1", 2, &[a, b], &[None, None]);
    assert!(lacking.contains(
        "how often its blocks repeat is not known over these shards; count them together first"
    ));
    let counts = count(folder.path(), &paths);
    let counts: Vec<Option<&PathBuf>> = counts.iter().map(Some).collect();
    assert_eq!(refusal("repeats <= 1", 2, &[a, b], &counts), "");
    assert!(
        refusal("repeats <= 1", 2, &[a, b], &[counts[0], None])
            .contains("b: how often its blocks repeat is not known")
    );
    // Counts of two shards say nothing of one.
    assert!(
        refusal("repeats <= 1", 1, &[a], &counts[..1])
            .contains("a: how often its blocks repeat is not known")
    );
    std::fs::remove_dir_all(b).unwrap();
    build(b, &[page("d2"), page("d3")], 1, 0, &[]);
    assert!(
        refusal("repeats <= 1", 2, &[a, b], &counts)
            .contains("b: changed since how often its blocks repeat was counted")
    );
}

#[test]
fn a_page_in_two_shards_is_refused() {
    let folder = tamis_testing::folder();
    let paths = shards(folder.path());
    std::fs::remove_dir_all(&paths[1]).unwrap();
    build(&paths[1], &[page("d1")], 1, 0, &[]);
    let shards: Vec<Shard> = paths.iter().map(|path| Shard::open(path, None).unwrap()).collect();
    let mut job = search(request_with("words >= 1")).over_shards(2).unwrap();
    job.take(answers(&shards, &job), &()).unwrap();
    assert_eq!(
        job.take(answers(&shards, &job), &()).unwrap_err().to_string(),
        "found the page d1 in two shards, expected every page in one"
    );
}

fn collapsed_hits(paths: &[PathBuf], counts: &[PathBuf], nearest: Option<&str>) -> Vec<String> {
    let collapse_date = nearest.map(str::to_owned);
    let pages = Pages { collapse: true, collapse_date, ..Pages::default() };
    let request = Request { pages, ..Request::default() };
    let job = search(request).pages_over_shards(2).unwrap();
    let (found, _) = run(job, paths, counts, 2).unwrap();
    found[0].1.iter().map(|hit| hit.docno.clone()).collect::<Vec<_>>()
}

#[test]
fn one_capture_of_each_url_is_searched_in_all_shards() {
    let folder = tamis_testing::folder();
    let paths = ["a", "b"].map(|name| folder.path().join(name)).to_vec();
    // Two URLs: 0 and 4, and the others. 0 has no date, 3 and 6 have the same.
    build(&paths[0], &["d000", "d002", "d006"].map(page), 1, 0, &[]);
    build(&paths[1], &["d003", "d004", "d007"].map(page), 1, 0, &[]);
    let counts = count(folder.path(), &paths);
    assert_eq!(collapsed_hits(&paths, &counts, None), ["d004", "d002"]);
    assert_eq!(collapsed_hits(&paths, &counts, Some("2006-01")), ["d006", "d004"]);
}

#[test]
fn bytes_of_something_else_are_refused() {
    let job = search(request_with("words >= 1")).over_shards(1).unwrap();
    let bytes = job.task().unwrap().to_bytes().unwrap();
    assert!(Task::from_bytes(&bytes).is_ok());
    for bytes in [&bytes[..bytes.len() - 1], &[], &[9, 1, b'x'], &[&bytes[..], &[0]].concat()] {
        let message = Task::from_bytes(bytes).unwrap_err().to_string();
        assert!(message.starts_with("task: found "), "{message}");
        assert!(message.contains(", expected one of tamis "), "{message}");
    }
}

#[test]
fn a_shard_that_is_not_asked_is_told_once() {
    let folder = tamis_testing::folder();
    let lines = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"an ant and a bee {n}\"}}\n");
    let files: Vec<PathBuf> = (0..3).map(|n| folder.path().join(format!("{n}.jsonl"))).collect();
    for (n, file) in files.iter().enumerate() {
        std::fs::write(file, lines(n)).unwrap();
    }
    let plan = ShardPlan::make(&files, NonZeroU32::new(3).unwrap()).unwrap();
    let mut shards = Vec::new();
    for number in ["1/3", "3/3"] {
        let planned = plan.shard(number.parse().unwrap()).unwrap();
        let path = folder.path().join(number.replace('/', "-of-"));
        let build = Index::build(&path).with(|job| job.share = Some(Share::Planned(planned)));
        build.run().unwrap();
        shards.push(Shard::open(&path, None).unwrap());
    }
    let mut job = search(request_with("words >= 1")).over_shards(2).unwrap();
    while job.task().is_some() {
        job.take(answers(&shards, &job), &()).unwrap();
    }
    let notices = job.outcome().unwrap().notices;
    let missing: Vec<String> = notices.iter().map(ToString::to_string).collect();
    assert_eq!(
        missing,
        [
            "not among these indexes, and not searched: shard 2 of 3",
            "no result for 4 of 6 topics: 2, 3, 4, 5"
        ]
    );
}

fn answers<T>(shards: &[Shard], job: &Rounds<T>) -> Vec<Answer> {
    shards.iter().map(|shard| shard.answer(job.task().unwrap()).unwrap()).collect()
}

#[test]
fn answers_to_another_job_are_refused() {
    let folder = tamis_testing::folder();
    let paths = shards(folder.path());
    let shards: Vec<Shard> = paths.iter().map(|path| Shard::open(path, None).unwrap()).collect();
    let one = search(request_with("words >= 1")).over_shards(2).unwrap();
    let mut other = search(request_with("words >= 2")).over_shards(2).unwrap();
    let message = other.take(answers(&shards, &one), &()).unwrap_err().to_string();
    assert_eq!(message, "found an answer to another task, expected those to this one");
    let mixed = vec![answers(&shards, &one).remove(0), answers(&shards, &other).remove(1)];
    assert!(other.take(mixed, &()).unwrap_err().to_string().contains("different tasks"));
    assert!(other.result().unwrap_err().to_string().contains("a task left"));
    let answers = answers(&shards, &other);
    other.take(answers, &()).unwrap();
}
