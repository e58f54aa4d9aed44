//! Trains boosted trees on a matrix that `boosting.py` wrote, without the rows of fold 0, and
//! writes the margins of all rows; then times the margins of 170 rows. Run it with
//! `cargo run --release -p tamis-papers --bin boosting FOLDER SEED`.

use std::path::Path;
use std::time::Instant;
use tamis_lab::train::boosting::{BinnedColumns, BoostingSettings, FeatureTable, train_on};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seed] = &arguments[..] else { return Err("expected a folder and a seed".into()) };
    let folder = Path::new(folder);
    let labels = floats(&folder.join("y.bin"))?;
    let weights = floats(&folder.join("w.bin"))?;
    let folds = numbers(&folder.join("fold.bin"))?;
    let values = numbers(&folder.join("x.bin"))?;
    let values: Vec<i32> = values.into_iter().map(i32::from_le_bytes).collect();
    let rows = labels.len();
    let features = values.len() / labels.len();
    let chosen: Vec<u32> = (0..rows as u32).filter(|row| folds[*row as usize] != [0; 4]).collect();
    let settings = BoostingSettings { seed: seed.parse()?, ..BoostingSettings::default() };
    let start = Instant::now();
    let columns = BinnedColumns::new(
        &FeatureTable { rows, features, values: &values },
        &chosen,
        settings.max_bin,
    );
    println!("{} rows of {features} features: bins {:?}", chosen.len(), start.elapsed());
    let start = Instant::now();
    let trained = train_on(&columns, &chosen, &labels, &weights, &settings, &|_, _| {})?;
    println!("{} trees: {:?}", settings.trees, start.elapsed());
    let mut margins = Vec::new();
    let start = Instant::now();
    trained.forest.margins(&values, features, &mut margins);
    println!("margins of 170 rows: {:?}", start.elapsed().mul_f64(170.0 / rows as f64));
    std::fs::write(
        folder.join("margins.bin"),
        margins.iter().flat_map(|margin| margin.to_le_bytes()).collect::<Vec<_>>(),
    )?;
    std::fs::write(folder.join("forest.json"), serde_json::to_vec(&trained.forest)?)?;
    Ok(())
}

/// Reads a file of numbers of four bytes.
fn numbers(path: &Path) -> std::io::Result<Vec<[u8; 4]>> {
    Ok(std::fs::read(path)?.as_chunks().0.to_vec())
}

fn floats(path: &Path) -> std::io::Result<Vec<f32>> {
    Ok(numbers(path)?.into_iter().map(f32::from_le_bytes).collect())
}
