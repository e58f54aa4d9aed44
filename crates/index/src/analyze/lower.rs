//! Converts to lower case as Java's `Character.toLowerCase(int)` does: character by character, with
//! the simple mapping of UnicodeData.txt, not Unicode's full mapping with contexts and longer
//! results.

/// Appends `word` in lower case.
#[inline]
pub fn push_lower(word: &str, out: &mut String) {
    let start = out.len();
    if word.is_ascii() {
        out.push_str(word);
        out[start..].make_ascii_lowercase();
    } else {
        // Only İ maps to more than one character; the simple mapping is the first of them.
        out.extend(word.chars().map(|c| c.to_lowercase().next().unwrap_or(c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dotted_i_loses_its_dot_above_and_a_final_sigma_is_none() {
        let mut out = String::new();
        push_lower("İSTANBUL ΟΔΟΣ Straẞe", &mut out);
        assert_eq!(out, "istanbul οδοσ straße");
    }

    #[test]
    fn only_the_dotted_i_has_more_than_one_small_letter() {
        let longer: Vec<char> =
            ('\0'..=char::MAX).filter(|c| c.to_lowercase().count() > 1).collect();
        assert_eq!(longer, ['İ']);
    }
}
