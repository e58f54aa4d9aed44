//! Evaluations and comparisons of runs: what they say of judgements, runs and an index.

use crate::case::{Begun, Case, assert_refused, assert_told, names};
use crate::judged::request;
use tamis::Result;
use tamis::job::Outcome;
use tamis::job::eval::{
    AgainstIndex, CompareRunsJob, ComparedRuns, EvalJob, Evaluated, JudgementFormat, Scoring,
};
use tamis_eval::runs::BOOTSTRAP_SAMPLES;
use tamis_eval::statistics::{Exactness, NoSpread, SEED, Sampling, bootstrap_95, holm, paired_t};

/// The evaluation of the file `run`.
fn job(case: &Case, qrels: &str, measures: &[&str]) -> EvalJob {
    let scoring = Scoring {
        judgements: case.path(qrels).into(),
        measures: names(measures),
        ..Scoring::default()
    };
    EvalJob { scoring, run: case.path("run").into(), ..EvalJob::default() }
}

fn compared_runs(case: &Case, runs: &[&str], measures: &[&str]) -> CompareRunsJob {
    let EvalJob { scoring, .. } = job(case, "qrels", measures);
    let runs = case.paths(runs).into_iter().map(Into::into).collect();
    CompareRunsJob { scoring, runs, ..CompareRunsJob::default() }
}

fn compare(job: &CompareRunsJob) -> ComparedRuns {
    job.run(None, &()).unwrap().result
}

/// The only value of an evaluation over all topics.
fn value(job: &EvalJob) -> f64 {
    let summary = job.run(None, &()).unwrap().result.evaluation.summary;
    let [value] = summary[..] else { panic!("{summary:?}") };
    value
}

fn page(docno: &str, text: &str) -> String {
    format!("{{\"docno\":\"{docno}\",\"url\":\"http://{docno}.example/\",\"text\":\"{text}\"}}\n")
}

/// An index of four pages: two of many words, one of few, one of a title alone; and judgements of
/// them, of a page that it lacks, and of half a docno.
fn viewed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let long = "the kettle stands on the stove and nobody in the house has seen it since the \
                    day before yesterday";
        case.file(
            "pages/long.jsonl",
            page("page-long", long) + &page("other-long", long) + &page("page-short", "a kettle"),
        );
        case.file(
            "pages/titled.html",
            "<html><head><title>A kettle</title></head><body></body></html>",
        );
        case.index("index", &["pages/long.jsonl", "pages"]);
        let docnos = ["page-long", "other-long", "page-short", "titled.html", "nowhere", "page-lo"];
        case.file("qrels", docnos.map(|docno| format!("1 0 {docno} 1\n")).concat());
        case.file("run", "1 Q0 page-long 1 2 t\n");
    });
    BEGUN.case()
}

fn evaluated_in_view(case: &Case, view: &str, change: impl Fn(&mut EvalJob)) -> Outcome<Evaluated> {
    let mut job = EvalJob { request: request(view).unwrap(), ..job(case, "qrels", &["map"]) };
    change(&mut job);
    job.run(Some(&case.open("index")), &()).unwrap()
}

/// The counts against the index: judged, missing, cut off, left out, empty.
fn counts(evaluated: &Outcome<Evaluated>) -> [u64; 5] {
    let found: &AgainstIndex = evaluated.result.findings.index.as_ref().unwrap();
    let AgainstIndex { judged, judged_missing, cut_off, judged_left_out, judged_empty, .. } = found;
    [*judged, *judged_missing, *cut_off, *judged_left_out, *judged_empty]
}

