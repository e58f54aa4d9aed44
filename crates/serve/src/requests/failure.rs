//! Why a request gets no answer.

use serde::Serialize;
use tamis::words::quoted;
use tamis::{Error, Escaped, Remedy, SettingError};

/// What is wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The parameter's name in addresses, `min_words`; empty for the request as a whole.
    pub parameter: String,
    /// What was found, and what was expected.
    pub message: String,
    /// Where in the value, in characters from 1; none if the value as a whole is wrong.
    pub column: Option<usize>,
}

/// Why a request gets no answer.
#[derive(Debug)]
pub enum Failure {
    Problems(Vec<Problem>),
    /// There is no such page, topic or address.
    Missing(String),
    /// The client went away, or the server ends.
    Cancelled,
    /// It took longer than a request may take.
    Late,
    /// Too many requests, or answers that nobody reads, wait already.
    Busy,
    /// A judgement without the token of this start of the server.
    Refused,
    /// The index cannot be read.
    Error(Error),
}

pub type Answer<T> = Result<T, Failure>;

impl Problem {
    /// A problem with a parameter.
    pub fn new(parameter: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        // As errors of rules begin.
        let column =
            message.strip_prefix("column ").and_then(|rest| rest.split_once(':')?.0.parse().ok());
        Self { parameter: parameter.to_owned(), message: Escaped(message).to_string(), column }
    }

    /// A problem with a parameter that an error tells, with the command that helps.
    pub fn from_setting(parameter: &str, error: &SettingError) -> Self {
        let mut problem = error.problem.clone();
        if let Some(classifier) = &error.missing_label {
            problem += &format!(" (`tamis label INDEX --classifier {}`)", quoted(classifier));
        }
        Self::new(parameter, problem)
    }
}

impl Failure {
    pub fn of(parameter: &str, message: impl Into<String>) -> Self {
        Self::Problems(vec![Problem::new(parameter, message)])
    }

    /// An error that a parameter caused.
    pub fn of_parameter(parameter: &str, error: Error) -> Self {
        match error {
            Error::Setting(error) => Self::Problems(vec![Problem::from_setting(parameter, &error)]),
            other => other.into(),
        }
    }

    /// A docno that no page has.
    pub fn no_page(docno: &str) -> Self {
        Self::Missing(format!("no page '{docno}'; docnos are case-sensitive and whole"))
    }

    /// What the person or program at the other end reads.
    pub fn message(&self) -> String {
        match self {
            Self::Problems(problems) => {
                let messages = problems.iter().map(|problem| match problem.parameter.as_str() {
                    "" => problem.message.clone(),
                    name => format!("{}: {}", Escaped(name), problem.message),
                });
                messages.collect::<Vec<_>>().join("; ")
            }
            Self::Missing(what) => Escaped(what).to_string(),
            Self::Cancelled => "the request was cancelled".to_owned(),
            Self::Late => {
                "this took longer than a request may take; ask for less, or use the command line"
                    .to_owned()
            }
            Self::Busy => {
                "too many requests or answers wait already; try again in a second".to_owned()
            }
            Self::Refused => {
                "this judgement is from a page of another start of the server, and was not \
                 written; load the page again and judge again"
                    .to_owned()
            }
            Self::Error(error) => error.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Setting(error) => {
                Self::Problems(vec![Problem::from_setting(error.setting, &error)])
            }
            Error::Interrupted => Self::Cancelled,
            Error::UnknownPage { docno, filtered: true, .. } => {
                Self::Missing(format!("page '{docno}' is excluded by a filter of pages"))
            }
            Error::UnknownPage { docno, .. } => Self::no_page(&docno),
            // Of a phrase: nothing else of a search needs them.
            error if error.remedy() == Some(Remedy::StoreTexts) => {
                Self::Problems(vec![Problem::new("q", error.to_string())])
            }
            other => Self::Error(other),
        }
    }
}
