//! The labels of a block by many classifiers.

/// The classifiers that label a block as content: a set of their numbers, of any size. A block of
/// an index with up to 64 labels takes no memory besides the set itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LabelSet {
    /// The numbers below 64.
    first: u64,
    /// The others, 64 a word; the last word is never 0.
    others: Vec<u64>,
}

impl LabelSet {
    /// Adds a label.
    pub fn insert(&mut self, label: usize) {
        let word = match (label / 64).checked_sub(1) {
            None => &mut self.first,
            Some(place) => {
                self.others.resize(self.others.len().max(place + 1), 0);
                &mut self.others[place]
            }
        };
        *word |= 1 << (label % 64);
    }

    /// Whether a label is in the set.
    #[inline]
    pub fn contains(&self, label: usize) -> bool {
        self.word(label / 64) >> (label % 64) & 1 == 1
    }

    /// Returns the labels, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * (1 + self.others.len())).filter(|label| self.contains(*label))
    }

    /// Returns the labels that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.iter().filter(|label| other.contains(*label)).collect()
    }

    fn word(&self, number: usize) -> u64 {
        match number.checked_sub(1) {
            None => self.first,
            Some(place) => self.others.get(place).copied().unwrap_or(0),
        }
    }
}

impl FromIterator<usize> for LabelSet {
    fn from_iter<I: IntoIterator<Item = usize>>(labels: I) -> Self {
        let mut set = Self::default();
        labels.into_iter().for_each(|label| set.insert(label));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_set_has_what_was_inserted(
            labels in prop::collection::btree_set(0usize..300, 0..20),
            others in prop::collection::btree_set(0usize..300, 0..20),
        ) {
            let set: LabelSet = labels.iter().copied().collect();
            prop_assert_eq!(set.iter().collect::<BTreeSet<_>>(), labels.clone());
            prop_assert!((0..400).all(|label| set.contains(label) == labels.contains(&label)));
            let both = set.intersection(&others.iter().copied().collect());
            prop_assert_eq!(both, labels.intersection(&others).copied().collect());
        }
    }
}
