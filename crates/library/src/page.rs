//! A page of an opened index: its blocks under a rule, its words of a query, why a label keeps what
//! it keeps.

use crate::index::Index;
use std::sync::Arc;
use tamis_index::analyze::Analyzer;
use tamis_index::blocks::classify::{CLASSIFIERS, ClassifierEntry};
use tamis_index::blocks::{Document, Wanted};
use tamis_index::error::{Error, Result};
use tamis_index::index::StoredPage;
use tamis_search::BlockRule;
use tamis_search::experiment::query;
use tamis_search::query::Query;
use tamis_search::result::BlockRow;
use tamis_search::snippet::best_block::{FoundWord, found_words};

/// Why a label of an index keeps what it keeps of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelReasons {
    /// What makes the label, and why blocks have no reasons, if they have none.
    pub text: String,
    /// The reason of each block of the page, none for its title; empty if they have none.
    pub of_blocks: Vec<Option<String>>,
    /// Whether blocks have no reasons because the index does not have the page itself.
    pub lacks_page: bool,
}

/// Finds the words of a query in texts.
pub struct WordFinder {
    query: Query,
    analyzer: Analyzer,
}

impl WordFinder {
    /// Returns the words of the query in a text, in their order.
    pub fn find(&mut self, text: &str) -> Vec<FoundWord> {
        found_words(text, &self.query, &mut self.analyzer)
    }
}

impl Index {
    /// Returns the rank of a docno among all of the index, by which it knows the page; none if no
    /// page has it.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn document(&self, docno: &str) -> Result<Option<u32>> {
        self.corpus().order()?.rank(docno)
    }

    /// Returns the ranks of all docnos, with the docnos.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn documents(&self) -> Result<impl Iterator<Item = Result<(u32, String)>>> {
        let order = self.corpus().order()?;
        Ok(order.visible().map(move |rank| Ok((rank, order.docno(rank)?))))
    }

    /// Returns a page by the rank of its docno among all of the index, without its bytes as they
    /// were archived. The last pages are kept.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn stored_page(&self, document: u32) -> Result<Arc<StoredPage>> {
        self.opened.page(document)
    }

    /// The same with its bytes, if the index has them; it is not kept.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn whole_page(&self, document: u32) -> Result<StoredPage> {
        self.corpus().page(document)
    }

    /// Returns the blocks of a page, the title first, with what a rule says of them.
    pub fn blocks_under(&self, page: &StoredPage, rule: &BlockRule) -> Vec<BlockRow> {
        BlockRow::from_page_under(page, self.manifest(), rule).collect()
    }

    /// Checks that the index has what a rule is over.
    ///
    /// # Errors
    /// An index whose repeats are not counted, or whose pages have no site, for a rule over these.
    pub fn check_rule(&self, rule: &BlockRule) -> Result<()> {
        self.corpus().check(rule.columns())
    }

    /// Finds the words of a query without operators.
    ///
    /// # Errors
    /// An index of another program.
    pub fn word_finder(&self, words: &str) -> Result<WordFinder> {
        let mut analyzer = self.manifest().recipe.analyzer()?;
        Ok(WordFinder { query: query(&mut analyzer, words), analyzer })
    }

    /// Explains a label of the index on a page: classifies the page itself again, if the index has
    /// it.
    ///
    /// # Errors
    /// An unknown label; an index that cannot be read.
    pub fn label_reasons(&self, document: u32, label: &str) -> Result<LabelReasons> {
        let without = |text| LabelReasons { text, of_blocks: Vec::new(), lacks_page: false };
        let (_, name) = self.manifest().label(label)?;
        // A name with a path would read a file.
        let built_in = (!name.contains(':')).then(|| CLASSIFIERS.entry_of(name).ok()).flatten();
        let Some((ClassifierEntry { describe, paper, .. }, _)) = built_in else {
            return Ok(without(format!(
                "{name} was added to the index; the index knows its labels, not their reasons"
            )));
        };
        let text = format!("{name}: {describe} ({paper})");
        let stored = self.whole_page(document)?;
        let Some(body) = &stored.body else {
            return Ok(LabelReasons { lacks_page: true, ..without(text) });
        };
        let page = self.parsed(&stored, body);
        let classifier = CLASSIFIERS.by_name(name).map_err(Error::from)?;
        let reasons = classifier.explain(&page.subject());
        let words = page.cut().all().map(|block| block.words);
        if reasons.is_empty() || !words.eq(stored.blocks.iter().map(|stored| stored.block.words)) {
            return Ok(without(format!("{text}. It gives no reasons for single blocks")));
        }
        let of_title = page.cut().title.iter().map(|_| None);
        let of_blocks = of_title.chain(reasons.into_iter().map(Some)).collect();
        Ok(LabelReasons { of_blocks, ..without(text) })
    }

    /// Parses and cuts a page as the recipe of the index says.
    fn parsed(&self, stored: &StoredPage, body: &[u8]) -> Document {
        let recipe = &self.manifest().recipe;
        let wanted = Wanted { cut: recipe.cut, outline: false, ..Wanted::default() };
        let builder = Document::builder().wanted(wanted).limits(recipe.limits);
        let builder = builder.charset(stored.encoding.clone());
        match &recipe.language {
            Some(language) => builder.language(language.clone()).decode(body),
            None => builder.decode(body),
        }
    }
}
