//! Small numbers, one per block, in as few bits as they need.

/// Numbers of 1, 2, 4 or 8 bits each, in the order of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PackedNumbers {
    words: Vec<u64>,
    width: u32,
    /// The word in the making, whose lowest `used` bits are set.
    last: u64,
    used: u32,
}

impl PackedNumbers {
    /// Returns an empty list with space for so many numbers.
    pub fn with_capacity(width: u32, rows: usize) -> Self {
        let words = Vec::with_capacity((rows * width as usize).div_ceil(64));
        Self { words, width, last: 0, used: 0 }
    }

    /// Appends the low bits of these numbers.
    pub fn extend(&mut self, numbers: &[impl Copy + Into<u8>]) {
        match self.width {
            1 => self.extend_by::<1>(numbers),
            2 => self.extend_by::<2>(numbers),
            4 => self.extend_by::<4>(numbers),
            _ => self.extend_by::<8>(numbers),
        }
    }

    /// The same for a width that the compiler knows.
    fn extend_by<const WIDTH: u32>(&mut self, numbers: &[impl Copy + Into<u8>]) {
        let words = numbers.chunks_exact(64 / WIDTH as usize);
        let rest = words.remainder();
        for numbers in words {
            let (eights, _) = numbers.as_chunks::<8>();
            let mut word = 0;
            for (number, eight) in (0..).zip(eights) {
                word |= gathered(eight.map(Into::into), WIDTH) << (8 * WIDTH * number);
            }
            self.words.push(self.last | word << self.used);
            // Twice, for a shift of 64 bits is none.
            self.last = word >> (63 - self.used) >> 1;
        }
        for &number in rest {
            self.last |= (u64::from(number.into()) & ((1 << self.width) - 1)) << self.used;
            self.used += self.width;
            if self.used == 64 {
                self.words.push(self.last);
                self.last = 0;
                self.used = 0;
            }
        }
    }

    /// Makes the last numbers readable. No others follow.
    pub fn finish(&mut self) {
        if self.used > 0 {
            self.words.push(self.last);
            self.last = 0;
            self.used = 0;
        }
    }

    /// Returns the number of a row.
    #[inline]
    pub fn get(&self, row: u32) -> usize {
        let bit = u64::from(row) * u64::from(self.width);
        let mask = (1 << self.width) - 1;
        (self.words[(bit / 64) as usize] >> (bit % 64) & mask) as usize
    }

    /// Returns the same of numbers of one bit.
    #[inline]
    pub fn bit(&self, row: u32) -> u64 {
        self.words[row as usize / 64] >> (row % 64) & 1
    }

    /// Whether these are so many numbers of one bit, all of them 1.
    pub fn are_ones(&self, rows: usize) -> bool {
        let ones: usize = self.words.iter().map(|word| word.count_ones() as usize).sum();
        self.width == 1 && ones == rows
    }

    /// Returns the bytes that they take in memory.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.words.as_slice()) as u64
    }
}

/// Returns the low bits of eight bytes, the first ones lowest.
#[inline]
fn gathered(bytes: [u8; 8], width: u32) -> u64 {
    /// The lowest `bits` of every `of` bits.
    #[inline]
    fn lowest(bits: u32, of: u32) -> u64 {
        (u64::MAX / (u64::MAX >> (64 - of))) * ((1 << bits) - 1)
    }
    if width == 1 {
        /// Moves the lowest bit of byte n to bit 56 + n.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        return (u64::from_le_bytes(bytes) & lowest(1, 8)).wrapping_mul(GATHER) >> 56;
    }
    if width == 8 {
        return u64::from_le_bytes(bytes);
    }
    let single = u64::from_le_bytes(bytes) & lowest(width, 8);
    let pairs = (single | single >> (8 - width)) & lowest(2 * width, 16);
    let fours = (pairs | pairs >> (16 - 2 * width)) & lowest(4 * width, 32);
    (fours | fours >> (32 - 4 * width)) & ((1 << (8 * width)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_are_read_as_they_were_appended(
            ranges in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..5),
            width in prop::sample::select(vec![1u32, 2, 4, 8]),
        ) {
            let all = ranges.concat();
            let mut packed = PackedNumbers::with_capacity(width, all.len());
            for range in &ranges {
                packed.extend(range);
            }
            packed.finish();
            for (row, number) in (0..).zip(&all) {
                let low = u32::from(*number) & ((1 << width) - 1);
                prop_assert_eq!(packed.get(row) as u32, low);
                prop_assert!(width > 1 || packed.bit(row) as u32 == low);
            }
            let are_ones = width == 1 && all.iter().all(|number| number & 1 == 1);
            prop_assert_eq!(packed.are_ones(all.len()), are_ones);
        }
    }
}
