//! The fields of a topic, and which of them make up the query.

use crate::error::{Error, Result};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use tamis_place::SettingError;

/// A field of a topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TopicField {
    /// `<title>`, or the web track's `<query>`: a few words, as users type them.
    #[default]
    Title,
    /// `<desc>` or `<description>`: a sentence.
    Desc,
    /// `<narr>` or `<narrative>`: what is relevant and what is not.
    Narr,
}

impl TopicField {
    /// All fields.
    pub const ALL: [Self; 3] = [Self::Title, Self::Desc, Self::Narr];

    /// Returns the field's name, which is its tag.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Desc => "desc",
            Self::Narr => "narr",
        }
    }

    /// Returns the field for a tag, or for a key of a line of JSON. The names have changed over the
    /// years.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "title" | "query" => Self::Title,
            "desc" | "description" | "question" => Self::Desc,
            "narr" | "narrative" => Self::Narr,
            _ => return None,
        })
    }
}

impl FromStr for TopicField {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|field| field.name() == name);
        found.ok_or_else(|| {
            SettingError::unknown_name("topic field", name, Self::ALL.map(Self::name)).into()
        })
    }
}

/// The fields of a topic that make up the query, always in the order title, description, narrative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicFields([bool; 3]);

impl TopicFields {
    pub(super) fn each(self) -> impl Iterator<Item = TopicField> {
        TopicField::ALL.into_iter().filter(move |field| self.0[*field as usize])
    }
}

impl Default for TopicFields {
    fn default() -> Self {
        TopicField::Title.into()
    }
}

impl From<TopicField> for TopicFields {
    fn from(field: TopicField) -> Self {
        Self(TopicField::ALL.map(|one| one == field))
    }
}

impl FromStr for TopicFields {
    type Err = Error;

    /// Parses names separated by `+`: `title+desc`.
    fn from_str(names: &str) -> Result<Self> {
        let mut fields = Self([false; 3]);
        for name in names.split('+') {
            fields.0[name.trim().parse::<TopicField>()? as usize] = true;
        }
        Ok(fields)
    }
}

impl Serialize for TopicFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TopicFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for TopicFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.each().map(TopicField::name).collect::<Vec<_>>().join("+"))
    }
}
