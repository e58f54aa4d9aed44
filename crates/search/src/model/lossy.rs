//! Lucene's one-byte document lengths, which `tfidf-lucene`, `bm25-lucene` and `ql-dirichlet` use
//! instead of exact lengths: Lucene 3's SmallFloat byte315 and Lucene 7's SmallFloat.intToByte4.

/// Rounds a length to a whole number of tokens, halves up, but not below 1: a page that counts has
/// a token.
pub fn whole_length(length: f64) -> u32 {
    ((length + 0.5) as u32).max(1)
}

/// Returns the length that Lucene 7 and later reads after storing `length` in one byte: exact up to
/// 40, then rounded down in steps that grow with the length (four significant bits).
pub fn byte4_length(length: u32) -> u32 {
    // The first 24 values are stored unchanged; the others are encoded from there.
    const FREE: u32 = 24;
    if length < FREE {
        return length;
    }
    FREE + int4_to_value(value_to_int4(length - FREE))
}

fn value_to_int4(value: u32) -> u32 {
    let bits = 32 - value.leading_zeros();
    if bits < 4 {
        return value;
    }
    let shift = bits - 4;
    (value >> shift & 7) | (shift + 1) << 3
}

fn int4_to_value(code: u32) -> u32 {
    let mantissa = code & 7;
    let exponent = code >> 3;
    if exponent == 0 { mantissa } else { (mantissa | 8) << (exponent - 1) }
}

/// Returns the norm 1/sqrt(length) that Lucene 3 reads after storing it in one byte (three mantissa
/// bits).
pub fn byte315_norm(length: u32) -> f32 {
    let norm = (1.0 / f64::from(length).sqrt()) as f32;
    decode315(encode315(norm))
}

/// The smallest exponent of a byte315, shifted to its position in the bits of a float.
const ZERO_315: i32 = (63 - 15) << 3;

fn encode315(norm: f32) -> u8 {
    let small = (norm.to_bits() as i32 >> 21) - ZERO_315;
    match small {
        ..=0 => u8::from(norm > 0.0),
        256.. => 255,
        _ => small as u8,
    }
}

fn decode315(code: u8) -> f32 {
    if code == 0 { 0.0 } else { f32::from_bits(((i32::from(code) + ZERO_315) << 21) as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_up_and_nothing_to_0() {
        let table = [
            (0.01, 1),
            (0.49, 1),
            (1.0, 1),
            (1.49, 1),
            (1.5, 2),
            (2.5, 3),
            (2.51, 3),
            (1e12, u32::MAX),
        ];
        for (length, whole) in table {
            assert_eq!(whole_length(length), whole, "length {length}");
        }
        assert!((1..100_000).all(|length| whole_length(f64::from(length)) == length));
    }

    /// The lengths from one to another as they are stored, each once.
    fn steps(from: u32, to: u32) -> Vec<u32> {
        let mut lengths: Vec<u32> = (from..to).map(byte4_length).collect();
        lengths.dedup();
        lengths
    }

    #[test]
    fn byte4_lengths_are_lucenes_table() {
        assert_eq!(steps(0, 41), (0..=40).collect::<Vec<_>>());
        assert_eq!(steps(42, 64), [42, 44, 46, 48, 50, 52, 54, 56, 60]);
        assert_eq!(steps(60, 100), [60, 64, 68, 72, 76, 80, 84, 88, 96]);
        assert_eq!(byte4_length(167), 152);
        assert_eq!(byte4_length(168), 168);
    }

    #[test]
    fn byte315_norms_are_lucenes_table() {
        let table = [
            (1, 1.0),
            (2, 0.625),
            (3, 0.5),
            (4, 0.5),
            (5, 0.4375),
            (6, 0.375),
            (8, 0.3125),
            (11, 0.25),
        ];
        for (length, norm) in table {
            assert_eq!(byte315_norm(length), norm, "length {length}");
        }
        assert_eq!(byte315_norm(17), 0.21875);
        assert_eq!(byte315_norm(29), 0.15625);
        assert_eq!(byte315_norm(41), 0.125);
        assert_eq!(byte315_norm(0), decode315(255));
    }
}
