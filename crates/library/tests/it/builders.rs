//! The library as a program uses it: builders, their results and files, and an index that changes
//! while it is open.

use crate::case::{Begun, Case};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use tamis::job::{InspectJob, Inspected, Judged, Source, SweepJob, TopicsJob};
use tamis::request::Request;
use tamis::{Index, JobBuilder, Prior, Qrels, Result, Store, Sweep, Topics, Value, demo};
use tamis_index::corpus::Corpus;
use tamis_index::index::feature::Feature;

/// A generated collection with its index.
struct House {
    case: Case,
    index: Index,
    topics: Topics,
    qrels: Qrels,
}

impl House {
    fn new() -> Self {
        static BEGUN: Begun = Begun::new(|case| {
            demo::generate(&case.path(""), 150, 3).unwrap();
            case.index("index", &["demo.warc.gz"]);
        });
        let case = BEGUN.case();
        let index = case.open("index");
        let topics = Topics::read(case.path("demo.topics")).unwrap();
        let qrels = Qrels::read(case.path("demo.qrels")).unwrap();
        Self { case, index, topics, qrels }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.case.path(name)
    }
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Counts the pages of a build.
#[derive(Default)]
struct Pages(AtomicU64);

impl tamis::Watch for Pages {}

impl tamis::Progress for Pages {
    fn pages(&self, pages: u64) {
        self.0.fetch_add(pages, Ordering::Relaxed);
    }
}

#[test]
fn a_build_reports_progress_counts_and_skips_and_is_continued() -> Result<()> {
    let folder = tamis_testing::folder();
    let files = tamis::demo::generate(folder.path(), 20, 1)?;
    let pages = Pages::default();
    let out = folder.path().join("index");
    let index = Index::build(&out)
        .collection(&files.warc)
        .with(|job| job.recipe.store = Some(Store::None))
        .with(|job| job.recipe.classifiers = Some(vec!["bte".to_owned()]))
        .watch(&pages)
        .run()?;
    let stats = index.stats();
    assert_eq!((stats.pages, stats.archives, stats.finished, stats.damaged), (20, 1, true, 0));
    assert_eq!((stats.records, pages.0.into_inner()), (20, 20));
    assert_eq!((index.labels(), stats.skipped.len()), (&["bte".to_owned()][..], 0));
    let same = Index::build(&out).collection(&files.warc).run()?;
    assert_eq!(same.labels(), ["bte"], "what is not given is as in the index");
    let again = || Index::build(&out).collection(&files.warc);
    let default = vec!["default".to_owned()];
    let other = again().with(|job| job.recipe.classifiers = Some(default)).run();
    assert!(other.is_err(), "another recipe is refused");
    let replaced = again().with(|job| job.replace = true).run()?;
    assert_eq!(replaced.stats().pages, 20);
    Ok(())
}

fn tokens_within(folder: &Path, archive: &Path, name: &str, bytes: Option<u64>) -> Result<u64> {
    let build = Index::build(folder.join(name)).collection(archive).with(|job| {
        job.recipe.max_record = bytes;
        job.recipe.max_inflated = bytes;
    });
    build.run().map(|index| index.stats().tokens)
}

#[test]
fn a_limit_of_zero_bytes_is_no_limit() -> Result<()> {
    let folder = tamis_testing::folder();
    let files = tamis::demo::generate(folder.path(), 20, 1)?;
    let whole = tokens_within(folder.path(), &files.warc, "default", None)?;
    assert_eq!(tokens_within(folder.path(), &files.warc, "none", Some(0))?, whole);
    assert!(tokens_within(folder.path(), &files.warc, "small", Some(100))? < whole);
    Ok(())
}

fn assert_refused(result: Result<Index>, part: &str) {
    let message = result.unwrap_err().to_string();
    assert!(message.contains(part), "{message}");
}

#[test]
fn settings_that_do_nothing_are_refused() {
    let house = House::new();
    assert_refused(Index::build(house.path("other")).run(), "collection");
    let build = Index::build(house.path("other")).collection(house.path("demo.warc.gz"));
    assert_refused(build.with(|job| job.threads = Some(0)).run(), "threads");
    assert!(!house.path("other").exists());
    assert!(Index::open(house.path("other")).is_err());
    for (name, value) in [("where", "words >"), ("max_link_density", "-1"), ("nobody", "1")] {
        assert!(house.index.search("kettle").set(name, value).is_err(), "{name}");
    }
    let found = |name: &str, value: &str| house.index.search("kettle").set(name, value)?.run();
    // Of the ranking, bm25 has no mu.
    let wrong = [("model", "bm52"), ("label", "nobody"), ("mu", "3"), ("hits", "0")];
    for (name, value) in wrong.into_iter().chain([("min_link_density", "1.5")]) {
        assert!(found(name, value).is_err(), "{name}");
    }
    let message = found("max_link_density", "33").unwrap_err().to_string();
    assert_eq!(
        message,
        "max_link_density: found 33, expected a share of 0 to 1, such as 0.33; 33 % is 0.33"
    );
    let sweep = || house.index.sweep(&house.topics, &house.qrels);
    let nothing = sweep().run().unwrap_err().to_string();
    assert!(nothing.starts_with("found nothing to sweep, expected an axis such as"), "{nothing}");
    let unknown = sweep().axis("min_words", [1, 2]).measure("P.nine").run().unwrap_err();
    assert!(unknown.to_string().contains("'nine'"), "{unknown}");
}

fn means(sweep: Sweep) -> Vec<Option<f64>> {
    sweep.points().map(|point| point.mean("map")).collect::<Vec<_>>()
}

fn sweep_words(house: &House) -> JobBuilder<'_, SweepJob> {
    house.index.sweep(&house.topics, &house.qrels).measure("map").axis("min_words", 1..=3)
}

