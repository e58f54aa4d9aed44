//! Finds well-known names in any case: those of elements and of attributes.

/// Names, each of which is found by its number.
pub struct Lookup<const NAMES: usize, const SLOTS: usize> {
    names: [&'static str; NAMES],
    keys: [NameKey; NAMES],
    /// The number of the name in each slot.
    numbers: [u16; SLOTS],
}

/// A name's first and last bytes in capitals, and its length: all of a name of up to eight bytes.
/// Every tag of a page is looked up by it, so that its bytes are read together.
type NameKey = (u64, usize);

const EMPTY: u16 = u16::MAX;

impl<const NAMES: usize, const SLOTS: usize> Lookup<NAMES, SLOTS> {
    /// A lookup of some names. `SLOTS` is a power of two, and more than there are names.
    pub const fn new(names: [&'static str; NAMES]) -> Self {
        let mut keys = [(0, 0); NAMES];
        let mut numbers = [EMPTY; SLOTS];
        let mut number = 0;
        while number < NAMES {
            keys[number] = key(names[number].as_bytes());
            let mut at = Self::slot(keys[number]);
            while numbers[at] != EMPTY {
                at = (at + 1) % SLOTS;
            }
            numbers[at] = number as u16;
            number += 1;
        }
        Self { names, keys, numbers }
    }

    /// The number of a name, in any case.
    pub fn find(&self, name: &[u8]) -> Option<u16> {
        let key = key(name);
        let is_rest_of = |number: usize| self.names[number].as_bytes().eq_ignore_ascii_case(name);
        let mut at = Self::slot(key);
        loop {
            let number = self.numbers[at];
            if number == EMPTY {
                return None;
            }
            let is_same = self.keys[usize::from(number)] == key;
            if is_same && (key.1 <= 8 || is_rest_of(number.into())) {
                return Some(number);
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The hash slot of a name. Most well-known names share theirs with none.
    const fn slot((bytes, length): NameKey) -> usize {
        let mixed = (bytes ^ (bytes >> 29) ^ length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - SLOTS.trailing_zeros())) as usize
    }
}

const fn key(name: &[u8]) -> NameKey {
    let length = name.len();
    let bytes = match (name.first_chunk(), name.first_chunk(), name.last_chunk()) {
        (Some(first), ..) => u64::from_le_bytes(*first),
        (None, Some(first), Some(last)) => {
            u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32
        }
        _ if length == 0 => 0,
        _ => name[0] as u64 | (name[length / 2] as u64) << 8 | (name[length - 1] as u64) << 16,
    };
    // The high bit of each byte tells whether it is a small letter.
    let each = u64::from_le_bytes([1; 8]);
    let low = bytes & (0x7F * each);
    let from_a = low + (0x80 - b'a' as u64) * each;
    let after_z = low + (0x7F - b'z' as u64) * each;
    let small = (from_a ^ after_z) & !bytes & (0x80 * each);
    (bytes - (small >> 2), length)
}
