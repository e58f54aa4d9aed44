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
fn read_page(fields: &str, body: &[u8]) -> Result<(Vec<u8>, Option<Reason>), (Reason, String)> {
    let block = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n").as_bytes(), body].concat();
    let head = head(&block, true).unwrap();
    let decoded = decode(&head, &block[head.body..], LIMIT)?;
    Ok((decoded.bytes.into_owned(), decoded.defects.first().map(|defect| defect.reason)))
}

fn decoded(fields: &str, body: &[u8]) -> Vec<u8> {
    let (page, defect) = read_page(fields, body).unwrap();
    assert_eq!(defect, None, "{fields}");
    page
}

#[test]
fn heads_are_read_as_servers_send_them() {
    let lf =
        head(b"HTTP/1.0 404\nContent-Type: Text/HTML; Charset=\"EUC-JP\"\n\nbody", true).unwrap();
    assert_eq!(
        (lf.status, lf.media, lf.charset.as_deref(), lf.body),
        (Some(404), Media::Html, Some("EUC-JP"), 56)
    );
    let junk = head(b"junk\r\nHTTP/1.1 200 OK\r\nno colon here\r\ncontent-type:\r\n\r\nbody", true)
        .unwrap();
    assert_eq!((junk.status, junk.media, junk.body), (Some(200), Media::Unsaid, 55));
    assert_eq!(head(b"HTTP/1.1 200", true).unwrap().body, 12);
    assert_eq!(head(b"<html>\nHTTP/1.1 200 OK\n\n", true), None);
    assert_eq!(head(b"HTTP/1.1 2\xff0 OK\n\n", true).unwrap().status, None);
}

#[test]
fn fields_go_on_over_indented_lines() {
    for (fields, charset) in [
        ("Content-Type: text/html;\r\n\tcharset=koi8-r", Some("koi8-r")),
        ("Content-Type:\r\n text/html;\r\n  charset=\r\n  \"koi8-r\"", Some("koi8-r")),
        ("Content-Type: text/html\n \n ; charset = koi8-r\nServer: x", Some("koi8-r")),
        ("X-Note: see\r\n Content-Type: image/png\r\nContent-Type: text/html", None),
        // Whoever indents all fields continues none.
        (" Content-Type: text/html\r\n Content-Length: 6", None),
    ] {
        let block = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n<p>page");
        let head = head(block.as_bytes(), true).unwrap();
        assert_eq!((head.media, head.charset.as_deref()), (Media::Html, charset), "{fields}");
        assert_eq!(&block[head.body..], "<p>page", "{fields}");
    }
    let folded = head(b"HTTP/1.1 200 OK\nTransfer-Encoding: gzip,\n chunked\n\n", true).unwrap();
    assert!(folded.chunked);
    let indented =
        head(b"HTTP/1.1 200 OK\n Content-Type: x/y\n Content-Length: 6\n\n", true).unwrap();
    assert_eq!((indented.media, indented.length), (Media::Other("x/y".into()), Some(6)));
}

#[test]
fn interim_and_proxy_heads_are_stepped_over() {
    let last = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    for before in [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>; \
         rel=preload\r\n\r\n",
        "HTTP/1.0 200 Connection established\r\n\r\n",
        "HTTP/1.1 200 Connection established\r\nProxy-Agent: x\r\n\r\n",
        "HTTP/1.1 200 Connection Established\r\nContent-Type: text/html\r\n\r\n",
        "HTTP/1.1 200 Connection established\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Type: text/html\r\nContent-Length: \
         0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n",
        "HTTP/1.1 301 Moved\nLocation: /a\n\n",
        "HTTP/1.1 100 Continue\r\n\r\n\r\n",
    ] {
        let block = format!("{before}{last}<p>page");
        let head = head(block.as_bytes(), true).unwrap();
        assert_eq!(
            (head.status, &block[head.body..], head.media),
            (Some(200), "<p>page", Media::Html),
            "{before}"
        );
    }
    // A page that starts like a head is a page.
    let page = format!(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 60\r\n\r\n{last}"
    );
    let head = head(page.as_bytes(), true).unwrap();
    assert_eq!((head.status, &page[head.body..]), (Some(404), last));
    // DOCHDR has all heads of a page.
    let dochdr =
        lines(b"HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nContent-Type: text/html; charset=x\n");
    assert_eq!(
        (dochdr.status, dochdr.media, dochdr.charset.as_deref()),
        (Some(200), Media::Html, Some("x"))
    );
}