#[test]
fn a_request_asks_what_parameters_ask() -> Result<()> {
    let house = House::new();
    let words = &house.topics.iter().next().expect("a topic").text;
    let of_kind = house.index.search(words).set("kind", "text")?.run()?;
    assert_eq!(of_kind, house.index.search(words).set("where", "kind = text")?.run()?);
    assert!(house.index.search(words).set("kinds", "text").is_err());
    let one = Request { hits: Some(1), ..Request::default() };
    let by_request = means(sweep_words(&house).with(|job| job.sweep.request = one).run()?);
    assert_eq!(by_request, means(sweep_words(&house).set("hits", 1)?.run()?));
    assert_ne!(by_request, means(sweep_words(&house).run()?));
    let operators = sweep_words(&house).set("query_syntax", true)?;
    let message = operators.run().unwrap_err().to_string();
    assert_eq!(message, "query_syntax: found true, expected false in sweeps and comparisons");
    let compare = house.index.compare(&house.topics, &house.qrels);
    assert!(compare.set("query_syntax", true)?.run().is_err());
    Ok(())
}

#[test]
fn an_explanation_has_the_score_of_the_hit() -> Result<()> {
    let house = House::new();
    let search = |words: &str| house.index.search(words).set("min_words", 5);
    let mut topics = house.topics.iter();
    let found = topics.find(|topic| !search(&topic.text).unwrap().run().unwrap().is_empty());
    let words = &found.expect("a topic has pages").text;
    let search = || search(words);
    let hit = search()?.set("hits", 1)?.run()?.remove(0);
    let explained = search()?.explain(Some(&hit.docno))?;
    assert_eq!(explained.page.expect("a page").score, Some(hit.score));
    assert!(!explained.terms.is_empty());
    assert!(search()?.explain(None)?.page.is_none());
    let unknown = search()?.explain(Some("nobody")).map_err(|error| error.to_string());
    assert!(unknown.is_err_and(|message| message.contains("no page 'nobody'")));
    let excluded = search()?.set("not_docnos", &hit.docno)?.explain(Some(&hit.docno));
    assert!(matches!(excluded, Err(tamis::Error::UnknownPage { filtered: true, .. })));
    Ok(())
}

