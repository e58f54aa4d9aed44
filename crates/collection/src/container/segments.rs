//! The first segments of records that wait for the others (WARC 1.1, section 7), within limits.

/// What a record says about the segments that it is one of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordSegment {
    /// The id of the first one.
    pub origin: String,
    /// Its number, from 1 on.
    pub number: u64,
    /// The bytes of all together, which the last one states.
    pub total: Option<u64>,
}

/// Most records that wait at a time.
const MOST: usize = 64;

/// A record whose first segments were read.
pub(super) struct Waiting<R> {
    /// Its first segment.
    pub first: R,
    pub origin: String,
    /// Number of segments so far.
    pub segments: u64,
    /// Their blocks, joined, up to the limit.
    pub block: Vec<u8>,
    /// Number of bytes above the limit.
    pub left_out: u64,
    /// What is wrong with their total length.
    pub wrong_total: Option<(u64, u64)>,
}

pub(super) struct Segments<R>(Vec<Waiting<R>>);

impl<R> Segments<R> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a record with the block of its first segment.
    pub(super) fn add(&mut self, first: R, origin: String, block: Vec<u8>) {
        let (segments, left_out, wrong_total) = (1, 0, None);
        self.0.push(Waiting { first, origin, segments, block, left_out, wrong_total });
    }

    /// Returns whether a record waits for this segment.
    pub(super) fn awaits(&self, segment: &RecordSegment) -> bool {
        self.place(segment).is_some()
    }

    /// Adds the block of a segment to the record that waits for it, which has at most `most` bytes.
    /// Returns the record with its last segment.
    pub(super) fn join(
        &mut self,
        segment: &RecordSegment,
        block: &[u8],
        most: u64,
    ) -> Option<Waiting<R>> {
        let place = self.place(segment)?;
        let waiting = &mut self.0[place];
        waiting.segments += 1;
        let room = most.saturating_sub(waiting.block.len() as u64);
        let kept = block.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        waiting.block.extend_from_slice(&block[..kept]);
        waiting.left_out += (block.len() - kept) as u64;
        let total = segment.total?;
        let mut whole = self.0.remove(place);
        let found = whole.block.len() as u64 + whole.left_out;
        whole.wrong_total = (found != total).then_some((found, total));
        Some(whole)
    }

    /// Returns the oldest record if more wait than may, or if their blocks have more than `most`
    /// bytes together; at the `end` of the file any.
    pub(super) fn give_up(&mut self, most: u64, end: bool) -> Option<Waiting<R>> {
        let bytes: usize = self.0.iter().map(|waiting| waiting.block.len()).sum();
        let is_full = self.0.len() > MOST || (self.0.len() > 1 && bytes as u64 > most);
        let any = !self.0.is_empty();
        (any && (is_full || end)).then(|| self.0.remove(0))
    }

    fn place(&self, segment: &RecordSegment) -> Option<usize> {
        let next = |waiting: &Waiting<R>| waiting.segments + 1 == segment.number;
        self.0.iter().position(|waiting| waiting.origin == segment.origin && next(waiting))
    }
}