#[test]
fn status_lines_are_read_as_servers_write_them() {
    for line in [
        "http/1.1 200 OK",
        " HTTP/1.1 200 OK",
        "\r\nHTTP/1.0 200",
        "ICY 200 OK",
        "HTTP 200 OK",
        "HTTP/1.1 0200 OK",
    ] {
        let block = format!("{line}\r\nContent-Type: text/html\r\n\r\n<p>page");
        let head = head(block.as_bytes(), true).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(
            (head.status, &block[head.body..], head.media),
            (Some(200), "<p>page", Media::Html),
            "{line}"
        );
    }
    for line in ["ICYCLE 200", "HTTPS 200", "http://a/ 200", "200 OK"] {
        assert_eq!(head(format!("{line}\r\n\r\n<p>").as_bytes(), true), None, "{line}");
    }
}

#[test]
fn a_head_without_a_status_line_is_a_defect_and_its_body_is_read() {
    for (start, page) in [
        ("200 OK\r\nContent-Type: text/html\r\n\r\n", "words"),
        ("oops\r\n\r\n", "<html>"),
        ("", "<p>x"),
    ] {
        let block = format!("{start}{page}");
        let head = without_status(block.as_bytes(), true);
        let decoded = decode(&head, &block.as_bytes()[head.body..], LIMIT).unwrap();
        assert_eq!(
            (&*decoded.bytes, decoded.defects[0].reason),
            (page.as_bytes(), Reason::DamagedBody),
            "{start}"
        );
    }
}

