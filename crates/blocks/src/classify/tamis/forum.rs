//! Tells threads of forums from other pages: what readers write is the main text of a thread, but
//! not of an article. A page is judged by the means of its units' features.

use super::MISSING;
use super::first_stage::{Features, WIDTH};

/// A page with at least this probability, out of 65,535, is a thread: a quarter. Few pages are
/// threads, so the forest is careful.
pub const THREAD: u16 = 16_384;

/// The features of a page: the mean of each feature of the first stage over the units that have
/// it, by words. Missing if no unit has it.
pub fn page_row(features: &Features) -> Vec<i32> {
    let mut sums = [(0_i64, 0_i64); WIDTH];
    for (row, unit) in features.values.chunks_exact(WIDTH).zip(&features.counts) {
        // A unit without words counts, too.
        let weight = unit.words + 1;
        for (sum, value) in sums.iter_mut().zip(row).filter(|(_, value)| **value != MISSING) {
            sum.0 += i64::from(*value) * weight;
            sum.1 += weight;
        }
    }
    sums.iter().map(|(sum, of)| if *of == 0 { MISSING } else { (sum / of) as i32 }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{first_stage, units_of};
    use super::*;

    #[test]
    fn a_page_has_the_means_of_its_units_by_words() {
        let features = first_stage::features(&units_of("<p>One two three four</p><h2>Five</h2>"));
        let row = page_row(&features);
        let at = |name| first_stage::names().iter().position(|one| one == name).unwrap();
        // 18 characters of 4 words and 4 of one, in tenths, and one more each.
        assert_eq!(row[at("characters")], (18 * 41 + 4 * 11) / 52);
        assert_eq!(row.len(), WIDTH);
        assert!(page_row(&first_stage::features(&units_of(""))).iter().all(|one| *one == MISSING));
    }
}
