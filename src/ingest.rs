//! Archives to an index: the one place that joins the stages. Archives are decompressed ahead, each by a thread of its
//! own; their documents are put into one order, duplicates dropped, and cut into runs; every run becomes a segment, in
//! parallel. The order and the runs follow from the collection alone, so the index does not depend on the threads.

use crate::analyze::Analyzer;
use crate::block;
use crate::classify;
use crate::collection::{self, Archive, Item, Loss, Reason, Settings};
use crate::error::{Error, Result};
use crate::html;
use crate::index::manifest::{ArchiveEntry, Counts, FORMAT, Manifest};
pub use crate::index::write::LOSSES;
use crate::index::write::{AnalyzedPage, BlockTokens, IndexWriter};
use crate::page::{Body, Cut, RawDocument};
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use tantivy::index::SegmentMeta;
use xxhash_rust::xxh3::xxh3_128;

/// Bytes of documents that make a run, and so a segment: enough to be indexed well, little enough that a few runs in
/// memory stay far below the promised bound.
const RUN_BYTES: usize = 32 << 20;
/// Bytes of documents that a reader hands over at once.
const BATCH_BYTES: usize = 2 << 20;

/// How a collection is indexed.
#[derive(Debug, Clone)]
pub struct Options {
    /// The analyzer's name.
    pub analyzer: String,
    /// How pages are cut.
    pub cut: Cut,
    /// What is read from archives.
    pub settings: Settings,
    /// The encoding of all HTML, whatever it says of itself.
    pub encoding: Option<String>,
    /// Threads that cut, analyze and index; readers come on top. At least 1.
    pub threads: usize,
    /// Whether an index in the output folder is replaced.
    pub force: bool,
}

/// Who wants to know how far it is. Called from several threads.
pub trait Progress: Sync {
    /// So many bytes of archives will be read; said once, before all else.
    fn total(&self, _bytes: u64) {}
    /// An archive is about to give its documents; archives come in order.
    fn archive(&self, _name: &str) {}
    /// So many more bytes of archives were read.
    fn read(&self, _bytes: u64) {}
    /// So many more pages were taken for the index.
    fn pages(&self, _pages: u64) {}
    /// A record was not taken.
    fn skipped(&self, _skip: &Loss) {}
    /// Segments are being merged: the last stage.
    fn merging(&self) {}
}

/// Nobody wants to know.
pub struct Silent;

impl Progress for Silent {}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Summary {
    /// What the index says of itself.
    pub manifest: Manifest,
    /// Records that were damaged or lost: with any, the command ends with status 3.
    pub damaged: u64,
}

/// Indexes everything that `inputs` name into the folder `out`.
///
/// # Errors
/// Whatever cannot be read, an output folder that holds something, a full disk. Damaged records are no errors: they
/// are counted, and listed in [`LOSSES`].
pub fn ingest(inputs: &[String], out: &Path, options: &Options, progress: &dyn Progress) -> Result<Summary> {
    let analyzer = Analyzer::by_name(&options.analyzer)?;
    let archives = collection::discover(inputs)?;
    progress.total(archives.iter().map(|archive| archive.bytes).sum());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|e| Error::Usage(format!("--threads {}: {e}", options.threads)))?;
    let mut writer = IndexWriter::create(out, options.force)?;
    let losses = Losses::create(out)?;
    let (built, sequence) = std::thread::scope(|scope| {
        let batches = start_readers(scope, &archives, options, progress);
        let sequence = Mutex::new(Sequence::new(&archives, batches, losses, progress));
        let stop = AtomicBool::new(false);
        let built = pool.broadcast(|_| work(&sequence, &stop, &writer, &analyzer, options));
        // The sequence goes before the readers are waited for: a reader with nobody to read for ends.
        (built, sequence.into_inner().map_err(|_| Error::Interrupted).and_then(Sequence::finish))
    });
    let mut built = built.into_iter().collect::<Result<Vec<_>>>()?.concat();
    let (mut manifest, damaged) = sequence?;
    built.sort_unstable_by_key(|run| run.number);
    manifest.analyzer = analyzer.name().to_owned();
    manifest.cut = options.cut;
    let mut segments = Vec::with_capacity(built.len());
    for run in built {
        manifest.counts.blocks += run.blocks;
        manifest.counts.tokens += run.tokens;
        segments.push(run.segment.id());
        writer.add(run.segment)?;
    }
    writer.commit(&manifest)?;
    progress.merging();
    writer.merge_down(segments, &manifest)?;
    Ok(Summary { manifest, damaged })
}

/// A run of documents, the `number`th of the collection.
struct Run {
    number: usize,
    documents: Vec<RawDocument>,
}

/// A run that has become a segment.
#[derive(Clone)]
struct Built {
    number: usize,
    segment: SegmentMeta,
    blocks: u64,
    tokens: u64,
}

