use super::*;
use flate2::Compression;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
use proptest::prelude::*;
use std::io::Read;

const LIMIT: u64 = 1 << 20;

fn read(mut reader: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    bytes
}

fn brotli(page: &[u8]) -> Vec<u8> {
    read(brotli::CompressorReader::new(page, 4096, 5, 20))
}

fn zstd(page: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(page, 3).unwrap()
}

/// The page and why it is incomplete, or why there is no page.
fn flawed(fields: &str, body: &[u8]) -> Result<(Vec<u8>, Option<Reason>), (Reason, String)> {
    let block = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n").as_bytes(), body].concat();
    let head = head(&block).unwrap();
    let decoded = decode(&head, &block[head.body..], LIMIT)?;
    Ok((decoded.bytes.into_owned(), decoded.flaw.map(|(reason, _)| reason)))
}

fn decoded(fields: &str, body: &[u8]) -> Vec<u8> {
    let (page, flaw) = flawed(fields, body).unwrap();
    assert_eq!(flaw, None, "{fields}");
    page
}

#[test]
fn heads_are_read_as_servers_send_them() {
    let lf = head(b"HTTP/1.0 404\nContent-Type: Text/HTML; Charset=\"EUC-JP\"\n\nbody").unwrap();
    assert_eq!((lf.status, lf.media, lf.charset.as_deref(), lf.body), (Some(404), Media::Html, Some("EUC-JP"), 56));
    let junk = head(b"junk\r\nHTTP/1.1 200 OK\r\nno colon here\r\ncontent-type:\r\n\r\nbody").unwrap();
    assert_eq!((junk.status, junk.media, junk.body), (Some(200), Media::Unsaid, 55));
    assert_eq!(head(b"HTTP/1.1 200").unwrap().body, 12);
    assert_eq!(head(b"<html>\nHTTP/1.1 200 OK\n\n"), None);
    assert_eq!(head(b"HTTP/1.1 2\xff0 OK\n\n").unwrap().status, None);
}

#[test]
fn chunks_are_joined_if_they_are_chunks() {
    let chunked = "Transfer-Encoding: chunked";
    let cases: [(&[u8], &[u8]); 7] = [
        (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"),
        (b"3\nabc\n0\n\n", b"abc"),
        (b"<html>plain", b"<html>plain"),
        (b"abc", b"abc"),
        (b"3\r\nabc\r\nzz\r\nrest", b"abczz\r\nrest"),
        (b"ff\r\nabc", b"abc"),
        (b"", b""),
    ];
    for (body, expected) in cases {
        assert_eq!(decoded(chunked, body), expected, "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn a_content_coding_is_believed_only_if_the_bytes_agree() {
    let page = b"<html>page page page";
    let level = Compression::default();
    let (gzip, zlib, raw) = (
        read(GzEncoder::new(&page[..], level)),
        read(ZlibEncoder::new(&page[..], level)),
        read(DeflateEncoder::new(&page[..], level)),
    );
    for (coding, body) in [
        ("gzip", &gzip),
        ("x-gzip", &gzip),
        ("deflate", &zlib),
        ("deflate", &raw),
        ("br", &brotli(page)),
        ("zstd", &zstd(page)),
        ("gzip, br", &brotli(&gzip)),
        ("br, gzip", &read(GzEncoder::new(&brotli(page)[..], level))),
        // Coded, but not with the declared coding.
        ("identity", &gzip),
        ("identity", &zstd(page)),
        ("br", &gzip),
        ("gzip", &zstd(page)),
    ] {
        assert_eq!(decoded(&says(coding), body), page, "{coding}");
    }
    for coding in ["gzip", "deflate", "br", "zstd", "gzip, br", "lzma"] {
        assert_eq!(decoded(&says(coding), page), page, "{coding}");
    }
    let text = b"plain text without a tag, but long enough to go through deflate or brotli for a while";
    for coding in ["gzip", "deflate", "br", "zstd"] {
        assert_eq!(decoded(&says(coding), text), text, "{coding}");
    }
}

fn says(coding: &str) -> String {
    format!("Content-Type: text/html\r\nContent-Encoding: {coding}")
}

#[test]
fn a_body_that_breaks_off_is_kept_as_far_as_it_goes() {
    let page: Vec<u8> = (0..9000).flat_map(|i| format!("<p>{i}").into_bytes()).collect();
    let level = Compression::default();
    for (coding, body) in [
        ("gzip", read(GzEncoder::new(&page[..], level))),
        ("deflate", read(ZlibEncoder::new(&page[..], level))),
        ("deflate", read(DeflateEncoder::new(&page[..], level))),
        ("br", brotli(&page)),
    ] {
        let (bytes, flaw) = flawed(&says(coding), &body[..body.len() - 9]).unwrap();
        assert!(bytes.len() > page.len() / 2 && page.starts_with(&bytes), "{coding}: {}", bytes.len());
        assert_eq!(flaw, Some(Reason::DamagedBody), "{coding}");
    }
    for (coding, body) in [("gzip", &[0x1f, 0x8b, 0, 0][..]), ("br", &[0; 40]), ("deflate", &[0; 40])] {
        let (reason, detail) = flawed(&says(coding), body).unwrap_err();
        assert!(reason == Reason::DamagedBody && detail.starts_with(coding), "{coding}: {reason} {detail}");
    }
    assert_eq!(flawed(&says("lzma"), &[1, 2, 3]), Err((Reason::UnknownCoding, "lzma".to_owned())));
}

#[test]
fn a_bomb_stops_at_the_limit() {
    let zeros = vec![b'x'; 4 << 20];
    let bomb = read(GzEncoder::new(&zeros[..], Compression::best()));
    for (coding, bomb) in [("gzip", bomb), ("br", brotli(&zeros)), ("zstd", zstd(&zeros))] {
        let (bytes, flaw) = flawed(&says(coding), &bomb).unwrap();
        assert_eq!((bytes.len() as u64, flaw), (LIMIT, Some(Reason::InflatedLimit)), "{coding}");
    }
}

proptest! {
    #[test]
    fn random_blocks_end_without_panic(block in proptest::collection::vec(any::<u8>(), 0..500)) {
        let block = [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: deflate\r\n\r\n", &block[..]].concat();
        let head = head(&block).unwrap();
        let _ = decode(&head, &block[head.body..], LIMIT);
        let _ = lines(&block);
    }

    #[test]
    fn any_chunks_are_joined(parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..50), 0..8)) {
        let mut body = Vec::new();
        for part in &parts {
            body.extend(format!("{:x}\r\n", part.len()).bytes());
            body.extend(part);
            body.extend(b"\r\n");
        }
        body.extend(b"0\r\n\r\n");
        prop_assert_eq!(decoded("Transfer-Encoding: chunked", &body), parts.concat());
    }
}
