//! Finds the entries of a zip file without a directory by their local headers (APPNOTE.TXT, section 4.3.7). An
//! incomplete download has no directory.

use super::entry::{Method, WaczEntry, is_archive};
use crate::input::{Input, Raw};
use memchr::memmem;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The start of every record of a zip file.
const SIGNATURE: &[u8] = b"PK";
/// The size of a local header without name and extra fields.
const HEAD: usize = 30;

/// A local header.
struct Head {
    name: Vec<u8>,
    method: Method,
    /// The size of the data, if the header has it.
    length: Option<u64>,
    /// The size of the header.
    size: usize,
}

/// Returns the entries below `archive/`, in order, as far as the file at `path` goes.
pub(super) fn entries(path: &Arc<PathBuf>) -> io::Result<Vec<WaczEntry>> {
    let mut input = Input::new(Raw::File(File::open(&**path)?), Arc::default());
    let end = path.metadata()?.len();
    let mut entries = Vec::new();
    while seek(&mut input, is_local)? {
        let Some(head) = head(&mut input)? else {
            input.consume(1);
            continue;
        };
        input.consume(head.size);
        let start = input.offset();
        match head.length {
            Some(length) => input.skip_to(start.saturating_add(length).min(end))?,
            // Data of unknown size end before the next record: a local header or the directory.
            None => _ = seek(&mut input, |data| is_local(data) || data.starts_with(b"PK\x01\x02"))?,
        }
        if is_archive(&head.name) {
            let name = String::from_utf8_lossy(&head.name).into_owned();
            let length = input.offset() - start;
            entries.push(WaczEntry { file: path.clone(), name, start, length, method: head.method });
        }
    }
    Ok(entries)
}

fn is_local(data: &[u8]) -> bool {
    // The version needed to extract is 10 to 63, so its high byte is 0.
    data.starts_with(b"PK\x03\x04") && data.get(5) == Some(&0)
}

/// Reads the header at the start of `input`; `None` if the file ends within it.
fn head(input: &mut Input) -> io::Result<Option<Head>> {
    if !input.want(HEAD)? {
        return Ok(None);
    }
    let number = |data: &[u8], at: usize| u16::from_le_bytes([data[at], data[at + 1]]);
    let long = |data: &[u8], at: usize| u32::from(number(data, at)) | u32::from(number(data, at + 2)) << 16;
    let data = input.data();
    let (name, extra) = (usize::from(number(data, 26)), usize::from(number(data, 28)));
    let size = HEAD + name + extra;
    if !input.want(size)? {
        return Ok(None);
    }
    let data = input.data();
    let (flags, method) = (number(data, 6), number(data, 8));
    let (crc, packed, plain) = (long(data, 14), long(data, 18), long(data, 22));
    let sizes = flags & 8 == 0 || packed > 0;
    let zip64 = packed == u32::MAX || plain == u32::MAX;
    let method = match method {
        _ if flags & 1 != 0 => Method::Other("encrypted".to_owned()),
        0 => Method::Stored,
        8 => Method::Deflated((sizes && !zip64).then_some((crc, u64::from(plain)))),
        other => Method::Other(format!("compressed by method {other}")),
    };
    let length = (sizes && !zip64).then_some(u64::from(packed));
    Ok(Some(Head { name: data[HEAD..HEAD + name].to_vec(), method, length, size }))
}

/// Moves to the next record that satisfies `is`; false at the end.
fn seek(input: &mut Input, is: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
    let finder = memmem::Finder::new(SIGNATURE);
    loop {
        input.want(HEAD)?;
        match finder.find(input.data()) {
            Some(at) => {
                input.consume(at);
                input.want(HEAD)?;
                if is(input.data()) {
                    return Ok(true);
                }
                input.consume(1);
            }
            None => {
                input.consume(input.data().len().saturating_sub(1));
                if !input.fill()? {
                    input.consume(input.data().len());
                    return Ok(false);
                }
            }
        }
    }
}