#[test]
fn chunks_are_joined_if_they_are_chunks() {
    let chunked = "Transfer-Encoding: chunked";
    let cases: [(&[u8], &[u8]); 7] = [
        (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"),
        (b"3\nabc\n0\n\n", b"abc"),
        // Other programs trim pages.
        (b"3\r\nabc\r\n0", b"abc"),
        (b"3\r\nabc\r\n0\r\nExpires: 0\r\n", b"abc"),
        (b"<html>plain", b"<html>plain"),
        (b"abc", b"abc"),
        (b"", b""),
    ];
    for (body, expected) in cases {
        assert_eq!(decoded(chunked, body), expected, "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn chunks_that_break_off_are_reported_and_what_is_there_stays() {
    let cases: [(&[u8], &[u8], &str, u64); 9] = [
        (
            b"ffffffffffffffff\r\nabc",
            b"abc",
            "chunks that end after 3 of a chunk's 18446744073709551615 bytes",
            0,
        ),
        (
            b"fffffffffffffffff\r\nabc",
            b"abc",
            "chunks that end after 3 of a chunk's 18446744073709551615 bytes",
            0,
        ),
        (b"ff\r\nabc", b"abc", "chunks that end after 3 of a chunk's 255 bytes", 252),
        (b"3\r\nabc\r\n5\r\nde", b"abcde", "chunks that end after 2 of a chunk's 5 bytes", 3),
        (b"3\r\nabc", b"abc", "chunks without the last one", 0),
        (b"3\r\nabc\r\n", b"abc", "chunks without the last one", 0),
        (b"3\r\nabc\r\n1f", b"abc", "chunks without the last one", 0),
        (b"3\r\nabc\r\nzz\r\nrest", b"abczz\r\nrest", "no chunk size at byte 8 of the body", 0),
        (
            b"3\r\nabcdef\r\n0\r\n\r\n",
            b"abcdef\r\n0\r\n\r\n",
            "no chunk size at byte 6 of the body",
            0,
        ),
    ];
    for (body, expected, detail, bytes) in cases {
        let head = ResponseHead { chunked: true, length: Some(9999), ..ResponseHead::default() };
        let decoded = decode(&head, body, LIMIT).unwrap();
        let defect = Defect { reason: Reason::DamagedBody, detail: detail.to_owned(), bytes };
        assert_eq!(
            (&*decoded.bytes, decoded.defects),
            (expected, vec![defect]),
            "{}",
            String::from_utf8_lossy(body)
        );
    }
}

/// Returns whether a page with these fields is read with a defect.
fn is_defective(fields: &str, body: &[u8]) -> bool {
    read_page(&format!("Content-Type: text/html\r\n{fields}"), body).unwrap().1.is_some()
}

#[test]
fn a_body_shorter_than_its_length_is_reported_only_if_bytes_are_missing() {
    let gzip = read(GzEncoder::new(&b"<html>page"[..], Compression::default()));
    for fields in
        ["Content-Length: 12", "Content-Length: 9, 9", "Content-Length: 9\r\ncontent-length: 9"]
    {
        assert!(is_defective(fields, b"<p>"), "{fields}");
        assert!(
            !is_defective(fields, b"<p>abcdefghi")
                && !is_defective(fields, b"<p>and more than that"),
            "{fields}"
        );
    }
    for (fields, body, why) in [
        ("Content-Length: 8", &b"<p>abc"[..], "a line end was trimmed"),
        ("Content-Length: 12", b"<p>\nab\nc\n", "CRLF became LF"),
        ("Content-Length: 99\r\nTransfer-Encoding: chunked", b"<p>abc", "chunks were joined"),
        ("Content-Length: 99\r\nContent-Encoding: gzip", b"<p>abc", "gzip was undone"),
        ("Content-Length: 99\r\nContent-Encoding: gzip", &gzip, "gzip is complete"),
        ("Content-Length: 99", &gzip, "gzip is complete"),
        ("Content-Length: 99\r\nContent-Length: 5", b"<p>abc", "two lengths"),
        ("Content-Length: many", b"<p>abc", "no length"),
        ("X-Crawler-Content-Length: 99", b"<p>abc", "another field"),
    ] {
        assert!(!is_defective(fields, body), "{why}");
    }
}

/// Returns the page in a block, whether it is HTML, and whether it starts without a blank line.
fn parts(block: &str, whole: bool) -> (String, bool, bool) {
    let head = head(block.as_bytes(), whole).unwrap();
    (block[head.body..].to_owned(), head.media == Media::Html, head.is_open)
}

#[test]
fn a_page_begins_where_its_head_ends_without_a_blank_line() {
    let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    for page in [
        "<html>\r\n\r\npage",
        "  <!DOCTYPE html>\n<p>a: b",
        "Welcome to\nthis <b>page</b>\n<p>of mine\n\nmore",
        "<?xml version='1.0'?>\n<html>",
        "Only words here\nand there\n",
    ] {
        assert_eq!(parts(&format!("{html}{page}"), true), (page.to_owned(), true, true));
    }
    for (rest, page) in [
        ("\r\n<html>", "<html>"),
        ("no colon here\r\nA: b\r\n\r\n<html>", "<html>"),
        ("Link: <http://a/>,\r\n <http://b/>\r\n<http://c/>; rel=x\r\n\r\n<html>", "<html>"),
        ("Server: cut off here", ""),
        ("Cut-Of", ""),
    ] {
        assert_eq!(parts(&format!("{html}{rest}"), true), (page.to_owned(), true, false));
    }
    // A junk line among fields is no page if more fields follow it.
    let (page, ..) = parts(&format!("{html}no colon here\r\nA: b\r\n<html>"), true);
    assert_eq!(page, "<html>");
    // The head of a block that is not complete may continue.
    assert_eq!(parts(&format!("{html}no colon here\r\nA: b"), false).0, "");
    let (page, defect) = read_page("Content-Type: text/html\r\n<p>page\r\n<p>more", b"").unwrap();
    assert_eq!(
        (&page[..], defect),
        (&b"<p>page\r\n<p>more\r\n\r\n"[..], Some(Reason::DamagedBody))
    );
}

#[test]
fn a_page_is_found_behind_whatever_overwrote_its_blank_line() {
    for page in [
        "<html><p>one line",
        "<!DOCTYPE html>\n<p>page\n\n<p>more",
        "<TITLE>x</TITLE>\nSee: this",
        "<p>x\r\n",
    ] {
        for gap in ["\0\0\0\0", "\r\r", " ", "", "\r\nX: "] {
            let block =
                format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8{gap}{page}");
            assert_eq!(parts(&block, true), (page.to_owned(), true, true), "{block:?}");
            let charset = head(block.as_bytes(), true).unwrap().charset;
            assert_eq!(charset.as_deref(), Some("utf-8"), "{block:?}");
        }
        for head in
            ["Content-Type: text/htmlxxxx", "Content-Type: text/html;xxxx", "Server: xxxx", ""]
        {
            let (found, is_html, is_open) =
                parts(&format!("HTTP/1.1 200 OK\r\n{head}{page}"), true);
            // Without a type the bytes decide.
            assert_eq!(
                (&found[..], is_html || head.is_empty(), is_open),
                (page, true, true),
                "{head}"
            );
        }
        assert_eq!(parts(&format!("HTTP/1.1 200 OK{page}"), true).0, page);
    }
    let gzip = read(GzEncoder::new(&b"<html>page"[..], Compression::default()));
    for gap in [&b"\0\0\0\0"[..], b"xxxx", b" ", b""] {
        let fields = &b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip"[..];
        let block = [fields, gap, &gzip].concat();
        let head = head(&block, true).unwrap();
        let decoded = decode(&head, &block[head.body..], LIMIT).unwrap();
        assert_eq!(
            (&*decoded.bytes, decoded.defects.len()),
            (&b"<html>page"[..], 1),
            "{}",
            gap.escape_ascii()
        );
    }
    // Words without a tag.
    let (page, is_html, is_open) =
        parts("HTTP/1.1 200 OK\r\nContent-Type: text/html\0\0\0\0Only words", true);
    assert_eq!((&page[..], is_html, is_open), ("Only words", true, true));
    // Where a page follows the blank line, a tag in a field is part of the field.
    let (page, _, is_open) =
        parts("HTTP/1.1 200 OK\r\nX: <html>\r\nY: <!-- y -->\r\n\r\n<p>page", true);
    assert_eq!((&page[..], is_open), ("<p>page", false));
    let (page, _, is_open) =
        parts("HTTP/1.1 302 Found\r\nLink: <http://a/>; rel=x\r\nServer: a", true);
    assert_eq!((&page[..], is_open), ("", false));
}

/// A page in this number of layers of gzip.
fn layers(page: &[u8], n: usize) -> Vec<u8> {
    let mut body = page.to_vec();
    for _ in 0..n {
        body = read(GzEncoder::new(&body[..], Compression::none()));
    }
    body
}

#[test]
fn a_body_has_so_many_codings_and_no_more() {
    let page = b"<html>page";
    for n in [1, 2, MAX_CODINGS] {
        assert_eq!(decoded(&says(&vec!["gzip"; n].join(",")), &layers(page, n)), page);
        assert_eq!(decoded(&says("identity"), &layers(page, n)), page, "the bytes alone decide");
    }
    let refused = Err((Reason::UnknownCoding, "more than 8 codings".to_owned()));
    for fields in [says("identity"), says(&"gzip,".repeat(1000)), says(&"x,".repeat(1000))] {
        assert_eq!(read_page(&fields, &layers(page, MAX_CODINGS + 1)), refused);
    }
    // A list of any length that the bytes contradict does no harm.
    assert_eq!(decoded(&says(&"x,".repeat(1000)), page), page);
    let long = [page.to_vec(), vec![b'x'; LIMIT as usize - page.len()]].concat();
    let [one, three] = [1, 3].map(|n| layers(&long, n));
    assert_eq!(read_page(&says("gzip"), &one).unwrap(), (long, None));
    let (cut, defect) = read_page(&says("gzip"), &three).unwrap();
    assert!(
        cut.len() < LIMIT as usize && defect == Some(Reason::InflatedLimit),
        "{} {defect:?}",
        cut.len()
    );
}

#[test]
fn a_body_of_very_many_frames_is_read_in_one_go() {
    let page = b"<p>page";
    for (coding, one) in
        [("gzip", read(GzEncoder::new(&page[..], Compression::none()))), ("zstd", zstd(page))]
    {
        let bytes = decoded(&says(coding), &one.repeat(100_000));
        assert!(
            bytes.len() == 100_000 * page.len() && bytes.ends_with(page),
            "{coding}: {}",
            bytes.len()
        );
    }
}

#[test]
fn what_a_head_says_is_kept_only_as_far_as_it_can_be_true() {
    let long = "ä".repeat(100_000);
    let head = lines(
        format!("Content-Type: {long}; charset={long}\nContent-Encoding: {long}\n").as_bytes(),
    );
    let (Media::Other(name), [Coding::Unknown(coding)]) = (&head.media, &head.codings[..]) else {
        panic!("{head:?}")
    };
    assert!(name.chars().count() == 100 && coding.chars().count() == 60 && head.charset.is_none());
}

#[test]
fn a_content_coding_is_believed_only_if_the_bytes_agree() {
    let page = b"<html>page page page";
    let level = Compression::default();
    let gzip = read(GzEncoder::new(&page[..], level));
    let zlib = read(ZlibEncoder::new(&page[..], level));
    let raw = read(DeflateEncoder::new(&page[..], level));
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
    let text =
        b"plain text without a tag, but long enough to go through deflate or brotli for a while";
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
        let (bytes, defect) = read_page(&says(coding), &body[..body.len() - 9]).unwrap();
        assert!(
            bytes.len() > page.len() / 2 && page.starts_with(&bytes),
            "{coding}: {}",
            bytes.len()
        );
        assert_eq!(defect, Some(Reason::DamagedBody), "{coding}");
    }
    for (coding, body) in
        [("gzip", &[0x1f, 0x8b, 0, 0][..]), ("br", &[0; 40]), ("deflate", &[0; 40])]
    {
        let (reason, detail) = read_page(&says(coding), body).unwrap_err();
        assert!(
            reason == Reason::DamagedBody && detail.starts_with(coding),
            "{coding}: {reason} {detail}"
        );
    }
    assert_eq!(
        read_page(&says("lzma"), &[1, 2, 3]),
        Err((Reason::UnknownCoding, "lzma".to_owned()))
    );
}

#[test]
fn a_bomb_stops_at_the_limit() {
    let zeros = vec![b'x'; 4 << 20];
    let bomb = read(GzEncoder::new(&zeros[..], Compression::best()));
    for (coding, bomb) in [("gzip", bomb), ("br", brotli(&zeros)), ("zstd", zstd(&zeros))] {
        let (bytes, defect) = read_page(&says(coding), &bomb).unwrap();
        assert_eq!((bytes.len() as u64, defect), (LIMIT, Some(Reason::InflatedLimit)), "{coding}");
    }
}

proptest! {
    #[test]
    fn random_blocks_end_without_panic(block in proptest::collection::vec(any::<u8>(), 0..500)) {
        let block = [
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: deflate\r\n\r\n",
            &block[..],
        ]
        .concat();
        let head = head(&block, true).unwrap();
        let _ = decode(&head, &block[head.body..], LIMIT);
        let _ = lines(&block);
    }

    #[test]
    fn chunks_cut_anywhere_give_the_start_of_the_page_and_a_defect(
        parts in proptest::collection::vec("[a-z<>]{1,20}", 1..6),
        place in any::<prop::sample::Index>(),
    ) {
        let body: String =
            parts.iter().map(|part| format!("{:x}\r\n{part}\r\n", part.len())).collect();
        let first = format!("{:x}\r\n", parts[0].len()).len();
        let cut = first + place.index(body.len() - first);
        let head = ResponseHead { chunked: true, ..ResponseHead::default() };
        let decoded = decode(&head, &body.as_bytes()[..cut], LIMIT).unwrap();
        prop_assert!(parts.concat().as_bytes().starts_with(&decoded.bytes), "{:?}", decoded);
        prop_assert_eq!(decoded.defects.len(), 1);
    }

    #[test]
    fn any_chunks_are_joined(
        parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 1..50), 0..8),
    ) {
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
