//! A replacement of grades: from a text such as `2=1,3=1` to a number for each grade.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A replacement of grades. Those that it does not name stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeMap(Vec<(i32, i32)>);

impl GradeMap {
    /// Returns the replacement of a grade.
    pub fn replacement(&self, grade: i32) -> i32 {
        self.0.iter().find(|(old, _)| *old == grade).map_or(grade, |(_, new)| *new)
    }
}

fn pair(pair: &str) -> Result<(i32, i32), String> {
    let numbers = pair
        .split_once('=')
        .map(|(old, new)| (old.trim().parse::<i32>(), new.trim().parse::<i32>()));
    match numbers {
        Some((Ok(old), Ok(new))) => Ok((old, new)),
        _ => Err(format!("found '{pair}', expected two grades as 2=1")),
    }
}

impl FromStr for GradeMap {
    type Err = String;

    /// Parses `2=1,3=1`. A grade that is given twice is an error.
    fn from_str(text: &str) -> Result<Self, String> {
        let pairs: Vec<(i32, i32)> = text.split(',').map(pair).collect::<Result<_, _>>()?;
        match (1..pairs.len()).find(|&at| pairs[..at].iter().any(|(old, _)| *old == pairs[at].0)) {
            Some(twice) => Err(format!("found grade {} twice, expected each once", pairs[twice].0)),
            None => Ok(Self(pairs)),
        }
    }
}

/// As it is typed: `2=1,3=1`.
impl fmt::Display for GradeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(old, new)| format!("{old}={new}")).collect();
        f.write_str(&pairs.join(","))
    }
}

impl Serialize for GradeMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GradeMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_replaced_once_each() {
        let map: GradeMap = "2=0,-1 = 1".parse().unwrap();
        assert_eq!([2, -1, 1].map(|grade| map.replacement(grade)), [0, 1, 1]);
        assert_eq!(map.to_string().parse(), Ok(map));
        for (text, problem) in [
            ("2=1,x", "found 'x', expected two grades as 2=1"),
            ("2=1,2=0", "found grade 2 twice, expected each once"),
        ] {
            assert_eq!(text.parse::<GradeMap>().unwrap_err(), problem);
        }
    }
}
