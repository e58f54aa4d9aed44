//! The card of a model: what it was trained on, how, and what it scores. A text beside the model.

use super::kind::KindScores;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_place::Escaped;

/// The contents of a card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Card {
    /// The classifier that the model is for.
    pub classifier: String,
    /// What the trainer learns.
    pub describe: String,
    /// The model's file.
    pub model: String,
    /// The size of the file in bytes.
    pub bytes: usize,
    /// The XXH3 of the file in hexadecimal digits. The recipe of an index with its labels has the
    /// same.
    pub xxh3: String,
    /// The day of the training, `2026-11-22`, in UTC.
    pub date: String,
    /// The command that trains it again.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// The data sets, with the number of their pages in each part.
    pub datasets: Vec<CardDataset>,
    /// How pages were divided: a file, or what stayed together and the seed.
    pub split: String,
    /// How blocks were cut: `boilerpipe` or `atomic`.
    pub cut: String,
    /// The text that counts as content: `all`, `article` or `main`.
    pub content: String,
    /// The seed of the training.
    pub seed: u64,
    /// The number of steps that the training took.
    pub steps: usize,
    /// The loss at the last step, in the method's own unit.
    pub loss: f64,
    /// The scores on the pages of each part.
    pub scores: Vec<CardScores>,
    /// How often the folds of the model `kind` tell the kind of a page right; absent for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<KindScores>,
    /// The text of `--note`, what its author says: licences of the data, known failures.
    pub note: Option<String>,
}

/// A data set of a training.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct CardDataset {
    /// The folder's name.
    pub name: String,
    /// Pages to learn from.
    pub train: usize,
    /// Pages that decided when to stop.
    pub validation: usize,
    /// Pages that were only scored.
    pub test: usize,
    /// Pages that were not used: without gold, or outside the split.
    pub unused: usize,
}

/// The scores on a part of the pages of a data set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct CardScores {
    /// The data set's name.
    pub dataset: String,
    /// `train`, `validation` or `test`.
    pub part: String,
    /// The number of its pages.
    pub pages: usize,
    /// Pairs of the name of a score, as scorers name it, and its value.
    pub figures: Vec<(String, f64)>,
}

impl Card {
    /// Returns the file of a model's card: its name with `.md` instead of `.model`, or after any
    /// other name.
    pub fn path(model: &Path) -> PathBuf {
        match model.extension() {
            Some(ending) if ending == "model" || ending == "md" => model.with_extension("md"),
            _ => PathBuf::from(format!("{}.md", model.display())),
        }
    }

    /// Writes the card beside its model.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, model: &Path) -> Result<()> {
        tamis_index::disk::save(&Self::path(model), self.markdown())
    }

    /// Returns the card as a text in Markdown.
    pub fn markdown(&self) -> String {
        let mut text =
            format!("# {}\n\n{}.\n\n", Escaped(&self.classifier), Escaped(&self.describe));
        let Self { bytes, xxh3, date, version, cut, content, seed, steps, loss, .. } = self;
        _ = writeln!(text, "- file: `{}`, {bytes} bytes, XXH3 {xxh3}", Escaped(&self.model));
        _ = writeln!(text, "- trained: {date} by tamis {version}");
        _ = writeln!(text, "- command: `{}`", Escaped(&self.command));
        _ = writeln!(text, "- split: {}", Escaped(&self.split));
        _ = writeln!(text, "- blocks: cut as {cut}, content: {content}");
        _ = writeln!(text, "- seed: {seed}");
        _ = writeln!(text, "- training: {steps} steps, loss {loss:.4} at the last");
        text.push_str(
            "\n## Data\n\n| data set | train | validation | test | not used \
             |\n|---|---:|---:|---:|---:|\n",
        );
        for CardDataset { name, train, validation, test, unused } in &self.datasets {
            _ = writeln!(
                text,
                "| {} | {train} | {validation} | {test} | {unused} |",
                Escaped(name)
            );
        }
        self.write_scores(&mut text);
        if let Some(note) = &self.note {
            _ = writeln!(text, "\n## Note\n\n{}", Escaped(note));
        }
        text
    }

    /// Writes the scores of blocks, or those of kinds.
    fn write_scores(&self, text: &mut String) {
        if let Some(kinds) = &self.kinds {
            kinds.write(text);
            return;
        }
        let names = self.scores.first().map_or(&[][..], |scores| &scores.figures);
        let head: String = names.iter().map(|(name, _)| format!(" {name} |")).collect();
        _ = writeln!(
            text,
            "\n## Scores\n\n| data set | part | pages |{head}\n|---|---|{}",
            "---:|".repeat(names.len() + 1)
        );
        for CardScores { dataset, part, pages, figures } in &self.scores {
            let values: String =
                figures.iter().map(|(_, value)| format!(" {value:.4} |")).collect();
            _ = writeln!(text, "| {} | {part} | {pages} |{values}", Escaped(dataset));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(part: &str, value: f64) -> CardScores {
        CardScores {
            dataset: "cleaneval-en".to_owned(),
            part: part.to_owned(),
            pages: 3,
            figures: vec![("block_f1".to_owned(), value)],
        }
    }

    #[test]
    fn a_card_has_what_is_needed_to_train_again() {
        let card = Card {
            classifier: "web2text".into(),
            describe: "Two networks".into(),
            model: "m.model".into(),
            bytes: 7,
            command: "tamis train web2text cleaneval-en --out m.model".into(),
            datasets: vec![CardDataset {
                name: "cleaneval-en".into(),
                train: 2,
                validation: 1,
                ..CardDataset::default()
            }],
            scores: vec![scores("train", 0.9), scores("validation", 0.8)],
            note: Some("For research".into()),
            ..Card::default()
        };
        let text = card.markdown();
        for expected in [
            "# web2text\n\nTwo networks.",
            "- file: `m.model`, 7 bytes",
            "- command: `tamis train web2text cleaneval-en --out m.model`",
            "| cleaneval-en | 2 | 1 | 0 | 0 |",
            "| data set | part | pages | block_f1 |\n|---|---|---:|---:|\n| cleaneval-en | train | \
             3 | 0.9000 |",
            "## Note\n\nFor research",
        ] {
            assert!(text.contains(expected), "{text}");
        }
        assert_eq!(Card::path(Path::new("a/m.model")), Path::new("a/m.md"));
        assert_eq!(Card::path(Path::new("a/m.v1")), Path::new("a/m.v1.md"));
    }
}
