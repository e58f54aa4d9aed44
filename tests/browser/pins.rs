//! Rules A, B, C: pinned, side by side, measured, kept as files; and what else leads through
//! results.

use crate::browser::Browser;
use crate::served::Served;
use fantoccini::key::Key;
use serde_json::Value;

const QUERY: &str = "lighthouse+keepers";
/// The same query under a rule, with a pinned one.
const PINNED: &str = "/?q=lighthouse+keepers&min_words=15&pin=A%3Fmax_repeats%3D3";

/// The docnos of a ranking, by the name of its rule.
fn ranking(browser: &Browser, name: &str) -> Vec<String> {
    let docnos = browser.value(&format!(
        "[...document.querySelectorAll('.ranking[data-name=\"{name}\"] li')]
            .map((page) => page.dataset.docno)"
    ));
    serde_json::from_value(docnos).expect("docnos")
}

/// The docnos that the program finds.
fn found(served: &Served, flags: &str) -> Vec<String> {
    let line = format!("tamis search index 'lighthouse keepers' {flags}");
    served.folder.results_of(&line).into_iter().map(|(docno, _)| docno).collect()
}

fn fetched(browser: &Browser, path: &str) -> (String, String) {
    let answer = browser.result(&format!(
        "fetch({path:?}).then(async (reply) => done([reply.headers.get('content-disposition'), \
            await reply.text()]))"
    ));
    let [name, text]: [Option<String>; 2] = serde_json::from_value(answer).expect("a reply");
    (name.unwrap_or_default(), text.unwrap_or_default())
}

fn check_side_by_side(browser: &Browser, served: &Served) {
    assert_eq!(ranking(browser, "A"), found(served, "--max-repeats 3"));
    assert_eq!(ranking(browser, "this"), found(served, "--min-words 15"));
}

#[test]
fn a_rule_is_pinned_by_a_button_and_stands_beside_the_next_one() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}&max_repeats=3")));
    assert_eq!(browser.field("pin-name"), "A");
    browser.click(".pin button");
    browser.wait("location.search.includes('pin=A%3Fmax_repeats%3D3')");
    // It is the rule as it is, so there is nothing to pin.
    assert_eq!(browser.value("!!document.querySelector('form.pin')"), false);
    browser.type_into("#slide-max_repeats", &Key::End);
    browser.wait("!new URL(location.href).searchParams.has('max_repeats')");
    browser.fill("#min_words", "15");
    browser.wait_for_results(PINNED);
    check_side_by_side(&browser, &served);
    // What is said of each page is where it is in the other ranking.
    let here = found(&served, "--min-words 15 --hits 1000");
    let pinned = browser.value(
        "[...document.querySelectorAll('.ranking[data-name=A] li')].map((page) => \
            [page.dataset.docno, page.querySelector('.moved').textContent])",
    );
    let pinned: Vec<(String, String)> = serde_json::from_value(pinned).expect("pages");
    for (rank, (docno, moved)) in (1..).zip(&pinned) {
        let at = here.iter().position(|known| known == docno).map(|place| place + 1);
        let expected = match at {
            None => "went".to_owned(),
            Some(at) if at > 10 => format!("went, here {at}"),
            Some(at) if at < rank => format!("▲ here {at}"),
            Some(at) if at > rank => format!("▼ here {at}"),
            Some(_) => "=".to_owned(),
        };
        assert_eq!(*moved, expected, "{docno}");
    }
    // The pinned rule takes the place of the one that is used; then it goes.
    browser.click(".pins li a[data-live-link]");
    browser.wait_for_results(&format!("/?q={QUERY}&max_repeats=3&pin=A%3Fmax_repeats%3D3"));
    assert_eq!(browser.field("max_repeats"), "3");
    browser.click(".pins li a[data-live-link]");
    browser.wait_for_results(&format!("/?q={QUERY}&max_repeats=3"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn rules_are_pinned_and_compared_without_scripts() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.disable_scripts();
    browser.open(&served.url(&format!("/?q={QUERY}&max_repeats=3")));
    browser.click(".pin button");
    browser.wait("location.search.includes('pin=')");
    browser.fill("#max_repeats", "");
    browser.fill("#min_words", "15");
    browser.click(".query button");
    browser.wait(&format!("location.href === '{}'", served.url(PINNED)));
    check_side_by_side(&browser, &served);
}

#[test]
fn a_pinned_rule_that_is_wrong_is_told_with_its_name() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}&pin=A%3Fmin_wrods%3D3")));
    let told = browser.text("document.getElementById('problem-form').textContent");
    assert!(told.contains("A: min_wrods") && told.contains("'min_words'"), "{told}");
}

