//! Writes an [`Evaluation`] as lines of trec_eval, of ir_measures, or of JSON.

use super::evaluate::{Evaluation, TopicScores};
use super::instance::Instance;
use super::summary::Summary;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};
use tamis_place::{Escaped, escaped_json};

/// The format of the lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// trec_eval's: name in 22 columns, tab, topic, tab, value with 4 decimals.
    #[default]
    Trec,
    /// ir_measures': topic and tab (if topics are shown), name, tab, value with 4 decimals.
    Ir,
    /// One JSON object per line: `topic` (`all` for the summary), then every value in full under
    /// trec_eval's name.
    Json,
}

/// Which lines to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutParts {
    /// The lines of single topics (trec_eval's `-q`).
    pub topics: bool,
    /// The lines over all topics (trec_eval leaves them out with `-n`).
    pub summary: bool,
}

/// trec_eval's name for the summary, in the topic's column.
const ALL: &str = "all";

impl Layout {
    /// Writes the lines of `evaluation`: topics first, then the summary.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn write(
        self,
        evaluation: &Evaluation,
        parts: LayoutParts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for topic in evaluation.topics.iter().filter(|_| parts.topics) {
            self.write_block(
                &LayoutBlock { evaluation, topic: Some(topic), values: &topic.scores },
                parts,
                out,
            )?;
        }
        if parts.summary {
            self.write_block(
                &LayoutBlock { evaluation, topic: None, values: &evaluation.summary },
                parts,
                out,
            )?;
        }
        Ok(())
    }

    fn write_block(
        self,
        block: &LayoutBlock,
        parts: LayoutParts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self == Self::Json {
            return writeln!(out, "{}", escaped_json(&serde_json::to_string(block)?));
        }
        let topic = Escaped(block.id());
        for (instance, value) in block.rows() {
            let value = value.printed();
            if self == Self::Ir {
                let name = instance.ir_name(block.evaluation.level);
                if parts.topics {
                    writeln!(out, "{topic}\t{name}\t{value}")?;
                } else {
                    writeln!(out, "{name}\t{value}")?;
                }
            } else {
                let prefix = block.prefix(instance);
                writeln!(out, "{prefix}{:<22}\t{topic}\t{value}", instance.name())?;
            }
        }
        Ok(())
    }
}

/// The values of one topic, or of all. It serialises as a line of JSON.
pub struct LayoutBlock<'a> {
    evaluation: &'a Evaluation,
    /// None for the summary.
    topic: Option<&'a TopicScores>,
    values: &'a [f64],
}

/// The content of the last column.
enum ColumnValue {
    Text(String),
    Whole(f64),
    Number(f64),
}

impl ColumnValue {
    /// trec_eval's `%s`, `%ld` and `%6.4f`.
    fn printed(&self) -> String {
        match self {
            Self::Text(text) => Escaped(text).to_string(),
            Self::Whole(value) => format!("{value:.0}"),
            Self::Number(value) => format!("{value:6.4}"),
        }
    }
}

impl LayoutBlock<'_> {
    /// The content of the topic's column.
    fn id(&self) -> &str {
        self.topic.map_or(ALL, |topic| &topic.topic)
    }

    /// The prefix of a z-score's name.
    fn prefix(&self, instance: &Instance) -> &'static str {
        let is_number = !matches!(instance.measure().summary, Summary::Tag | Summary::Text);
        if self.evaluation.standardised && is_number { "Z" } else { "" }
    }

    /// The instances shown in this block, with their values.
    fn rows(&self) -> impl Iterator<Item = (&Instance, ColumnValue)> {
        let rows = self.evaluation.instances.iter().zip(self.values.iter().copied());
        rows.filter_map(|(instance, value)| Some((instance, self.value(instance, value)?)))
    }

    /// The content of the last column; none if the instance is not shown in this block.
    fn value(&self, instance: &Instance, value: f64) -> Option<ColumnValue> {
        let summary = instance.measure().summary;
        match (summary, self.topic) {
            (Summary::Tag, None) => Some(ColumnValue::Text(self.evaluation.tag.clone())),
            (Summary::Text, Some(topic)) => instance.text(&topic.top).map(ColumnValue::Text),
            (Summary::Text, None) => None,
            (_, Some(_)) if !summary.per_topic() => None,
            _ if summary.whole() && !self.evaluation.standardised => {
                Some(ColumnValue::Whole(value))
            }
            _ => Some(ColumnValue::Number(value)),
        }
    }
}

impl Serialize for LayoutBlock<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("topic", self.id())?;
        for (instance, value) in self.rows() {
            let name = format!("{}{}", self.prefix(instance), instance.name());
            match value {
                ColumnValue::Text(text) => map.serialize_entry(&name, text.trim_matches('\''))?,
                ColumnValue::Whole(value) => map.serialize_entry(&name, &(value as u64))?,
                ColumnValue::Number(value) => map.serialize_entry(&name, &value)?,
            }
        }
        map.end()
    }
}

impl JsonSchema for LayoutBlock<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Block".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "topic": {
                    "description": "Id of the topic; `all` for all of them.",
                    "type": "string",
                },
            },
            "required": ["topic"],
            "additionalProperties": {
                "description": "Value of a measure, by trec_eval's name for it; an integer for \
                                counts, a string for `runid` and `relstring`.",
                "type": ["integer", "number", "null", "string"],
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::evaluate::{Options, evaluate_against};
    use crate::measure::request::parse;
    use crate::trec::{Qrels, Run};

    fn lines(layout: Layout, topics: bool, level: i32) -> String {
        let qrels = Qrels::read_from("1 0 a 1\n1 0 b 2\n1 0 c 1\n".as_bytes(), "q").unwrap();
        let run = Run::read_from("1 Q0 a 1 2 mine\n".as_bytes(), "r").unwrap();
        let names = ["runid", "num_rel", "gm_map", "recall_10"];
        let instances: Vec<_> = names.iter().flat_map(|name| parse(name).unwrap()).collect();
        let evaluation =
            evaluate_against(&qrels, &run, &instances, Options { level, ..Options::default() });
        let mut out = Vec::new();
        layout.write(&evaluation, LayoutParts { topics, summary: true }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn trec_eval_writes_topics_first() {
        let text = "num_rel               \t1\t3\nrecall_10             \
                    \t1\t0.3333\nrunid                 \tall\tmine\nnum_rel               \
                    \tall\t3\ngm_map                \tall\t0.3333\nrecall_10             \
                    \tall\t0.3333\n";
        assert_eq!(lines(Layout::Trec, true, 1), text);
    }

    #[test]
    fn ir_measures_names_the_topic_where_there_are_topics() {
        assert_eq!(
            lines(Layout::Ir, false, 2),
            "runid\tmine\nNumRel(rel=2)\t1\ngm_map(rel=2)\t0.0000\nR(rel=2)@10\t0.0000\n"
        );
        assert!(
            lines(Layout::Ir, true, 1)
                .starts_with("1\tNumRel\t3\n1\tR@10\t0.3333\nall\trunid\tmine\n")
        );
    }

    #[test]
    fn json_keeps_all_digits() {
        let text = lines(Layout::Json, true, 1);
        let (topic, all) = text.trim_end().split_once('\n').unwrap();
        assert_eq!(topic, r#"{"topic":"1","num_rel":3,"recall_10":0.3333333333333333}"#);
        assert!(all.starts_with(r#"{"topic":"all","runid":"mine","num_rel":3,"gm_map":0.333"#));
    }
}
