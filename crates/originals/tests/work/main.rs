//! The work that a page makes grows with its size, and nothing recurses over what it holds: for
//! units repeated in contexts, in all that reads, judges or writes a page.
//!
//! Work is counted, not timed: tokens read, bytes allocated, bytes written. A page overflows no
//! stack of a fifth of the usual size. An overflow ends the process: run it with `--nocapture`, and the
//! last line names the context and the unit.

mod pages;

use pages::{CONTEXTS, Context, UNITS, page};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use tamis_blocks::comments::Removers;
use tamis_blocks::html::tokens::{Content, Tokens, tokenize};
use tamis_blocks::metadata::Metadata;
use tamis_blocks::page::{Cut, Limits};
use tamis_blocks::structure::{Options, Outline, Structure};
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject, printed};
use tamis_originals::{block, html};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A thread of an index has 2 MiB. What recurses by design, to a depth of 200 to 512, needs less
/// than this; the larger page in quoted attributes needed more.
const STACK: usize = 384 << 10;
/// The smaller of the two pages, in bytes.
const SMALL: usize = 8 << 10;
/// How much more work a page of twice the size may make. Buffers that grow by doubling make up to a
/// third more of it; the square is 4.
const MOST: f64 = 2.5;
/// What does not count, in bytes for each byte of the page: tables of a fixed size, the first
/// buffers, and copies of what is nested until the limits of depth are reached.
const SLACK: usize = 128;

/// Classifiers that read the page by themselves or look at its elements. The others do with a
/// page's blocks what one of these does: they see the pages of three contexts.
const READERS: [&str; 16] = [
    "tamis",
    "boilerpipe-article",
    "tree-filter",
    "bte",
    "cetr",
    "cetr-km",
    "cetr-java",
    "ccb",
    "lqf",
    "fe",
    "lp",
    "web2text",
    "victor",
    "justext",
    "readability",
    "unfluff",
];
const FOR_ALL: [&str; 3] = ["text", "a cell", "comments"];

/// The work of the parts, by their names.
#[derive(Default)]
struct Work(Vec<(String, usize)>);

impl Work {
    /// Counts the bytes that a part allocates, and those that it writes.
    fn count<T>(
        &mut self,
        name: &str,
        run: impl FnOnce() -> T,
        written: impl Fn(&T) -> usize,
    ) -> T {
        let region = Region::new(ALLOCATOR);
        let result = run();
        let bytes = region.change().bytes_allocated;
        self.0.push((format!("{name}, bytes allocated"), bytes));
        self.0.push((format!("{name}, bytes written"), written(&result)));
        result
    }
}

/// Counts tokens.
struct Counter(usize);

impl Tokens for Counter {
    fn text(&mut self, _: &[u8]) {
        self.0 += 1;
    }
    fn start(&mut self, name: &[u8], self_closing: bool) -> Content {
        self.0 += 1;
        match name {
            _ if self_closing => Content::Markup,
            b"script" => Content::Script,
            b"style" | b"xmp" => Content::RawText,
            b"textarea" => Content::RcData,
            b"title" => Content::Title,
            b"plaintext" => Content::PlainText,
            _ => Content::Markup,
        }
    }
    fn end(&mut self, _: &[u8]) {
        self.0 += 1;
    }
    fn comment(&mut self) {
        self.0 += 1;
    }
}

/// Reads, judges and writes pages.
struct All {
    classifiers: Vec<(&'static str, Box<dyn Classifier>)>,
    removers: Removers,
}

impl All {
    /// With the classifiers that pass.
    fn new(is_wanted: impl Fn(&str) -> bool) -> Self {
        let names = CLASSIFIERS.without_argument().map(|entry| entry.name);
        let named = |name| (name, CLASSIFIERS.by_name(name).unwrap());
        let classifiers = names.filter(|name| is_wanted(name)).map(named).collect();
        Self { classifiers, removers: Removers::of("tamis").unwrap() }
    }

    fn work(&self, markup: &str) -> Work {
        let mut work = Work::default();
        let mut counter = Counter(0);
        tokenize(markup, &mut counter);
        work.0.push(("tokens".to_owned(), counter.0));
        let budget = Limits { milliseconds: 0, ..Limits::default() }.begin();
        let page = work.count(
            "parse",
            || html::parse_decoded(&html::decode(markup.as_bytes(), Default::default()), &budget),
            |page| page.text.len(),
        );
        work.count("atomic", || block::cut_within(&page, Cut::Atomic, &budget), |_| 0);
        let blocks = work.count("cut", || block::cut_within(&page, Cut::default(), &budget), |_| 0);
        let subject = Subject::new(&page, &blocks).with_markup(markup);
        for (name, classifier) in &self.classifiers {
            work.count(name, || classifier.classify(&subject), Vec::len);
            let text = || printed(&**classifier, &subject);
            work.count(&format!("text of {name}"), text, String::len);
            // That of tamis is linear, and slow.
            if !name.starts_with("tamis") {
                let explain = || classifier.explain(&subject);
                let lengths = |all: &Vec<String>| all.iter().map(String::len).sum();
                work.count(&format!("reasons of {name}"), explain, lengths);
            }
        }
        self.written(&subject, markup, &mut work);
        work
    }

    /// Structure, metadata and comments.
    fn written(&self, subject: &Subject, markup: &str, work: &mut Work) {
        let budget = Limits { milliseconds: 0, ..Limits::default() }.begin();
        let address = Some("http://a.example/b");
        let all = Options { links: true, images: true };
        let (_, outline) = work.count("outline", || Outline::parse(markup, &budget), |_| 0);
        for name in ["keep-all", "tamis"] {
            let classifier = CLASSIFIERS.by_name(name).unwrap();
            let labels = classifier.classify(subject);
            let text = printed(&*classifier, subject);
            let structure = || Structure::of_text(subject, &outline, address, &labels, &text);
            let structure = work.count("structure", structure, |_| 0);
            work.count("Markdown", || structure.markdown(all), String::len);
            work.count("HTML", || structure.html(all), String::len);
        }
        work.count("metadata", || Metadata::read(subject, &outline, address), |_| 0);
        let apart = || self.removers.apart(subject, &outline, address);
        let apart = work.count("comments", apart, |apart| apart.comments.len());
        let structure = work.count(
            "structure of comments",
            || apart.structure(subject, &outline, address),
            |_| 0,
        );
        work.count("Markdown of comments", || structure.markdown(all), String::len);
    }
}

/// Compares the work for two pages of a unit in a context, of which one is twice as large.
fn compare(all: &All, context: &Context, unit: &str) {
    let large = page(context, unit, 2 * SMALL);
    let one = all.work(&page(context, unit, SMALL));
    let two = all.work(&large);
    for ((part, one), (_, two)) in one.0.iter().zip(&two.0) {
        let most = (MOST * *one as f64) as usize + SLACK * large.len();
        let name = context.name;
        assert!(*two <= most, "{unit:?} in {name}: {part}: {one}, and {two} of twice the page");
    }
}

/// The only test of this executable: the allocator counts for all threads.
#[test]
fn work_grows_with_the_page_and_nothing_recurses_over_it() {
    let run = || {
        let all = All::new(|_| true);
        let readers = All::new(|name| READERS.contains(&name));
        // What is made once, such as models and tables, is made before.
        all.work("<p>x");
        for context in CONTEXTS {
            let judges = if FOR_ALL.contains(&context.name) { &all } else { &readers };
            for unit in UNITS {
                println!("{unit:?} in {}", context.name);
                compare(judges, context, unit);
            }
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}
