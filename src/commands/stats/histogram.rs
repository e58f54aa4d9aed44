//! Histograms in words: a bin as a range and a bar.

use tamis_index::stats::Bin;

/// Characters of the longest bar.
const LONGEST: u64 = 40;

/// Returns the values of a bin: `3`, `4-5`, `1001..`.
pub fn range(bin: &Bin) -> String {
    match bin.to {
        Some(to) if to == bin.from => to.to_string(),
        Some(to) => format!("{}-{to}", bin.from),
        None => format!("{}..", bin.from),
    }
}

/// Returns the bar of a bin among these bins.
pub fn bar(bin: &Bin, bins: &[Bin]) -> String {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    "#".repeat((bin.count * LONGEST).div_ceil(most) as usize)
}

/// Returns all that the bins count.
pub fn total(bins: &[Bin]) -> u64 {
    bins.iter().map(|bin| bin.count).sum()
}
