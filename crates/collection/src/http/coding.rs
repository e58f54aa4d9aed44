//! A content coding (RFC 9110, section 8.4.1) -> the bytes it was made from, as many as there are and as a limit allows.

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use std::io::{self, Read};
use zstd::stream::raw::DParameter;
use zstd::stream::read::Decoder;

/// How a gzip stream starts.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// How a zstd frame starts.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// RFC 9659 allows a window of 8 MiB; the log of what is undone all the same, as in archives.
const WINDOW_LOG: u32 = 27;

/// A coding that a head claims for its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Coding {
    /// gzip or x-gzip.
    Gzip,
    /// deflate: zlib by the standard, raw from some servers.
    Deflate,
    /// br (RFC 7932).
    Brotli,
    /// zstd (RFC 8878).
    Zstd,
    /// A coding that is not undone here.
    Unknown(String),
}

/// How far a body could be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// All of it.
    Complete,
    /// Up to where it breaks off or is damaged.
    BrokenOff,
    /// Up to the limit.
    Limit,
}

impl Coding {
    /// The codings of a `Content-Encoding` value, in the order in which they were applied; `identity` is none.
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

    /// The coding whose magic number starts `body`; brotli and deflate have none.
    pub(super) fn of(body: &[u8]) -> Option<Self> {
        if body.starts_with(&GZIP) { Some(Self::Gzip) } else { body.starts_with(&ZSTD).then_some(Self::Zstd) }
    }

    /// Whether a magic number tells a body in this coding.
    pub(super) fn has_magic(&self) -> bool {
        matches!(self, Self::Gzip | Self::Zstd)
    }

    /// As a Content-Encoding names it.
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

/// Undoes `coding` as far as `body` goes, up to `limit` bytes.
pub(super) fn undo(coding: &Coding, body: &[u8], limit: u64) -> (Vec<u8>, End) {
    match coding {
        Coding::Gzip => members(body, limit, |member, left| {
            let mut decoder = GzDecoder::new(member);
            let (bytes, end) = read(&mut decoder, left);
            (bytes, end, decoder.into_inner())
        }),
        Coding::Deflate => {
            // Neither form has a magic number worth the name: whichever goes further is it.
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

/// Undoes one member after the other by `one`, which also gives what stands behind it, for as long as there is a magic
/// number: some servers end bodies with bytes that are no member.
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

/// Reads what can be read; one byte more than `limit` is asked for, to tell whether that is all.
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

    /// `bytes` in every coding, with what it is called.
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
