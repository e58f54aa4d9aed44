//! Tries a page that may be what killed an ingest in a process of its own, which may die of it: a
//! stack overflow, an abort and the memory killer cannot be caught within a process. That process
//! is as near to the ingest as it can be: it builds a segment of the page, on a thread with the
//! same stack, with as much of the address space in use.

use super::analyze::{BlockClassifiers, analyze_with};
use super::in_work::{InWork, address_space};
use super::labellers::Labellers;
use super::options::{Options, thread_pool};
use super::progress::Progress;
use crate::analyze::Vocabulary;
use crate::blocks::classify::CLASSIFIERS;
use crate::disk::TemporaryFolder;
use crate::error::{Error, Result};
use crate::index::added::AddedLabel;
use crate::index::{Added, IndexWriter, Manifest, Recipe};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::panic::catch_unwind;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use tamis_collection::{Body, RawDocument, Source};

/// The exit status of a trial that panicked: the ingest would have.
const PANICKED: i32 = 101;
/// How often to look whether a trial has ended.
const EVERY: Duration = Duration::from_millis(5);
/// More stack than the ingest has in use below the analysis of a page.
const STACK_IN_USE: usize = 8 << 10;

pub(super) struct PageTrials<'a> {
    /// The command that calls [`try_page`], and its arguments. Empty: there is none.
    command: &'a [OsString],
    recipe: &'a Recipe,
    /// Names, origins and languages of the added labels that classifiers give.
    labels: Vec<(String, String, Option<String>)>,
    in_work: &'a InWork,
    progress: &'a dyn Progress,
}

/// What a trial is given on its standard input, as a line of JSON; the bytes of the page follow.
#[derive(Serialize, Deserialize)]
struct TrialInput {
    recipe: Recipe,
    labels: Vec<(String, String, Option<String>)>,
    address_space: u64,
    docno: String,
    url: String,
    date: String,
    payload_digest: String,
    archive: String,
    offset: u64,
    charset: Option<String>,
    kind: BodyKind,
    bytes: usize,
}

/// The kind of a body.
#[derive(Serialize, Deserialize)]
enum BodyKind {
    Html,
    Markup,
    Text(String),
}

impl<'a> PageTrials<'a> {
    pub(super) fn new(
        options: &'a Options,
        added: &Added,
        in_work: &'a InWork,
        progress: &'a dyn Progress,
    ) -> Self {
        let labels = added.labels.iter().filter(|label| label.is_from_classifier());
        let of =
            |label: &AddedLabel| (label.name.clone(), label.origin.clone(), label.language.clone());
        let labels = labels.map(of).collect();
        Self { command: &options.trial, recipe: &options.recipe, labels, in_work, progress }
    }

    /// Tries a page if it is a suspect, and returns how the process ended if it died of it. None as
    /// well if it cannot be tried, or if the ingest is to stop.
    pub(super) fn death(&self, document: &RawDocument) -> Option<String> {
        let in_use = self.in_work.suspect(document)?;
        let _alone = self.in_work.alone();
        // Anybody can kill a process once. The memory killer comes again.
        let ended = self.ended(document, in_use)?;
        let ended = if is_kill(ended) { self.ended(document, in_use)? } else { ended };
        let text = ended.to_string();
        Some(text.trim_end_matches(" (core dumped)").to_owned())
    }

    /// Tries a page, and returns how the process ended if it died.
    fn ended(&self, document: &RawDocument, in_use: u64) -> Option<ExitStatus> {
        let (program, arguments) = self.command.split_first()?;
        match self.run(program, arguments, document, in_use) {
            Ok(ended) if ended.as_ref().is_some_and(is_death) => ended,
            Ok(Some(ended)) if !ended.success() => {
                self.progress.untried(&document.docno, &ended.to_string());
                None
            }
            Ok(_) => None,
            Err(error) => {
                self.progress.untried(&document.docno, &error.to_string());
                None
            }
        }
    }

    /// Runs the program with a page, and returns how it ended; none if the ingest is to stop.
    fn run(
        &self,
        program: &OsString,
        arguments: &[OsString],
        document: &RawDocument,
        in_use: u64,
    ) -> Result<Option<ExitStatus>> {
        let folder = TemporaryFolder::new()?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| Error::io("run", Path::new(program), e))?;
        // If it ends before it has read all, its status says why.
        let _ = self.give(document, in_use, &mut child);
        Ok(self.wait(child))
    }

    fn give(&self, document: &RawDocument, in_use: u64, child: &mut Child) -> std::io::Result<()> {
        let given = TrialInput {
            recipe: self.recipe.clone(),
            labels: self.labels.clone(),
            address_space: in_use.max(address_space()),
            docno: document.docno.clone(),
            url: document.url.clone(),
            date: document.date.clone(),
            payload_digest: document.payload_digest.clone(),
            archive: document.source.archive.to_string(),
            offset: document.source.offset,
            charset: document.charset.clone(),
            kind: match &document.body {
                Body::Html(_) => BodyKind::Html,
                Body::Markup(_) => BodyKind::Markup,
                Body::Text { title, .. } => BodyKind::Text(title.clone()),
            },
            bytes: document.body.bytes().len(),
        };
        let Some(mut input) = child.stdin.take() else { return Ok(()) };
        writeln!(input, "{}", serde_json::to_string(&given)?)?;
        input.write_all(document.body.bytes())
    }

    /// Waits for a process, and ends it if the ingest is to stop.
    fn wait(&self, mut child: Child) -> Option<ExitStatus> {
        while let Ok(None) = child.try_wait() {
            if self.progress.stops() {
                // It may have ended just now.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(EVERY);
        }
        child.wait().ok()
    }
}

