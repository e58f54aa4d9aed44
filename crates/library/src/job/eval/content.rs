//! The contents of judgements and runs as hashes, by which an experiment is recognised: what was
//! read counts, not in which file and how it was packed.

use super::judgements::Judgements;
use std::fmt::Write;
use tamis_eval::trec::{Run, TopicQrels};
use xxhash_rust::xxh3::Xxh3;

/// Hashes lines of words. No id and no docno has a blank.
struct LineHash {
    hash: Xxh3,
    line: String,
}

impl LineHash {
    /// `kind` is what the lines are.
    fn new(kind: &str) -> Self {
        let mut lines = Self { hash: Xxh3::new(), line: String::new() };
        lines.add(format_args!("{kind}"));
        lines
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.line.clear();
        // A string takes everything.
        let _ = writeln!(self.line, "{line}");
        self.hash.update(self.line.as_bytes());
    }

    fn add_grades(&mut self, topic: &str, group: &str, judged: &TopicQrels) {
        for (docno, grade) in judged.iter() {
            self.add(format_args!("{topic} {group} {docno} {grade}"));
        }
    }

    fn digest(&self) -> String {
        format!("{:032x}", self.hash.digest128())
    }
}

/// Returns the hash of judgements.
pub(super) fn of_judgements(judgements: &Judgements) -> String {
    let mut lines = LineHash::new(&judgements.relevance().kind().to_string());
    match judgements {
        Judgements::Qrels(qrels) => {
            lines.add(format_args!("{}", qrels.repeated()));
            for (topic, judged) in qrels.topics() {
                lines.add_grades(topic, "0", judged);
            }
        }
        Judgements::Groups(groups) | Judgements::Subtopics(groups) => {
            for (topic, groups) in groups.topics() {
                for (group, judged) in groups {
                    lines.add_grades(topic, group, judged);
                }
            }
        }
        Judgements::Preferences(prefs) => {
            for (topic, judges) in prefs.topics() {
                for judge in judges {
                    lines.add(format_args!("{topic}"));
                    let documents = judge.documents();
                    for (at, (docno, level)) in documents.iter().enumerate() {
                        lines.add(format_args!("{docno} {level}"));
                        for other in (0..documents.len()).filter(|_| !judge.by_level()) {
                            lines.add(format_args!("{}", judge.prefers(at, other)));
                        }
                    }
                }
            }
        }
        Judgements::Sample(prels) => {
            for (topic, sample) in prels.topics() {
                for (docno, (grade, probability)) in sample {
                    lines.add(format_args!("{topic} {docno} {grade} {probability}"));
                }
            }
        }
    }
    lines.digest()
}

/// Returns the hash of a run.
pub(super) fn of_run(run: &Run) -> String {
    let mut lines = LineHash::new(run.tag());
    lines.add(format_args!("{}", run.unsorted().join(" ")));
    lines.add(format_args!("{}", run.misranked().join(" ")));
    for (topic, ranking) in run.topics() {
        lines.add(format_args!("{topic} {}", ranking.len()));
        for retrieved in ranking.iter() {
            lines.add(format_args!("{} {}", retrieved.docno, retrieved.score));
        }
    }
    lines.digest()
}
