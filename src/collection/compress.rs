//! Gzip members (RFC 1952) -> their bytes, with the place where each member starts and what is wrong with it. After a
//! member that does not inflate, reading goes on at the next one that does.

use super::input::Input;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use memchr::memmem;
use std::io;

/// The first bytes of every gzip member: magic and the only method there is.
pub(super) const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
/// Stored bytes that a member found in the search after damage must show before it is believed.
const TRIAL: usize = 4096;
/// Bytes of a text that tell it from noise.
const HEAD: usize = 16;
/// Bytes that may be read a second time at most in one go.
const ALLOWANCE: u64 = 64 << 20;
/// A gzip header longer than this is none.
const HEADER: usize = 1 << 20;

/// What is wrong with a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// It does not inflate, or it is no member at all.
    Corrupt,
    /// It inflates, but its checksum or its size differs.
    Checksum,
    /// The file ends in it.
    Truncated,
    /// The system failed to read it.
    Unreadable,
}

/// A damaged member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// What is wrong.
    pub damage: Damage,
    /// The member's offset in the file.
    pub offset: u64,
    /// Bytes of the file from there to where reading went on.
    pub lost: u64,
    /// What was found.
    pub detail: String,
}

/// What one call to [`Gzip::read`] brought.
#[derive(Debug)]
pub(super) enum Progress {
    /// That many bytes were written.
    Bytes(usize),
    /// A member starts at this offset of the file.
    Member(u64),
    /// A member is damaged.
    Fault(Fault),
    /// The file is at its end.
    End,
}

/// Inflates the members of a file one after the other.
pub(super) struct Gzip {
    inflate: Decompress,
    crc: Crc,
    size: u32,
    member: Option<u64>,
    /// Set while the search after damage has not yet found a member that inflates.
    broken: Option<Fault>,
    /// The member found by that search, to be told of after the damage.
    found: Option<u64>,
    /// Bytes that may be read a second time: keeps the search after damage linear in the size of the file, for only
    /// bytes that were not read before add to it.
    allowance: u64,
    /// How far the file was inflated so far.
    furthest: u64,
}

impl Gzip {
    /// Ready for the first member.
    pub(super) fn new() -> Self {
        Self {
            inflate: Decompress::new(false),
            crc: Crc::new(),
            size: 0,
            member: None,
            broken: None,
            found: None,
            allowance: ALLOWANCE,
            furthest: 0,
        }
    }

    /// Whether nothing that was met before `offset` bears on what is read from there on.
    pub(super) fn settled(&self, offset: u64) -> bool {
        self.allowance == ALLOWANCE && self.furthest <= offset
    }

    /// Whether all that was read ends with the end of a member in good order.
    pub(super) fn between_members(&self) -> bool {
        self.member.is_none() && self.broken.is_none() && self.found.is_none()
    }

    /// Does one step: a member's start, some of its bytes into `out`, its damage, or the end.
    pub(super) fn read(&mut self, input: &mut Input, out: &mut [u8]) -> io::Result<Progress> {
        if let Some(offset) = self.found.take() {
            return Ok(Progress::Member(offset));
        }
        loop {
            let step = match self.member {
                None => self.open(input)?,
                Some(offset) => self.inflate(input, offset, out)?,
            };
            if let Some(progress) = step {
                return Ok(progress);
            }
        }
    }

    /// Reads a member's header. None: nothing to tell yet.
    fn open(&mut self, input: &mut Input) -> io::Result<Option<Progress>> {
        if !input.want(1)? {
            return Ok(Some(self.broken.take().map_or(Progress::End, |fault| done(fault, input.offset()))));
        }
        let offset = input.offset();
        match header(input)? {
            Some(length) => {
                input.consume(length);
                self.inflate.reset(false);
                self.crc.reset();
                self.size = 0;
                self.member = Some(offset);
                Ok(if self.broken.is_some() { None } else { Some(Progress::Member(offset)) })
            }
            None if self.broken.is_none() && skip_padding(input)? => Ok(None),
            None => {
                let cut = input.data().starts_with(&MAGIC) && !input.want(10)?;
                let damage = if cut { Damage::Truncated } else { Damage::Corrupt };
                self.lose(offset, damage, "bytes that are no gzip member");
                input.consume(1);
                next_magic(input)?;
                Ok(None)
            }
        }
    }

