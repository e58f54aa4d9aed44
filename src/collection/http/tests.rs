use super::*;
use flate2::Compression;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
use proptest::prelude::*;

const LIMIT: u64 = 1 << 20;

fn read(reader: impl Read) -> Vec<u8> {
    inflate(reader, LIMIT).0
}

fn decoded(fields: &str, body: &[u8]) -> Result<Vec<u8>, String> {
    ended(fields, body).map(|(bytes, _)| bytes)
}

fn ended(fields: &str, body: &[u8]) -> Result<(Vec<u8>, End), String> {
    let block = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n").as_bytes(), body].concat();
    let head = head(&block).unwrap();
    decode(&head, &block[head.body..], LIMIT).map(|decoded| (decoded.bytes.into_owned(), decoded.end))
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
        assert_eq!(decoded(chunked, body).unwrap(), expected, "{}", String::from_utf8_lossy(body));
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
    let says = |coding: &str| format!("Content-Type: text/html\r\nContent-Encoding: {coding}");
    for (coding, body) in
        [("gzip", &gzip), ("x-gzip", &gzip), ("deflate", &zlib), ("deflate", &raw), ("identity", &gzip)]
    {
        assert_eq!(decoded(&says(coding), body).unwrap(), page, "{coding}");
    }
    for coding in ["gzip", "deflate", "br"] {
        assert_eq!(decoded(&says(coding), page).unwrap(), page, "{coding}");
    }
    for (coding, body, least) in [("gzip", &gzip, 6), ("deflate", &zlib, 6)] {
        let (bytes, end) = ended(&says(coding), &body[..body.len() - 9]).unwrap();
        assert_eq!((&bytes[..least], end), (&page[..least], End::Broken), "{coding}");
        assert_eq!(ended(&says(coding), body).unwrap().1, End::Whole);
    }
    let mut other = gzip.clone();
    other[gzip.len() - 5] ^= 1;
    assert_eq!(ended(&says("gzip"), &other), Ok((page.to_vec(), End::Broken)), "a checksum that differs");
    assert_eq!(decoded(&says("br"), &[1, 2, 3]), Err("br".to_owned()));
    assert_eq!(ended(&says("gzip"), &[0x1f, 0x8b, 0, 0]), Ok((vec![], End::Broken)));
}

#[test]
fn a_bomb_stops_at_the_limit() {
    for (size, end) in [(LIMIT, End::Whole), (LIMIT + 1, End::Limit), (4 * LIMIT, End::Limit)] {
        let zeros = vec![b'x'; size as usize];
        let bomb = GzEncoder::new(&zeros[..], Compression::best()).bytes().collect::<Result<Vec<_>, _>>().unwrap();
        let (bytes, found) = ended("Content-Encoding: gzip", &bomb).unwrap();
        assert_eq!((bytes.len() as u64, found), (LIMIT, end), "{size}");
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
        prop_assert_eq!(decoded("Transfer-Encoding: chunked", &body).unwrap(), parts.concat());
    }
}
