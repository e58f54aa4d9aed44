//! Properties of every reader on any bytes: the ledger's equation, and that a reader which starts
//! at another's checkpoint returns the same items as that one.

use crate::discover::piped;
use crate::formats::detect;
use crate::input::{Input, Raw};
use crate::pipe::Pipe;
use crate::records::RecordStream;
use crate::stream::Stream;
use crate::{Archive, ArchiveKind, Checkpoint, Item, ReadSettings};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use std::io::{Read, Write};
use std::sync::Arc;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The layout of records in a file.
#[derive(Debug, Clone, Copy)]
enum Layout {
    Plain,
    Members,
    Pairs,
    OneStream,
    Frames,
    Bzip2Pairs,
}

impl Layout {
    fn lay(self, records: &[Vec<u8>]) -> Vec<u8> {
        match self {
            Self::Plain => records.concat(),
            Self::Members => records.iter().flat_map(|record| gzip(record)).collect(),
            Self::Pairs => records.chunks(2).flat_map(|pair| gzip(&pair.concat())).collect(),
            Self::OneStream => gzip(&records.concat()),
            Self::Frames => records.iter().flat_map(|record| zstd(record)).collect(),
            Self::Bzip2Pairs => records.chunks(2).flat_map(|pair| bzip2(&pair.concat())).collect(),
        }
    }
}

/// What happens to a file, at a place.
#[derive(Debug, Clone)]
enum Damage {
    Overwrite(Vec<u8>),
    Insert(Vec<u8>),
    Remove(usize),
    Cut,
}

impl Damage {
    fn strike(&self, bytes: &mut Vec<u8>, at: usize) {
        let left = bytes.len() - at;
        match self {
            Self::Overwrite(with) => {
                let n = with.len().min(left);
                bytes[at..at + n].copy_from_slice(&with[..n]);
            }
            Self::Insert(what) => drop(bytes.splice(at..at, what.iter().copied())),
            Self::Remove(n) => drop(bytes.drain(at..at + left.min(*n))),
            Self::Cut => bytes.truncate(at),
        }
    }
}

fn damaged_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![prop::collection::vec(any::<u8>(), 1..30), Just(vec![0xff; 20]), Just(vec![0; 9])]
}

fn damage() -> impl Strategy<Value = Damage> {
    let lines = prop::sample::select(vec![
        "junk\r\n",
        "\r\nWARC/1.0\r\n",
        "\n<DOC>\n",
        "\n</DOC>\n",
        "\n{\n",
        "\n\n\n\n",
    ]);
    prop_oneof![
        4 => damaged_bytes().prop_map(Damage::Overwrite),
        2 => damaged_bytes().prop_map(Damage::Insert),
        2 => lines.prop_map(|line| Damage::Insert(line.into())),
        2 => (1usize..60).prop_map(Damage::Remove),
        1 => Just(Damage::Cut),
    ]
}

fn warc_record() -> impl Strategy<Value = Vec<u8>> {
    let kind =
        prop::sample::select(vec!["response", "response", "response", "request", "resource"]);
    let coded = prop::sample::select(vec![
        "",
        "Content-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked\r\n",
    ]);
    let wrong =
        prop_oneof![6 => Just(None), 2 => (0usize..2000).prop_map(Some), 1 => Just(Some(1 << 40))];
    let end =
        prop::sample::select(vec!["\r\n\r\n", "\r\n\r\n", "\n\n", "\r\n", "", "\r\n\r\n\r\n"]);
    let line = prop::sample::select(vec!["\r\n", "\r\n", "\n"]);
    let segment = prop::sample::select(vec![
        None,
        None,
        None,
        Some("WARC-Record-ID: <urn:1>\r\nWARC-Segment-Number: 1"),
        Some("WARC-Record-ID: <urn:2>\r\nWARC-Segment-Number: 1"),
        Some("WARC-Segment-Origin-ID: <urn:1>\r\nWARC-Segment-Number: 2"),
        Some(
            "WARC-Segment-Origin-ID: <urn:1>\r\nWARC-Segment-Number: 2\r\n\
             WARC-Segment-Total-Length: 700",
        ),
        Some(
            "WARC-Segment-Origin-ID: <urn:2>\r\nWARC-Segment-Number: 3\r\n\
             WARC-Segment-Total-Length: 9",
        ),
    ]);
    (kind, coded, 0usize..40, wrong, end, line, segment).prop_map(
        |(kind, coded, words, wrong, end, line, segment)| {
            let page = format!("<p>{}", "some words ".repeat(words));
            let page =
                if coded.contains("gzip") { gzip(page.as_bytes()) } else { page.into_bytes() };
            let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{coded}\r\n");
            let length = wrong.unwrap_or(http.len() + page.len());
            let is_later = segment.is_some_and(|segment| segment.contains("Origin"));
            let kind = if is_later { "continuation" } else { kind };
            let head = [
                "WARC/1.0",
                &format!("WARC-Type: {kind}"),
                segment.unwrap_or("X-Segment: none"),
                &format!("Content-Length: {length}"),
                "",
                "",
            ]
            .join(line);
            [head.as_bytes(), http.as_bytes(), &page, end.as_bytes()].concat()
        },
    )
}

