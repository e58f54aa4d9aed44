//! The base: real pages, split once into what every copy has and the words that copies exchange.
//! Input: archives; output: pieces of pages, and the words with the pages that have them.

use crate::select::{Size, mean, select};
use crate::text::{Case, case, markup, words};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::error::Error;
use std::ffi::OsString;
use std::ops::Range;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};
use tamis_collection::{Body, Collection, Item, RawDocument};

/// Words on more than one page of this many stay as they are.
const COMMON: usize = 100;

/// A word that copies exchange, after bytes that they do not.
#[derive(Debug, Clone, Copy)]
pub struct Gap {
    /// Where the bytes before it end in [`Page::kept`].
    pub end: u32,
    pub word: u32,
    pub case: Case,
}

/// A page of the base.
#[derive(Debug)]
pub struct Page {
    /// The number of its site, in the order of the archives.
    pub site: usize,
    /// The charset of its HTTP header.
    pub charset: Option<String>,
    /// The bytes that every copy has.
    pub kept: Vec<u8>,
    /// The words between them, in the order of the page.
    pub gaps: Vec<Gap>,
}

/// The real pages, and their words.
#[derive(Debug)]
pub struct Base {
    pub pages: Vec<Page>,
    pub sites: usize,
    /// All words, in small letters.
    pub words: Vec<Box<[u8]>>,
    /// The pages that have each word, in ascending order.
    pub pages_of: Vec<Vec<u32>>,
    pub mean: Size,
}

/// The words met so far.
#[derive(Default)]
struct Words {
    numbers: FxHashMap<Box<[u8]>, u32>,
    words: Vec<Box<[u8]>>,
    pages_of: Vec<Vec<u32>>,
    small: Vec<u8>,
}

impl Base {
    /// Reads the archives and selects pages with a mean that is wanted.
    ///
    /// # Errors
    /// If an archive cannot be read, or if there are no pages.
    pub fn read(archives: &[OsString], wanted: Size, seed: u64) -> Result<Self, Box<dyn Error>> {
        let mut documents = Vec::new();
        for item in Collection::open(archives)? {
            if let Item::Document(document) = item
                && matches!(document.body, Body::Html(_))
                && !has_record(document.body.bytes())
            {
                documents.push(document);
            }
        }
        if documents.is_empty() {
            return Err("the archives have no HTML pages".into());
        }
        let sizes: Vec<Size> = documents.par_iter().map(size).collect();
        let is_kept = select(&sizes, wanted, seed);
        let mut kept = Vec::new();
        let mut kept_sizes = Vec::new();
        for (place, document) in documents.into_iter().enumerate() {
            if is_kept[place] {
                kept.push(document);
                kept_sizes.push(sizes[place]);
            }
        }
        Ok(Self::new(&kept, mean(&kept_sizes)))
    }

    fn new(documents: &[RawDocument], mean: Size) -> Self {
        let markup = markup();
        let ranges: Vec<Vec<Range<usize>>> =
            documents.par_iter().map(|page| words(page.body.bytes(), &markup)).collect();
        let mut lexicon = Words::default();
        let mut numbers = Vec::with_capacity(documents.len());
        for (place, document) in documents.iter().enumerate() {
            let body = document.body.bytes();
            let mut of_page = Vec::with_capacity(ranges[place].len());
            for range in &ranges[place] {
                of_page.push(lexicon.number(&body[range.clone()], place as u32));
            }
            numbers.push(of_page);
        }
        let Words { words, pages_of, .. } = lexicon;
        let mut base = Self { pages: Vec::new(), sites: 0, words, pages_of, mean };
        let mut sites = FxHashMap::default();
        for (place, document) in documents.iter().enumerate() {
            let next = sites.len();
            let site = *sites.entry(host(&document.url)).or_insert(next);
            let mut page = Page {
                site,
                charset: document.charset.clone(),
                kept: Vec::new(),
                gaps: Vec::new(),
            };
            let gaps = ranges[place].iter().cloned().zip(numbers[place].iter().copied());
            let is_exchanged = |word| is_exchanged(&base.pages_of, word, documents.len());
            page.split(document.body.bytes(), gaps.filter(|(_, word)| is_exchanged(*word)));
            base.pages.push(page);
        }
        base.sites = sites.len();
        base
    }

    /// Returns whether copies exchange a word.
    pub fn is_exchanged(&self, word: u32) -> bool {
        is_exchanged(&self.pages_of, word, self.pages.len())
    }
}

impl Page {
    /// Divides a page at the words that copies exchange.
    fn split(&mut self, body: &[u8], exchanged: impl Iterator<Item = (Range<usize>, u32)>) {
        let mut done = 0;
        for (range, word) in exchanged {
            self.kept.extend_from_slice(&body[done..range.start]);
            done = range.end;
            self.gaps.push(Gap { end: self.kept.len() as u32, word, case: case(&body[range]) });
        }
        self.kept.extend_from_slice(&body[done..]);
    }
}

impl Words {
    /// Returns the number of a word that is on a page.
    fn number(&mut self, word: &[u8], page: u32) -> u32 {
        self.small.clear();
        self.small.extend(word.iter().map(u8::to_ascii_lowercase));
        let number = match self.numbers.get(self.small.as_slice()) {
            Some(number) => *number,
            None => self.insert(),
        };
        let pages = &mut self.pages_of[number as usize];
        if pages.last() != Some(&page) {
            pages.push(page);
        }
        number
    }

    /// Adds the word in small letters.
    fn insert(&mut self) -> u32 {
        let number = self.words.len() as u32;
        let word: Box<[u8]> = self.small.as_slice().into();
        self.numbers.insert(word.clone(), number);
        self.words.push(word);
        self.pages_of.push(Vec::new());
        number
    }
}

/// Returns whether a word is rare enough to be exchanged.
fn is_exchanged(pages_of: &[Vec<u32>], word: u32, pages: usize) -> bool {
    pages_of[word as usize].len() * COMMON <= pages
}

/// Returns whether a page has what the format uses for records.
fn has_record(body: &[u8]) -> bool {
    body.windows(5).any(|part| part == b"<DOC>") || body.windows(6).any(|part| part == b"</DOC>")
}

/// Returns the size of a page.
fn size(document: &RawDocument) -> Size {
    let body = document.body.bytes();
    let page = html::parse(body, document.charset.as_deref());
    let blocks = block::cut(&page, Cut::Boilerpipe).blocks.len();
    Size { bytes: body.len() as f64, blocks: blocks as f64 }
}

/// Returns the host of an address.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}
