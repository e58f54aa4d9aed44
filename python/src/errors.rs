//! Errors of the library as Python's exceptions. The classes are those of `tamis/errors.py`, the
//! remedies Python's calls.

use pyo3::prelude::*;
use pyo3::types::PyType;
use std::io::ErrorKind;
use tamis::Remedy;
use tamis::request::{NOTHING_TO_SWEEP, PARAMETERS, ParameterSpec};
use tamis::words::quoted;

#[derive(Debug)]
pub(crate) enum Failure {
    Tamis(tamis::Error),
    /// An argument of another type or form than expected.
    Input(String),
    Closed(String),
    /// A panic of the library, which is a bug.
    Panic(String),
    /// An exception that Python code raised, or a signal.
    Python(PyErr),
}

/// The result of a call.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<tamis::Error> for Failure {
    fn from(error: tamis::Error) -> Self {
        Self::Tamis(error)
    }
}

impl From<tamis::blocks::Error> for Failure {
    fn from(error: tamis::blocks::Error) -> Self {
        Self::Tamis(error.into())
    }
}

impl From<tamis::eval::Error> for Failure {
    fn from(error: tamis::eval::Error) -> Self {
        Self::Tamis(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, message) = match failure {
            Failure::Python(error) => return error,
            Failure::Tamis(error) => (class_of(&error), message(&error)),
            Failure::Input(message) => ("InputError", message),
            Failure::Closed(message) => ("ClosedError", message),
            Failure::Panic(message) => ("InternalError", message),
        };
        Python::attach(|py| exception(py, class, message))
    }
}

/// Returns an exception of a class of `tamis.errors`.
fn exception(py: Python<'_>, class: &str, message: String) -> PyErr {
    let class = py.import("tamis.errors").and_then(|errors| errors.getattr(class));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// The message of an error, in the words of Python: settings by their keywords, remedies with the
/// calls that help.
fn message(error: &tamis::Error) -> String {
    let tamis::Error::Setting(setting) = error else {
        return with_call(error.to_string(), error.remedy());
    };
    let problem = &setting.problem;
    if problem.starts_with(NOTHING_TO_SWEEP) {
        return "found nothing to sweep, expected several values of a setting, such as \
                min_words=range(1, 101)"
            .to_owned();
    }
    for list in ["classifiers", "measures"] {
        if problem.ends_with(&format!("see the list of {list}")) {
            return format!("{error} (`tamis.{list}()`)");
        }
    }
    let call = |classifier: &String| {
        let name = quoted(classifier);
        match error.remedy() {
            // Only the program adds the label of a classifier, so its command is named.
            Some(Remedy::AddLabel) => format!(" (`tamis label INDEX --classifier {name}`)"),
            _ => format!(" (`tamis.build(..., scores='{name}', replace=True)`)"),
        }
    };
    let missing = setting.missing_label.as_ref().or(setting.missing_score.as_ref());
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == setting.setting);
    let name = parameter.and_then(keyword).unwrap_or(setting.setting);
    let named = setting.clone().reworded(name, problem);
    format!("{named}{}", missing.map(call).unwrap_or_default())
}

/// Returns the keyword that sets a parameter: its own, or that of the one that its name begins
/// with.
fn keyword(parameter: &ParameterSpec) -> Option<&'static str> {
    let is_part = |whole: &&ParameterSpec| {
        parameter.name.strip_prefix(whole.name).is_some_and(|rest| rest.starts_with('_'))
    };
    parameter.keyword().or_else(|| PARAMETERS.iter().find(is_part)?.keyword())
}

/// A message that ends with a remedy, and the call for it, if Python has one.
fn with_call(message: String, remedy: Option<Remedy>) -> String {
    let call = match remedy {
        Some(Remedy::Build | Remedy::BuildFrom) => "tamis.build(collection, out)",
        Some(Remedy::Rebuild | Remedy::Update | Remedy::Restore | Remedy::SameModel) => {
            "tamis.build(..., replace=True)"
        }
        Some(Remedy::AlikeSettings | Remedy::SameSettings) => "tamis.build(..., replace=True)",
        Some(Remedy::Finish | Remedy::AddPages | Remedy::Count) => "tamis.build(collection, out)",
        Some(Remedy::StoreTexts) => "tamis.build(..., store='text', replace=True)",
        Some(Remedy::DetectLanguages) => "tamis.build(..., detect_language=True, replace=True)",
        Some(Remedy::KeepMetadata) => "tamis.build(..., metadata=True, replace=True)",
        Some(Remedy::BuildWithLabels) => "tamis.build(..., classifiers=..., replace=True)",
        Some(Remedy::Combine) => "tamis.combine(indexes, out)",
        Some(Remedy::ReplaceIndex) => "tamis.combine(..., replace=True)",
        Some(Remedy::ReplaceLabel) => "index.add_labels(..., replace=True)",
        Some(Remedy::RemoveLabel | Remedy::AddLabelsAgain) => "index.remove_labels(names)",
        Some(Remedy::ForgetRule | Remedy::AlikeRules) => "index.forget_tuned()",
        Some(Remedy::Tune | Remedy::TuneAgain) => "index.tune()",
        Some(Remedy::Sieve) => "index.search(..., sieve=True)",
        Some(Remedy::AllowDamage) => "tamis.build(..., max_damaged=...)",
        _ => return message,
    };
    format!("{message} (`{call}`)")
}

fn class_of(error: &tamis::Error) -> &'static str {
    match error {
        tamis::Error::Io(error) if error.source.kind() == ErrorKind::NotFound => "MissingFileError",
        tamis::Error::Io(_) => "FileError",
        tamis::Error::Format(_) => "FormatError",
        tamis::Error::Setting(_) | tamis::Error::TunedRule { .. } => "SettingError",
        // A page that is none.
        tamis::Error::Index {
            remedy: Some(Remedy::Inspect | Remedy::InspectPage | Remedy::NamePage),
            ..
        } => "FormatError",
        tamis::Error::Index { path, .. } if !path.exists() => "MissingIndexError",
        tamis::Error::Index { .. } | tamis::Error::Tantivy { .. } => "IndexFileError",
        tamis::Error::TooDamaged { .. } => "DamageError",
        tamis::Error::DiskFull { .. } => "DiskFullError",
        tamis::Error::UnknownPage { .. } => "UnknownPageError",
        tamis::Error::Interrupted => "InterruptedError",
    }
}
