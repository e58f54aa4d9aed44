//! Searches the stream for the start of a record.

use super::Stream;
use crate::mark::{LONGEST_SCHEME, RecordMark};

impl Stream {
    /// Returns the window offset, at least `least`, of the first member that starts a record.
    /// Members that do not are remembered, because a record may consist of a million members.
    pub(crate) fn member_starting(&self, mark: RecordMark, least: usize) -> Option<usize> {
        let data = self.data();
        let enough = if mark.prefix.is_empty() { mark.look_ahead } else { mark.prefix.len() };
        let from = self.position + least as u64;
        let mut searched = self.searched.take();
        if !searched.contains(&from) {
            searched = from..from;
        }
        let mut found = None;
        for member in
            self.members.range(self.members.partition_point(|member| member.at < searched.end)..)
        {
            let at = (member.at - self.position) as usize;
            // Members after the window, or empty ones at its end, are checked when their bytes are
            // there.
            let Some(bytes) = data.get(at..).filter(|bytes| !bytes.is_empty()) else { break };
            if mark.starts_member(bytes) {
                found = Some(at);
                break;
            }
            if bytes.len() >= enough {
                searched.end = member.at + 1;
            }
        }
        self.searched.set(searched);
        found
    }

    /// Moves on by 1 to `most` bytes: to the next record, damage or the end. Returns the number of
    /// bytes skipped.
    pub(crate) fn seek(&mut self, mark: RecordMark, most: u64) -> u64 {
        let from = self.position;
        self.want(1);
        let mut before = self.pass(self.data().len().min(1), 0);
        loop {
            let left = usize::try_from(most - (self.position - from)).unwrap_or(usize::MAX);
            let stop = self.damage_in_window().unwrap_or(usize::MAX).min(left);
            match self.candidate(mark, before) {
                Some(at) if at < stop => {
                    if self.data().len() - at < mark.look_ahead && self.fill() {
                        continue;
                    }
                    before = self.pass(at, before);
                    let member = self.member_here().is_some() && mark.starts_member(self.data());
                    if member || mark.starts(self.data(), before) {
                        break;
                    }
                    before = self.pass(1, before);
                }
                _ if stop <= self.data().len() || self.ended => {
                    self.consume(stop.min(self.data().len()));
                    break;
                }
                _ => {
                    // The start of a prefix or a scheme may be at the window's end.
                    let kept = mark.prefix.len().max(LONGEST_SCHEME) - 1;
                    before = self.pass(self.data().len().saturating_sub(kept), before);
                    self.fill();
                }
            }
        }
        self.position - from
    }

    /// Returns the next window offset where a record may start. `before`: the byte before the
    /// window.
    fn candidate(&self, mark: RecordMark, before: u8) -> Option<usize> {
        let here = mark.candidate(self.data(), 0, before);
        if !mark.prefix.is_empty() {
            return here;
        }
        let member = self.member_from(0).filter(|at| *at < self.data().len());
        here.into_iter().chain(member).min()
    }

    /// Returns the window offset of the next damage, if it is in the window.
    fn damage_in_window(&self) -> Option<usize> {
        let ahead = self.faults.front()?.at.saturating_sub(self.position) as usize;
        (ahead <= self.data().len()).then_some(ahead)
    }

    /// Drops `n` bytes; returns the last byte dropped so far.
    fn pass(&mut self, n: usize, before: u8) -> u8 {
        let last = n.checked_sub(1).map_or(before, |last| self.data()[last]);
        self.consume(n);
        last
    }
}
