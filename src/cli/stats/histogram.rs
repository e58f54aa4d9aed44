//! Histograms: bins of numbers, printed as a range and a bar.

/// Characters of the longest bar.
const LONGEST: u64 = 40;

/// Returns (first value, last value if the bin has an end, count) of each bin; `starts` are the first values.
pub fn bins<'a>(starts: &'a [u64], counts: &'a [u64]) -> impl Iterator<Item = (u64, Option<u64>, u64)> + 'a {
    let last = |bin: usize| starts.get(bin + 1).map(|next| next - 1);
    starts.iter().zip(counts).enumerate().map(move |(bin, (start, count))| (*start, last(bin), *count))
}

/// Returns the values of a bin: `3`, `4-5`, `1001..`.
pub fn range(from: u64, to: Option<u64>) -> String {
    match to {
        Some(to) if to == from => from.to_string(),
        Some(to) => format!("{from}-{to}"),
        None => format!("{from}.."),
    }
}

/// Returns the bar of a count among these counts.
pub fn bar(count: u64, counts: &[u64]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    "#".repeat((count * LONGEST).div_ceil(most) as usize)
}
