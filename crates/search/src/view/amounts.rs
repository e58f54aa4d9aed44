//! A list of amounts of tokens: lengths of pages, frequencies of terms.

/// Amounts in four bytes each, as long as all of them fit: without weights they always do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Amounts {
    /// All are below 2^32.
    Narrow(Vec<u32>),
    /// One of them is not.
    Wide(Vec<u64>),
}

impl Amounts {
    /// Returns an empty list with space for this many amounts.
    pub fn with_capacity(amounts: usize) -> Self {
        Self::Narrow(Vec::with_capacity(amounts))
    }

    #[inline]
    pub fn push(&mut self, amount: u64) {
        match (&mut *self, u32::try_from(amount)) {
            (Self::Narrow(amounts), Ok(amount)) => amounts.push(amount),
            (Self::Narrow(amounts), Err(_)) => {
                let known = amounts.iter().map(|&known| known.into());
                *self = Self::Wide(known.chain([amount]).collect());
            }
            (Self::Wide(amounts), _) => amounts.push(amount),
        }
    }

    /// Returns the amount at a position.
    #[inline]
    pub fn get(&self, position: usize) -> u64 {
        match self {
            Self::Narrow(amounts) => amounts[position].into(),
            Self::Wide(amounts) => amounts[position],
        }
    }

    /// Returns the smallest amount above 0; none if all are 0.
    pub fn least(&self) -> Option<u64> {
        self.iter().filter(|&amount| amount > 0).min()
    }

    /// Returns the number of amounts.
    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(amounts) => amounts.len(),
            Self::Wide(amounts) => amounts.len(),
        }
    }

    /// Returns the bytes that they take in memory.
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            Self::Narrow(amounts) => size_of_val(amounts.as_slice()),
            Self::Wide(amounts) => size_of_val(amounts.as_slice()),
        };
        bytes as u64
    }

    /// Returns all amounts, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|position| self.get(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn large_amounts_are_kept_and_small_ones_take_four_bytes(
            given in prop::collection::vec(
                prop_oneof![9 => 0u64..1 << 32, 1 => any::<u64>()],
                0..30,
            ),
        ) {
            let mut amounts = Amounts::with_capacity(0);
            for &amount in &given {
                amounts.push(amount);
            }
            prop_assert_eq!(amounts.iter().collect::<Vec<_>>(), given.clone());
            let small = given.iter().all(|&amount| amount < 1 << 32);
            prop_assert_eq!(matches!(amounts, Amounts::Narrow(_)), small);
        }
    }
}
