//! What a report names besides its results.

use super::results::Site;
use tamis_index::corpus::Corpus;

/// The inputs of an experiment by their names, and how to repeat it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The folders of the indexes, as the user named them.
    pub index: String,
    pub analyzer: String,
    pub topics_file: String,
    pub qrels_file: String,
    /// The command that repeats it.
    pub command: String,
    /// A server that shows the points in a browser, if one can.
    pub site: Option<Site>,
}

impl Origin {
    /// Returns the names of an experiment with these pages.
    pub fn new(corpus: &Corpus, topics_file: &str, qrels_file: &str, command: &str) -> Self {
        let folders = corpus.indexes.iter().map(|index| index.path.display().to_string());
        Self {
            index: folders.collect::<Vec<_>>().join(", "),
            analyzer: corpus.indexes[0].manifest.recipe.analyzer.clone(),
            topics_file: topics_file.to_owned(),
            qrels_file: qrels_file.to_owned(),
            command: command.to_owned(),
            site: None,
        }
    }
}
