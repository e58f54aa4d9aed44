//! Training on made pages.

use super::*;
use crate::train::example::tests::example;
use tamis_index::blocks::classify::CLASSIFIERS;

fn pages() -> Vec<Example> {
    (0..12).map(page).collect()
}

fn page(i: usize) -> Example {
    let links = "<a href=x>home</a> <a href=y>about us</a> ".repeat(2 + i % 3);
    let markup = format!("<div>{links}</div><p>On the ice we walk {i} miles, and far. So it was.");
    example("set", &i.to_string(), "site", &markup)
}

fn train_on(pages: &[Example], threads: usize) -> (Model, Vec<Step>) {
    let all: Vec<&Example> = pages.iter().collect();
    let steps = std::sync::Mutex::new(Vec::new());
    let task = Task {
        train: &all[..8],
        validation: &all[8..],
        seed: 1,
        iterations: Some(20),
        report: &|step| steps.lock().unwrap().push(step),
    };
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
    let victor = CLASSIFIERS.with_model("victor", &model).unwrap();
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