/// What one thread does: take the next run, make a segment of it, until there is none or somebody failed.
fn work(
    sequence: &Mutex<Sequence<'_>>,
    stop: &AtomicBool,
    writer: &IndexWriter,
    analyzer: &Analyzer,
    options: &Options,
) -> Result<Vec<Built>> {
    let mut built = Vec::new();
    let mut work = || -> Result<()> {
        while !stop.load(Ordering::Relaxed) {
            let Ok(run) = sequence.lock().map(|mut sequence| sequence.next_run()) else { break };
            let Some(run) = run? else { break };
            built.push(segment(run, writer, &mut analyzer.clone(), options)?);
        }
        Ok(())
    };
    let done = work();
    stop.fetch_or(done.is_err(), Ordering::Relaxed);
    done.map(|()| built)
}

fn segment(run: Run, writer: &IndexWriter, analyzer: &mut Analyzer, options: &Options) -> Result<Built> {
    let (mut blocks, mut tokens) = (0, 0);
    let pages = run.documents.into_iter().map(|document| {
        let page = analyze(document, analyzer, options);
        blocks += page.block_tokens.len() as u64;
        tokens += page.block_tokens.iter().map(|block| u64::from(block.count)).sum::<u64>();
        page
    });
    let segment = writer.segment(pages)?;
    Ok(Built { number: run.number, segment, blocks, tokens })
}

/// One document through all stages: parsed, cut, classified, analyzed. Total: page content cannot fail.
pub fn analyze(mut document: RawDocument, analyzer: &mut Analyzer, options: &Options) -> AnalyzedPage {
    let body = std::mem::replace(&mut document.body, Body::Text(String::new()));
    let page = match &body {
        Body::Html(bytes) => html::parse(bytes, options.encoding.as_deref().or(document.charset.as_deref())),
        Body::Text(text) => html::plain_text(text),
    };
    // A page of 100 MB is the rule's exception: what is done with goes before the next copy is made.
    drop(body);
    let blocks = block::cut(&page, options.cut);
    let mut labels = classify::label_bits(&page, &blocks);
    drop(page);
    if blocks.title.is_some() {
        labels.insert(0, 0);
    }
    let mut tokens = String::new();
    let block_tokens = blocks.all().map(|block| {
        let start = tokens.len();
        let count = analyzer.analyze(blocks.text_of(block), &mut tokens);
        BlockTokens { span: start..tokens.len(), count }
    });
    let block_tokens = block_tokens.collect();
    AnalyzedPage { document, labels, tokens, block_tokens, blocks }
}

/// Items of one archive in order, or why it could not be read.
type Batch = Result<Vec<Item>>;

/// Starts threads that read archives ahead, each archive through a channel of its own that holds one batch. Archives
/// are begun in order, so the one that is waited for is always being read.
fn start_readers<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    archives: &'env [Archive],
    options: &'env Options,
    progress: &'env dyn Progress,
) -> Vec<Receiver<Batch>> {
    let (senders, receivers): (Vec<_>, Vec<_>) = archives.iter().map(|_| sync_channel(1)).unzip();
    let queue = Arc::new(Mutex::new(archives.iter().zip(senders).collect::<VecDeque<_>>()));
    for _ in 0..options.threads.min(archives.len()) {
        let queue = Arc::clone(&queue);
        scope.spawn(move || {
            let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
            while let Some((archive, sender)) = next() {
                // A receiver that is gone wants no more; the next archive's will be gone as well.
                if read(archive, &options.settings, progress, &sender).is_none() {
                    return;
                }
            }
        });
    }
    receivers
}

/// Sends an archive batch by batch; none if nobody receives any more.
fn read(archive: &Archive, settings: &Settings, progress: &dyn Progress, sender: &SyncSender<Batch>) -> Option<()> {
    let mut reader = match archive.open(settings) {
        Ok(reader) => reader,
        Err(error) => return sender.send(Err(error)).ok(),
    };
    let mut before = 0;
    loop {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while bytes < BATCH_BYTES {
            let Some(item) = reader.next() else { break };
            bytes += weight(&item);
            batch.push(item);
        }
        let read = reader.bytes_read();
        progress.read(read - before);
        before = read;
        if batch.is_empty() {
            return Some(());
        }
        sender.send(Ok(batch)).ok()?;
    }
}

/// Bytes that an item keeps in memory, roughly.
fn weight(item: &Item) -> usize {
    // The names and the struct itself count, so that tiny documents do not pile up.
    const OVERHEAD: usize = 256;
    match item {
        Item::Document(document) => OVERHEAD + body_bytes(document),
        Item::Skipped(_) | Item::Flawed(_) => OVERHEAD,
    }
}

fn body_bytes(document: &RawDocument) -> usize {
    match &document.body {
        Body::Html(bytes) => bytes.len(),
        Body::Text(text) => text.len(),
    }
}

/// All documents in the order of the arguments, then path, then offset; each docno once; cut into runs.
struct Sequence<'a> {
    archives: &'a [Archive],
    batches: std::vec::IntoIter<Receiver<Batch>>,
    current: Option<Receiver<Batch>>,
    waiting: std::vec::IntoIter<Item>,
    runs: usize,
    entries: Vec<ArchiveEntry>,
    docnos: HashSet<u128>,
    losses: Losses,
    damaged: u64,
    progress: &'a dyn Progress,
}

