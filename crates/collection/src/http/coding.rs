//! Undoes content codings (RFC 9110, section 8.4.1), up to a limit.

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use std::io::{self, Read};
use zstd::stream::read::Decoder;
use zstd::zstd_safe::{DCtx, DParameter};

/// The first bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The largest window, as a power of two. RFC 9659 allows 8 MiB; larger ones are accepted as in
/// archives.
const WINDOW_LOG: u32 = 27;
/// The greatest number of codings of a body. Servers apply one or two.
pub(super) const MAX_CODINGS: usize = 8;
/// Number of bytes of an unknown coding's name that are kept.
const LONGEST_NAME: usize = 60;

/// The coding of a body, from its head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Coding {
    /// gzip or x-gzip.
    Gzip,
    /// deflate: zlib by the standard, raw deflate from some servers.
    Deflate,
    /// br (RFC 7932).
    Brotli,
    /// zstd (RFC 8878).
    Zstd,
    /// An unsupported coding.
    Unknown(String),
}

/// How much of a body could be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyEnd {
    /// All of it.
    Complete,
    /// Up to the end of truncated data, or up to damage.
    BrokenOff,
    /// Up to the limit.
    Limit,
}

impl Coding {
    /// Parses a `Content-Encoding` value into codings, in the order they were applied; `identity`
    /// is left out. A list of too many is one unknown coding.
    pub(super) fn list(value: &str) -> Vec<Self> {
        let value = value.to_ascii_lowercase();
        let codings = value.split(',').filter_map(|name| Self::named(name.trim()));
        let codings: Vec<_> = codings.take(MAX_CODINGS + 1).collect();
        if codings.len() > MAX_CODINGS { vec![Self::Unknown(too_many())] } else { codings }
    }

    /// Returns the coding with this name in lower case; `None` for `identity` and the like.
    fn named(name: &str) -> Option<Self> {
        match name {
            "" | "identity" | "none" | "utf-8" => None,
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            other => Some(Self::Unknown(other.chars().take(LONGEST_NAME).collect())),
        }
    }

    /// Returns the coding with the magic number at the start of `body`; brotli and deflate have
    /// none.
    pub(super) fn sniff(body: &[u8]) -> Option<Self> {
        if body.starts_with(&GZIP) {
            Some(Self::Gzip)
        } else {
            body.starts_with(&ZSTD).then_some(Self::Zstd)
        }
    }

    /// Returns whether the coding has a magic number.
    pub(super) fn has_magic(&self) -> bool {
        matches!(self, Self::Gzip | Self::Zstd)
    }

    /// Returns the name in Content-Encoding.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Unknown(name) => name,
        }
    }
}

/// What a body has with more codings than [`MAX_CODINGS`].
pub(super) fn too_many() -> String {
    format!("more than {MAX_CODINGS} codings")
}

/// Decodes as much of `body` as possible, up to `limit` bytes.
pub(super) fn undo(coding: &Coding, body: &[u8], limit: u64) -> (Vec<u8>, BodyEnd) {
    match coding {
        Coding::Gzip => members(body, |member, bytes| {
            let mut decoder = GzDecoder::new(member);
            (read(&mut decoder, limit, bytes), decoder.into_inner())
        }),
        Coding::Deflate => {
            // Neither form has a reliable magic number: take the one that decodes further.
            let zlib = one(ZlibDecoder::new(body), limit);
            if zlib.1 != BodyEnd::BrokenOff {
                return zlib;
            }
            let raw = one(DeflateDecoder::new(body), limit);
            if raw.0.len() > zlib.0.len() { raw } else { zlib }
        }
        Coding::Brotli => one(brotli_decompressor::Decompressor::new(body, 4096), limit),
        Coding::Zstd => {
            // One context for all frames: to make one takes longer than to decode a short frame.
            let mut context = DCtx::create();
            members(body, |frame, bytes| match zstd(frame, &mut context) {
                Ok(mut decoder) => (read(&mut decoder, limit, bytes), decoder.finish()),
                Err(_) => (BodyEnd::BrokenOff, &[]),
            })
        }
        Coding::Unknown(_) => (Vec::new(), BodyEnd::BrokenOff),
    }
}

fn zstd<'f, 'c>(
    frame: &'f [u8],
    context: &'c mut DCtx<'static>,
) -> io::Result<Decoder<'c, &'f [u8]>> {
    context
        .set_parameter(DParameter::WindowLogMax(WINDOW_LOG))
        .map_err(|_| io::ErrorKind::Other)?;
    Ok(Decoder::with_context(frame, context).single_frame())
}

