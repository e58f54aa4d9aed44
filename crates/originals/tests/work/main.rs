//! The work that a page makes grows with its size, and nothing recurses over what it holds: for
//! units repeated in contexts, in all that reads, judges or writes a page.
//!
//! Work is counted, not timed: tokens read, bytes allocated, bytes written. A page overflows no
//! stack of a fifth of the usual size. An overflow ends the process: run it with `--nocapture`, and
//! the last line names the context and the unit.

mod pages;

use pages::{CONTEXTS, Context, UNITS, page};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::collections::BTreeMap;
use tamis_blocks::html::Outline;
use tamis_blocks::html::tokens::{ContentModel, Tokens, tokenize};
use tamis_blocks::page::{Cut, Limits};
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject, kept, printed};
use tamis_originals::{block, html};
use tamis_text::comments::Removers;
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Options, Structure};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A thread of an index has 2 MiB. What recurses by design, to a depth of 200 to 512, needs less
/// than this; the larger page in quoted attributes needed more.
const STACK: usize = 384 << 10;
/// The smallest page, in bytes, and twice and four times that. Where a buffer doubles, most units
/// are far from it: at a power of two one more makes it twice as large as it has to be.
const SIZES: [usize; 3] = [6 << 10, 12 << 10, 24 << 10];
/// Where four times the smallest page makes too much, these tell what grows from what begins: a
/// page may become one with comments, or another element its article.
const LARGER: [usize; 2] = [48 << 10, 96 << 10];
/// How much more work a page of twice the size may make than any smaller one; the square is 4.
const MOST: f64 = 2.5;
/// What does not count, in bytes: the first buffers.
const SLACK: f64 = 4096.0;

/// Classifiers that read the page by themselves or look at its elements. The others do with a
/// page's blocks what one of these does: they see the pages of three contexts, as do all reasons.
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

struct Counter(usize);

impl Tokens for Counter {
    fn text(&mut self, _: &[u8]) {
        self.0 += 1;
    }
    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
        self.0 += 1;
        match name {
            _ if self_closing => ContentModel::Markup,
            b"script" => ContentModel::Script,
            b"style" | b"xmp" => ContentModel::RawText,
            b"textarea" => ContentModel::RcData,
            b"title" => ContentModel::Title,
            b"plaintext" => ContentModel::PlainText,
            _ => ContentModel::Markup,
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
    gives_reasons: bool,
}

impl All {
    /// With the classifiers that pass.
    fn new(gives_reasons: bool, is_wanted: impl Fn(&str) -> bool) -> Self {
        let names = CLASSIFIERS.without_argument().map(|entry| entry.name);
        let named = |name| (name, CLASSIFIERS.by_name(name).unwrap());
        let classifiers = names.filter(|name| is_wanted(name)).map(named).collect();
        Self { classifiers, removers: Removers::of("tamis").unwrap(), gives_reasons }
    }

    /// The work of the parts, of the classifiers that pass; by a thread of its own, which has no
    /// room left of larger pages.
    fn work(&self, markup: &str, is_wanted: &(dyn Fn(&str) -> bool + Sync)) -> Work {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let counted = thread.spawn_scoped(scope, || self.counted(markup, is_wanted));
            counted.unwrap().join().unwrap()
        })
    }

    fn counted(&self, markup: &str, is_wanted: &dyn Fn(&str) -> bool) -> Work {
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
        for (name, classifier) in self.classifiers.iter().filter(|(name, _)| is_wanted(name)) {
            work.count(name, || classifier.classify(&subject), Vec::len);
            let text = || printed(&**classifier, &subject);
            work.count(&format!("text of {name}"), text, String::len);
            // That of tamis is linear, and slow.
            if self.gives_reasons && !name.starts_with("tamis") {
                let explain = || classifier.explain(&subject);
                let lengths = |all: &Vec<String>| all.iter().map(String::len).sum();
                work.count(&format!("reasons of {name}"), explain, lengths);
            }
        }
        self.written(&subject, markup, &mut work);
        work
    }

    fn written(&self, subject: &Subject, markup: &str, work: &mut Work) {
        let budget = Limits { milliseconds: 0, ..Limits::default() }.begin();
        let address = Some("http://a.example/b");
        let all = Options { links: true, images: true };
        let (_, outline) = work.count("outline", || Outline::parse(markup, &budget), |_| 0);
        let subject =
            &Subject::new(subject.page, subject.blocks).with_markup(markup).with_outline(&outline);
        for name in ["keep-all", "tamis"] {
            let classifier = CLASSIFIERS.by_name(name).unwrap();
            let kept = kept(&*classifier, subject);
            let structure = || Structure::of_kept(subject, address, &kept);
            let part = |part: &str| format!("{part} of {name}");
            let structure = work.count(&part("structure"), structure, |_| 0);
            work.count(&part("Markdown"), || structure.markdown(all), String::len);
            work.count(&part("HTML"), || structure.html(all), String::len);
        }
        work.count("metadata", || Metadata::read(subject, address), |_| 0);
        let apart = || self.removers.apart(subject, address);
        let apart = work.count("comments", apart, |apart| apart.comments.len());
        let structure = || apart.structure(subject, address);
        let structure = work.count("structure of comments", structure, |_| 0);
        work.count("Markdown of comments", || structure.markdown(all), String::len);
    }
}