#[test]
fn a_search_sees_what_its_parameters_permit() -> Result<()> {
    let house = House::new();
    let search = |words| {
        let search =
            house.index.search(words).set("min_words", 5)?.set("max_link_density", 0.33)?;
        search.set("title", "drop")?.set("hits", 7)?.run()
    };
    // A small collection has no page about many of the topics.
    let mut found = house.topics.iter().map(|topic| (&topic.text, search(&topic.text).unwrap()));
    let (words, hits) = found.find(|(_, hits)| hits.len() == 7).unwrap();
    assert!(hits.iter().zip(1..).all(|(hit, rank)| hit.rank == rank && !hit.snippet().is_empty()));
    let blocks = house.index.blocks(&hits[0].docno)?.unwrap();
    assert!(
        blocks[0].is_title()
            && blocks.iter().any(|block| block.words >= 5 && !block.labels.is_empty())
    );
    assert_eq!(house.index.blocks("nobody")?, None);
    let only = house.index.search(words).set("docnos", &hits[1].docno)?.run()?;
    assert_eq!(only.iter().map(|hit| &hit.docno).collect::<Vec<_>>(), [&hits[1].docno]);
    assert!(
        house.index.search(words).set("to", "2005-01")?.run()?.is_empty(),
        "no page is that old"
    );
    assert!(house.index.search("the of and").run()?.is_empty());
    // A query is plain words, unless operators are switched on.
    let typed = format!("{words} -{}", words.split(' ').next_back().unwrap());
    let found = |syntax: bool| {
        house.index.search(&typed).set("query_syntax", syntax)?.set("hits", 1000)?.run()
    };
    let plain = found(false)?;
    let chosen = found(true)?;
    assert!(!plain.is_empty() && chosen.len() < plain.len(), "{} {}", chosen.len(), plain.len());
    std::fs::write(house.path("typed"), format!("1\t{typed}\n")).unwrap();
    let topics = Topics::read(house.path("typed"))?;
    for (syntax, hits) in [(false, plain), (true, chosen)] {
        let search = house.index.search_topics(&topics).set("query_syntax", syntax)?;
        search.write(house.path("typed.run"))?;
        let run = read(house.path("typed.run"));
        let docnos = run.lines().filter_map(|line| line.split(' ').nth(2));
        assert!(docnos.eq(hits.iter().map(|hit| &*hit.docno)), "{run}");
    }
    Ok(())
}

#[test]
fn captures_are_found_and_collapsed() -> Result<()> {
    let house = House::new();
    let words = &house.topics.iter().next().unwrap().text;
    let collapsed =
        |date| house.index.search(words).set("collapse", "url")?.set("collapse_date", date);
    let search = |url: &str| collapsed("2006-01")?.set("url_prefix", url)?.run();
    let hits = house.index.search(words).run()?;
    let url = hits[0].url.trim_start_matches("http://").trim_end_matches('/');
    let captures = house.index.captures(url)?;
    assert_eq!(
        (captures.len(), captures[0].docno.as_ref(), captures[0].revisit),
        (1, Some(&hits[0].docno), false)
    );
    let look = |job: InspectJob| Ok::<_, tamis::Error>(job.run(&house.index, &())?.result);
    for page in [hits[0].docno.as_str(), url] {
        let job = InspectJob { page: page.to_owned(), ..InspectJob::default() };
        let found = job.page(&house.index, &())?;
        assert_eq!((&found.page.docno, found.blocks[0].is_title()), (&hits[0].docno, true));
        let captures_of_it = look(InspectJob { captures: true, ..job })?;
        assert_eq!(captures_of_it, Inspected::Captures(captures.clone()));
    }
    let near = hits[0].docno[..hits[0].docno.len() - 1].to_owned();
    let unknown = look(InspectJob { page: near, ..InspectJob::default() }).unwrap_err();
    let shown = unknown.to_string();
    assert!(matches!(unknown, tamis::Error::UnknownPage { .. }) && shown.contains("did you mean"));
    assert!(search(url)?.iter().any(|hit| hit.docno == hits[0].docno));
    assert!(search("http://").is_err(), "a scheme alone");
    assert!(collapsed("soon")?.run().is_err());
    Ok(())
}

fn search_topics(house: &House) -> Result<JobBuilder<'_, TopicsJob>> {
    let search = house.index.search_topics(&house.topics).set("min_words", 11)?;
    search.set("model", "ql-dirichlet")?.set("mu", 500)?.set("hits", 20)
}

#[test]
fn a_run_is_written_and_returned() -> Result<()> {
    let house = House::new();
    search_topics(&house)?.write(house.path("run.txt"))?;
    let run = search_topics(&house)?.with(|job| job.threads = Some(1)).run()?;
    let lines = run.topics().map(|(_, ranking)| ranking.len()).sum::<usize>();
    assert_eq!(lines, read(house.path("run.txt")).lines().count());
    Ok(())
}

/// Hears the notices of a job.
#[derive(Default)]
struct Heard(Mutex<Vec<tamis::Notice>>);

impl tamis::Progress for Heard {}

