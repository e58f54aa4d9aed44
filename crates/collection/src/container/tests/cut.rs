//! Pages of which the crawler, or a limit, left only a part.

use super::*;

/// The losses of a record with a page whose HTTP head and WARC head have more fields, and how many documents it gives.
fn told(warc: &str, http: &str, body: &str, max_record: u64) -> (usize, Vec<(Reason, String, u64)>) {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{http}\r\n{body}");
    let record = String::from_utf8(record_of(1, "response", &block, None)).unwrap();
    let record = record.replacen("WARC-Type", &format!("{warc}WARC-Type"), 1);
    let archive = Archive::from_bytes("x.warc", record.into_bytes()).unwrap();
    let settings = Settings { max_record, ..Settings::default() };
    let (mut documents, mut losses) = (0, Vec::new());
    for item in archive.open(&settings).unwrap() {
        match item {
            Item::Document(_) => documents += 1,
            Item::Skipped(loss) | Item::Flawed(loss) => losses.push((loss.reason, loss.detail, loss.bytes)),
        }
    }
    (documents, losses)
}

#[test]
fn a_page_that_its_crawler_cut_off_is_told_once_with_the_cause() {
    let length = "Content-Length: 50\r\n";
    let told = |warc: &str, http: &str, body: &str| told(warc, http, body, 1000);
    let cut = |detail: &str, bytes| vec![(Reason::Truncated, detail.to_owned(), bytes)];
    for cause in ["length", "time", "disconnect", "unspecified"] {
        let warc = format!("WARC-Truncated: {cause}\r\n");
        assert_eq!(told(&warc, "", "<p>abc"), (1, cut(&format!("WARC-Truncated: {cause}"), 0)));
    }
    let warc = "warc-truncated: length\r\n";
    assert_eq!(told(warc, length, "<p>abc"), (1, cut("WARC-Truncated: length; 6 bytes of Content-Length 50", 44)));
    let chunks = "WARC-Truncated: length; chunks that end after 6 of a chunk's 9 bytes";
    assert_eq!(told(warc, "Transfer-Encoding: chunked\r\n", "9\r\n<p>abc"), (1, cut(chunks, 3)));
    // Nothing is left of the page.
    let (documents, losses) = told(warc, length, "");
    assert_eq!(
        (documents, losses[0].0, &*losses[0].1),
        (0, Reason::Truncated, "WARC-Truncated: length; empty status 200, Content-Length 50")
    );
    assert_eq!(told("WARC-Truncated:\r\n", "", "<p>abc"), (1, vec![]));
    let missing = (Reason::DamagedBody, "6 bytes of Content-Length 50".to_owned(), 44);
    assert_eq!(told("", length, "<p>abc"), (1, vec![missing]));
}

#[test]
fn what_is_missing_from_a_cut_record_is_told_once() {
    let body = "<p>".to_owned() + &"x".repeat(2000);
    let (documents, losses) = told("", "Content-Length: 2003\r\n", &body, 500);
    assert_eq!((documents, losses.len(), losses[0].0), (1, 1, Reason::RecordLimit), "{losses:?}");
    let (documents, losses) = told("", "Transfer-Encoding: chunked\r\n", &format!("7d3\r\n{body}\r\n0\r\n\r\n"), 500);
    assert_eq!((documents, losses.len(), losses[0].0), (1, 1, Reason::RecordLimit), "{losses:?}");
}

#[test]
fn a_response_without_a_body_is_empty_whatever_its_length() {
    let (documents, losses) = told("", "Content-Length: 50\r\n", "", 1000);
    assert_eq!(
        (documents, &losses[..]),
        (0, &[(Reason::Empty, "status 200, Content-Length 50".to_owned(), losses[0].2)][..])
    );
}