#[test]
fn the_curve_is_that_of_the_slider_that_moves() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let figure = "document.querySelector('#answer figure svg').textContent";
    let has = |axis: &str| format!("{figure}.includes('over {axis}')");
    browser.open(&served.url("/measures"));
    assert_eq!(browser.value(&has("minimum words")), true);
    browser.fill("#max_repeats", "10");
    browser
        .wait(&format!("location.search.includes('max_repeats=10') && {}", has("maximum repeats")));
    browser.fill("#min_words", "5");
    browser.wait(&format!("location.search.includes('min_words=5') && {}", has("minimum words")));
    // Without a choice, it is the threshold of the rule.
    browser.open(&served.url("/measures?max_link_density=0.3"));
    assert_eq!(browser.value(&has("maximum link density")), true);
}

#[test]
fn pinned_rules_are_measured_and_can_be_what_topics_are_compared_with() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let pins = "pin=A%3Fmin_words%3D10&pin=B%3Fmin_words%3D40";
    browser.open(&served.url(&format!("/measures?min_words=3&{pins}&against=A")));
    let json =
        |path: &str| -> Value { serde_json::from_str(&fetched(&browser, path).1).expect("JSON") };
    let found = json(&format!("/api/measures?min_words=3&{pins}&against=A"));
    for (pin, words) in [("A", 10), ("B", 40)] {
        let own = json(&format!("/api/measures?min_words={words}"));
        let row = found["pins"].as_array().unwrap().iter().find(|row| row["name"] == pin).unwrap();
        assert_eq!(row["means"], own["under_rule"]);
        assert_eq!(row["at"], f64::from(words));
        let shown = browser.text(&format!(
            "document.querySelector('tr.of-pin[data-name={pin}] strong').textContent"
        ));
        assert_eq!(shown, format!("{:.4}", own["under_rule"][0].as_f64().unwrap()));
    }
    for topic in found["topics"].as_array().unwrap() {
        let less = topic["under_rule"][0].as_f64().unwrap();
        let difference = less - topic["under_pins"][0][0].as_f64().unwrap();
        assert_eq!(topic["difference"].as_f64(), Some(difference), "{topic}");
    }
    let names = browser.value(
        "[...document.querySelectorAll('#answer figure text')].map((text) => text.textContent)",
    );
    let names: Vec<String> = serde_json::from_value(names).expect("texts");
    assert!(names.contains(&"A".to_owned()) && names.contains(&"here".to_owned()), "{names:?}");
}

#[test]
fn every_pinned_rule_has_a_dot_on_every_curve() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let pins = "pin=A%3Fmin_words%3D10&pin=B%3Fmax_repeats%3D3&pin=C%3Fmax_link_density%3D0.3";
    for axis in ["min_words", "max_repeats", "max_link_density", "max_words"] {
        browser.open(&served.url(&format!("/measures?min_words=3&axis={axis}&{pins}")));
        let dots = browser.value(
            "[...new Set([...document.querySelectorAll('#answer figure circle title')]
                .map((hint) => hint.textContent.split(':')[0]))]
                .filter((name) => ['A', 'B', 'C', 'here'].includes(name)).sort()",
        );
        assert_eq!(dots, serde_json::json!(["A", "B", "C", "here"]), "{axis}");
    }
    // A rule that has no upper bound stands at its end, to the right of one that has.
    browser.open(&served.url(&format!("/measures?axis=max_repeats&{pins}")));
    let places = browser.value(
        "Object.fromEntries([...document.querySelectorAll('#answer figure circle')]
            .filter((dot) => dot.querySelector('title'))
            .map((dot) => [dot.textContent.split(':')[0], Number(dot.getAttribute('cx'))]))",
    );
    let place = |name: &str| places[name].as_f64().expect(name);
    assert!(place("B") < place("A") && place("A") == place("C"), "{places}");
    let (_, json) = fetched(&browser, &format!("/api/measures?axis=max_repeats&{pins}"));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let at: Vec<&Value> = json["pins"].as_array().unwrap().iter().map(|pin| &pin["at"]).collect();
    assert_eq!(at, [&Value::Null, &3.0.into(), &Value::Null]);
}

