//! The uncompressed stream of an archive, seen through a window. It knows where compressed members
//! start and where the file is damaged.

mod search;

use crate::compress::damage::{Broken, Damage};
use crate::compress::promised::Compression;
use crate::compress::{MemberFault, MemberProgress, Members};
use crate::input::Input;
use crate::sniff::Sniff;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::ops::Range;

/// The normal window size: it fits into the processor's cache.
const WINDOW: usize = 256 * 1024;
/// Minimum free space before more bytes are read.
const ROOM: usize = 64 * 1024;
/// From this size on, a record takes over the window's memory instead of being copied.
const LARGE: usize = 1 << 20;

/// The start of a compressed member.
#[derive(Clone, Copy)]
struct Member {
    at: u64,
    offset: u64,
    /// Whether reading can resume here.
    clean: bool,
}

/// Damage, and its place in the uncompressed stream.
struct StreamFault {
    /// Where the bytes of the damaged member start.
    from: u64,
    /// Where the damage is, behind the bytes that came from the member.
    at: u64,
    fault: MemberFault,
}

pub(crate) struct Stream {
    input: Input,
    compressed: Option<Members>,
    window: Vec<u8>,
    start: usize,
    end: usize,
    position: u64,
    members: VecDeque<Member>,
    /// In this range no member starts a record.
    searched: Cell<Range<u64>>,
    faults: VecDeque<StreamFault>,
    /// The last member found, whether or not it is in `members`.
    latest: Member,
    ended: bool,
    /// Whether an error of the operating system ended it.
    failed: bool,
}

impl Stream {
    /// Detects the compression of `input` by its first bytes; if these are damaged, it is the
    /// `promised` one. `sniff` knows the formats.
    pub(crate) fn new(mut input: Input, promised: Option<Compression>, sniff: Sniff) -> Self {
        // If reading fails here, the first call of `fill` fails too and reports it.
        let compressed = Members::detect(&mut input, promised, sniff).unwrap_or(None);
        Self {
            input,
            compressed,
            window: vec![0; WINDOW],
            start: 0,
            end: 0,
            position: 0,
            members: VecDeque::new(),
            searched: Cell::default(),
            faults: VecDeque::new(),
            latest: Member { at: 0, offset: 0, clean: false },
            ended: false,
            failed: false,
        }
    }

    /// Moves to the stored byte `stored`, which is at `position` of the uncompressed stream: a
    /// position from [`Stream::boundary`]. Must be called before reading.
    pub(crate) fn go_to(&mut self, stored: u64, position: u64) {
        if stored == 0 {
            return;
        }
        self.position = position;
        self.latest = Member { at: position, offset: stored, clean: false };
        if let Err(error) = self.input.skip_to(stored) {
            self.unreadable(position, &error);
        }
    }

    /// Returns the stored offset of the window's first byte if reading can resume there, so that
    /// earlier bytes have no influence on later ones.
    pub(crate) fn boundary(&self) -> Option<u64> {
        if self.failed || !self.faults.is_empty() {
            return None;
        }
        let Some(compressed) = &self.compressed else { return Some(self.position) };
        if let Some(member) =
            self.member_at_or_behind(self.position).filter(|member| member.at == self.position)
        {
            return member.clean.then_some(member.offset);
        }
        let offset = self.input.offset();
        (self.data().is_empty() && compressed.between_members() && compressed.settled(offset))
            .then_some(offset)
    }

    /// Returns up to `n` bytes at `position` of the uncompressed stream without moving; `None` for
    /// a compressed stream or a pipe.
    pub(crate) fn peek(&mut self, position: u64, n: usize) -> Option<Vec<u8>> {
        if self.compressed.is_some() {
            return None;
        }
        self.input.peek(position, n).ok().flatten()
    }

    /// Returns the bytes in the window.
    pub(crate) fn data(&self) -> &[u8] {
        &self.window[self.start..self.end]
    }

    /// Returns the offset of the window's first byte in the uncompressed stream.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// Reads more bytes into the window; false at the end.
    pub(crate) fn fill(&mut self) -> bool {
        if self.ended {
            return false;
        }
        self.make_room();
        let out = &mut self.window[self.end..];
        let progress = match &mut self.compressed {
            Some(members) => members.read(&mut self.input, out),
            None => self
                .input
                .read(out)
                .map(|n| if n == 0 { MemberProgress::End } else { MemberProgress::Bytes(n) }),
        };
        let here = self.position + (self.end - self.start) as u64;
        match progress {
            Ok(MemberProgress::Bytes(n)) => self.end += n,
            Ok(MemberProgress::Member(offset)) => {
                let clean = self.compressed.as_ref().is_some_and(|members| members.settled(offset));
                self.latest = Member { at: here, offset, clean };
                self.members.push_back(self.latest);
            }
            Ok(MemberProgress::Fault(fault)) => self.damage(here, fault),
            Ok(MemberProgress::End) => self.ended = true,
            Err(error) => self.unreadable(here, &error),
        }
        !self.ended
    }

    /// Reads until the window has `n` bytes; false if the stream ends before.
    pub(crate) fn want(&mut self, n: usize) -> bool {
        while self.end - self.start < n {
            if !self.fill() {
                return false;
            }
        }
        true
    }

