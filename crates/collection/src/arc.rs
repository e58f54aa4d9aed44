//! ARC records (<https://archive.org/web/researcher/ArcFileFormat.php>): one line, the URL record, and a block. What
//! follows the line is read as a WARC record's block is; a page has its place for a docno.

use crate::container::shape::{Head, RecordKind, Shape};
use crate::mark::Mark;
use crate::stream::Stream;
use crate::url_record::{FILE, LONGEST, is_record, line, split};

/// Where a search for a record stops: at a line that can be nothing else.
const RECORD: Mark = Mark { prefix: b"", look_ahead: LONGEST, is: is_record };

/// ARC, versions 1 and 2. Blocks end with one newline; an empty line may stand in a page.
pub(crate) static ARC: Shape = Shape {
    name: "ARC",
    length: "Archive-length",
    head,
    any: RECORD,
    sure: RECORD,
    behind: LONGEST + 4,
    whole_lines: true,
};

/// Reads the URL record that starts the window.
fn head(stream: &mut Stream) -> Option<Head> {
    while line(stream.data()).is_none() && stream.data().len() < LONGEST && stream.fill() {}
    let (_, size) = line(stream.data())?;
    if let Some(member) = stream.member_from(1).filter(|member| *member < size) {
        // The line is cut off if it is another record that starts there.
        stream.want(member + LONGEST);
        if stream.member_starting(RECORD, 1).is_some_and(|member| member < size) {
            return None;
        }
    }
    let (text, size) = line(stream.data())?;
    let line = split(text)?;
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some(Head {
        kind: if text.starts_with(FILE) { RecordKind::Other("filedesc".to_owned()) } else { RecordKind::Response },
        name: String::new(),
        trec: false,
        url: lossy(&line.url.join(&b' ')),
        date: lossy(line.date),
        content_type: lossy(&line.media.join(&b' ')),
        length: lossy(line.length).parse().ok(),
        size,
    })
}

#[cfg(test)]
mod tests;