#[test]
fn judged_documents_are_looked_for_in_the_view_that_is_searched() {
    let case = viewed();
    // The title stays, unless the view is one without titles; then a page of a title alone is
    // empty. What a filter of pages leaves out is in the index, and not empty.
    for (view, left_out, empty) in [
        ("", 0, 0),
        ("min_words 11", 0, 1),
        ("min_words 11 | title drop", 0, 2),
        ("kind text | title drop", 0, 1),
        ("where words >= 11 | title block", 0, 2),
        ("max_link_density 0.3", 0, 0),
        ("url_prefix page-short.example | url_prefix page-long.example", 2, 0),
    ] {
        let found = counts(&evaluated_in_view(&case, view, |_| ()));
        assert_eq!(found, [6, 2, 1, left_out, empty], "{view}");
    }
    case.file("list", "page-short\n");
    let listed = |job: &mut EvalJob| job.lists.not_docnos = vec![case.path("list")];
    assert_eq!(counts(&evaluated_in_view(&case, "min_words 11", listed)), [6, 2, 1, 1, 0]);
    let nothing = "no search of this view finds them";
    assert_told(
        &evaluated_in_view(&case, "min_words 1 | title drop", listed).notices,
        &[
            "3 of 4 pages pass the filters",
            "not in the index: 2 judged documents of 6, such as nowhere, page-lo",
            "1 docno looks cut off: 'page-lo' may be 'page-long'; write whole docnos",
            &format!("leaves out 1 judged document of 6, such as page-short; {nothing}"),
            &format!(
                "no permitted text in 1 judged document of 6, such as titled.html (rule: (kind = \
                 text and words >= 1)); {nothing}"
            ),
        ],
    );
    // The searches that these counts are about find the others.
    assert_eq!(case.found("kettle", "min_words 11 | title drop").unwrap().result.len(), 2);
    // A rule is one of the index.
    let unknown = EvalJob { request: request("label nobody").unwrap(), ..job(&case, "qrels", &[]) };
    assert_refused(unknown.run(Some(&case.open("index")), &()), &["nobody"]);
    // Without a single judged document, judgements are of another collection.
    case.file("qrels", "1 0 PAGE-LONG 1\n");
    case.file("run", "1 Q0 PAGE-LONG 1 2 t\n");
    case.file("second", case.read("run"));
    let parts = ["no judged document that the index has", "in case alone"];
    let opened = case.open("index");
    let index = Some(&opened);
    assert_refused(job(&case, "qrels", &[]).run(index, &()), &parts);
    assert_refused(compared_runs(&case, &["run", "second"], &[]).run(index, &()), &parts);
}

#[test]
fn each_format_of_judgements_has_its_measures() {
    let case = Case::default();
    case.file("run", "1 Q0 b 2 1 mine\n1 Q0 a 1 2 mine\n2 Q0 x 1 1 mine\n2 Q0 c 2 3 mine\n");
    let (subtopics, sample) =
        ("1 1 a 1\n1 2 b 1\n2 1 c 1\n", "1 a 1 1 0.5\n1 b 0 1 1\n2 c 1 0 1\n");
    let preferences = "1 j 0 a 1\n1 j 0 b 0\n2 j 0 c 0\n2 j 0 x 1\n";
    let judged = |format: JudgementFormat, text: &str, measures: &[&str]| {
        case.file("judgements", text);
        let mut job = job(&case, "judgements", measures);
        job.scoring.format = format;
        let summary = job.run(None, &()).map(|outcome| outcome.result.evaluation.summary);
        summary.map(|summary| summary[0])
    };
    assert_eq!(judged(JudgementFormat::Subtopics, subtopics, &["alpha_nDCG@5"]).unwrap(), 1.0);
    assert_eq!(judged(JudgementFormat::Prels, sample, &[]).unwrap(), 1.0);
    assert_eq!(judged(JudgementFormat::Prefs, preferences, &["prefs_simp"]).unwrap(), 0.5);
    let columns = ["judgements:1: found ", "expected four columns: topic iteration docno grade"];
    assert_refused(judged(JudgementFormat::Qrels, sample, &[]), &columns);
    let other = "measure 'map' is about qrels, but the judgements are subtopics";
    assert_refused(judged(JudgementFormat::Subtopics, subtopics, &["map"]), &[other]);
}

/// Four topics, the relevant document at these ranks; 0 leaves the topic out.
fn run_with(tag: &str, ranks: [usize; 4]) -> String {
    let mut lines = String::new();
    for (topic, rank) in (1..).zip(ranks) {
        for above in 1..rank {
            lines += &format!("{topic} Q0 n{above} {above} {} {tag}\n", 90 - above);
        }
        if rank > 0 {
            lines += &format!("{topic} Q0 r {rank} {} {tag}\n", 90 - rank);
        }
    }
    lines
}

