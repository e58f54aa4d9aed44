//! A qrels file that is written while one judges. Every change replaces the file as a whole and is
//! durable before it returns: whenever the program or the machine ends, the file is one that
//! evaluations read, without a line that is cut off and without a page that is judged twice.

use super::lock::Lock;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use tamis::eval::Qrels;
use tamis::{Error, Place, Result, disk};

/// A grade in the file, and the column before the docno, which evaluations ignore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileJudgement {
    /// The second column: `0`, or what a judgement is to be recognised by.
    pub iteration: String,
    pub grade: i32,
}

/// A judgement to write: a topic, a docno, and the judgement; without one it is taken away.
pub type JudgementChange<'a> = (&'a str, &'a str, Option<FileJudgement>);

/// A qrels file. This process alone may write it.
pub struct JudgementFile {
    path: PathBuf,
    judged: HashMap<(String, String), FileJudgement>,
    /// The file as it was read or written last; empty if there is none.
    content: String,
    /// Judgements since the start that can be taken back.
    history: Vec<UndoStep>,
    _lock: Lock,
}

/// A judgement that can be taken back.
#[derive(Clone)]
pub struct UndoStep {
    pub topic: String,
    pub docno: String,
    /// The judgement before it; none if there was none.
    pub before: Option<FileJudgement>,
}

impl JudgementFile {
    /// Locks a file and reads it, if it is there.
    ///
    /// # Errors
    /// [`Error::Io`] if it is a device or a folder, cannot be read, or another process writes it;
    /// [`Error::Format`] with the line if it is no qrels file.
    pub fn open(path: &Path) -> Result<Self> {
        // A link would be replaced by a file.
        let path = if path.is_symlink() {
            path.canonicalize().map_err(|error| Error::io("read", path, error))?
        } else {
            path.to_path_buf()
        };
        // Before there is a lock beside it.
        check_kind(&path)?;
        let lock = Lock::new(&path)?;
        disk::remove_left_over(&path).map_err(|error| Error::io("remove", &path, error))?;
        let content = read(&path)?.unwrap_or_default();
        let judged = parse(&path, &content)?;
        Ok(Self { judged, path, content, history: Vec::new(), _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The judgement of a page for a topic. A negative grade says that there is none yet.
    pub fn get(&self, topic: &str, docno: &str) -> Option<&FileJudgement> {
        let judged = self.judged.get(&(topic.to_owned(), docno.to_owned()));
        judged.filter(|judged| judged.grade >= 0)
    }

    /// All judgements: topic, docno, grade.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, i32)> {
        let all = self.judged.iter().filter(|(_, judged)| judged.grade >= 0);
        all.map(|((topic, docno), judged)| (topic.as_str(), docno.as_str(), judged.grade))
    }

    /// Writes judgements of a topic as [`JudgementFile::write`] does, so that they can be taken
    /// back. Those that are known already stay as they are: a key that is held down sends the same
    /// again.
    ///
    /// # Errors
    /// As [`JudgementFile::write`].
    pub fn judge(&mut self, topic: &str, judgements: &[(String, FileJudgement)]) -> Result<()> {
        let is_new = |(docno, judgement): &&(String, FileJudgement)| {
            self.get(topic, docno) != Some(judgement)
        };
        let new: Vec<_> = judgements.iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        let steps = new.iter().map(|(docno, _)| UndoStep {
            topic: topic.to_owned(),
            docno: docno.clone(),
            before: self.get(topic, docno).cloned(),
        });
        let steps: Vec<UndoStep> = steps.collect();
        let changes = new.iter().map(|(docno, judged)| (topic, &**docno, Some(judged.clone())));
        self.write(&changes.collect::<Vec<_>>())?;
        self.history.extend(steps);
        Ok(())
    }

    /// The last judgement since the start, of this topic if one is given, and its place.
    pub fn last(&self, topic: Option<&str>) -> Option<(usize, &UndoStep)> {
        let is_of = |step: &UndoStep| topic.is_none_or(|topic| step.topic == topic);
        self.history.iter().enumerate().rfind(|(_, step)| is_of(step))
    }

    /// Takes the judgement at a place back.
    ///
    /// # Errors
    /// As [`JudgementFile::write`].
    pub fn undo(&mut self, place: usize) -> Result<UndoStep> {
        let step = self.history[place].clone();
        self.write(&[(&step.topic, &step.docno, step.before.clone())])?;
        Ok(self.history.remove(place))
    }

    /// Writes judgements, all or none, and returns when they are durable. A judgement that the file
    /// has already takes the place of the former one. A file that somebody removed is there again,
    /// with all that it had.
    ///
    /// # Errors
    /// [`Error::Io`], also if somebody else has changed the file; [`Error::Setting`] for a name
    /// that cannot stand in a qrels file. Then nothing has changed.
    pub fn write(&mut self, changes: &[JudgementChange<'_>]) -> Result<()> {
        for name in changes.iter().flat_map(|(topic, docno, _)| [topic, docno]) {
            check_name(name)?;
        }
        if read(&self.path)?.is_some_and(|now| now != self.content) {
            let problem = "another program has changed it since it was read, and its changes would \
                           be lost. To keep both, move the file to another name: the next \
                           judgement writes all that the server has to this one again";
            return Err(Error::io("write", &self.path, io::Error::other(problem)));
        }
        let content = changed(&self.content, changes);
        if content.is_empty() {
            // Without a judgement it would be no qrels file.
            disk::remove_durably(&self.path)?;
        } else {
            disk::save(&self.path, &content)?;
        }
        self.content = content;
        for (topic, docno, judgement) in changes {
            let key = ((*topic).to_owned(), (*docno).to_owned());
            match judgement {
                Some(judgement) => self.judged.insert(key, judgement.clone()),
                None => self.judged.remove(&key),
            };
        }
        Ok(())
    }
}

/// Refuses what keeps no judgements: a device loses them, and reading a pipe waits for ever.
fn check_kind(path: &Path) -> Result<()> {
    let Ok(known) = path.metadata() else { return Ok(()) };
    if known.is_file() {
        return Ok(());
    }
    let found = if known.is_dir() { "a folder" } else { "a device or a pipe" };
    let problem = format!(
        "found {found}, which keeps no judgements, expected a file; name another, which need not \
         be there yet"
    );
    Err(Error::io("write", path, io::Error::other(problem)))
}

/// Reads a file; none if there is none.
fn read(path: &Path) -> Result<Option<String>> {
    check_kind(path)?;
    let Some(bytes) = if_there(std::fs::read(path), "read", path)? else { return Ok(None) };
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let at = error.utf8_error().valid_up_to() as u64;
        no_qrels(Place::offset(path, at), "bytes that are no text")
    })
}

/// What was found at a path; none if there is nothing.
pub(super) fn if_there<T>(
    found: io::Result<T>,
    doing: &'static str,
    path: &Path,
) -> Result<Option<T>> {
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some).map_err(|error| Error::io(doing, path, error)),
    }
}