/// Decodes members with `next`, which appends one to the bytes so far and returns the rest of the
/// body, as long as the rest starts with a magic number: some servers append other bytes.
fn members<'a>(
    body: &'a [u8],
    mut next: impl FnMut(&'a [u8], &mut Vec<u8>) -> (BodyEnd, &'a [u8]),
) -> (Vec<u8>, BodyEnd) {
    let mut bytes = Vec::new();
    let (mut end, mut rest) = next(body, &mut bytes);
    while end == BodyEnd::Complete
        && Coding::sniff(rest).is_some_and(|coding| Some(coding) == Coding::sniff(body))
    {
        (end, rest) = next(rest, &mut bytes);
    }
    (bytes, end)
}

/// Decodes a body of one part.
fn one(reader: impl Read, limit: u64) -> (Vec<u8>, BodyEnd) {
    let mut bytes = Vec::new();
    let end = read(reader, limit, &mut bytes);
    (bytes, end)
}

/// Appends as much as possible to `bytes`, up to `limit` in all, and reads one byte more to find
/// out whether there is more.
fn read(reader: impl Read, limit: u64, bytes: &mut Vec<u8>) -> BodyEnd {
    let left = limit.saturating_sub(bytes.len() as u64);
    let whole = reader.take(left.saturating_add(1)).read_to_end(bytes).is_ok();
    if bytes.len() as u64 > limit {
        bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        return BodyEnd::Limit;
    }
    if whole { BodyEnd::Complete } else { BodyEnd::BrokenOff }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use proptest::prelude::*;
    use std::io::Write;

    fn all(mut reader: impl Read) -> Vec<u8> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).unwrap();
        bytes
    }

    /// `bytes` in every coding.
    fn coded(bytes: &[u8]) -> Vec<(Coding, Vec<u8>)> {
        let level = Compression::default();
        let mut brotli = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 20);
        brotli.write_all(bytes).unwrap();
        vec![
            (Coding::Gzip, all(GzEncoder::new(bytes, level))),
            (Coding::Deflate, all(ZlibEncoder::new(bytes, level))),
            (Coding::Deflate, all(DeflateEncoder::new(bytes, level))),
            (Coding::Brotli, brotli.into_inner()),
            (Coding::Zstd, ::zstd::stream::encode_all(bytes, 3).unwrap()),
        ]
    }

    #[test]
    fn a_cut_body_gives_what_is_there_and_says_that_it_breaks_off() {
        let page: Vec<u8> = (0..40_000).flat_map(|i| format!("<p>{i}").into_bytes()).collect();
        for (coding, body) in coded(&page) {
            let (bytes, end) = undo(&coding, &body[..body.len() * 3 / 4], 1 << 20);
            assert!(page.starts_with(&bytes) && !bytes.is_empty(), "{coding:?}: {}", bytes.len());
            assert_eq!(end, BodyEnd::BrokenOff, "{coding:?}");
        }
    }

    #[test]
    fn a_body_may_have_several_members_and_bytes_that_are_none() {
        for (coding, body) in coded(b"<p>page").into_iter().filter(|(coding, _)| coding.has_magic())
        {
            let several = [&body[..], &body, b"junk"].concat();
            assert_eq!(
                undo(&coding, &several, 100),
                (b"<p>page<p>page".to_vec(), BodyEnd::Complete),
                "{coding:?}"
            );
            assert_eq!(
                undo(&coding, &several, 10),
                (b"<p>page<p>".to_vec(), BodyEnd::Limit),
                "{coding:?}"
            );
            let mut other = body.clone();
            *other.last_mut().unwrap() ^= 1;
            let (_, end) = undo(&coding, &other, 100);
            assert!(end == BodyEnd::BrokenOff || coding == Coding::Zstd, "a size that differs");
        }
    }

    #[test]
    fn a_limit_is_reported_only_if_there_is_more() {
        let page = vec![b'x'; 100_000];
        for (coding, body) in coded(&page) {
            assert_eq!(
                undo(&coding, &body, 100_000),
                (page.clone(), BodyEnd::Complete),
                "{coding:?}"
            );
            assert_eq!(
                undo(&coding, &body, 99_999),
                (page[1..].to_vec(), BodyEnd::Limit),
                "{coding:?}"
            );
        }
    }

    #[test]
    fn a_list_of_codings_is_read_in_its_order() {
        assert_eq!(Coding::list("GZip , br"), [Coding::Gzip, Coding::Brotli]);
        assert_eq!(
            Coding::list("identity, ,zstd,lzma"),
            [Coding::Zstd, Coding::Unknown("lzma".to_owned())]
        );
    }

    proptest! {
        #[test]
        fn what_was_coded_comes_back(page in proptest::collection::vec(any::<u8>(), 1..3000)) {
            for (coding, body) in coded(&page) {
                prop_assert_eq!(undo(&coding, &body, 1 << 20), (page.clone(), BodyEnd::Complete));
            }
        }

        #[test]
        fn random_bytes_end_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
            for coding in [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd] {
                prop_assert!(undo(&coding, &bytes, 1000).0.len() <= 1000);
            }
        }
    }
}
