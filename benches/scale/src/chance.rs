//! Numbers that look random and follow from a seed: the same on every machine, and for any order
//! of the work.

/// What a number is for, so that two uses of the same numbers are independent.
#[derive(Debug, Clone, Copy)]
pub enum Purpose {
    Select,
    Order,
    Exchange,
    Fresh,
    Run,
    Host,
    Clock,
    Topic,
    Judge,
}

/// Returns 64 bits that depend on all that is given.
pub fn hash(seed: u64, purpose: Purpose, parts: &[u64]) -> u64 {
    let mut state = mixed(seed ^ ((purpose as u64 + 1) << 56));
    for part in parts {
        state = mixed(state ^ *part);
    }
    state
}

/// Returns a number from 0, included, to 1, excluded.
pub fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns a number below `limit`.
pub fn below(bits: u64, limit: u64) -> u64 {
    ((u128::from(bits) * u128::from(limit)) >> 64) as u64
}

/// Shuffles a list, by Fisher and Yates.
pub fn shuffle<T>(list: &mut [T], seed: u64, purpose: Purpose, parts: &[u64]) {
    let start = hash(seed, purpose, parts);
    for place in (1..list.len()).rev() {
        let other = below(mixed(start ^ place as u64), place as u64 + 1);
        list.swap(place, other as usize);
    }
}

/// The function of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