    /// Inflates some of the member at `offset`.
    fn inflate(&mut self, input: &mut Input, offset: u64, out: &mut [u8]) -> io::Result<Option<Progress>> {
        input.want(if self.broken.is_some() { TRIAL } else { 1 })?;
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let status = self.inflate.decompress(input.data(), out, FlushDecompress::None);
        let (taken, given) = (self.inflate.total_in() - before_in, (self.inflate.total_out() - before_out) as usize);
        // What the search after damage finds is believed if it inflates, or starts to, and into a text.
        let believed = if status.is_ok() { taken > 0 } else { is_text(&out[..given]) };
        if let Some(fault) = self.broken.take_if(|_| believed) {
            // The search has found a member that inflates: tell of the damage, then begin with that member.
            self.inflate.reset(false);
            self.found = Some(offset);
            return Ok(Some(done(fault, offset)));
        }
        let Ok(status) = status else {
            // The bytes before the break may still tell whose record it was.
            let told = given > 0 && self.broken.is_none();
            self.fail(input, offset, "deflate data that does not inflate")?;
            return Ok(told.then_some(Progress::Bytes(given)));
        };
        input.consume(taken as usize);
        let fresh = input.offset().saturating_sub(self.furthest).min(taken);
        self.allowance = ALLOWANCE.min(self.allowance + fresh);
        self.furthest = self.furthest.max(input.offset());
        self.crc.update(&out[..given]);
        self.size = self.size.wrapping_add(given as u32);
        if status == Status::StreamEnd {
            return self.close(input, offset, given);
        }
        if taken == 0 && given == 0 {
            // Without input the file is at its end; with input, `out` has room, so the data cannot be deflate's.
            self.member = None;
            self.lose(offset, Damage::Truncated, "the file ends inside a gzip member");
        }
        Ok((given > 0).then_some(Progress::Bytes(given)))
    }

    /// Checks a member's checksum and size.
    fn close(&mut self, input: &mut Input, offset: u64, given: usize) -> io::Result<Option<Progress>> {
        self.member = None;
        let trailer = [self.crc.sum().to_le_bytes(), self.size.to_le_bytes()].concat();
        if !input.want(8)? {
            input.consume(input.data().len());
            self.lose(offset, Damage::Truncated, "the file ends inside a gzip member's checksum");
        } else if input.data()[..8] == trailer {
            input.consume(8);
        } else {
            input.consume(8);
            let next = input.want(1)?.then(|| input.data().starts_with(&MAGIC[..1]));
            if next.unwrap_or(true) {
                self.lose(offset, Damage::Checksum, "a gzip member whose checksum or size differs");
            } else {
                self.fail(input, offset, "a gzip member that ends too early")?;
            }
        }
        Ok((given > 0).then_some(Progress::Bytes(given)))
    }

    /// Goes back to just after the start of a member that failed, and on to the next thing that looks like one.
    fn fail(&mut self, input: &mut Input, offset: u64, detail: &str) -> io::Result<()> {
        self.member = None;
        self.lose(offset, Damage::Corrupt, detail);
        let again = input.offset() - offset;
        if again <= self.allowance && input.rewind(offset + 1)? {
            self.allowance -= again;
        }
        next_magic(input)
    }

    /// Remembers the first damage of a stretch of it.
    fn lose(&mut self, offset: u64, damage: Damage, detail: &str) {
        self.broken.get_or_insert_with(|| Fault { damage, offset, lost: 0, detail: detail.to_owned() });
    }
}

/// Whether bytes start as a record's head does.
fn is_text(bytes: &[u8]) -> bool {
    bytes
        .get(..HEAD)
        .is_some_and(|start| start.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()))
}

/// A fault whose stretch ends at `next`.
fn done(mut fault: Fault, next: u64) -> Progress {
    if fault.damage != Damage::Checksum {
        fault.lost = next.saturating_sub(fault.offset);
    }
    Progress::Fault(fault)
}

/// Goes to the next magic number, or to the end.
fn next_magic(input: &mut Input) -> io::Result<()> {
    loop {
        if let Some(at) = memmem::find(input.data(), &MAGIC) {
            input.consume(at);
            return Ok(());
        }
        input.consume(input.data().len().saturating_sub(MAGIC.len() - 1));
        if !input.fill()? {
            input.consume(input.data().len());
            return Ok(());
        }
    }
}

