use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::train::{Task, example, kind};
fn main() {
    let mut all = Vec::new();
    let t = std::time::Instant::now();
    for name in ["wcxb-dev-half", "wcxb-dev-rest"] {
        let d = Dataset::open(
            format!("target/shared/data/extraction/{name}").as_ref(),
            None,
            Content::All,
        )
        .unwrap();
        all.extend(example::load(&d, Default::default(), None, || ()).unwrap());
    }
    let pages: Vec<_> = all.iter().collect();
    eprintln!("read {:?}", t.elapsed());
    let iterations = std::env::args().nth(1).and_then(|a| a.parse().ok());
    let task = Task { train: &pages, validation: &[], seed: 1, iterations, report: &|_| () };
    let scores = kind::folds(&task).unwrap();
    eprintln!("folds {:?}", t.elapsed());
    let mut text = String::new();
    scores.write(&mut text);
    println!("{text}");
    let model = kind::train(&task).unwrap();
    eprintln!("trained {:?} {} bytes", t.elapsed(), model.to_bytes().len());
    std::fs::write("target/kind.model", model.to_bytes()).unwrap();
}