impl<'a> Sequence<'a> {
    fn new(archives: &'a [Archive], batches: Vec<Receiver<Batch>>, losses: Losses, progress: &'a dyn Progress) -> Self {
        Self {
            archives,
            batches: batches.into_iter(),
            current: None,
            waiting: Vec::new().into_iter(),
            runs: 0,
            entries: Vec::new(),
            docnos: HashSet::new(),
            losses,
            damaged: 0,
            progress,
        }
    }

    /// The next run, or none at the end of the collection.
    fn next_run(&mut self) -> Result<Option<Run>> {
        let (mut documents, mut bytes) = (Vec::new(), 0);
        // A run is empty only at the end: it ends the work.
        while bytes < RUN_BYTES || documents.is_empty() {
            let Some(item) = self.next_item()? else { break };
            bytes += weight(&item);
            match item {
                Item::Document(document) => documents.extend(self.admit(document)?),
                Item::Skipped(skip) | Item::Flawed(skip) => self.skip(&skip)?,
            }
        }
        self.progress.pages(documents.len() as u64);
        let number = self.runs;
        self.runs += 1;
        Ok((!documents.is_empty()).then_some(Run { number, documents }))
    }

    fn next_item(&mut self) -> Result<Option<Item>> {
        loop {
            if let Some(item) = self.waiting.next() {
                return Ok(Some(item));
            }
            match self.current.as_ref().map(Receiver::recv) {
                Some(Ok(batch)) => self.waiting = batch?.into_iter(),
                // The archive is at its end, or none was begun.
                _ => match self.batches.next() {
                    Some(receiver) => self.begin(receiver),
                    None => return Ok(None),
                },
            }
        }
    }

    fn begin(&mut self, receiver: Receiver<Batch>) {
        let archive = &self.archives[self.entries.len()];
        self.progress.archive(&archive.name);
        self.current = Some(receiver);
        self.entries.push(ArchiveEntry {
            path: archive.name.to_string(),
            kind: archive.kind.name().to_owned(),
            bytes: archive.bytes,
            ..ArchiveEntry::default()
        });
    }

    /// Lets a document pass unless its docno was there before.
    fn admit(&mut self, document: RawDocument) -> Result<Option<RawDocument>> {
        // 128 bits of hash instead of the name: 3 million docnos are 100 MB as text, and a collision would take 2^64.
        if self.docnos.insert(xxh3_128(document.docno.as_bytes())) {
            self.entry().pages += 1;
            return Ok(Some(document));
        }
        let bytes = body_bytes(&document) as u64;
        let detail = "the docno was there before; the first one is kept".to_owned();
        let (source, record) = (document.source, document.docno);
        self.skip(&Loss { source, record, reason: Reason::Duplicate, detail, bytes })?;
        Ok(None)
    }

    fn skip(&mut self, skip: &Loss) -> Result<()> {
        *self.entry().skipped.entry(skip.reason.name().to_owned()).or_default() += 1;
        self.damaged += u64::from(skip.reason.is_damage());
        self.progress.skipped(skip);
        self.losses.write(skip)
    }

    fn entry(&mut self) -> &mut ArchiveEntry {
        if self.entries.is_empty() {
            self.entries.push(ArchiveEntry::default());
        }
        let last = self.entries.len() - 1;
        &mut self.entries[last]
    }

    /// The manifest but for what the segments know, and the number of damaged records.
    fn finish(self) -> Result<(Manifest, u64)> {
        self.losses.finish()?;
        let mut counts = Counts::default();
        for entry in &self.entries {
            counts.pages += entry.pages;
            for (reason, records) in &entry.skipped {
                *counts.skipped.entry(reason.clone()).or_default() += records;
            }
        }
        let manifest = Manifest {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            analyzer: String::new(),
            cut: Cut::default(),
            classifiers: classify::CLASSIFIERS.iter().map(|entry| entry.name.to_owned()).collect(),
            counts,
            archives: self.entries,
        };
        Ok((manifest, self.damaged))
    }
}

/// The list of all records that were not indexed.
struct Losses {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Losses {
    fn create(out: &Path) -> Result<Self> {
        let path = out.join(LOSSES);
        let file = File::create(&path).map_err(|e| Error::io("create", &path, e))?;
        let mut losses = Self { path, file: BufWriter::new(file) };
        losses.line("archive\toffset\trecord\treason\tbytes\tdetail")?;
        Ok(losses)
    }

    fn write(&mut self, skip: &Loss) -> Result<()> {
        let Loss { source, record, reason, detail, bytes } = skip;
        let cell = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let (archive, record, detail) = (cell(&source.archive), cell(record), cell(detail));
        self.line(&format!("{archive}\t{}\t{record}\t{}\t{bytes}\t{detail}", source.offset, reason.name()))
    }

    fn line(&mut self, line: &str) -> Result<()> {
        writeln!(self.file, "{line}").map_err(|e| Error::io("write", &self.path, e))
    }

    fn finish(mut self) -> Result<()> {
        self.file.flush().map_err(|e| Error::io("write", &self.path, e))
    }
}
