//! A word -> the word in lower case, character by character as Java's `Character.toLowerCase(int)` does it: the simple
//! mapping of UnicodeData.txt, without the contexts and the longer results of Unicode's full one.

/// Appends `word` in lower case.
#[inline]
pub fn push_lower(word: &str, out: &mut String) {
    let start = out.len();
    if word.is_ascii() {
        out.push_str(word);
        out[start..].make_ascii_lowercase();
    } else {
        // One character maps to more than one, İ, and the simple mapping is the first of these.
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
        let longer: Vec<char> = ('\0'..=char::MAX).filter(|c| c.to_lowercase().count() > 1).collect();
        assert_eq!(longer, ['İ']);
    }
}
