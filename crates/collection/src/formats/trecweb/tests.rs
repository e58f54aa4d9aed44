use crate::Body;
use crate::{Archive, Item, ReadSettings, Reason};
use proptest::prelude::*;

fn doc(i: usize, page: &str) -> String {
    format!(
        "<DOC>\n<DOCNO>D-{i}</DOCNO>\n<DOCHDR>\nhttp://a/{i} 0.0.0.0 20051206 9\nHTTP/1.1 404 Not \
         Found\nContent-Type: text/html; charset=latin1\n</DOCHDR>\n{page}\n</DOC>\n"
    )
}

/// Docnos with their pages, and reasons with the offsets or bytes of what was skipped.
type Found = (Vec<(String, String)>, Vec<(Reason, u64)>);

fn read_with(text: &str, settings: &ReadSettings) -> Found {
    let archive = Archive::from_bytes("x", text.as_bytes().to_vec()).unwrap();
    let mut pages = Vec::new();
    let mut skips = Vec::new();
    for item in archive.open(settings).unwrap() {
        match item {
            Item::Document(document) => {
                let Body::Html(body) = document.body else { panic!() };
                pages.push((document.docno, String::from_utf8(body).unwrap()));
            }
            Item::Skipped(skip) | Item::Defective(skip) => {
                skips.push((skip.reason, skip.source.offset));
            }
        }
    }
    (pages, skips)
}

fn read(text: &str) -> Found {
    read_with(text, &ReadSettings::default())
}

fn named(i: usize, page: &str) -> (String, String) {
    (format!("D-{i}"), page.to_owned())
}

#[test]
fn pages_keep_their_bytes_and_their_404s() {
    let pages = ["<p>a", "line\n</DOC>\nstill the page <DOC>\n<DOC>\nand on", " <P>\r\n\n"];
    let text: String = pages.iter().enumerate().map(|(i, page)| doc(i, page)).collect();
    let expected: Vec<_> = pages.iter().enumerate().map(|(i, page)| named(i, page)).collect();
    assert_eq!(read(&text), (expected, vec![]));
    let settings = ReadSettings { status: Some("2xx".parse().unwrap()), ..ReadSettings::default() };
    assert_eq!(read_with(&text, &settings).1.len(), 3);
}

#[test]
fn feeds_and_home_pages_are_counted_unless_they_are_included() {
    let feed = "<DOC>\n<FEEDNO>F-1</FEEDNO>\n<PERMALINKS>\nu \
                D-0\n</PERMALINKS>\n<DOCHDR>\n\n</DOCHDR>\n<rss>x</rss>\n</DOC>\n";
    let home = "<DOC>\n<BLOGHPNO>B-1</BLOGHPNO>\n<BLOGHPURL>u</BLOGHPURL>\n\
                <DOCHDR>\n\n</DOCHDR>\n<p>home\n</DOC>\n";
    let text = format!("{feed}{home}{}", doc(0, "<p>a"));
    let (pages, skips) = read(&text);
    assert_eq!(
        (pages.len(), skips),
        (1, vec![(Reason::Feed, 0), (Reason::Homepage, feed.len() as u64)])
    );
    let settings =
        ReadSettings { include_feeds: true, include_homepages: true, ..ReadSettings::default() };
    let (pages, skips) = read_with(&text, &settings);
    let names: Vec<_> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, skips.len()), (vec!["F-1", "B-1", "D-0"], 0));
}

#[test]
fn damage_is_counted_and_reading_goes_on() {
    let unclosed = doc(0, "<p>a").replace("</DOC>\n", "");
    let text = format!("{unclosed}{}", doc(1, "<p>b"));
    let (pages, skips) = read(&text);
    assert_eq!(
        (pages.len(), &pages[1], skips),
        (2, &named(1, "<p>b"), vec![(Reason::Truncated, 0)])
    );

    let junk = format!("{}some junk\n{}", doc(0, "<p>a"), doc(1, "<p>b"));
    assert_eq!(
        read(&junk),
        (vec![named(0, "<p>a"), named(1, "<p>b")], vec![(Reason::DamagedRecord, 0)])
    );

    let first = format!("junk\n{}", doc(1, "<p>b"));
    assert_eq!(read(&first), (vec![named(1, "<p>b")], vec![(Reason::DamagedRecord, 0)]));

    let nameless = format!("{}{}", doc(0, "<p>a").replace("D-0", ""), doc(1, ""));
    assert_eq!(
        read(&nameless).1.iter().map(|skip| skip.0).collect::<Vec<_>>(),
        [Reason::DamagedRecord, Reason::Empty]
    );
}

