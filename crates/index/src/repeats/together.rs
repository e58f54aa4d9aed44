//! Counts how often blocks repeat in several indexes that are searched as one. The counts are kept
//! in a folder of the process; the indexes stay as they are.

use super::count;
use crate::disk::TemporaryFolder;
use crate::error::Result;
use crate::index::Index;
use crate::index::repeats::{CountedRepeats, Repeats, RepeatsWriter};
use std::path::Path;
use std::sync::Arc;

/// Counts the blocks of several indexes together, and makes readers of their blocks read these
/// counts. Returns what was counted, without the most repeated blocks, and the folder that must
/// outlive the indexes.
///
/// # Errors
/// If an index cannot be read or the disk is full.
pub fn together(indexes: &[Arc<Index>]) -> Result<(CountedRepeats, TemporaryFolder)> {
    let folder = TemporaryFolder::new()?;
    let all: Vec<&Index> = indexes.iter().map(Arc::as_ref).collect();
    let mut writers: Vec<RepeatsWriter> =
        indexes.iter().map(|_| RepeatsWriter::new(folder.path())).collect();
    // The number of each segment's index.
    let mut of_segments = Vec::new();
    for (number, index) in indexes.iter().enumerate() {
        of_segments.extend(vec![number; index.searcher.segment_readers().len()]);
    }
    let counted = count(&all, folder.path(), &|| false, |segment, chunk| {
        writers[of_segments[segment]].add(chunk)
    })?;
    let counted = CountedRepeats { most: Vec::new(), ..counted };
    for (index, writer) in indexes.iter().zip(writers) {
        index.repeats.replace(finish(index, writer, &counted, folder.path())?);
    }
    Ok((counted, folder))
}

/// Ends the counts of an index, and opens them.
fn finish(
    index: &Index,
    writer: RepeatsWriter<'_>,
    counted: &CountedRepeats,
    folder: &Path,
) -> Result<Repeats> {
    let sum = writer.finish(&index.counted_in_order()?, counted.clone())?;
    Repeats::open(folder, &sum, &index.counted_segments()?)
}