impl tamis::Watch for Heard {
    fn notice(&self, notice: &tamis::Notice) {
        self.0.lock().unwrap().push(notice.clone());
    }
}

#[test]
fn a_builder_is_watched_and_refuses_what_no_block_can_have() -> Result<()> {
    let house = House::new();
    let heard = Heard::default();
    let search = house.index.search("penguin").set("where", "words > 9 and words < 3")?;
    search.watch(&heard).run()?;
    let heard = heard.0.into_inner().unwrap();
    assert!(matches!(heard[0], tamis::Notice::Contradiction { .. }), "{heard:?}");
    let refused = house.index.search("penguin").set("min_density", -1.0).err().unwrap();
    assert!(refused.to_string().starts_with("min_density: "), "{refused}");
    Ok(())
}

#[test]
fn a_sweep_writes_its_files_and_tells_its_points() -> Result<()> {
    let house = House::new();
    let sweep = house
        .index
        .sweep(&house.topics, &house.qrels)
        .axis("min_words", 1..=12)
        .axis("max_link_density", [0.33, 1.0])
        .measure("P.10")
        .measure("map");
    let sweep = sweep.with(|job| {
        job.judged.topics = Source::value(house.topics.clone(), "demo.topics");
        job.judged.qrels = Source::value(house.qrels.clone(), "demo.qrels");
        job.folds = Some(3);
        job.permutations = 100;
    });
    let sweep = sweep.run()?;
    let written = sweep.write(house.path("out"))?;
    assert!(written.iter().all(|path| path.is_file()), "{written:?}");
    assert!(written.contains(&house.path("out").join("folds.tsv")), "{written:?}");
    let best = sweep.best();
    assert_eq!(
        (sweep.points().len(), best.parameters().len(), sweep.baseline().parameters().len()),
        (24, 2, 0)
    );
    assert!(sweep.points().all(|point| point.mean("P@10") <= best.mean("P_10")));
    assert!(
        matches!(&best.parameters()[0].value, Value::Number(_))
            && best.threshold("min_words").is_some()
    );
    assert!(sweep.held_out_mean("map").is_some() && sweep.best_by("recall.5").is_none());
    Ok(())
}

#[test]
fn axes_are_swept_separately() -> Result<()> {
    let house = House::new();
    let sweep = house
        .index
        .sweep(&house.topics, &house.qrels)
        .axis("min_words", [1, 5, 9])
        .axis("max_link_density", [0.33, 1.0])
        .axis("label", ["none", "words-tree"])
        .measure("map");
    let sweep = sweep.with(|job| job.sweep.separately = true).run()?;
    let names: Vec<String> =
        sweep.points().map(|point| point.parameters()[0].name.clone()).collect();
    assert_eq!(
        names,
        [
            "min_words",
            "min_words",
            "min_words",
            "max_link_density",
            "max_link_density",
            "label",
            "label"
        ]
    );
    assert!(
        sweep
            .points()
            .all(|point| point.parameters().len() == 1 && (0.0..=1.0).contains(&point.kept()))
    );
    let best = sweep.best_of_each_axis("map");
    let names: Vec<&str> = best.iter().map(|point| point.parameters()[0].name.as_str()).collect();
    assert_eq!(names, ["min_words", "max_link_density", "label"]);
    let highest = best.iter().filter_map(|point| point.mean("map")).fold(0.0, f64::max);
    assert_eq!(sweep.best().mean("map"), Some(highest));
    Ok(())
}

#[test]
fn labels_are_compared() -> Result<()> {
    let house = House::new();
    let comparison = house
        .index
        .compare(&house.topics, &house.qrels)
        .with(|job| job.labels = vec!["words-tree".to_owned()])
        .measure("map")
        .run()?;
    let names: Vec<&str> = comparison.rows().map(|row| row.name()).collect();
    assert_eq!((names.len(), names[0]), (6, "unfiltered"));
    assert_eq!(names[4..], ["sieve", "words-tree"]);
    let chosen: Vec<usize> = comparison.rows().map(|row| row.chosen_from()).collect();
    assert_eq!(chosen, [0, 100, 20, 14, 0, 0]);
    assert!(comparison.rows().all(|row| (0.0..=1.0).contains(&row.kept())));
    assert!(comparison.rows().all(|row| row.mean("map").is_some()));
    let written = comparison.write(house.path("compared"))?;
    assert!(written.iter().all(|path| path.is_file()) && written.len() == 8, "{written:?}");
    let by_label = house
        .index
        .sweep(&house.topics, &house.qrels)
        .axis("label", ["none", "words-tree"])
        .measure("map")
        .run()?;
    let of_label = by_label.points().nth(1).unwrap();
    assert_eq!(of_label.parameters()[0].value, Value::Name("words-tree".into()));
    Ok(())
}

