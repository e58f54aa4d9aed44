//! An amount with a level, in eight bytes.

/// An amount of tokens below 2^56, and a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leveled(u64);

/// The number of bits of the amount.
const BITS: u32 = 56;

impl Leveled {
    #[inline]
    pub fn new(level: u8, amount: u64) -> Self {
        debug_assert!(amount >> BITS == 0);
        Self(u64::from(level) << BITS | amount)
    }

    #[inline]
    pub fn level(self) -> usize {
        (self.0 >> BITS) as usize
    }

    #[inline]
    pub fn amount(self) -> u64 {
        self.0 & ((1 << BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_parts_come_back(level in any::<u8>(), amount in 0u64..1 << BITS) {
            let both = Leveled::new(level, amount);
            prop_assert_eq!((both.level(), both.amount()), (usize::from(level), amount));
        }
    }
}
