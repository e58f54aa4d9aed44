//! Decompresses members (gzip members, zstd frames, bzip2 streams) and reports where each one
//! starts and what is wrong with it. After a damaged member it continues with the next one that
//! decompresses.

mod bzip2;
mod codec;
pub(crate) mod damage;
mod detect;
mod gzip;
pub(crate) mod promised;
mod zstd;

use crate::input::Input;
use crate::sniff::{Sniff, Sniffed};
use codec::{Codec, CodecFailure, MemberCheck, Opening};
use damage::Damage;
use memchr::memmem;
use std::io;

/// Number of bytes that distinguish text from binary data.
const TEXT: usize = 16;
/// Maximum number of zeros between members or at the end of the file that are padding: tapes and
/// block devices leave them.
const PADDING: u64 = 64 * 1024;
/// Maximum number of bytes to read a second time at once.
const ALLOWANCE: u64 = 64 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemberFault {
    /// What kind of damage it is.
    pub damage: Damage,
    /// Offset of the member in the file.
    pub offset: u64,
    /// Number of bytes in the file from there to where reading continued.
    pub lost: u64,
    /// What was found.
    pub detail: String,
}

/// The result of one call of [`Members::read`].
#[derive(Debug)]
pub(crate) enum MemberProgress {
    /// This number of bytes was written.
    Bytes(usize),
    /// A member starts at this offset of the file.
    Member(u64),
    /// A member is damaged.
    Fault(MemberFault),
    /// The end of the file.
    End,
}

/// Decompresses the members of a file one after the other.
pub(crate) struct Members {
    codec: Box<dyn Codec>,
    sniff: Sniff,
    member: Option<u64>,
    /// The damage, while the search for the next good member is running.
    broken: Option<MemberFault>,
    /// The member that the search found; it is reported after the damage.
    found: Option<u64>,
    /// A read error after bytes that were already returned.
    failed: Option<io::Error>,
    /// Number of bytes that may still be read a second time. Only newly read bytes add to it, so
    /// the search after damage is linear in the size of the file.
    allowance: u64,
    /// How far the file was decompressed.
    furthest: u64,
}

impl Members {
    fn new(codec: Box<dyn Codec>, sniff: Sniff) -> Self {
        Self {
            codec,
            sniff,
            member: None,
            broken: None,
            found: None,
            failed: None,
            allowance: ALLOWANCE,
            furthest: 0,
        }
    }

    /// Returns whether nothing before `offset` influences what is read after it.
    pub(crate) fn settled(&self, offset: u64) -> bool {
        self.allowance == ALLOWANCE && self.furthest <= offset
    }

    /// Returns whether everything read so far ends with an undamaged member.
    pub(crate) fn between_members(&self) -> bool {
        self.member.is_none()
            && self.broken.is_none()
            && self.found.is_none()
            && self.failed.is_none()
    }

