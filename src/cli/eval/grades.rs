//! The replacement of grades by `--grades`.

use serde::Serialize;

/// A replacement of grades.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradeMap(Vec<(i32, i32)>);

impl GradeMap {
    /// Returns the replacement of a grade.
    pub fn replacement(&self, grade: i32) -> i32 {
        self.0.iter().find(|(old, _)| *old == grade).map_or(grade, |(_, new)| *new)
    }
}

fn pair(pair: &str) -> std::result::Result<(i32, i32), String> {
    let numbers = pair
        .split_once('=')
        .map(|(old, new)| (old.trim().parse::<i32>(), new.trim().parse::<i32>()));
    match numbers {
        Some((Ok(old), Ok(new))) => Ok((old, new)),
        _ => Err(format!("found '{pair}', expected two grades as 2=1")),
    }
}

/// Parses a replacement such as `2=1,3=1`.
///
/// # Errors
/// Text that is not a list of pairs of grades, and a grade that is given twice.
pub fn grade_map(text: &str) -> std::result::Result<GradeMap, String> {
    let pairs: Vec<(i32, i32)> =
        text.split(',').map(pair).collect::<std::result::Result<_, _>>()?;
    match (1..pairs.len()).find(|&at| pairs[..at].iter().any(|(old, _)| *old == pairs[at].0)) {
        Some(twice) => Err(format!("found grade {} twice, expected each once", pairs[twice].0)),
        None => Ok(GradeMap(pairs)),
    }
}