    /// Drops the first `n` bytes of the window.
    pub(crate) fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.data().len());
        self.start += n;
        self.position += n as u64;
        while self.members.front().is_some_and(|member| member.at < self.position) {
            self.members.pop_front();
        }
        if self.window.len() > 2 * LARGE && self.data().len() < ROOM {
            // A large record is done: free its memory.
            self.shrink();
        }
    }

    /// Takes the bytes `from..to` out of the window and continues after `to`. Few bytes are copied;
    /// many bytes take the window's memory with them.
    pub(crate) fn take(&mut self, from: usize, to: usize) -> Vec<u8> {
        if to - from < LARGE {
            let bytes = self.data()[from..to].to_vec();
            self.consume(to);
            return bytes;
        }
        let rest = self.data()[to..].to_vec();
        let first = self.start + from;
        let last = self.start + to;
        let mut window = vec![0; WINDOW.max(rest.len() + ROOM)];
        window[..rest.len()].copy_from_slice(&rest);
        let mut bytes = std::mem::replace(&mut self.window, window);
        bytes.truncate(last);
        bytes.drain(..first);
        self.start = 0;
        self.end = rest.len();
        self.position += to as u64;
        self.consume(0);
        bytes
    }

    /// Returns the first damage up to `position` and where the bytes of the damaged member start.
    /// Each damage is returned once.
    pub(crate) fn fault_until(&mut self, position: u64) -> Option<(u64, MemberFault)> {
        self.faults.front().filter(|place| place.at <= position)?;
        self.faults.pop_front().map(|place| (place.from, place.fault))
    }

    /// Returns whether bytes before `end` are of a member that is damaged up to there. A damaged
    /// member that starts at `end` does not count: it may not have been read yet.
    pub(crate) fn is_damaged_before(&self, end: u64) -> bool {
        self.faults.front().is_some_and(|place| place.from < end && place.at <= end)
    }

    /// Returns the first damage within the bytes `from..to` and its position. Each damage is
    /// returned once. A damaged member without output at either end is not included.
    pub(crate) fn fault_within(&mut self, from: u64, to: u64) -> Option<(u64, MemberFault)> {
        self.faults.front().filter(|place| place.from < to && place.at > from && place.at <= to)?;
        self.faults.pop_front().map(|place| (place.at, place.fault))
    }

    /// Returns whether the window has the whole stream, and that is white space without damage.
    pub(crate) fn is_blank(&self) -> bool {
        self.ended
            && self.faults.is_empty()
            && self.position == 0
            && self.data().trim_ascii_start().is_empty()
    }

    fn damage(&mut self, at: u64, fault: MemberFault) {
        // An error of the operating system breaks off the current member.
        let of_latest = fault.offset == self.latest.offset || self.failed;
        let from = if of_latest { self.latest.at } else { at };
        // A member without output before the break cannot start a record.
        while self.members.back().is_some_and(|member| member.at == at) {
            self.members.pop_back();
        }
        self.faults.push_back(StreamFault { from, at, fault });
    }

    fn unreadable(&mut self, at: u64, error: &io::Error) {
        let offset = self.input.offset();
        self.ended = true;
        self.failed = true;
        let broken = error.get_ref().and_then(|inner| inner.downcast_ref::<Broken>());
        let damage = broken.map_or(Damage::Unreadable, |broken| broken.damage);
        self.damage(at, MemberFault { damage, offset, lost: 0, detail: error.to_string() });
        if let Some(place) = self.faults.back_mut().filter(|_| broken.is_some()) {
            // It is the whole file that ends early or has another checksum.
            place.from = 0;
        }
    }

    /// Returns the first member that starts at or after `at` in the uncompressed stream.
    fn member_at_or_behind(&self, at: u64) -> Option<&Member> {
        self.members.get(self.members.partition_point(|member| member.at < at))
    }

    /// Returns the window offset, at least `n`, of the first member.
    pub(crate) fn member_from(&self, n: usize) -> Option<usize> {
        self.member_at_or_behind(self.position + n as u64)
            .map(|member| (member.at - self.position) as usize)
    }

    /// Returns the file offset of the member that starts at the window's first byte.
    pub(crate) fn member_here(&self) -> Option<u64> {
        let member =
            self.member_at_or_behind(self.position).filter(|member| member.at == self.position);
        member.map(|member| member.offset)
    }

    /// Returns whether a member or the stream ends at window offset `n`.
    pub(crate) fn member_ends(&self, n: usize) -> bool {
        let at = self.position + n as u64;
        let at_end = n == self.data().len() && (self.ended || self.closed());
        at_end || self.member_at_or_behind(at).is_some_and(|member| member.at == at)
    }

    /// Returns whether the window ends with an undamaged end of a member.
    fn closed(&self) -> bool {
        self.compressed.as_ref().is_some_and(Members::between_members)
    }

    /// Skips `n` bytes, or fewer at the end. Returns the number of bytes skipped.
    pub(crate) fn skip(&mut self, n: u64) -> u64 {
        let mut left = n;
        while left > 0 && self.want(1) {
            let step = self.data().len().min(usize::try_from(left).unwrap_or(usize::MAX));
            self.consume(step);
            left -= step as u64;
        }
        n - left
    }

    fn make_room(&mut self) {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
        }
        if self.window.len() - self.end >= ROOM {
            return;
        }
        self.window.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.window.len() - self.end < ROOM {
            self.window.resize(self.window.len() * 2, 0);
        }
    }

    fn shrink(&mut self) {
        let mut window = vec![0; WINDOW];
        let length = self.data().len();
        window[..length].copy_from_slice(self.data());
        self.window = window;
        self.start = 0;
        self.end = length;
    }
}