    /// Does one step: the start of a member, some of its bytes into `out`, damage, or the end.
    pub(crate) fn read(&mut self, input: &mut Input, out: &mut [u8]) -> io::Result<MemberProgress> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if let Some(offset) = self.found.take() {
            return Ok(MemberProgress::Member(offset));
        }
        loop {
            let step = match self.member {
                None => self.open(input),
                Some(offset) => self.step(input, offset, out),
            };
            if let Err(error) = step {
                // Damage that was found before comes first.
                let Some(fault) = self.broken.take() else { return Err(error) };
                self.member = None;
                self.failed = Some(error);
                return Ok(done(fault, input.offset()));
            }
            if let Some(progress) = step? {
                return Ok(progress);
            }
        }
    }

    /// Looks for the start of a member; `None` if there is nothing to report yet.
    fn open(&mut self, input: &mut Input) -> io::Result<Option<MemberProgress>> {
        if !input.want(1)? {
            return Ok(Some(
                self.broken.take().map_or(MemberProgress::End, |fault| done(fault, input.offset())),
            ));
        }
        let offset = input.offset();
        match self.codec.open(input)? {
            Opening::Member(length) => {
                input.consume(length);
                self.codec.reset();
                self.member = Some(offset);
                Ok(if self.broken.is_some() { None } else { Some(MemberProgress::Member(offset)) })
            }
            Opening::Passed => Ok(None),
            Opening::Foreign(_) if self.broken.is_none() && input.data()[0] == 0 => {
                let zeros = skip_zeros(input)?;
                // Before the first member, and where they are many, they replace members.
                if offset == 0 || zeros > PADDING {
                    self.record_fault(
                        offset,
                        Damage::Corrupt,
                        format!("zeros where {} should start", self.codec.noun()),
                    );
                }
                Ok(None)
            }
            Opening::Foreign(why) => {
                let cut = input.data().starts_with(self.codec.magic()) && !input.want(10)?;
                let damage = if cut { Damage::Truncated } else { Damage::Corrupt };
                let detail = format!("bytes that are not {}", self.codec.noun());
                self.record_fault(offset, damage, if why.is_empty() { detail } else { why });
                input.consume(1);
                self.seek_magic(input)?;
                Ok(None)
            }
        }
    }

    /// Decompresses some of the member at `offset`.
    fn step(
        &mut self,
        input: &mut Input,
        offset: u64,
        out: &mut [u8],
    ) -> io::Result<Option<MemberProgress>> {
        input.want(if self.broken.is_some() { self.codec.trial() } else { 1 })?;
        let step = self.codec.step(input.data(), out);
        let given = match &step {
            Ok(step) => step.given,
            Err(failure) => failure.given,
        };
        if self.is_nested(given, out) {
            self.fail(input, offset, String::new())?;
            return Ok(None);
        }
        // A member found by the search is accepted if it decompresses, or if it yields text before
        // it fails.
        let believed = match &step {
            Ok(step) => step.given > 0 || step.ended,
            Err(failure) => is_text(&out[..failure.given]),
        };
        if let Some(fault) = self.broken.take_if(|_| believed) {
            return Ok(Some(self.end_search(fault, offset)));
        }
        let step = match step {
            Ok(step) => step,
            Err(CodecFailure { given, what }) => {
                // The bytes before the break may still show which record it was.
                let shows_record = given > 0 && self.broken.is_none();
                self.fail(
                    input,
                    offset,
                    format!("{} that does not decompress: {what}", self.codec.noun()),
                )?;
                return Ok(shows_record.then_some(MemberProgress::Bytes(given)));
            }
        };
        input.consume(step.taken);
        let fresh = input.offset().saturating_sub(self.furthest).min(step.taken as u64);
        self.allowance = ALLOWANCE.min(self.allowance + fresh);
        self.furthest = self.furthest.max(input.offset());
        if step.ended {
            match self.close(input, offset) {
                // The bytes already decompressed come first.
                Err(error) if step.given > 0 => self.failed = Some(error),
                closed => closed?,
            }
        } else if step.taken == 0 && step.given == 0 {
            self.stall(input, offset)?;
        }
        Ok((step.given > 0).then_some(MemberProgress::Bytes(step.given)))
    }

    /// Ends the search after damage at a member that decompresses: reports the damage, then starts
    /// with that member.
    fn end_search(&mut self, mut fault: MemberFault, offset: u64) -> MemberProgress {
        self.codec.reset();
        self.found = Some(offset);
        if fault.damage == Damage::Truncated {
            fault.damage = Damage::Corrupt;
            fault.detail = format!("{} that does not decompress: it never ends", self.codec.noun());
        }
        done(fault, offset)
    }

    /// Gives up the member at `offset`, which neither takes nor gives bytes any more.
    fn stall(&mut self, input: &mut Input, offset: u64) -> io::Result<()> {
        self.member = None;
        let noun = self.codec.noun();
        if input.want(1)? {
            // There is room for output and there is input, so a good member would have made
            // progress.
            let detail = format!("{noun} that does not decompress: it makes no progress");
            return self.fail(input, offset, detail);
        }
        self.record_fault(offset, Damage::Truncated, format!("the file ends inside {noun}"));
        self.fail(input, offset, String::new())
    }

    /// Returns whether a member found inside an endless one is part of that one; `out` has its
    /// first `given` bytes.
    fn is_nested(&self, given: usize, out: &[u8]) -> bool {
        let endless = self.broken.as_ref().is_some_and(|fault| fault.damage == Damage::Truncated);
        endless && self.codec.nests() && (self.sniff)(&out[..given]) != Sniffed::Records
    }

    /// Checks the member at `offset`, which has ended.
    fn close(&mut self, input: &mut Input, offset: u64) -> io::Result<()> {
        self.member = None;
        let noun = self.codec.noun();
        match self.codec.close(input)? {
            MemberCheck::Good => {}
            MemberCheck::Differs => {
                self.record_fault(
                    offset,
                    Damage::Checksum,
                    format!("{noun} with a wrong checksum or size"),
                );
            }
            MemberCheck::Early => {
                self.fail(input, offset, format!("{noun} that ends too early"))?;
            }
            MemberCheck::Cut => {
                self.record_fault(
                    offset,
                    Damage::Truncated,
                    format!("the file ends inside the checksum of {noun}"),
                );
                self.fail(input, offset, String::new())?;
            }
        }
        Ok(())
    }

    /// Goes back to just after the start of a failed member, then on to the next candidate.
    fn fail(&mut self, input: &mut Input, offset: u64, detail: String) -> io::Result<()> {
        self.member = None;
        self.record_fault(offset, Damage::Corrupt, detail);
        let again = input.offset() - offset;
        if again == 0 {
            input.consume(input.data().len().min(1));
        } else if again <= self.allowance && input.rewind(offset + 1)? {
            self.allowance -= again;
        }
        self.seek_magic(input)
    }

    /// Records a damaged member, unless there is an earlier one to report.
    fn record_fault(&mut self, offset: u64, damage: Damage, detail: String) {
        self.broken.get_or_insert(MemberFault { damage, offset, lost: 0, detail });
    }

    /// Moves to the next magic number, or to the end.
    fn seek_magic(&self, input: &mut Input) -> io::Result<()> {
        let magic = self.codec.magic();
        let finder = memmem::Finder::new(magic);
        loop {
            if let Some(at) = finder.find(input.data()) {
                input.consume(at);
                return Ok(());
            }
            input.consume(input.data().len().saturating_sub(magic.len() - 1));
            if !input.fill()? {
                input.consume(input.data().len());
                return Ok(());
            }
        }
    }
}

/// Returns whether bytes start like text.
fn is_text(bytes: &[u8]) -> bool {
    bytes.get(..TEXT).is_some_and(|start| {
        start.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
    })
}

/// Completes a fault: reading continues at `next`.
fn done(mut fault: MemberFault, next: u64) -> MemberProgress {
    if fault.damage != Damage::Checksum {
        fault.lost = next.saturating_sub(fault.offset);
    }
    MemberProgress::Fault(fault)
}

/// Skips zeros, and returns their number.
fn skip_zeros(input: &mut Input) -> io::Result<u64> {
    let from = input.offset();
    while input.want(1)? {
        let zeros = input.data().iter().take_while(|byte| **byte == 0).count();
        if zeros == 0 {
            break;
        }
        input.consume(zeros);
    }
    Ok(input.offset() - from)
}

#[cfg(test)]
mod tests;