#[test]
fn the_rule_that_fits_is_written_stored_and_removed() -> Result<()> {
    let house = House::new();
    let tuned = house.index.tune().with(|job| job.threads = Some(2)).run()?;
    assert_eq!(house.index.tuned()?, None);
    let names = ["settings.tsv", "tune.json", "tune.svg", "report.html"];
    let written = tuned.write(house.path("tuned"))?;
    assert_eq!(written, names.map(|name| house.path("tuned").join(name)));
    house.index.store_tuned(&tuned)?;
    let stored = Index::open(house.index.path())?;
    let rule = stored.tuned()?.unwrap();
    assert_eq!((rule.pages, rule.parameters.len()), (150, tuned.weights.len()));
    assert!(!stored.search("penguins").set("rule", "tuned")?.run()?.is_empty());
    stored.forget_tuned()?;
    stored.forget_tuned()?;
    assert_eq!(Index::open(stored.path())?.tuned()?, None);
    Ok(())
}

#[test]
fn a_rule_is_tuned_with_judged_topics_and_other_settings() -> Result<()> {
    let house = House::new();
    let tune = || {
        house.index.tune().with(|job| {
            job.settings.topics = 50;
            job.settings.seed = 7;
        })
    };
    let judged_by = |measure: &str| {
        let topics = Source::value(house.topics.clone(), "topics");
        let qrels = Source::value(house.qrels.clone(), "qrels");
        let measures = vec![measure.to_owned()];
        let judged = Judged { measures, ..Judged::new(topics, qrels) };
        tune().with(|job| job.judged = Some(judged)).run()
    };
    let judged = judged_by("P.10")?;
    assert_eq!(judged.json(), judged_by("P@10")?.json(), "by any name of the measure");
    let free = tune().with(|job| job.settings.prior = Prior::None).run()?;
    assert!(
        free.settings.iter().all(|setting| setting.cost == 0.0 && setting.value <= free.chosen)
    );
    let stop = AtomicBool::new(true);
    let stopped = tune().watch(&stop).run().unwrap_err();
    assert!(matches!(stopped, tamis::Error::Interrupted), "{stopped}");
    assert!(judged_by("none").is_err());
    Ok(())
}

/// Once something is committed to an index, it is opened four times before there is more.
struct Opened<'a> {
    out: &'a Path,
    opens: Mutex<Option<Receiver<()>>>,
}

impl tamis::Watch for Opened<'_> {}

impl tamis::Progress for Opened<'_> {
    fn pages(&self, _pages: u64) {
        let mut opens = self.opens.lock().unwrap();
        if opens.is_some() && Index::open(self.out).is_ok() {
            let opens = opens.take();
            assert_eq!(opens.map(|opens| opens.iter().take(4).count()), Some(4));
        }
    }
}

#[test]
fn an_index_is_read_while_it_grows() -> Result<()> {
    let folder = tamis_testing::folder();
    let files = tamis::demo::generate(folder.path(), 200, 4)?;
    let out = folder.path().join("index");
    let done = AtomicBool::new(false);
    let mut opened = 0;
    let (open, opens) = channel();
    let wait = Opened { out: &out, opens: Mutex::new(Some(opens)) };
    std::thread::scope(|scope| {
        let open = open;
        let writer = scope.spawn(|| {
            let build = Index::build(&out).collection(&files.warc).with(|job| {
                job.recipe.commit_every = Some(20_000);
                job.threads = Some(2);
            });
            let built = build.watch(&wait).run();
            done.store(true, Ordering::SeqCst);
            built
        });
        let mut pages = 0;
        while !done.load(Ordering::SeqCst) {
            let index = match Index::open(&out) {
                Ok(index) => index,
                // Nothing is committed yet.
                Err(_) if pages == 0 => continue,
                Err(error) => panic!("{error}"),
            };
            let now = index.stats().pages;
            assert!(now >= pages, "{now} pages, {pages} before");
            pages = now;
            index.search("the garden").run().unwrap();
            opened += 1;
            // Nobody waits for it any more when it has been opened four times.
            let _ = open.send(());
        }
        writer.join().unwrap().unwrap();
    });
    assert!(opened > 3, "opened {opened} times");
    Ok(())
}