#[test]
fn three_pinned_rules_stand_in_one_row_with_this_one() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let pins = "pin=A%3Fmin_words%3D10&pin=B%3Fmax_repeats%3D3&pin=C%3Fmax_link_density%3D0.3";
    let rows = "new Set([...document.querySelectorAll('.ranking')]
        .map((list) => Math.round(list.getBoundingClientRect().top))).size";
    for (width, expected) in [(1280, 1), (390, 4)] {
        browser.resize(width, 900);
        browser.open(&served.url(&format!("/?q={QUERY}&min_words=3&{pins}")));
        assert_eq!(browser.value(rows), expected, "at {width} pixels");
        let is_wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert_eq!(browser.value(is_wide), false, "at {width} pixels");
    }
}

#[test]
fn files_are_those_of_the_program() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/"));
    let (name, run) = fetched(&browser, "/download/run.txt?min_words=11");
    assert_eq!(name, "attachment; filename=\"run.txt\"");
    let by_program =
        served.folder.tamis(&["search", "index", "--topics", "demo.topics", "--min-words", "11"]);
    assert_eq!(run, by_program);
    let (name, rule) = fetched(&browser, "/download/rule.toml?max_repeats=3&name=A");
    assert_eq!(name, "attachment; filename=\"A.toml\"");
    std::fs::write(served.folder.path("A.toml"), rule).expect("a file");
    let swept = served.folder.tamis(&[
        "sweep",
        "index",
        "--topics",
        "demo.topics",
        "--qrels",
        "demo.qrels",
        "--config",
        "A.toml",
        "--json",
    ]);
    let typed = served.folder.tamis(&[
        "sweep",
        "index",
        "--topics",
        "demo.topics",
        "--qrels",
        "demo.qrels",
        "--max-repeats",
        "3",
        "--json",
    ]);
    let points = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["points"].clone();
    assert_eq!(points(&swept), points(&typed));
    for file in ["curve.svg", "topics.svg", "labels.svg"] {
        let (name, figure) = fetched(&browser, &format!("/download/{file}?measure=P_10"));
        assert!(name.contains(file) && figure.starts_with("<svg "), "{name}: {figure:.80}");
    }
    for (file, heading) in [
        ("curve.tsv", "min_words\tP_10"),
        ("topics.tsv", "topic\tmeasure\tunfiltered\tthis\tpin A"),
        ("means.tsv", "rule\tmeasure\tmean"),
        ("labels.tsv", ""),
    ] {
        let pin = if file == "labels.tsv" { "" } else { "&pin=A%3Fmax_repeats%3D3" };
        let (_, table) = fetched(&browser, &format!("/download/{file}?measure=P_10{pin}"));
        assert!(table.starts_with(heading) && table.lines().count() > 3, "{file}: {table:.200}");
        // What is not computed has no column.
        let columns = table.lines().next().unwrap_or_default();
        let is_curve = file == "curve.tsv";
        assert!(!is_curve || columns.ends_with("p_P_10"), "{columns}");
    }
    let (_, table) = fetched(&browser, &format!("/download/results.tsv{}", &PINNED[1..]));
    let docnos: Vec<&str> =
        table.lines().skip(1).filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(docnos, found(&served, "--min-words 15"));
}

#[test]
fn all_labels_are_compared_over_all_topics() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/labels?measure=P_10"));
    let shown = browser.value(
        "[...document.querySelectorAll('#labels tbody tr')].map((row) => \
            [row.querySelector('th').firstChild.textContent.trim(), \
                row.querySelector('td strong').textContent])",
    );
    let mut shown: Vec<(String, String)> = serde_json::from_value(shown).expect("rows");
    let compared = served.folder.tamis(&[
        "compare",
        "index",
        "--topics",
        "demo.topics",
        "--qrels",
        "demo.qrels",
        "-m",
        "P_10",
        "--json",
    ]);
    let compared: Value = serde_json::from_str(&compared).expect("JSON");
    // The sieve and the tuned rule, if the index has one, too.
    let rows = compared["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["kind"] == "rule" && row["name"] == "sieve"), "{rows:?}");
    let mut expected: Vec<(String, String)> = rows
        .iter()
        .map(|row| {
            let mean = row["means"].as_array().or(row["point"]["means"].as_array()).unwrap();
            let name = if row["kind"] == "unfiltered" {
                "every block"
            } else {
                row["name"].as_str().unwrap()
            };
            (name.to_owned(), format!("{:.4}", mean[0].as_f64().unwrap()))
        })
        .collect();
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
    browser.click("#labels tr[data-kind=rule] a");
    browser.wait("location.pathname === '/measures' && location.search === '?sieve=true'");
}

