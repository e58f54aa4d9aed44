//! Records of the crate [`warc`] as archives.

use crate::archive::Archive;
use crate::formats::ArchiveKind;
use warc::{BufferedBody, Record};

impl Archive {
    /// Returns an archive that consists of one record of the crate [`warc`]. Its reader applies the
    /// same rules as to a file: HTTP codings, status, type, limits, docno. `name` names the archive
    /// in reports of its records.
    ///
    /// ```
    /// use tamis_collection::{Archive, Item, ReadSettings};
    ///
    /// let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>A page.";
    /// let mut record = warc::Record::<warc::BufferedBody>::with_body(http);
    /// record.set_warc_type(warc::RecordType::Response);
    /// let archive = Archive::from_warc("memory", record);
    /// let items: Vec<_> = archive.open(&ReadSettings::default())?.collect();
    /// let [Item::Document(page)] = &items[..] else { panic!("{items:?}") };
    /// assert_eq!(page.body.bytes(), b"<p>A page.");
    /// # Ok::<(), tamis_collection::Error>(())
    /// ```
    pub fn from_warc(name: &str, record: Record<BufferedBody>) -> Self {
        let (head, body) = record.into_raw_parts();
        let mut bytes = b"WARC/1.0\r\n".to_vec();
        for (field, value) in &head.headers {
            bytes.extend_from_slice(field.to_string().as_bytes());
            bytes.extend_from_slice(b": ");
            // A line break would end the field.
            bytes.extend(
                value.iter().map(|byte| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte }),
            );
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&body);
        bytes.extend_from_slice(b"\r\n\r\n");
        Self::in_memory(name, ArchiveKind::Warc, bytes)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Archive, Item, ReadSettings};
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    use warc::WarcReader;

    fn record(i: usize, kind: &str, http: &[u8]) -> Vec<u8> {
        let head = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:{i}>\r\nWARC-TREC-ID: \
             doc-{i}\r\nWARC-Target-URI: http://a/{i}\r\nWARC-Date: \
             2006-02-17T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
            http.len()
        );
        [head.as_bytes(), http, b"\r\n\r\n"].concat()
    }

    /// Everything about an item but its place, which differs.
    fn described(item: Item) -> String {
        match item {
            Item::Document(d) => {
                format!("{} {} {} {:?} {:?}", d.docno, d.url, d.date, d.charset, d.body)
            }
            Item::Skipped(report) => {
                format!("skipped {} {} {}", report.record, report.reason, report.detail)
            }
            Item::Defective(report) => {
                format!("defective {} {} {}", report.record, report.reason, report.detail)
            }
        }
    }

    #[test]
    fn records_of_the_warc_crate_are_read_like_those_of_a_file() {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all("<p>gepackt".repeat(500).as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        let coded = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
        let file = [
            record(0, "warcinfo", b"software: x\r\n"),
            record(
                1,
                "response",
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n\r\n<p>caf\xe9",
            ),
            record(2, "response", &[&coded[..], &gzip].concat()),
            record(3, "response", &[&coded[..], &gzip[..gzip.len() / 2]].concat()),
            record(4, "response", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG"),
            record(5, "response", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n \n"),
        ]
        .concat();
        let settings = ReadSettings::default();
        let direct = Archive::from_bytes("x.warc", file.clone()).unwrap().open(&settings).unwrap();
        let records = WarcReader::new(&file[..]).iter_records().map(Result::unwrap);
        let converted =
            records.flat_map(|record| Archive::from_warc("x", record).open(&settings).unwrap());
        let direct: Vec<_> = direct.map(described).collect();
        assert_eq!(converted.map(described).collect::<Vec<_>>(), direct);
        assert_eq!(direct.len(), 7, "one of them is defective: {direct:#?}");
    }
}