/// Qrels of five topics, and three runs of four.
fn three_runs() -> Case {
    let case = Case::default();
    let judged = (1..=5).map(|topic| {
        let nothing: String = (1..=9).map(|n| format!("{topic} 0 n{n} 0\n")).collect();
        format!("{topic} 0 r 1\n{nothing}")
    });
    case.file("qrels", judged.collect::<String>());
    case.file("base", run_with("base", [2, 4, 2, 5]));
    case.file("up", run_with("up", [1, 2, 1, 4]));
    case.file("gap", run_with("gap", [2, 0, 1, 5]));
    case
}

#[test]
fn several_runs_are_compared_with_the_first_one() {
    let case = three_runs();
    let mut job = compared_runs(&case, &["base", "up", "gap"], &["recip_rank", "P_5"]);
    let Outcome { result, notices, .. } = job.run(None, &()).unwrap();
    assert_told(
        &notices,
        &[
            "no run answers 1 topic of the qrels; left out (if complete, 0 in the means): 5",
            "gap: no results for 1 topic that other runs answer; 0 in the means: 2",
        ],
    );
    assert_eq!(result.topics, ["1", "2", "3", "4"]);
    assert_eq!((result.test.as_str(), result.correction.as_str()), ("t", "holm"));
    let base = [0.5, 0.25, 0.5, 0.2];
    let up = [1.0, 0.5, 1.0, 0.25];
    let gap = [0.5, 0.0, 1.0, 0.2];
    assert_eq!(result.baseline.per_topic[0], base);
    assert_eq!(result.runs[1].system.per_topic[0], gap);
    let p: Vec<Option<f64>> =
        [up, gap].iter().map(|values| paired_t(values, &base).map(|test| test.p)).collect();
    let against: Vec<_> = result.runs.iter().map(|run| &run.against[0]).collect();
    assert_eq!(against.iter().map(|of| of.p).collect::<Vec<_>>(), p);
    assert_eq!(against.iter().map(|of| of.corrected).collect::<Vec<_>>(), holm(&p));
    let interval = bootstrap_95(&up, &base, BOOTSTRAP_SAMPLES, SEED);
    assert!(interval.is_some());
    assert_eq!(against[0].bootstrap, interval);
    // up has every P@5 that base has.
    assert_eq!(result.runs[0].against[1].p, None);
    assert_eq!(result.runs[0].changed[0].topic, "1");
    assert_eq!(compare(&job), result, "the same draws");
    // Single runs have the means that are compared, but for the topics that another run has.
    let alone = |run: &str, complete: bool| {
        let mut alone = self::job(&case, "qrels", &["recip_rank"]);
        (alone.run, alone.scoring.complete) = (case.path(run).into(), complete);
        value(&alone)
    };
    assert_eq!(alone("up", false), result.runs[0].system.means[0]);
    job.scoring.complete = true;
    let complete = compare(&job);
    assert_eq!(complete.runs[1].system.means[0], alone("gap", true));
}

/// Compares the runs of forty topics with one relevant document each: `base` has it second in all,
/// `few` in 30, `many` in 5.
fn compare_forty(case: &Case, test: &str) -> ComparedRuns {
    let judged = (1..=40).map(|topic| format!("{topic} 0 r 1\n{topic} 0 n 0\n"));
    case.file("qrels", judged.collect::<String>());
    for (tag, second) in [("base", 40), ("few", 30), ("many", 5)] {
        let lines = (1..=40).map(|topic| {
            let (r, n) = if topic <= second { (1, 2) } else { (2, 1) };
            format!("{topic} Q0 r 1 {r} {tag}\n{topic} Q0 n 1 {n} {tag}\n")
        });
        case.file(tag, lines.collect::<String>());
    }
    let mut job = compared_runs(case, &["base", "few", "many"], &["recip_rank"]);
    (job.test, job.seed) = (test.to_owned(), 5);
    (job.output.folder, job.output.force) = (Some(case.path("out")), true);
    compare(&job)
}

