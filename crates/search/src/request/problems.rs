//! What is wrong with a request, collected so that all of it can be shown at once.

use tamis_index::error::{Error, Result};

/// What is wrong with a parameter of a request.
#[derive(Debug)]
pub struct Problem {
    pub parameter: &'static str,
    pub error: Error,
}

#[derive(Default)]
pub(super) struct Problems(pub Vec<Problem>);

impl Problems {
    /// Returns the value, or notes what is wrong with a parameter.
    pub fn take<T>(&mut self, parameter: &'static str, value: Result<T>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.0.push(Problem { parameter, error });
                None
            }
        }
    }

    /// Returns what is read, or the first of the problems.
    pub fn first<T>(read: impl FnOnce(&mut Self) -> T) -> Result<T> {
        let mut problems = Self::default();
        let value = read(&mut problems);
        problems.0.into_iter().next().map_or(Ok(value), |problem| Err(problem.error))
    }
}