fn arc_record() -> impl Strategy<Value = Vec<u8>> {
    let wrong =
        prop_oneof![6 => Just(None), 2 => (-1i64..2000).prop_map(Some), 1 => Just(Some(1 << 40))];
    let url = prop::sample::select(vec!["http://a/", "http://a/b c", "dns:a", "filedesc://x"]);
    let end = prop::sample::select(vec!["\n", "\n", "\n\n", ""]);
    (url, 0usize..40, wrong, end).prop_map(|(url, words, wrong, end)| {
        let page = format!(
            "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}",
            "some\nwords ".repeat(words)
        );
        let length = wrong.unwrap_or(page.len() as i64);
        format!("{url} 1.2.3.4 20080430204825 text/html {length}\n{page}{end}").into_bytes()
    })
}

fn doc_record() -> impl Strategy<Value = Vec<u8>> {
    let name =
        prop::sample::select(vec!["<DOCNO>D-1</DOCNO>", "<DOCNO></DOCNO>", "<FEEDNO>F-1</FEEDNO>"]);
    let end = prop::sample::select(vec![
        "\n</DOC>\n",
        "\n</DOC>\n",
        "\n</DOC>\n\n",
        "\n",
        "\n</DOC>\njunk\n",
    ]);
    (name, 0usize..40, end).prop_map(|(name, words, end)| {
        format!(
            "<DOC>\n{name}\n<DOCHDR>\nhttp://a\n</DOCHDR>\n{}{end}",
            "some words ".repeat(words)
        )
        .into_bytes()
    })
}

fn json_line() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        "{\"id\":\"a\",\"text\":\"some words\"}\n",
        "{\"id\":\"a\",\"html\":\"<p>some words and so on to a length that is above a limit\"}\r\n",
        "\n",
        " \r\n",
        "{\"id\":\"a\"}\n",
        "no json\n",
        "{\"id\":\"a\",\"text\":\" \"}\n",
    ]);
    line.prop_map(|line| line.as_bytes().to_vec())
}

fn tsv_line() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        &b"a\tsome words\n"[..],
        b"a\tsome words and so on to a length that is above a limit\twith a tab\r\n",
        b"\n",
        b"a\t \n",
        b"no tab\n",
        b"a\thttp://a.example/\ta title\tsome words\n",
        b"a\t\t\tsome words\n",
        b"\xff\t\xff\n",
    ]);
    line.prop_map(<[u8]>::to_vec)
}

fn file() -> impl Strategy<Value = Vec<u8>> {
    let records = prop_oneof![
        3 => prop::collection::vec(warc_record(), 1..8),
        2 => prop::collection::vec(arc_record(), 1..8),
        1 => prop::collection::vec(doc_record(), 1..8),
        1 => prop::collection::vec(json_line(), 1..12),
        1 => Just(vec![b"<html><p>a page".to_vec()]),
    ];
    let layout = prop::sample::select(vec![
        Layout::Plain,
        Layout::Members,
        Layout::Pairs,
        Layout::OneStream,
        Layout::Frames,
        Layout::Bzip2Pairs,
    ]);
    let damages = prop::collection::vec((any::<prop::sample::Index>(), damage()), 0..4);
    (records, layout, damages).prop_map(|(records, layout, damages)| {
        let mut bytes = layout.lay(&records);
        for (place, damage) in &damages {
            let at = place.index(bytes.len() + 1);
            damage.strike(&mut bytes, at);
        }
        bytes
    })
}

