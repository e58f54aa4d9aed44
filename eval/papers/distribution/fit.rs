//! Models of block length and density, fitted to the counts by least squares (Kohlschütter et al.
//! 2010, section 5): a geometric distribution, a mixture of two, and two beta distributions with a
//! normal one between them.

use argmin::core::{CostFunction, Executor, State};
use argmin::solver::neldermead::NelderMead;
use serde::Serialize;
use statrs::distribution::{Beta, Continuous, Normal};

/// A model with its best parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fit {
    /// Its name: geometric, two_strata, two_betas_and_normal.
    pub model: &'static str,
    /// Pairs of the name of a parameter and its value.
    pub parameters: Vec<(&'static str, f64)>,
    /// R squared: the share of the variance that it explains, at most 1.
    pub r2: f64,
    /// Adjusted R squared: corrected for the number of parameters.
    pub r2_adjusted: f64,
    /// Root mean square error over the points.
    pub rmse: f64,
    /// Its value at each point that it was fitted to: pairs of the value of the feature and the
    /// share of the words.
    pub curve: Vec<(u32, f64)>,
}

/// Maximum steps from one start.
const STEPS: u64 = 4000;

/// The 1-displaced geometric distribution of the number of words of a block (equation 2): after
/// every word the block ends with probability `p_end`. `shares` holds numbers of words and the
/// share of blocks that have them. None for less than three.
pub fn geometric(shares: &[(u32, f64)]) -> Option<Fit> {
    let best = least_squares(shares, &one_stratum, &[vec![logit(0.3)], vec![logit(0.05)]])?;
    let named = vec![("p_end", logistic(best[0]))];
    Some(described("geometric", shares, &one_stratum, &best, named))
}

/// The share of blocks of so many words by the geometric distribution.
fn one_stratum(parameters: &[f64], words: u32) -> f64 {
    geometric_share(logistic(parameters[0]), words)
}

/// Two strata of text, each geometric (equation 3): a block is short text with probability
/// `p_short`, else long.
pub fn two_strata(shares: &[(u32, f64)]) -> Option<Fit> {
    let starts = [[0.75, 0.4, 0.05], [0.5, 0.6, 0.1], [0.9, 0.3, 0.02]]
        .map(|start| start.map(logit).to_vec());
    let mut best = least_squares(shares, &mixture, &starts)?;
    if best[1] < best[2] {
        // Short text is the one that ends sooner.
        best = vec![-best[0], best[2], best[1]];
    }
    let named = ["p_short", "p_end_short", "p_end_long"]
        .into_iter()
        .zip(best.iter().map(|x| logistic(*x)))
        .collect();
    Some(described("two_strata", shares, &mixture, &best, named))
}

/// The share of blocks of so many words by the mixture of two geometric distributions.
fn mixture(parameters: &[f64], words: u32) -> f64 {
    let [short, end_short, end_long] = [0, 1, 2].map(|i| logistic(parameters[i]));
    short * geometric_share(end_short, words) + (1.0 - short) * geometric_share(end_long, words)
}

/// Template text and full text as beta distributions over the text density, and a normal one as the
/// transition between them (section 5.1, after Kohlschütter, WWW 2009). `shares` holds rounded
/// densities and the share of words in blocks of each; the betas stretch from 0 to the greatest.
pub fn two_betas_and_normal(shares: &[(u32, f64)]) -> Option<Fit> {
    let bins = f64::from(shares.iter().map(|(density, _)| *density).max()?);
    let model =
        |parameters: &[f64], density: u32| DensityModel::new(parameters, bins).share(density);
    let starts = [
        density_start((2.0, 10.0), (12.0, 8.0), 8.0 / bins),
        density_start((1.5, 6.0), (30.0, 20.0), 6.0 / bins),
        density_start((3.0, 20.0), (20.0, 15.0), 10.0 / bins),
        density_start((2.0, 8.0), (60.0, 40.0), bins / 2.0 / bins),
    ];
    let mut best = least_squares(shares, &model, &starts)?;
    let mut found = DensityModel::new(&best, bins);
    if found.mean(0) > found.mean(1) {
        // Template text is the thinner one.
        best.swap(0, 1);
        best.swap(2, 4);
        best.swap(3, 5);
        found = DensityModel::new(&best, bins);
    }
    let named = vec![
        ("p_template", found.weights[0]),
        ("p_full", found.weights[1]),
        ("template_alpha", found.betas[0].0),
        ("template_beta", found.betas[0].1),
        ("full_alpha", found.betas[1].0),
        ("full_beta", found.betas[1].1),
        ("normal_mean", found.mean),
        ("normal_deviation", found.deviation),
    ];
    Some(described("two_betas_and_normal", shares, &model, &best, named))
}

