//! Settings of a call to the setters of the library's builders. The builders share setters, but no trait: macros write the
//! matches.

use crate::errors::{Failure, Result};
use crate::given::Given;
use tamis::{Feedback, FeedbackMethod, TitleRule};

/// Sets a setting that all searches share, or one of the arms that follow; an unknown name is an error that names `known`.
macro_rules! set {
    ($builder:ident, $name:ident, $given:ident, $known:expr, { $($arms:tt)* }) => {
        match $name {
            $($arms)*
            "title" => $builder.title($crate::settings::title($given)?),
            "weight" => $given.texts($name)?.into_iter().try_fold($builder, |builder, rule| builder.weight(rule))?,
            "weight_by" => $builder.weight_by($given.text($name)?)?,
            "sieve" => if $given.flag($name)? { $builder.sieve()? } else { $builder },
            "model" => $builder.model($given.text($name)?)?,
            "k1" => $builder.k1($given.number($name)?),
            "b" => $builder.b($given.number($name)?),
            "mu" => $builder.mu($given.number($name)?),
            "lambda_" => $builder.lambda($given.number($name)?),
            "c" => $builder.c($given.number($name)?),
            "docnos" => $builder.docnos($given.texts($name)?),
            "not_docnos" => $builder.not_docnos($given.texts($name)?),
            "from_date" => $builder.from($given.text($name)?)?,
            "to_date" => $builder.to($given.text($name)?)?,
            "page_language" => {
                $given.texts($name)?.into_iter().try_fold($builder, |builder, code| builder.page_language(code))?
            }
            "url_prefix" => $given.texts($name)?.into_iter().fold($builder, |builder, url| builder.url_prefix(url)),
            "collapse_url" => match $given {
                $crate::given::Given::Flag(false) => $builder,
                $crate::given::Given::Flag(true) => $builder.collapse_url(None)?,
                date => $builder.collapse_url(Some(date.text($name)?))?,
            },
            "threads" => $builder.threads($given.whole($name)?),
            "feedback" | "fb_terms" | "fb_docs" | "original_query_weight" => $builder,
            unknown => return Err($crate::settings::unknown(unknown, $known)),
        }
    };
}

/// Sets a rule or a threshold of a single search, or anything that all searches share.
macro_rules! set_view {
    ($builder:ident, $name:ident, $given:ident, $known:expr, { $($arms:tt)* }) => {
        set!($builder, $name, $given, $known, {
            $($arms)*
            "where" => $given.texts($name)?.into_iter().try_fold($builder, |builder, rule| builder.where_(rule))?,
            "label" => $given.texts($name)?.into_iter().try_fold($builder, |builder, label| builder.label(label))?,
            "min_words" => $builder.min_words($given.whole($name)?),
            "max_words" => $builder.max_words($given.whole($name)?),
            "min_density" => $builder.min_density($given.number($name)?),
            "min_link_density" => $builder.min_link_density($given.number($name)?),
            "max_link_density" => $builder.max_link_density($given.number($name)?),
            "max_repeats" => $builder.max_repeats($given.whole($name)?),
            "max_site_share" => $builder.max_site_share($given.number($name)?),
        })
    };
}

pub(crate) use {set, set_view};

/// The settings that all searches share.
pub(crate) const SHARED: [&str; 22] = [
    "title",
    "weight",
    "weight_by",
    "sieve",
    "model",
    "k1",
    "b",
    "mu",
    "lambda_",
    "c",
    "docnos",
    "not_docnos",
    "from_date",
    "to_date",
    "page_language",
    "url_prefix",
    "collapse_url",
    "threads",
    "feedback",
    "fb_terms",
    "fb_docs",
    "original_query_weight",
];

/// The settings of rules and thresholds.
pub(crate) const RULES: [&str; 9] = [
    "where",
    "label",
    "min_words",
    "max_words",
    "min_density",
    "min_link_density",
    "max_link_density",
    "max_repeats",
    "max_site_share",
];

/// The settings of measures.
pub(crate) const JUDGED: [&str; 3] = ["measures", "level", "hits"];

/// The error of a setting that does not exist, with the nearest one that does.
pub(crate) fn unknown(name: &str, known: &[&str]) -> Failure {
    match tamis::Error::unknown_name("setting", name, known.iter().copied()) {
        tamis::Error::Setting(error) => Failure::Input(error.to_string()),
        other => other.into(),
    }
}

/// Reads how the title is treated.
pub(crate) fn title(given: &Given) -> Result<TitleRule> {
    match given.text("title")? {
        "keep" => Ok(TitleRule::Keep),
        "drop" => Ok(TitleRule::Drop),
        "block" => Ok(TitleRule::Block),
        other => Err(one_of("title", other, "keep, drop or block")),
    }
}

/// The error of a name that is none of a few.
pub(crate) fn one_of(setting: &'static str, found: &str, expected: &str) -> Failure {
    tamis::Error::setting(setting, format!("found '{found}', expected {expected}")).into()
}

/// Returns the query expansion of the settings, if they ask for one.
pub(crate) fn feedback(settings: &[(String, Given)]) -> Result<Option<Feedback>> {
    let get = |name: &str| settings.iter().find(|(known, _)| known == name).map(|(_, given)| given);
    let Some(method) = get("feedback") else {
        let lonely = ["fb_terms", "fb_docs", "original_query_weight"].into_iter().find(|name| get(name).is_some());
        return lonely.map_or(Ok(None), |name| Err(tamis::Error::setting(name, "needs feedback='rm3'").into()));
    };
    let method = match method.text("feedback")? {
        "rm3" => FeedbackMethod::Rm3,
        "rm1-mixture" => FeedbackMethod::Rm1Mixture,
        other => return Err(one_of("feedback", other, "rm3 or rm1-mixture")),
    };
    let mut feedback = Feedback::new(method);
    if let Some(terms) = get("fb_terms") {
        feedback.terms = terms.whole("fb_terms")?;
    }
    if let Some(documents) = get("fb_docs") {
        feedback.documents = documents.whole("fb_docs")?;
    }
    if let Some(weight) = get("original_query_weight") {
        feedback.original_weight = weight.number("original_query_weight")?;
    }
    Ok(Some(feedback))
}
