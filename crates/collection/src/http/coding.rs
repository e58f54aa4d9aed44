//! Undoes content codings (RFC 9110, section 8.4.1), up to a limit.

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use std::io::{self, Read};
use zstd::stream::raw::DParameter;
use zstd::stream::read::Decoder;

/// The first bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a zstd frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The largest window, as a power of two. RFC 9659 allows 8 MiB; larger ones are accepted as in archives.
const WINDOW_LOG: u32 = 27;

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
pub(crate) enum End {
    /// All of it.
    Complete,
    /// Up to the end of truncated data, or up to damage.
    BrokenOff,
    /// Up to the limit.
    Limit,
}

impl Coding {
    /// Parses a `Content-Encoding` value into codings, in the order they were applied; `identity` is left out.
    pub(super) fn list(value: &str) -> Vec<Self> {
        let named = |name: &str| match name {
            "" | "identity" | "none" | "utf-8" => None,
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            other => Some(Self::Unknown(other.to_owned())),
        };
        value.to_ascii_lowercase().split(',').filter_map(|name| named(name.trim())).collect()
    }

    /// Returns the coding with the magic number at the start of `body`; brotli and deflate have none.
    pub(super) fn of(body: &[u8]) -> Option<Self> {
        if body.starts_with(&GZIP) { Some(Self::Gzip) } else { body.starts_with(&ZSTD).then_some(Self::Zstd) }
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

/// Decodes as much of `body` as possible, up to `limit` bytes.
pub(super) fn undo(coding: &Coding, body: &[u8], limit: u64) -> (Vec<u8>, End) {
    match coding {
        Coding::Gzip => members(body, limit, |member, left| {
            let mut decoder = GzDecoder::new(member);
            let (bytes, end) = read(&mut decoder, left);
            (bytes, end, decoder.into_inner())
        }),
        Coding::Deflate => {
            // Neither form has a reliable magic number: take the one that decodes further.
            let zlib = read(ZlibDecoder::new(body), limit);
            if zlib.1 != End::BrokenOff {
                return zlib;
            }
            let raw = read(DeflateDecoder::new(body), limit);
            if raw.0.len() > zlib.0.len() { raw } else { zlib }
        }
        Coding::Brotli => read(brotli_decompressor::Decompressor::new(body, 4096), limit),
        Coding::Zstd => members(body, limit, |frame, left| match zstd(frame) {
            Ok(mut decoder) => {
                let (bytes, end) = read(&mut decoder, left);
                (bytes, end, decoder.finish())
            }
            Err(_) => (Vec::new(), End::BrokenOff, &[]),
        }),
        Coding::Unknown(_) => (Vec::new(), End::BrokenOff),
    }
}

fn zstd(frame: &[u8]) -> io::Result<Decoder<'static, &[u8]>> {
    let mut decoder = Decoder::with_buffer(frame)?.single_frame();
    decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG))?;
    Ok(decoder)
}

/// Decodes members with `one`, which also returns the rest of the body, as long as the rest starts with a magic
/// number: some servers append other bytes.
fn members<'a>(
    body: &'a [u8],
    limit: u64,
    mut one: impl FnMut(&'a [u8], u64) -> (Vec<u8>, End, &'a [u8]),
) -> (Vec<u8>, End) {
    let (mut bytes, mut end, mut rest) = one(body, limit);
    while end == End::Complete && Coding::of(rest).is_some_and(|coding| Some(coding) == Coding::of(body)) {
        let (more, last, behind) = one(rest, limit - bytes.len() as u64);
        bytes.extend(more);
        (end, rest) = (last, behind);
    }
    (bytes, end)
}

/// Reads as much as possible, one byte more than `limit` to find out whether there is more.
fn read(reader: impl Read, limit: u64) -> (Vec<u8>, End) {
    let mut bytes = Vec::new();
    let whole = reader.take(limit.saturating_add(1)).read_to_end(&mut bytes).is_ok();
    if bytes.len() as u64 > limit {
        bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        return (bytes, End::Limit);
    }
    (bytes, if whole { End::Complete } else { End::BrokenOff })
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
            assert_eq!(end, End::BrokenOff, "{coding:?}");
        }
    }

    #[test]
    fn a_body_may_have_several_members_and_bytes_that_are_none() {
        for (coding, body) in coded(b"<p>page").into_iter().filter(|(coding, _)| coding.has_magic()) {
            let several = [&body[..], &body, b"junk"].concat();
            assert_eq!(undo(&coding, &several, 100), (b"<p>page<p>page".to_vec(), End::Complete), "{coding:?}");
            assert_eq!(undo(&coding, &several, 10), (b"<p>page<p>".to_vec(), End::Limit), "{coding:?}");
            let mut other = body.clone();
            *other.last_mut().unwrap() ^= 1;
            let (_, end) = undo(&coding, &other, 100);
            assert!(end == End::BrokenOff || coding == Coding::Zstd, "a size that differs");
        }
    }

    #[test]
    fn a_limit_is_told_only_if_there_is_more() {
        let page = vec![b'x'; 100_000];
        for (coding, body) in coded(&page) {
            assert_eq!(undo(&coding, &body, 100_000), (page.clone(), End::Complete), "{coding:?}");
            assert_eq!(undo(&coding, &body, 99_999), (page[1..].to_vec(), End::Limit), "{coding:?}");
        }
    }

    #[test]
    fn a_list_of_codings_is_read_in_its_order() {
        assert_eq!(Coding::list("GZip , br"), [Coding::Gzip, Coding::Brotli]);
        assert_eq!(Coding::list("identity, ,zstd,lzma"), [Coding::Zstd, Coding::Unknown("lzma".to_owned())]);
    }

    proptest! {
        #[test]
        fn what_was_coded_comes_back(page in proptest::collection::vec(any::<u8>(), 1..3000)) {
            for (coding, body) in coded(&page) {
                prop_assert_eq!(undo(&coding, &body, 1 << 20), (page.clone(), End::Complete));
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