/// Returns the parameters to start from: the shapes of the betas of template and full text, and the
/// mean of the normal distribution as a share of the bins.
fn density_start(template: (f64, f64), full: (f64, f64), mean: f64) -> Vec<f64> {
    let shapes = [template.0.ln(), template.1.ln(), full.0.ln(), full.1.ln()];
    [&[0.0, 1.0], &shapes[..], &[logit(mean), (0.1f64).ln()]].concat()
}

/// Weights, shapes and place of the three parts, from numbers without bounds.
struct DensityModel {
    bins: f64,
    weights: [f64; 2],
    betas: [(f64, f64); 2],
    mean: f64,
    deviation: f64,
}

impl DensityModel {
    fn new(parameters: &[f64], bins: f64) -> Self {
        let [template, full] = [parameters[0], parameters[1]].map(|x| x.clamp(-30.0, 30.0).exp());
        let betas = [2, 4].map(|i| (positive(parameters[i]), positive(parameters[i + 1])));
        Self {
            bins,
            weights: [template, full].map(|part| part / (template + full + 1.0)),
            betas,
            mean: bins * logistic(parameters[6]),
            deviation: bins * positive(parameters[7]),
        }
    }

    /// The expected density of one of the betas, as a share of the bins.
    fn mean(&self, part: usize) -> f64 {
        let (alpha, beta) = self.betas[part];
        alpha / (alpha + beta)
    }

    fn share(&self, density: u32) -> f64 {
        let place = (f64::from(density) - 0.5) / self.bins;
        let [template_share, full_share] = self.betas.map(|(alpha, beta)| {
            Beta::new(alpha, beta).map_or(0.0, |beta| beta.pdf(place) / self.bins)
        });
        let normal_share =
            Normal::new(self.mean, self.deviation).map_or(0.0, |normal| normal.pdf(density.into()));
        let [template, full] = self.weights;
        template * template_share + full * full_share + (1.0 - template - full) * normal_share
    }
}

/// A positive number, from one without bounds.
fn positive(x: f64) -> f64 {
    x.clamp(-7.0, 7.0).exp()
}

fn geometric_share(p: f64, words: u32) -> f64 {
    (1.0 - p).powf(f64::from(words) - 1.0) * p
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn logit(p: f64) -> f64 {
    (p / (1.0 - p)).ln()
}

/// The sum of squares between a model and the counts.
#[derive(Clone, Copy)]
struct Squares<'a> {
    shares: &'a [(u32, f64)],
    model: Model<'a>,
}

/// A model's value at a point, for some parameters.
type Model<'a> = &'a dyn Fn(&[f64], u32) -> f64;

impl Squares<'_> {
    fn sum(&self, parameters: &[f64]) -> f64 {
        let squares =
            self.shares.iter().map(|(at, share)| ((self.model)(parameters, *at) - share).powi(2));
        let sum: f64 = squares.sum();
        if sum.is_finite() { sum } else { f64::MAX }
    }
}

impl CostFunction for Squares<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> std::result::Result<f64, argmin::core::Error> {
        Ok(self.sum(parameters))
    }
}