#[test]
fn records_beyond_the_limit_are_reported() {
    let text = format!("{}{}{}", doc(0, "<p>a"), doc(1, &"x ".repeat(1 << 20)), doc(2, "<p>c"));
    let settings = ReadSettings { max_record: 1 << 20, ..ReadSettings::default() };
    let (pages, skips) = read_with(&text, &settings);
    assert_eq!((pages.len(), skips), (3, vec![(Reason::RecordLimit, doc(0, "<p>a").len() as u64)]));
    let whole = doc(1, &"x ".repeat(1 << 20));
    let kept = (1 << 20) - whole.find("x x").unwrap();
    assert_eq!(pages[1].1, "x ".repeat(1 << 20)[..kept]);
}

proptest! {
    #[test]
    fn random_bytes_end_without_panic(
        parts in proptest::collection::vec(
            prop_oneof![
                "[ -~\n]{0,40}",
                "<DOC>\n<DOCNO>x</DOCNO>\n",
                "\n</DOC>\n",
                "<DOCHDR>\n",
                "</DOCHDR>\n",
                "\n<DOC>",
            ],
            0..30,
        ),
    ) {
        let text = format!("<DOC>\n<DOCNO>a</DOCNO>\n{}", parts.concat());
        if let Some(archive) = Archive::from_bytes("x", text.into_bytes()) {
            prop_assert!(archive.open(&ReadSettings::default()).unwrap().count() > 0);
        }
    }

    #[test]
    fn any_page_arrives_as_written(pages in proptest::collection::vec("[ -~\n]{0,60}", 1..6)) {
        prop_assume!(pages.iter().all(|page| !page.contains("<DOC") && !page.trim().is_empty()));
        let text: String = pages.iter().enumerate().map(|(i, page)| doc(i, page)).collect();
        let expected: Vec<_> = pages.iter().enumerate().map(|(i, page)| named(i, page)).collect();
        prop_assert_eq!(read(&text), (expected, vec![]));
    }
}

#[test]
fn a_record_behind_one_that_was_cut_off_is_read() {
    let first = doc(0, "<p>a");
    let cut = doc(1, "<p>words of it");
    let third = doc(2, "<p>c");
    for kept in 1..cut.len() - 1 {
        let (pages, skips) = read(&format!("{first}{}{third}", &cut[..kept]));
        assert!(
            pages.contains(&named(0, "<p>a")) && pages.contains(&named(2, "<p>c")),
            "{kept}: {pages:?}"
        );
        let reasons: Vec<_> = skips.iter().map(|skip| skip.0).collect();
        let is_whole = cut[..kept].ends_with("\n</DOC>");
        assert!(is_whole || !reasons.is_empty(), "{kept}: {:?}", &cut[..kept]);
    }
}

#[test]
fn what_is_left_of_a_record_without_its_start_is_no_part_of_the_page_before() {
    let first = doc(0, "<p>a");
    let second = doc(1, "<p>b");
    for gone in ["<DOC>\n", "OC>\n<DOCNO>D", "<DOC>\n<DOCNO>D-1</DOCNO>\n", "</DOCNO>\n<DOCHDR>"] {
        let (pages, skips) =
            read(&format!("{first}{}{}", second.replacen(gone, "", 1), doc(2, "<p>c")));
        assert_eq!(pages[0], named(0, "<p>a"), "{gone}");
        assert_eq!(pages.last(), Some(&named(2, "<p>c")), "{gone}");
        assert!(
            pages.len() == 3 || skips.iter().any(|skip| skip.0 == Reason::DamagedRecord),
            "{gone}: {skips:?}"
        );
    }
}

#[test]
fn a_page_about_the_format_stays_whole() {
    for page in [
        "<p>use <DOC> and then <DOCNO> with it",
        "<p>use <DOC> <DOCNO>X-1</DOCNO> with it",
        "<p>use <DOC>\n",
        "<p>as in <DOC> <DOCNO>X-1</DOCNO> <p>text </DOC>\n",
        "<p>ends with\n</DOC>\n<p>and goes on",
    ] {
        let text = [doc(0, page), doc(1, "<p>b")].concat();
        assert_eq!(read(&text), (vec![named(0, page), named(1, "<p>b")], vec![]));
    }
}