#[test]
fn a_p_value_says_whether_it_was_counted_or_drawn() {
    let case = Case::default();
    let found = compare_forty(&case, "randomization");
    let exactness: Vec<_> = found.runs.iter().map(|run| run.against[0].exactness).collect();
    let sampled = Exactness::Sampled(Sampling { samples: 100_000, seed: 5 });
    assert_eq!(exactness, [Some(Exactness::Exact), Some(sampled)]);
    assert_eq!((found.seed, found.bootstrap_samples), (5, 10_000));
    let table = found.table(false, None);
    let text = table.split_whitespace().collect::<Vec<_>>().join(" ");
    let legend = "p: randomization test, two-sided, exact in 1 of 2, else 100,000 draws, seed 5; +";
    assert!(text.contains(legend), "{table}");
    assert!(text.contains("bootstrap (BCa, 10,000 draws, seed 5)"), "{table}");
    let rows = case.read("out/runs.tsv");
    let rows: Vec<Vec<&str>> =
        rows.lines().map(|line| line.split('\t').skip(15).take(4).collect()).collect();
    assert_eq!(rows[0], ["p_from", "p_draws", "bootstrap_draws", "seed"]);
    assert_eq!(
        rows[1..],
        [["-"; 4], ["exact", "-", "10000", "5"], ["sampled", "100000", "10000", "5"]]
    );
    let page = case.read("out/report.html");
    for part in [
        "Here p is exact in 1 of 2, else 100,000 draws, seed 5.",
        "<td>randomization, exact in 1 of 2, else 100,000 draws, seed 5</td>",
        "<td>10,000 draws, seed 5</td>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Ties: never exact.
    let wilcoxon = compare_forty(&case, "wilcoxon").table(false, None);
    assert!(wilcoxon.contains("p: wilcoxon test, two-sided; +"), "{wilcoxon}");
    assert!(compare_forty(&case, "t").table(false, None).contains("p: t test, two-sided; +"));
}

#[test]
fn runs_of_one_tag_are_called_by_their_files() {
    let case = three_runs();
    case.file("twin", run_with("base", [1, 1, 1, 1]));
    let found = compare(&compared_runs(&case, &["base", "twin"], &[]));
    let twin = &found.runs[0].system;
    assert!(found.baseline.name.ends_with("base") && twin.name.ends_with("twin"), "{twin:?}");
    assert_eq!(twin.tag, "base");
    assert_eq!(found.measures, ["map", "P_10", "ndcg_cut_10", "recip_rank"]);
}

#[test]
fn documents_that_moved_are_looked_up_among_all_pages_of_an_index() {
    let case = viewed();
    let index = case.open("index");
    // A judged document that the index does not hold comes first.
    case.file("other", "1 Q0 nowhere 1 4 u\n1 Q0 page-short 2 3 u\n1 Q0 other-long 3 2 u\n");
    let mut job = compared_runs(&case, &["run", "other"], &["map"]);
    let moved = |compared: &ComparedRuns| -> Vec<(String, Option<bool>)> {
        let moved = compared.runs[0].changed[0].moved.iter();
        moved.map(|one| (one.docno.clone(), one.indexed)).collect()
    };
    assert!(moved(&compare(&job)).contains(&("nowhere".to_owned(), None)));
    job.request = request("url_prefix page-short.example | url_prefix page-long.example").unwrap();
    let outcome = job.run(Some(&index), &()).unwrap();
    assert_told(
        &outcome.notices,
        &[
            "not in the index: 1 document of the runs, such as nowhere",
            "leaves out 2 judged documents of 6, such as other-long, titled.html",
        ],
    );
    for (docno, indexed) in [("nowhere", false), ("other-long", true)] {
        assert!(moved(&outcome.result).contains(&(docno.to_owned(), Some(indexed))), "{docno}");
    }
    let table = outcome.result.table(true, None);
    assert!(table.contains("  nowhere (grade 1): rank - to 1, not in the index\n"), "{table}");
}

#[test]
fn what_cannot_be_evaluated_or_compared_is_refused() {
    let case = three_runs();
    case.file("other", "9 Q0 r 1 1 other\n");
    for (runs, measures, part) in [
        (&["base", "up", "base"][..], &[][..], "base is given twice"),
        (&["base", "up"], &["gm_map"], "found gm_map, expected a measure with a mean"),
        (&["base", "other"], &[], "other: found no topic of "),
        (&["base", "none"], &[], "none: cannot open"),
        (&["base", "qrels"], &[], "qrels:1: found"),
    ] {
        assert_refused(compared_runs(&case, runs, measures).run(None, &()), &[part]);
    }
    let mut job = compared_runs(&case, &["base", "up"], &["official"]);
    let notices = job.run(None, &()).unwrap().notices;
    assert_told(&notices, &["so not compared: runid, num_q, num_ret"]);
    job.test = "wilcoxn".to_owned();
    assert_refused(job.run(None, &()), &["wilcoxon"]);
    case.file("run", "1\tpenguin\n");
    let columns = ["run:1: found", "expected six columns"];
    assert_refused(self::job(&case, "qrels", &[]).run(None, &()), &columns);
}

/// A run of this tag: the relevant documents of topics 1, 2, ... at these ranks, among others.
fn run_of(tag: &str, ranks: &[usize]) -> String {
    let mut lines = String::new();
    for (topic, rank) in (1..).zip(ranks) {
        for place in 1..=5 {
            let docno = if place == *rank { "good".to_owned() } else { format!("x{place}") };
            lines += &format!("{topic} Q0 {docno} {place} {} {tag}\n", 10 - place);
        }
    }
    lines
}

/// Two runs with these ranks, and judgements of their topics.
fn two_runs(case: &Case, a: &[usize], b: &[usize]) -> CompareRunsJob {
    let judged = (1..=a.len()).map(|topic| format!("{topic} 0 good 1\n{topic} 0 x1 0\n"));
    case.file("qrels", judged.collect::<String>());
    case.file("a", run_of("a", a));
    case.file("b", run_of("b", b));
    compared_runs(case, &["a", "b"], &["recip_rank"])
}

#[test]
fn differences_without_spread_are_told_in_every_form() {
    let case = Case::default();
    let mut job = two_runs(&case, &[2; 12], &[1; 12]);
    job.output.folder = Some(case.path("report"));
    let found = compare(&job);
    let table = found.table(true, None);
    assert!(table.contains("no spread: the same difference on every topic"), "{table}");
    assert!(table.contains("whether b is equivalent to a was not tested"), "{table}");
    assert!(!table.contains("0.0000"), "{table}");
    let against = &found.runs[0].against[0];
    assert_eq!(against.no_spread, Some(NoSpread::SameDifference));
    assert_eq!((against.p, against.statistic, against.corrected), (None, None, None));
    assert_eq!((against.d_z, against.student), (None, None));
    assert!(against.equivalence.is_none());
    let json = found.json();
    assert!(json.contains("the same difference on every topic has no spread"), "{json}");
    for text in [found.rows(false), found.latex()] {
        assert!(text.contains("no spread"), "{text}");
    }
    let page = case.read("report/report.html");
    assert!(page.contains("no spread") && page.contains("not testable against"));
    // A test that needs no spread has its p: 2 of 2^12 permutations.
    (job.test, job.output.force) = ("randomization".to_owned(), true);
    assert_eq!(compare(&job).runs[0].against[0].p, Some(2.0 / 4096.0));
}

#[test]
fn of_fewer_than_ten_topics_no_equivalence_is_said() {
    let case = Case::default();
    for (topics, is_said) in [(9, false), (10, true)] {
        let ranks: Vec<usize> = (0..topics).map(|topic| 1 + topic % 2).collect();
        let others: Vec<usize> = (0..topics).map(|topic| 1 + (topic + topic / 4) % 2).collect();
        let table = compare(&two_runs(&case, &ranks, &others)).table(false, None);
        assert_eq!(table.contains("was not tested: 9 topics are too few"), !is_said, "{table}");
        assert_eq!(table.contains("b is not shown to be equivalent to a"), is_said, "{table}");
    }
}

#[test]
fn grades_stay_on_the_scale_of_a_measure() {
    let case = Case::default();
    case.file("run", "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n");
    case.file("half", "query-id\tcorpus-id\tscore\n1\ta\t0.5\n");
    case.file("marco", "1\t7188157\t1\n2\t7187157\t2\n");
    case.file("qrels", "1 0 a 5\n1 0 b 2\n");
    let refusal = |job: EvalJob| job.run(None, &()).unwrap_err().to_string();
    let half = refusal(job(&case, "half", &[]));
    assert!(half.contains("half:2: found grade '0.5'") && !half.contains("topics"), "{half}");
    let marco = refusal(EvalJob { run: case.path("marco").into(), ..job(&case, "qrels", &[]) });
    assert!(!marco.contains("looks like topics"), "{marco}");
    let parts = ["qrels: found grade 5 of document 'a' for topic '1'", "up to 4"];
    let mut high = job(&case, "qrels", &["ERR@10"]);
    assert_refused(high.run(None, &()), &parts);
    case.file("second", case.read("run"));
    let two = compared_runs(&case, &["run", "second"], &["map", "ERR@3"]);
    assert_refused(two.run(None, &()), &parts);
    high.scoring.grades = Some("5=4".parse().unwrap());
    high.run(None, &()).unwrap();
    let mut aware = job(&case, "qrels", &["ERR_IA@10"]);
    aware.scoring.format = JudgementFormat::Subtopics;
    assert_told(&aware.run(None, &()).unwrap().notices, &["1 judgement above 4"]);
}

#[test]
fn ids_of_topics_that_differ_in_zeros_alone_are_named() {
    let case = Case::default();
    case.file("run", "100 Q0 a 1 1 t\n099 Q0 a 1 1 t\n");
    case.file("qrels", "100 0 a 1\n99 0 a 1\n");
    let mut job = job(&case, "qrels", &["map"]);
    let hint = ["the run has topic 099, the qrels have 99"];
    for complete in [false, true] {
        job.scoring.complete = complete;
        assert_told(&job.run(None, &()).unwrap().notices, &hint);
    }
    case.file("run", "7 Q0 a 1 1 t\n");
    case.file("qrels", "007 0 a 1\n");
    assert_refused(job.run(None, &()), &["the run has 7, the qrels have 007"]);
}

#[test]
fn a_query_in_the_collection_is_left_out_of_its_results() -> Result<()> {
    let case = Case::default();
    let line =
        |id: &str, text: &str| format!("{{\"_id\":\"{id}\",\"title\":\"\",\"text\":\"{text}\"}}\n");
    case.file(
        "corpus.jsonl",
        line("q1", "A kettle whistles when its water boils.")
            + &line("d1", "Water boils in a kettle.")
            + &line("d2", "A whistle is a wind instrument."),
    );
    case.file("topics", "q1\tA kettle whistles when its water boils\n");
    case.file("qrels", "q1 0 d1 1\n");
    case.index("index", &["corpus.jsonl"]);
    assert!(case.run("hits 1").starts_with("q1 Q0 q1 1 "));
    let whole = case.run("");
    let one = case.run("remove_query true | hits 1");
    // The score is that of the whole collection.
    let score = |run: &str| -> Option<String> {
        let line = run.lines().find(|line| line.contains(" d1 "))?;
        line.split(' ').nth(4).map(str::to_owned)
    };
    assert_eq!((one.lines().count(), score(&one)), (1, score(&whole)));
    case.file("run", whole);
    let value = |measure: &str, remove_query: bool, depth: Option<usize>| {
        let mut job = job(&case, "qrels", &[measure]);
        (job.scoring.remove_query, job.scoring.depth) = (remove_query, depth);
        value(&job)
    };
    assert_eq!(value("recip_rank", false, None), 0.5);
    assert_eq!(value("recip_rank", true, None), 1.0);
    assert_eq!(value("P.1", true, Some(1)), 1.0);
    let mean = |parameters: &str| -> Result<f64> {
        let swept = case.sweep_with(&format!("grid min_words=0,1{parameters}"), |job| {
            job.judged.measures = names(&["recip_rank"]);
        });
        Ok(swept?.result.points[0].means[0])
    };
    assert_eq!((mean("")?, mean(" | remove_query true")?), (0.5, 1.0));
    Ok(())
}

#[test]
fn judgements_of_other_topics_are_refused_and_no_folder_is_made() {
    let case = Case::judged();
    case.file("run", case.run(""));
    case.file("qrels", "851 0 ice-1 1\n852 0 ice-1 1\n");
    let swept = case.sweep_with("grid min_words=1..=2", |job| {
        job.output.folder = Some(case.path("out"));
    });
    assert_refused(swept, &["qrels: found no judgement for any of the 3 topics"]);
    assert!(!case.path("out").exists());
    let evaluated = job(&case, "qrels", &[]).run(None, &());
    assert_refused(evaluated, &["run: found no topic of ", "which begin with 851, 852"]);
    case.file("other", "1 Q0 ice-1 1 1 other\n");
    let mut compared = compared_runs(&case, &["run", "other"], &[]);
    compared.output.folder = Some(case.path("out"));
    assert_refused(compared.run(None, &()), &["run: found no topic of ", "begin with 851, 852"]);
    assert!(!case.path("out").exists());
}