/// Returns the parameters with the least sum of squares that the simplex method (Nelder and Mead
/// 1965) finds from these starts; it restarts once from the best result. Deterministic.
fn least_squares(shares: &[(u32, f64)], model: Model, starts: &[Vec<f64>]) -> Option<Vec<f64>> {
    let parameters = starts.first()?.len();
    if shares.len() < parameters + 2 {
        return None;
    }
    let squares = Squares { shares, model };
    let ends = starts.iter().filter_map(|start| descend(squares, start));
    let best = ends.min_by(|a, b| squares.sum(a).total_cmp(&squares.sum(b)))?;
    descend(squares, &best)
}

fn descend(squares: Squares, start: &[f64]) -> Option<Vec<f64>> {
    let mut simplex = vec![start.to_vec()];
    for i in 0..start.len() {
        let mut corner = start.to_vec();
        corner[i] += 0.5;
        simplex.push(corner);
    }
    let solver = NelderMead::new(simplex).with_sd_tolerance(1e-14).ok()?;
    let found =
        Executor::new(squares, solver).configure(|state| state.max_iters(STEPS)).run().ok()?;
    found.state().get_best_param().cloned()
}

fn described(
    model: &'static str,
    shares: &[(u32, f64)],
    values: Model,
    best: &[f64],
    parameters: Vec<(&'static str, f64)>,
) -> Fit {
    let n = shares.len() as f64;
    let mean = shares.iter().map(|(_, share)| share).sum::<f64>() / n;
    let total: f64 = shares.iter().map(|(_, share)| (share - mean).powi(2)).sum();
    let left = Squares { shares, model: values }.sum(best);
    let r2 = if total > 0.0 { 1.0 - left / total } else { 0.0 };
    Fit {
        model,
        parameters,
        r2,
        r2_adjusted: 1.0 - (1.0 - r2) * (n - 1.0) / (n - best.len() as f64 - 1.0),
        rmse: (left / n).sqrt(),
        curve: shares.iter().map(|(at, _)| (*at, values(best, *at))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same share at each of `n` points.
    fn flat(n: u32) -> Vec<(u32, f64)> {
        (1..=n).map(|at| (at, 0.1)).collect()
    }

    fn assert_near(fit: &Fit, expected: &[f64]) {
        for ((name, found), expected) in fit.parameters.iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-4 * (1.0 + expected.abs()),
                "{name}: {found}, not {expected}"
            );
        }
        assert!(fit.r2 > 0.999_999 && fit.rmse < 1e-5, "{fit:?}");
    }

    /// The paper's own parameters come back from the curves that they make.
    #[test]
    fn the_papers_parameters_are_found_again() {
        let shares: Vec<(u32, f64)> =
            (1..=100).map(|words| (words, geometric_share(0.3145, words))).collect();
        assert_near(&geometric(&shares).unwrap(), &[0.3145]);
        let parameters = [0.7586, 0.3968, 0.04369].map(logit);
        let shares: Vec<(u32, f64)> =
            (1..=100).map(|words| (words, mixture(&parameters, words))).collect();
        assert_near(&two_strata(&shares).unwrap(), &[0.7586, 0.3968, 0.04369]);
        let one = geometric(&shares).unwrap();
        assert!(one.r2 < two_strata(&shares).unwrap().r2, "one stratum explains less");
    }

    #[test]
    fn two_humps_and_what_is_between_are_separated() {
        let made = DensityModel {
            bins: 20.0,
            weights: [0.3, 0.5],
            betas: [(3.0, 12.0), (30.0, 18.0)],
            mean: 8.0,
            deviation: 2.5,
        };
        let shares: Vec<(u32, f64)> =
            (1..=20).map(|density| (density, made.share(density))).collect();
        let fit = two_betas_and_normal(&shares).unwrap();
        assert!(fit.r2 > 0.999, "{fit:?}");
        assert_eq!(fit.curve.len(), 20);
    }

    #[test]
    fn nothing_is_fitted_to_too_little() {
        assert_eq!(geometric(&flat(2)), None);
        assert_eq!(two_strata(&flat(4)), None);
        assert_eq!(two_betas_and_normal(&flat(9)), None);
        assert_eq!(two_betas_and_normal(&[]), None);
        assert!(geometric(&flat(9)).unwrap().r2 <= 1.0);
    }
}
