//! How often the tests of equivalence reject at the margin, where they must not in more than 5 %,
//! and how often where there is no difference, which is their power: by simulation.
//!
//! `cargo run --release -p tamis-eval --example equivalence_rates -- [SWEEP.json...]`. Without
//! files, differences are normal. With files of `tamis sweep --json`, topics are drawn from those
//! of the file with replacement: for an early, a later and the last point, moved so that the mean
//! difference is what is simulated.

use serde_json::Value;
use tamis_eval::statistics::{ALPHA, Margin, Random, equivalence, fixed_sequence};

const TIMES: u32 = 4_000;

/// The topics that experiments are drawn from: the values of the baseline and of a system.
struct Population {
    baseline: Vec<f64>,
    system: Vec<f64>,
}

impl Population {
    /// Returns the population with the mean difference moved to this one.
    fn moved_to(&self, difference: f64) -> Self {
        let shift = difference - (mean(&self.system) - mean(&self.baseline));
        let system = self.system.iter().map(|value| value + shift).collect();
        Self { baseline: self.baseline.clone(), system }
    }

    /// The shares of experiments of `topics` topics that find non-inferiority and equivalence, with
    /// the margin known, and with the margin as 5 % of the mean of the drawn topics.
    fn rates(&self, topics: usize, margin: f64, random: &mut Random) -> [f64; 4] {
        let mut found = [0u32; 4];
        for _ in 0..TIMES {
            let drawn: Vec<usize> =
                (0..topics).map(|_| random.below(self.baseline.len())).collect();
            let baseline: Vec<f64> = drawn.iter().map(|&topic| self.baseline[topic]).collect();
            let system: Vec<f64> = drawn.iter().map(|&topic| self.system[topic]).collect();
            let of_mean = Margin::default().around(mean(&baseline));
            for (kind, margin) in [margin, of_mean].into_iter().enumerate() {
                let Some(test) = equivalence(&system, &baseline, margin) else { continue };
                found[2 * kind] += u32::from(test.p_noninferior < ALPHA);
                found[2 * kind + 1] += u32::from(test.p < ALPHA);
            }
        }
        found.map(|count| f64::from(count) / f64::from(TIMES))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// A normal variable, by Box and Muller.
fn normal(random: &mut Random) -> f64 {
    let mut uniform = || (random.below(1 << 30) as f64 + 0.5) / f64::from(1 << 30);
    (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
}

/// A large population whose differences are normal with this deviation, around a mean of .4.
fn normal_population(deviation: f64, random: &mut Random) -> Population {
    let mut population = Population { baseline: Vec::new(), system: Vec::new() };
    for _ in 0..200_000 {
        let value = 0.4 + 0.25 * normal(random);
        population.baseline.push(value);
        population.system.push(value + deviation * normal(random));
    }
    population
}

fn print(name: &str, population: &Population, topics: usize, random: &mut Random) {
    let margin = Margin::default().around(mean(&population.baseline));
    let below = population.moved_to(-margin).rates(topics, margin, random);
    let equal = population.moved_to(0.0).rates(topics, margin, random);
    let [one, two] = stated_power(population, margin, topics);
    println!(
        "{name}\t{topics}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{one:.4}\t{:.4}\t{two:.4}",
        below[0], below[1], below[2], equal[0], equal[1]
    );
}

/// The powers that the test itself states for topics that spread as the population does: of
/// non-inferiority and of equivalence.
fn stated_power(population: &Population, margin: f64, topics: usize) -> [f64; 2] {
    let differences: Vec<f64> =
        population.system.iter().zip(&population.baseline).map(|(a, b)| a - b).collect();
    let centre = mean(&differences);
    let squares: f64 = differences.iter().map(|d| (d - centre).powi(2)).sum();
    let deviation = (squares / differences.len() as f64).sqrt();
    // Values whose deviation, with n - 1, is this one, whatever their number is.
    let step = deviation * ((topics as f64 - 1.0) / (topics - topics % 2) as f64).sqrt();
    let values: Vec<f64> = (0..topics)
        .map(|topic| if topic == topics - topics % 2 { 0.0 } else { step * [1.0, -1.0][topic % 2] })
        .collect();
    let test = equivalence(&values, &vec![0.0; topics], margin);
    test.map_or([f64::NAN; 2], |test| [test.power_noninferior, test.power])
}

/// The share of sweeps in which a fixed sequence calls a point enough that is not: ten points of
/// normal, correlated differences, of which those from `bad` on are lower by the margin.
fn sequence_errors(bad: usize, random: &mut Random) -> f64 {
    const POINTS: usize = 10;
    const TOPICS: usize = 50;
    let mut errors = 0u32;
    for _ in 0..TIMES {
        let shared: Vec<f64> = (0..TOPICS).map(|_| normal(random)).collect();
        let mut p_values = Vec::with_capacity(POINTS);
        for point in 0..POINTS {
            let loss = if point < bad { 0.0 } else { 0.02 };
            let spread = |topic: usize, own: f64| 0.02 * shared[topic] + 0.02 * own - loss;
            let differences: Vec<f64> =
                (0..TOPICS).map(|topic| spread(topic, normal(random))).collect();
            let test = equivalence(&differences, &[0.0; TOPICS], 0.02);
            p_values.push(test.map(|test| test.p_noninferior));
        }
        let adjusted = fixed_sequence(&p_values);
        errors += u32::from(adjusted[bad..].iter().flatten().any(|p| *p < ALPHA));
    }
    f64::from(errors) / f64::from(TIMES)
}

fn values(point: &Value, measure: usize) -> Vec<f64> {
    let of_measure = point["per_topic"][measure].as_array();
    of_measure.into_iter().flatten().filter_map(Value::as_f64).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random::new(1);
    println!(
        "differences\ttopics\tnot inferior, at margin\tequivalent, at margin\t\
         not inferior, at margin of the drawn mean\tnot inferior, no difference\t\
         stated power\tequivalent, no difference\tstated power"
    );
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        for deviation in [0.02, 0.05, 0.1] {
            let population = normal_population(deviation, &mut random);
            for topics in [12, 50, 250] {
                print(&format!("normal, {deviation}"), &population, topics, &mut random);
            }
        }
        for bad in [0, 3, 9] {
            println!(
                "sequence of 10, lower from {bad}\t50\t{:.4}",
                sequence_errors(bad, &mut random)
            );
        }
    }
    for file in files {
        let sweep: Value = serde_json::from_slice(&std::fs::read(&file)?)?;
        let points = sweep["points"].as_array().ok_or("a sweep has points")?;
        for number in [points.len() / 20, points.len() / 5, points.len() - 1] {
            let point = &points[number];
            let population =
                Population { baseline: values(&sweep["unfiltered"], 0), system: values(point, 0) };
            let name = format!("{file} {}", point["parameters"]);
            for topics in [25, population.baseline.len()] {
                print(&name, &population, topics, &mut random);
            }
        }
    }
    Ok(())
}