fn no_qrels(place: Place, found: &str) -> Error {
    let expected = "a qrels file, lines of topic, iteration, docno and grade; name another file, \
                    which need not be there yet";
    Error::format(place, found, expected)
}

/// The judgements of a file.
fn parse(path: &Path, content: &str) -> Result<HashMap<(String, String), FileJudgement>> {
    let mut judged = HashMap::new();
    if content.lines().all(|line| columns(line).is_none() && !has_content(line)) {
        return Ok(judged);
    }
    // What evaluations would refuse is refused in the same words.
    let named = |error: tamis::eval::Error| match Error::from(error) {
        Error::Format(mut error) => {
            error.expected += "; mend it, or name another file, which need not be there yet";
            Error::Format(error)
        }
        other => other,
    };
    Qrels::read_from(content.as_bytes(), path).map_err(named)?;
    for (number, line) in (1..).zip(content.lines()).filter(|(_, line)| has_content(line)) {
        let Some((topic, iteration, docno, grade)) = columns(line) else {
            return Err(no_qrels(Place::line(path, number), "a line of another form"));
        };
        let judgement = FileJudgement { iteration: iteration.to_owned(), grade };
        judged.insert((topic.to_owned(), docno.to_owned()), judgement);
    }
    Ok(judged)
}

/// Whether a line is neither blank nor a comment.
fn has_content(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    !line.is_empty() && !line.starts_with('#')
}

/// The columns of a line; none for a line of another form.
fn columns(line: &str) -> Option<(&str, &str, &str, i32)> {
    let mut words = line.trim_start_matches('\u{feff}').split_ascii_whitespace();
    let columns = (words.next()?, words.next()?, words.next()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(columns)
}

/// Checks that a name can stand in a line.
fn check_name(name: &str) -> Result<()> {
    if name.is_empty() || name.starts_with('#') || name.chars().any(char::is_whitespace) {
        let problem = format!(
            "the name '{name}' cannot stand in a qrels file, expected one without white space \
             that does not begin with #"
        );
        return Err(Error::settings(problem));
    }
    Ok(())
}

/// The content of a file with these changes: each in the line of the former judgement, or at the
/// end.
fn changed(content: &str, changes: &[JudgementChange<'_>]) -> String {
    let mut open: HashMap<(&str, &str), Option<&FileJudgement>> =
        changes.iter().map(|(topic, docno, to)| ((*topic, *docno), to.as_ref())).collect();
    let mut out = String::with_capacity(content.len() + 64);
    for line in content.lines() {
        let columns = columns(line).filter(|_| has_content(line));
        let key = columns.map(|(topic, _, docno, _)| (topic, docno));
        match key.and_then(|key| open.remove_entry(&key)) {
            Some(((topic, docno), Some(judgement))) => push(&mut out, topic, docno, judgement),
            Some((_, None)) => {}
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    for (topic, docno, _) in changes {
        if let Some(Some(judgement)) = open.remove(&(*topic, *docno)) {
            push(&mut out, topic, docno, judgement);
        }
    }
    out
}

fn push(out: &mut String, topic: &str, docno: &str, judgement: &FileJudgement) {
    let FileJudgement { iteration, grade } = judgement;
    out.push_str(&format!("{topic} {iteration} {docno} {grade}\n"));
}

#[cfg(test)]
mod tests;
