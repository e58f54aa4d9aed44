//! Hypotheses tested in an order that was fixed before: each at the full level, up to the first
//! that is not rejected.

/// Returns the adjusted p-values of hypotheses that are tested in this order: each is the largest
/// p-value so far. Rejecting those below a level keeps the probability of any false rejection below
/// that level without dividing it, because whatever is wrongly rejected first has all before it
/// rightly rejected (Maurer, Hothorn and Lehmacher 1995; Westfall and Krishen, Optimally Weighted,
/// Fixed Sequence and Gatekeeper Multiple Testing Procedures, Journal of Statistical Planning and
/// Inference 99, 2001). The order must not depend on the values that are tested. What cannot be
/// tested ends the sequence: it and all that follow have none.
pub fn fixed_sequence(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut largest = Some(0.0f64);
    let mut adjusted = Vec::with_capacity(p_values.len());
    for p in p_values {
        largest = largest.zip(*p).map(|(largest, p)| largest.max(p));
        adjusted.push(largest);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_after_a_failure_is_better_than_it() {
        let p_values = [Some(0.01), Some(0.04), Some(0.02), Some(0.3), Some(0.001)];
        let adjusted = [Some(0.01), Some(0.04), Some(0.04), Some(0.3), Some(0.3)];
        assert_eq!(fixed_sequence(&p_values), adjusted);
        assert_eq!(fixed_sequence(&[Some(0.01), None, Some(0.01)]), [Some(0.01), None, None]);
        assert_eq!(fixed_sequence(&[]), []);
    }
}
