//! The models as their authors write them, computed from token lists, term by term, absent ones
//! included. From the library come only the parameters and Lucene's lossy lengths. Scores are equal
//! up to rounding, not to the last bit.

use std::collections::BTreeMap;
use std::f64::consts::{E, PI};
use tamis_search::model::lossy::{byte4_length, byte315_norm};
use tamis_search::{ModelSpec, Query};

/// What a formula may use. `tf` and `length` are of the page.
struct PageCounts {
    pages: f64,
    tokens: f64,
    df: f64,
    cf: f64,
    tf: f64,
    length: u32,
}

/// The score of every page that holds a word of the query.
pub fn scores(
    pages: &[(String, Vec<&str>)],
    query: &Query,
    model: &ModelSpec,
) -> BTreeMap<String, f64> {
    let mut scores = BTreeMap::new();
    for (docno, tokens) in pages {
        if !query.terms.iter().any(|(term, _)| tokens.contains(&term.as_str())) {
            continue;
        }
        let words: Vec<(f64, PageCounts)> = query
            .terms
            .iter()
            .map(|(term, weight)| (*weight, PageCounts::new(pages, tokens, term)))
            .collect();
        let sum: f64 = words.iter().map(|(weight, counts)| weight * word(model, counts)).sum();
        scores.insert(docno.clone(), sum * whole(model, &words));
    }
    scores
}

impl PageCounts {
    fn new(pages: &[(String, Vec<&str>)], tokens: &[&str], term: &str) -> Self {
        Self {
            pages: pages.iter().filter(|(_, tokens)| !tokens.is_empty()).count() as f64,
            tokens: pages.iter().map(|(_, tokens)| tokens.len()).sum::<usize>() as f64,
            df: pages.iter().filter(|(_, tokens)| tokens.contains(&term)).count() as f64,
            cf: pages.iter().map(|(_, tokens)| occurrences(tokens, term)).sum(),
            tf: occurrences(tokens, term),
            length: tokens.len() as u32,
        }
    }
}

fn occurrences(tokens: &[&str], term: &str) -> f64 {
    tokens.iter().filter(|token| **token == term).count() as f64
}

/// What one occurrence of a word in the query contributes.
fn word(model: &ModelSpec, counts: &PageCounts) -> f64 {
    let PageCounts { pages, tokens, cf, tf, length, .. } = *counts;
    let exact = f64::from(length);
    let lossy = f64::from(byte4_length(length));
    let average = tokens / pages;
    let lucenes = (cf + 1.0) / (tokens + 1.0);
    let indris = if cf > 0.0 { cf / tokens } else { 1.0 / (2.0 * tokens) };
    // Indri counts absent words; in the other models they contribute nothing.
    match model {
        ModelSpec::QlDirichletIndri(m) => return ((tf + m.mu * indris) / (exact + m.mu)).ln(),
        ModelSpec::QlJmIndri(m) => return ((1.0 - m.lambda) * tf / exact + m.lambda * indris).ln(),
        _ if tf == 0.0 => return 0.0,
        _ => {}
    }
    match model {
        ModelSpec::Bm25(m) => bm25(counts, m.k1, m.b, exact),
        ModelSpec::Bm25Lucene(m) => bm25(counts, m.k1, m.b, lossy),
        ModelSpec::TfidfLucene(_) => {
            tf.sqrt() * idf_2009(counts).powi(2) * f64::from(byte315_norm(length))
        }
        ModelSpec::QlDirichlet(m) => {
            ((1.0 + tf / (m.mu * lucenes)).ln() + (m.mu / (lossy + m.mu)).ln()).max(0.0)
        }
        ModelSpec::QlJm(m) => (1.0 + ((1.0 - m.lambda) * tf / lossy) / (m.lambda * lucenes)).ln(),
        ModelSpec::Dph(_) => {
            let f = tf / exact;
            if f == 1.0 {
                return 0.0;
            }
            let surprise = (tf * average / exact * (pages / cf)).log2();
            (1.0 - f).powi(2) / (tf + 1.0)
                * (tf * surprise + 0.5 * (2.0 * PI * tf * (1.0 - f)).log2())
        }
        ModelSpec::Pl2(m) => {
            let tf = tf * (1.0 + m.c * average / exact).log2();
            let mean = cf / pages;
            let poisson =
                tf * (tf / mean).log2() + (mean - tf) * E.log2() + 0.5 * (2.0 * PI * tf).log2();
            poisson / (tf + 1.0)
        }
        ModelSpec::QlDirichletIndri(_) | ModelSpec::QlJmIndri(_) => unreachable!("returned above"),
    }
}

fn bm25(counts: &PageCounts, k1: f64, b: f64, length: f64) -> f64 {
    let PageCounts { pages, tokens, df, tf, .. } = *counts;
    let average = tokens / pages;
    let idf = (1.0 + (pages - df + 0.5) / (df + 0.5)).ln();
    idf * tf / (tf + k1 * (1.0 - b + b * length / average))
}

fn idf_2009(counts: &PageCounts) -> f64 {
    1.0 + (counts.pages / (counts.df + 1.0)).ln()
}

/// What is multiplied to the sum: queryNorm and coord of Lucene's similarity of 2009.
fn whole(model: &ModelSpec, words: &[(f64, PageCounts)]) -> f64 {
    let ModelSpec::TfidfLucene(_) = model else { return 1.0 };
    let squares: f64 = words.iter().map(|(weight, counts)| weight * idf_2009(counts).powi(2)).sum();
    let matched: f64 =
        words.iter().filter(|(_, counts)| counts.tf > 0.0).map(|(weight, _)| weight).sum();
    matched / words.iter().map(|(weight, _)| weight).sum::<f64>() / squares.sqrt()
}
