//! Ids of topics: whether two files write the same ones in two ways.

use std::collections::BTreeMap;

/// Returns the first of `ids` that differs from one of `others` in zeros alone that begin a number,
/// with that other one: `051` and `51`, `MB01` and `MB1`. TREC's topics 51 to 100 are written so,
/// and its qrels are not.
pub fn padded<'a>(
    ids: impl IntoIterator<Item = &'a str>,
    others: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, &'a str)> {
    let others: BTreeMap<String, &str> =
        others.into_iter().map(|other| (without_zeros(other), other)).collect();
    ids.into_iter().find_map(|id| {
        let other = others.get(&without_zeros(id)).filter(|other| **other != id)?;
        Some((id, *other))
    })
}

/// Leaves out the zeros that begin a number and are not all of it.
fn without_zeros(id: &str) -> String {
    let mut kept = String::with_capacity(id.len());
    let mut in_number = false;
    let mut characters = id.chars().peekable();
    while let Some(c) = characters.next() {
        let begins = c == '0' && !in_number;
        if begins && characters.peek().is_some_and(char::is_ascii_digit) {
            continue;
        }
        in_number = c.is_ascii_digit();
        kept.push(c);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_differ_in_zeros_alone_are_found_both_ways() {
        for (id, other) in [("099", "99"), ("51", "051"), ("MB001", "MB1"), ("q-007.2", "q-7.02")] {
            assert_eq!(padded(["x", id], ["9", other]), Some((id, other)));
        }
        for (id, other) in [("990", "99"), ("100", "1"), ("0", ""), ("a0", "a"), ("105", "15")] {
            assert_eq!(padded([id], [other]), None, "{id} {other}");
        }
        assert_eq!((padded(["0"], ["00"]), padded(["7"], ["7"])), (Some(("0", "00")), None));
        assert_eq!(padded([], ["7"]), None);
    }
}