/// A limit in bytes.
fn limit() -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(1 << 20), 1 => 1u64..400]
}

fn settings() -> impl Strategy<Value = ReadSettings> {
    (limit(), limit()).prop_map(|(max_record, max_inflated)| ReadSettings {
        max_record,
        max_inflated,
        ..ReadSettings::default()
    })
}

fn described(items: impl Iterator<Item = Item>) -> Vec<String> {
    items.map(|item| format!("{item:?}")).collect()
}

fn records(items: &[String]) -> usize {
    items.iter().filter(|item| !item.starts_with("Defective")).count()
}

fn goes_on_at_every_checkpoint(
    archive: &Archive,
    settings: &ReadSettings,
) -> Result<(), TestCaseError> {
    let mut whole = archive.open(settings).unwrap();
    let items = described(&mut whole);
    for k in 0..=items.len() {
        let mut first = archive.open(settings).unwrap();
        for item in &items[..k] {
            prop_assert_eq!(&format!("{:?}", first.next().unwrap()), item);
        }
        let checkpoint = first.checkpoint();
        let mut rest = archive.resume(settings, checkpoint).unwrap();
        prop_assert_eq!(rest.checkpoint(), checkpoint);
        let remaining = described(&mut rest);
        prop_assert_eq!(&remaining, &items[k..], "{} {:?}", k, checkpoint);
        prop_assert_eq!(first.records() + rest.records(), whole.records());
    }
    Ok(())
}

/// Skipping the second record, of which the length is wrong, fills the window a little further than
/// reading the third one needs. That does not look for the damage behind, which a reader that
/// begins with the third record does not see either.
#[test]
fn a_checkpoint_does_not_depend_on_how_far_ahead_an_earlier_record_was_read() {
    let record = |url: &str, length: &str, text: &str| {
        let http = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n{text}");
        let length = if length.is_empty() { http.len().to_string() } else { length.to_owned() };
        format!("{url} 1.2.3.4 20080430204825 text/html {length}\n{http}\n")
    };
    let first = record("http://a/1", "", "<p>one") + &record("filedesc://a", "1099511627776", "");
    let second = record("http://a/3", "", "<p>three") + &record("http://a/4", "", "<p>four");
    for ahead in 4090..4100 {
        let third = record("http://a/5", "", &"a".repeat(ahead - second.len() - 95));
        let members = [&first, &second, &third].map(|member| gzip(member.as_bytes()));
        let mut bytes = members.concat();
        bytes.truncate(bytes.len() - 4);
        let archive = Archive::from_bytes("x", bytes).unwrap();
        goes_on_at_every_checkpoint(&archive, &ReadSettings::default()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(1000)))]

    #[test]
    fn documents_and_skips_sum_up_to_the_records(bytes in file(), settings in settings()) {
        let Some(archive) = Archive::from_bytes("x", bytes) else { return Ok(()) };
        let mut reader = archive.open(&settings).unwrap();
        let items = described(&mut reader);
        prop_assert_eq!(records(&items) as u64, reader.records(), "{:#?}", items);
        prop_assert!(!items.first().is_some_and(|item| item.starts_with("Defective")));
    }

    #[test]
    fn a_reader_goes_on_at_every_checkpoint(bytes in file(), settings in settings()) {
        let Some(archive) = Archive::from_bytes("x", bytes) else { return Ok(()) };
        goes_on_at_every_checkpoint(&archive, &settings)?;
    }

    #[test]
    fn standard_input_gives_what_a_file_gives(
        bytes in file(),
        step in 1usize..500,
        k in any::<prop::sample::Index>(),
    ) {
        let Some(archive) = Archive::from_bytes("x", bytes.clone()) else { return Ok(()) };
        let settings = ReadSettings::default();
        let mut whole = archive.open(&settings).unwrap();
        let items = described(&mut whole);
        let pipe = trickling_archive(&bytes, step);
        prop_assert_eq!(pipe.kind, archive.kind);
        let mut first = pipe.open(&settings).unwrap();
        let k = k.index(items.len() + 1);
        prop_assert_eq!(described(first.by_ref().take(k)), &items[..k]);
        let pipe = trickling_archive(&bytes, step);
        let mut rest = pipe.resume(&settings, first.checkpoint()).unwrap();
        prop_assert_eq!(described(&mut rest), &items[k..]);
        prop_assert_eq!(first.records() + rest.records(), whole.records());
    }

    #[test]
    fn what_is_given_does_not_depend_on_how_much_is_in_the_window(
        (kind, mut records) in kind_and_records(),
        strikes in prop::collection::vec((any::<prop::sample::Index>(), damage()), 0..4),
        gz in any::<bool>(),
        step in 1usize..50,
    ) {
        for (place, damage) in strikes {
            let at = place.index(records.len());
            let end = records[at].len();
            damage.strike(&mut records[at], place.index(end + 1));
        }
        let bytes = if gz { Layout::Members } else { Layout::Plain }.lay(&records);
        // Only a file lets the reader look ahead of a length above the limit.
        let settings = ReadSettings { max_record: u64::MAX >> 8, ..ReadSettings::default() };
        let [by_steps, at_once] = [step, usize::MAX].map(|step| {
            let raw = Raw::Pipe(Box::new(Trickle { bytes: bytes.clone(), step }));
            let stream = Stream::new(Input::new(raw, Arc::default()), None, detect::sniff);
            let record_stream =
                RecordStream::new("x".into(), stream, settings.clone(), Checkpoint::default());
            described((kind.format().read)(record_stream, Checkpoint::default()))
        });
        prop_assert_eq!(by_steps, at_once);
    }
}