/// A writer may remove the files of an index that was opened before.
#[test]
fn an_open_index_reads_what_is_not_there_any_more() {
    let House { case, index, .. } = House::new();
    let docno = index.search("the garden").run().unwrap()[0].docno.clone();
    let path = case.path("index");
    let opened = tamis_index::index::Index::open(&path).unwrap();
    std::fs::remove_dir_all(&path).unwrap();
    let corpus = Corpus::new(vec![opened]).unwrap();
    let rank = corpus.order().unwrap().rank(&docno).unwrap().unwrap();
    let page = corpus.page(rank).unwrap();
    assert!(page.blocks.iter().any(|block| block.repeats.repeats().is_some()));
    for segment in &corpus.segments {
        let rows = 0..segment.rows() as u32;
        assert_eq!(
            segment.columns().codes(Feature::Words, rows.clone()).unwrap().len(),
            rows.len()
        );
    }
}

#[test]
fn scores_are_kept_compared_swept_and_weigh() -> Result<()> {
    let folder = tamis_testing::folder();
    let files = tamis::demo::generate(folder.path(), 100, 3)?;
    let build = |scores: &[&str]| {
        let scores = scores.iter().map(|name| (*name).to_owned()).collect();
        let build = Index::build(folder.path().join("index")).collection(&files.warc);
        build.with(|job| job.recipe.scores = Some(scores)).run()
    };
    assert_refused(build(&["words-tree"]), "c45-words");
    let index = build(&["C45-words", "victor"])?;
    assert_eq!(index.scores(), ["c45-words", "victor"]);
    let topics = Topics::read(&files.topics)?;
    let qrels = Qrels::read(&files.qrels)?;
    let search = index.search("garden").set("where", "score.victor >= 0.5")?;
    let hit = search.set("hits", 1)?.run()?.remove(0);
    let blocks = index.blocks(&hit.docno)?.unwrap();
    assert!(
        blocks.iter().all(|block| block.is_title() == block.scores.as_ref().unwrap().is_empty())
    );
    assert!(blocks.iter().any(|block| block.score("victor").is_some_and(|score| score >= 0.5)));
    let weighed = index.search("garden").set("weight_by", "score.c45-words")?.run()?;
    assert_ne!(weighed, index.search("garden").run()?);
    assert!(index.search("garden").set("weight_by", "bte")?.run().is_err());
    let sweep = index
        .sweep(&topics, &qrels)
        .axis("min_score.victor", [0.1, 0.3, 0.5])
        .axis("min_words", [1, 5])
        .measure("map")
        .with(|job| job.sweep.separately = true)
        .run()?;
    let names: Vec<String> =
        sweep.points().map(|point| point.parameters()[0].name.clone()).collect();
    assert_eq!(
        names,
        ["min_words", "min_words", "min_score.victor", "min_score.victor", "min_score.victor"]
    );
    let kept: Vec<f64> = sweep.points().map(|point| point.kept()).collect();
    assert!(kept[2] >= kept[3] && kept[3] >= kept[4] && kept[4] < 1.0, "{kept:?}");
    assert!(index.sweep(&topics, &qrels).axis("min_score.victor", [30.0]).run().is_err());
    Ok(())
}

#[test]
fn an_index_whose_files_are_shortened_while_it_is_open_is_an_error() -> Result<()> {
    let house = House::new();
    let one = || house.index.search("summit").run().map(|hits| hits.len());
    assert!(one()? > 0);
    for entry in std::fs::read_dir(house.path("index")).unwrap() {
        let path = entry.unwrap().path();
        if !path.extension().is_some_and(|kind| kind == "store" || kind == "idx") {
            continue;
        }
        std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(10).unwrap();
    }
    for refused in [one(), house.index.blocks("x").map(|_| 0), house.index.captures("x").map(|_| 0)]
    {
        assert!(refused.unwrap_err().to_string().contains("found a file shorter than the"));
    }
    assert!(sweep_words(&house).run().is_err());
    // Files that were removed can still be read.
    let other = House::new();
    for entry in std::fs::read_dir(other.path("index")).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    assert!(other.index.search("summit").run().is_ok());
    Ok(())
}