#[test]
fn results_have_pages_and_a_total() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let all = found(&served, "--hits 1000");
    browser.open(&served.url(&format!("/?q={QUERY}&hits=5")));
    let summary = browser.text("document.querySelector('.summary strong').textContent");
    assert_eq!(summary, format!("{} results", all.len()));
    browser.click("a[rel=next]");
    browser.wait_for_results(&format!("/?q={QUERY}&hits=5&page=2"));
    let docnos: Vec<String> = browser.results().into_iter().map(|(docno, _)| docno).collect();
    assert_eq!(docnos, all[5..10]);
    browser.click("a[rel=prev]");
    browser.wait_for_results(&format!("/?q={QUERY}&hits=5"));
    // Another rule begins at the first page.
    browser.click("a[rel=next]");
    browser.wait_for_results(&format!("/?q={QUERY}&hits=5&page=2"));
    browser.fill("#min_words", "3");
    browser.wait_for_results(&format!("/?q={QUERY}&min_words=3&hits=5"));
}

#[test]
fn an_empty_result_names_the_part_of_the_rule_that_emptied_it() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}&min_words=100000&title=drop")));
    let told = browser.text("document.querySelector('.empty').innerText");
    let without = found(&served, "--title drop --hits 1000").len();
    assert!(told.contains("Remove “Minimum words” 100000"), "{told}");
    assert!(told.contains(&format!("{without} results")), "{told}");
    browser.click(".empty a");
    browser.wait_for_results(&format!("/?q={QUERY}&title=drop"));
    browser.open(&served.url("/?q=zzzzzz&min_words=3"));
    let told = browser.text("document.querySelector('.empty').innerText");
    assert!(told.contains("with or without the rule"), "{told}");
}

#[test]
fn results_of_a_topic_have_their_grades() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/"));
    browser.click(".topics a");
    browser.wait("!!document.querySelector('.hit .grade')");
    let topic = std::fs::read_to_string(served.folder.path("demo.qrels")).expect("judgements");
    let first = topic.split(' ').next().expect("a topic").to_owned();
    let chips = browser.value(
        "[...document.querySelectorAll('.hit')].map((hit) => \
            [hit.dataset.docno, hit.querySelector('.grade').firstChild.textContent])",
    );
    let chips: Vec<(String, String)> = serde_json::from_value(chips).expect("chips");
    for (docno, grade) in chips {
        let line = topic.lines().find_map(|line| {
            let line = line.strip_prefix(&format!("{first} 0 {docno} "))?;
            Some(line.to_owned())
        });
        assert_eq!(grade, line.unwrap_or_else(|| "–".to_owned()), "{docno}");
    }
    // Another query has none.
    browser.open(&served.url("/?q=lighthouse"));
    assert_eq!(browser.value("!!document.querySelector('.hit .grade')"), false);
}

#[test]
fn what_a_term_means_is_opened_beside_it_without_scripts_too() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.disable_scripts();
    browser.open(&served.url("/"));
    browser.click("summary[aria-label^='Maximum repeats']");
    browser.wait("document.body.innerText.includes('Templates stand on many pages')");
    let fields = "[...document.querySelectorAll('form[data-live-form] .field')]";
    let without = browser.value(&format!(
        "{fields}.filter((field) => !field.closest('#tuned') && !field.querySelector('.tip p')\
            ?.textContent).map((field) => field.innerText)"
    ));
    assert_eq!(without, serde_json::json!([]));
    // Labels are in groups.
    let groups = browser
        .value("[...document.querySelectorAll('#label optgroup')].map((group) => group.label)");
    assert!(groups.as_array().unwrap().len() > 1, "{groups}");
}