fn kind_and_records() -> impl Strategy<Value = (ArchiveKind, Vec<Vec<u8>>)> {
    prop_oneof![
        (Just(ArchiveKind::Warc), prop::collection::vec(warc_record(), 1..8)),
        (Just(ArchiveKind::TrecWeb), prop::collection::vec(doc_record(), 1..8)),
        (Just(ArchiveKind::Jsonl), prop::collection::vec(json_line(), 1..12)),
        (Just(ArchiveKind::Arc), prop::collection::vec(arc_record(), 1..8)),
        (Just(ArchiveKind::Tsv), prop::collection::vec(tsv_line(), 1..12)),
    ]
}

/// Standard input that gives few bytes at once.
fn trickling_archive(bytes: &[u8], step: usize) -> Archive {
    piped("x", Pipe::new(Box::new(Trickle { bytes: bytes.to_vec(), step }))).unwrap()
}

/// A pipe that gives few bytes at once.
struct Trickle {
    bytes: Vec<u8>,
    step: usize,
}

impl Read for Trickle {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let n = self.step.min(self.bytes.len()).min(out.len());
        out[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes.drain(..n);
        Ok(n)
    }
}

/// A record with a page of this number of letters.
fn resource(letters: usize) -> Vec<u8> {
    format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: \
         {}\r\n\r\n<p>{}\r\n\r\n",
        3 + letters,
        "x".repeat(letters)
    )
    .into_bytes()
}

#[test]
fn a_checkpoint_is_the_next_record_where_members_or_plain_records_let_reading_begin() {
    let records: Vec<_> = (1..4).map(resource).collect();
    for layout in [Layout::Plain, Layout::Members, Layout::OneStream] {
        let archive = Archive::from_bytes("x", layout.lay(&records)).unwrap();
        let mut reader = archive.open(&ReadSettings::default()).unwrap();
        reader.next();
        let position = records[0].len() as u64;
        let expected = match layout {
            Layout::OneStream => Checkpoint { items: 1, ..Checkpoint::default() },
            _ => Checkpoint {
                stored: layout.lay(&records[..1]).len() as u64,
                position,
                records: 1,
                items: 0,
            },
        };
        assert_eq!(reader.checkpoint(), expected, "{layout:?}");
    }
}