/// Skips zeros up to the end of the file or the next member, as tapes and block devices leave them; false if there are
/// none.
fn skip_padding(input: &mut Input) -> io::Result<bool> {
    let mut any = false;
    while input.want(1)? {
        let zeros = input.data().iter().take_while(|byte| **byte == 0).count();
        if zeros == 0 {
            break;
        }
        any = true;
        input.consume(zeros);
    }
    Ok(any)
}

/// The length of the gzip header at the start of `input`; none if there is no header.
fn header(input: &mut Input) -> io::Result<Option<usize>> {
    let mut need = 10;
    loop {
        if need > HEADER || !input.want(need)? {
            return Ok(None);
        }
        match header_length(input.data()) {
            Length::Is(length) => return Ok(Some(length)),
            Length::More => need = input.data().len() + 1,
            Length::None => return Ok(None),
        }
    }
}

/// What is known of a header's length.
enum Length {
    Is(usize),
    More,
    None,
}

/// The length of the gzip header at the start of `data` (RFC 1952, section 2.3).
fn header_length(data: &[u8]) -> Length {
    let flags = match data {
        [a, b, c, flags, ..] if [*a, *b, *c] == MAGIC && flags & 0xe0 == 0 => *flags,
        _ => return Length::None,
    };
    let mut at = 10;
    if flags & 4 != 0 {
        let Some(extra) = data.get(at..at + 2) else { return Length::More };
        at += 2 + usize::from(u16::from_le_bytes([extra[0], extra[1]]));
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let Some(end) = data.get(at..).and_then(|rest| memchr::memchr(0, rest)) else { return Length::More };
            at += end + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    if at <= data.len() { Length::Is(at) } else { Length::More }
}

#[cfg(test)]
mod tests {
    use super::super::input::Raw;
    use super::*;
    use flate2::{Compression, GzBuilder};
    use std::io::{Cursor, Write};
    use std::sync::Arc;

    fn member(bytes: &[u8]) -> Vec<u8> {
        let builder = GzBuilder::new().extra(vec![7; 300]).filename("name").comment("comment");
        let mut encoder = builder.write(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// The bytes, the members' offsets, the damages with their offsets and lost bytes.
    type Read = (Vec<u8>, Vec<u64>, Vec<(Damage, u64, u64)>);

    fn read(bytes: &[u8], room: usize) -> Read {
        let mut input = Input::new(Raw::Memory(Cursor::new(bytes.into())), Arc::default());
        let (mut gzip, mut out) = (Gzip::new(), vec![0; room]);
        let (mut all, mut members, mut damages) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            match gzip.read(&mut input, &mut out).unwrap() {
                Progress::Bytes(n) => all.extend_from_slice(&out[..n]),
                Progress::Member(offset) => members.push(offset),
                Progress::Fault(fault) => damages.push((fault.damage, fault.offset, fault.lost)),
                Progress::End => return (all, members, damages),
            }
        }
    }

    #[test]
    fn members_with_every_header_field_are_read_in_any_room() {
        let parts = [&b"one"[..], b"", &[9; 100_000]];
        let bytes: Vec<u8> = parts.iter().flat_map(|part| member(part)).collect();
        for room in [1, 7, 1 << 16] {
            let (all, members, damages) = read(&bytes, room);
            assert!(all == parts.concat());
            assert_eq!((members.len(), damages), (3, vec![]));
        }
    }

    #[test]
    fn reading_goes_on_at_the_next_member_that_inflates() {
        let (first, last) = (member(b"first"), member(b"last"));
        // A magic number that starts no member stands in the way.
        let junk = [&MAGIC[..], &[0; 7], &[0xff; 50]].concat();
        let bytes = [&first[..], &junk, &last].concat();
        let (offset, lost) = (first.len() as u64, junk.len() as u64);
        let next = offset + lost;
        assert_eq!(
            read(&bytes, 1 << 16),
            (b"firstlast".to_vec(), vec![0, offset, next], vec![(Damage::Corrupt, offset, lost)])
        );
    }

    #[test]
    fn a_file_of_magic_numbers_is_searched_in_good_time() {
        let bytes = [&MAGIC[..], &[0; 7]].concat().repeat(200_000);
        let (all, _, damages) = read(&bytes, 1 << 16);
        assert_eq!((all.len(), damages.len()), (0, 1));
    }

    #[test]
    fn a_cut_is_told_wherever_it_is() {
        let whole = member(&[b'x'; 1000]);
        for cut in 1..whole.len() {
            let (_, _, damages) = read(&whole[..cut], 1 << 16);
            assert_eq!(damages.len(), 1, "{cut}");
        }
    }
}
