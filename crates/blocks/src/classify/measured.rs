//! What each classifier is for, what it costs and how well it does: the table `measured.tsv`, for
//! the lists that people read. It has the classifiers of tamis-originals, too, so that all of them
//! stand in one table.

/// The table; its comments name the commands.
const TABLE: &str = include_str!("measured.tsv");

/// What a classifier is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// What a newcomer needs.
    Start,
    /// A rule that a paper publishes.
    Paper,
    /// Another program, done again.
    Port,
    /// A model that this project trained.
    Learned,
}

impl Purpose {
    /// All purposes, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Start, Self::Paper, Self::Port, Self::Learned];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start here",
            Self::Paper => "the papers' rules",
            Self::Port => "ports",
            Self::Learned => "learned",
        }
    }

    /// Which classifiers have it, as a heading says it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Start => "start here: our own remover, and what to compare it with",
            Self::Paper => "the papers' rules: as they were published",
            Self::Port => "ports: other programs, with their results",
            Self::Learned => "learned: methods of papers, with models that we trained",
        }
    }

    /// Returns the purpose of a name in the table.
    fn from_table(name: &str) -> Option<Self> {
        match name {
            "start" => Some(Self::Start),
            "paper" => Some(Self::Paper),
            "port" => Some(Self::Port),
            "learned" => Some(Self::Learned),
            _ => None,
        }
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The classifier's name.
    pub name: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// CPU time for the labels of a page in milliseconds, beside parsing and cutting it.
    pub milliseconds: Option<f64>,
    /// Mean token F1 of the text that it keeps, 0 to 1.
    pub f1: Option<f64>,
    /// The data sets that its built-in model learned from, separated by commas; empty without one.
    pub learned_from: &'static str,
}

/// What [`Measured::milliseconds`] and [`Measured::f1`] are, for the foot of a list.
pub const LEGEND: &str = "ms: CPU time for the labels of a page, after parsing and cutting it \
                          (0.2 ms). F1: token F1 of the text that is kept, mean over 709 pages \
                          of all kinds (WCXB); tamis, tamis-article and tamis-comments as trained \
                          without WCXB, from which no other one has learned.";

/// Returns all rows, in the order of the list.
pub fn measured() -> impl Iterator<Item = Measured> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(row)
}

/// Reads a row; none if it is not one.
fn row(line: &'static str) -> Option<Measured> {
    let mut cells = line.split('\t');
    let name = cells.next()?;
    let purpose = Purpose::from_table(cells.next()?)?;
    let milliseconds = cells.next()?.parse().ok();
    let f1 = cells.next()?.parse().ok();
    let learned_from = cells.next().unwrap_or_default();
    Some(Measured { name, purpose, milliseconds, f1, learned_from })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_row_with_numbers_in_their_bounds() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        let rows: Vec<Measured> = measured().collect();
        assert_eq!(rows.len(), lines);
        assert!(rows.is_sorted_by_key(|row| row.purpose), "grouped by purpose");
        for row in rows {
            assert!(row.milliseconds.is_none_or(|time| (0.0..100.0).contains(&time)), "{row:?}");
            assert!(row.f1.is_none_or(|f1| (0.0..=1.0).contains(&f1)), "{row:?}");
        }
    }

    #[test]
    fn a_model_has_learned_from_the_sets_on_its_card() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/classify");
        for row in measured() {
            let card = match row.name {
                "tamis" | "tamis-article" | "tamis-comments" => folder.join("tamis/tamis.md"),
                name => folder.join(format!("trained/{name}.md")),
            };
            // The other models are in tamis-originals.
            let Ok(card) = std::fs::read_to_string(card) else { continue };
            let sets: Vec<&str> = row.learned_from.split(',').collect();
            let table = card.split("\n## ").find(|part| part.starts_with("Data\n")).unwrap();
            let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
            let of_card: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
            let of_card: Vec<&str> =
                of_card.into_iter().map(|cell| cell.trim_start_matches("| ")).collect();
            assert_eq!(sets, of_card, "{}", row.name);
        }
    }

    #[test]
    fn every_classifier_of_this_crate_has_a_row() {
        for entry in super::super::CLASSIFIERS.iter() {
            assert!(measured().any(|row| row.name == entry.name), "{} has no row", entry.name);
        }
    }
}