/// Whether a process ended as only a fault ends it. Signals by which people and systems end
/// programs in good order are none.
fn is_death(ended: &ExitStatus) -> bool {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(ended) {
        use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGSYS, SIGTRAP};
        return [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGSYS, SIGTRAP]
            .contains(&signal);
    }
    // Elsewhere a fault is a status that no program gives itself.
    ended.code().is_some_and(|code| code == PANICKED || code < 0)
}

fn is_kill(ended: ExitStatus) -> bool {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&ended) == Some(libc::SIGKILL);
    #[cfg(not(unix))]
    return false;
}

/// Tries the page on standard input, in the current folder, which is empty: an ingest that has
/// [`Options::trial`] starts its command for this. Returns the exit status of the process, if it
/// lives.
pub fn try_page() -> u8 {
    // The memory killer should choose this process, and not the ingest that waits for it.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    match catch_unwind(|| tried(std::io::stdin().lock())) {
        Ok(Ok(())) => 0,
        Ok(Err(_)) => 1,
        Err(_) => PANICKED as u8,
    }
}

/// Builds a segment of the page.
fn tried(input: impl BufRead) -> Result<()> {
    let given = read(input).map_err(|e| Error::io("read", "standard input", e))?;
    let (TrialInput { recipe, labels, address_space: in_use, .. }, document) = given;
    let labels = labels.into_iter().map(|(name, origin, language)| AddedLabel {
        name,
        origin,
        language,
        pages: None,
        content: Vec::new(),
    });
    let added = Added { labels: labels.collect(), segments: Vec::new() };
    let here = Path::new(".");
    let labellers = Labellers::new(here, &added)?;
    let classifiers = CLASSIFIERS.set(&recipe.classifiers)?;
    let scorers = CLASSIFIERS.scorers(&recipe.scores)?;
    let mut analyzer = recipe.analyzer()?;
    let (writer, _) = IndexWriter::open(here, Manifest::new(recipe.clone()), false)?;
    let options = Options { recipe, ..Options::default() };
    let classifiers =
        BlockClassifiers { classifiers: &classifiers, scorers: &scorers, added: &labellers };
    let build = || -> Result<()> {
        let stack = black_box([0_u8; STACK_IN_USE]);
        let mut vocabulary = Vocabulary::default();
        let page = analyze_with(document, &mut analyzer, &mut vocabulary, classifiers, &options);
        let mut segment = writer.begin_segment();
        segment.add(page)?;
        segment.finish(&vocabulary)?;
        black_box(stack);
        Ok(())
    };
    let pool = thread_pool(1)?;
    let missing = usize::try_from(in_use.saturating_sub(address_space())).unwrap_or(0);
    let mut memory = Vec::<u8>::new();
    // A limit of the process is as near as it was to the ingest.
    let _ = memory.try_reserve_exact(missing);
    let built = pool.install(build);
    black_box(memory);
    built
}

fn read(mut input: impl BufRead) -> std::io::Result<(TrialInput, RawDocument)> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    let given: TrialInput = serde_json::from_str(&line)?;
    let mut bytes = Vec::with_capacity(given.bytes);
    input.read_to_end(&mut bytes)?;
    let text = |bytes| String::from_utf8(bytes).map_err(std::io::Error::other);
    let body = match &given.kind {
        BodyKind::Html => Body::Html(bytes),
        BodyKind::Markup => Body::Markup(text(bytes)?),
        BodyKind::Text(title) => Body::Text { title: title.clone(), text: text(bytes)? },
    };
    let source = Source { archive: given.archive.as_str().into(), offset: given.offset };
    let mut document = RawDocument::new(given.docno.clone(), source, body);
    document.url.clone_from(&given.url);
    document.date.clone_from(&given.date);
    document.payload_digest.clone_from(&given.payload_digest);
    document.charset.clone_from(&given.charset);
    Ok((given, document))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn faults_are_deaths_and_what_ends_programs_in_good_order_is_none() {
        let of_signal = |signal: i32| is_death(&ExitStatus::from_raw(signal));
        // Bit 7 says that the memory was written to a file.
        let faults =
            [libc::SIGABRT, libc::SIGSEGV, libc::SIGBUS, libc::SIGKILL, libc::SIGSEGV | 128];
        assert!(faults.into_iter().all(of_signal));
        let usual = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGPIPE];
        assert!(!usual.into_iter().any(of_signal));
        let of_status = |status: i32| is_death(&ExitStatus::from_raw(status << 8));
        assert!(of_status(PANICKED));
        assert!(![0, 1, 2, 127].into_iter().any(of_status));
    }

    #[test]
    fn a_trial_reads_the_page_that_it_was_given() {
        let source = Source { archive: "a".into(), offset: 7 };
        let title = "one\ntwo".to_owned();
        let body = Body::Text { title: title.clone(), text: "three\nfour \u{fe}".to_owned() };
        let document = RawDocument { url: "u".into(), ..RawDocument::new("d", source, body) };
        let given = TrialInput {
            recipe: Recipe::default(),
            labels: Vec::new(),
            address_space: 9,
            docno: "d".into(),
            url: "u".into(),
            date: String::new(),
            payload_digest: String::new(),
            archive: "a".into(),
            offset: 7,
            charset: None,
            kind: BodyKind::Text(title),
            bytes: document.body.bytes().len(),
        };
        let head = serde_json::to_string(&given).unwrap();
        let input = [head.as_bytes(), b"\n", document.body.bytes()].concat();
        let (given, read) = read(&input[..]).unwrap();
        assert_eq!((given.address_space, given.recipe, read), (9, Recipe::default(), document));
        assert!(super::read(&b"no JSON\n"[..]).is_err());
    }
}
