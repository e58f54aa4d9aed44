//! Training on made pages.

use super::*;
use crate::train::example::tests::example;

fn pages() -> Vec<Example> {
    let page = |i: usize| {
        let links = "<a href=x>home</a> <a href=y>about us</a> ".repeat(2 + i % 3);
        example(
            "set",
            &i.to_string(),
            "site",
            &format!("<div>{links}</div><p>On the ice we walk {i} miles, and far. So it was."),
        )
    };
    (0..12).map(page).collect()
}

fn train_on(pages: &[Example], threads: usize) -> (Model, Vec<Step>) {
    let all: Vec<&Example> = pages.iter().collect();
    let steps = std::sync::Mutex::new(Vec::new());
    let report = |step| steps.lock().unwrap().push(step);
    let task = Task { train: &all[..8], validation: &all[8..], seed: 1, iterations: Some(20), report: &report };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let model = pool.install(|| train(&task)).unwrap();
    (model, steps.into_inner().unwrap())
}

#[test]
fn a_model_learns_and_is_the_same_with_any_number_of_threads() {
    let pages = pages();
    let (model, steps) = train_on(&pages, 1);
    assert_eq!(model.to_bytes(), train_on(&pages, 3).0.to_bytes());
    assert!(steps.last().unwrap().loss < steps[0].loss, "{steps:?}");
    assert_eq!(steps.iter().filter_map(|step| step.validation).next_back(), Some(1.0));
    let victor = tamis_blocks::classify::with_model("victor", &model).unwrap();
    let subject = pages[11].subject();
    assert_eq!(victor.text(&subject), "On the ice we walk 11 miles, and far. So it was.\n");
    assert!(model.to_bytes().len() < 100_000);
}

#[test]
fn pages_without_blocks_teach_nothing() {
    let empty = [example("set", "a", "site", ""), example("set", "b", "site", "<p>x")];
    let all: Vec<&Example> = empty.iter().collect();
    let task = Task { train: &all, validation: &[], seed: 1, iterations: None, report: &|_| () };
    assert!(train(&task).unwrap_err().to_string().contains("found no feature"));
}

/// The share of Victor's blocks of CleanEval's test pages of which a model says rightly whether they are content, and of
/// which it gives the right label.
#[test]
#[ignore = "a measurement for the documentation: cargo test --lib victor -- --ignored --nocapture"]
fn our_model_and_the_released_one_on_the_test_pages_of_cleaneval() {
    use crate::accuracy::datasets::Dataset;
    use crate::accuracy::gold::Content;
    use tamis_blocks::classify::victor::Crf;
    let Some(shared) = tamis_testing::shared() else { return };
    let dataset = Dataset::open(&shared.join("data/extraction/cleaneval-en"), None, Content::All).unwrap();
    let examples = crate::train::example::load(&dataset, Default::default(), None, || ()).unwrap();
    let test: Vec<&Example> = examples.iter().filter(|example| example.id.starts_with("test-")).collect();
    let read: Vec<(Vec<Row>, Vec<Kind>)> = test.par_iter().map(|example| read(example)).collect();
    let blocks: usize = read.iter().map(|(rows, _)| rows.len()).sum();
    let mut paths = vec![shared.join("oracles/victor-model/cleaneval.txt")];
    paths.extend(std::env::var_os("TAMIS_MODELS").iter().flat_map(std::env::split_paths));
    for path in paths {
        let crf = Crf::read(&path).unwrap().0;
        let right = |same: fn(Kind, Kind) -> bool| {
            let of_page = |(rows, kinds): &(Vec<Row>, Vec<Kind>)| {
                let labels = crf.label(&crf.scores(rows));
                labels.iter().zip(kinds).filter(|(one, other)| same(**one, **other)).count()
            };
            read.iter().map(of_page).sum::<usize>() as f64 / blocks as f64
        };
        let content = right(|one, other| one.is_content() == other.is_content());
        let label = right(|one, other| one == other);
        println!("{}: {} pages, {blocks} blocks, content {content:.4}, label {label:.4}", path.display(), read.len());
    }
}