/// The work of one part for pages of several sizes, from the smallest.
type Sizes = Vec<(usize, f64)>;

/// Whether work grows faster than the page, each twice as large as the one before: the last makes
/// more than its size tells by that of every smaller one, and adds more than the last doubling did.
/// What is made for a page of any size is in no difference.
fn is_more(sizes: &[(usize, f64)]) -> bool {
    let [.., (_, first), (_, second), (size, work)] = sizes else { return false };
    let is_most = |(smaller, less): &(usize, f64)| {
        let doublings = (size / smaller).ilog2();
        *work > MOST.powi(doublings as i32) * less + SLACK
    };
    sizes[..sizes.len() - 1].iter().all(is_most) && work - second > MOST * (second - first) + SLACK
}

/// Compares the work for pages of a unit in a context.
struct Comparison<'a> {
    all: &'a All,
    /// The work for an empty page.
    empty: Vec<(String, usize)>,
}

impl<'a> Comparison<'a> {
    fn new(all: &'a All) -> Self {
        // What is made once, such as models and tables, is made before.
        all.work("<p>x", &|_| true);
        Self { all, empty: all.work("", &|_| true).0 }
    }

    /// Adds the work for a page to that for the smaller ones, by the names of parts.
    fn add(
        &self,
        sizes: &mut BTreeMap<String, Sizes>,
        markup: &str,
        size: usize,
        is_wanted: &(dyn Fn(&str) -> bool + Sync),
    ) {
        let empty: BTreeMap<&str, usize> =
            self.empty.iter().map(|(part, work)| (&**part, *work)).collect();
        for (part, work) in self.all.work(markup, is_wanted).0 {
            let own = work.saturating_sub(empty[&*part]);
            sizes.entry(part).or_default().push((size, own as f64));
        }
    }

    /// The parts that make more and more work for each byte.
    fn found(&self, context: &Context, unit: &str) -> BTreeMap<String, Sizes> {
        let mut sizes = BTreeMap::new();
        for size in SIZES {
            self.add(&mut sizes, &page(context, unit, size), size, &|_| true);
        }
        sizes.retain(|_, of| is_more(of));
        for size in LARGER {
            if !sizes.is_empty() {
                let parts: Vec<String> = sizes.keys().cloned().collect();
                let is_wanted = |name: &str| parts.iter().any(|part| part.contains(name));
                self.add(&mut sizes, &page(context, unit, size), size, &is_wanted);
                sizes.retain(|part, _| parts.contains(part));
            }
        }
        sizes.retain(|_, of| is_more(of));
        sizes
    }
}

/// The only test of this executable: the allocator counts for all threads.
#[test]
fn work_grows_with_the_page_and_nothing_recurses_over_it() {
    let sizes = |work: [f64; 3]| SIZES.iter().copied().zip(work).collect::<Vec<_>>();
    assert!(is_more(&sizes([1e4, 4e4, 16e4])) && is_more(&sizes([5e5, 6e5, 98e5])));
    assert!(!is_more(&sizes([1e4, 2e4, 4e4])) && !is_more(&sizes([9e4, 1e4, 3e5])));
    let all = All::new(true, |_| true);
    let readers = All::new(false, |name| READERS.contains(&name));
    let [all, readers] = [&all, &readers].map(Comparison::new);
    let mut found = Vec::new();
    for context in CONTEXTS {
        let judges = if FOR_ALL.contains(&context.name) { &all } else { &readers };
        for unit in UNITS {
            println!("{unit:?} in {}", context.name);
            for (part, sizes) in judges.found(context, unit) {
                found.push(format!("{unit:?} in {}: {part}: {sizes:?}", context.name));
            }
        }
    }
    assert!(found.is_empty(), "more and more for each byte:\n{}", found.join("\n"));
}
