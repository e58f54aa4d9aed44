//! Reads an archive to its end: with a bare decompressor, with tamis, with fastwarc.

use crate::{Outcome, Pass};
use cpu_time::ProcessTime;
use fastwarc::stream_io::gzip::GzipReader;
use fastwarc::warc::iter::ArchiveIterator;
use fastwarc::warc::record::{SharedWarcRecord, WarcRecordType};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufReader, Read};
use std::path::Path;
use tamis_collection::{Item, ReadSettings, discover};

/// The buffer that is read into and the buffer that is decompressed into, in bytes: as large as
/// tamis' own.
const BUFFER: usize = 256 * 1024;

/// The physical floor: every byte decompressed by flate2 over zlib-rs into one buffer, and not
/// looked at.
pub fn floor(archive: &Path) -> Outcome<Pass> {
    let start = ProcessTime::now();
    let mut decoder = MultiGzDecoder::new(BufReader::with_capacity(BUFFER, File::open(archive)?));
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        match decoder.read(&mut buffer)? {
            0 => return Ok(Pass { cpu: start.elapsed(), records: 0, bytes }),
            n => bytes += black_box(&buffer[..n]).len() as u64,
        }
    }
}

/// Every page with its body, through tamis' reader.
pub fn records(archive: &Path) -> Outcome<Pass> {
    let start = ProcessTime::now();
    let mut records = 0;
    let mut bytes = 0;
    for archive in discover(&[archive.display().to_string()])? {
        for item in archive.open(&ReadSettings::default())? {
            if let Item::Document(document) = black_box(item) {
                records += 1;
                bytes += document.body.size() as u64;
            }
        }
    }
    Ok(Pass { cpu: start.elapsed(), records, bytes })
}

/// Every response with its body, through fastwarc: HTTP heads parsed, other records passed over,
/// records reused, each body read into one buffer.
pub fn fastwarc(archive: &Path) -> Outcome<Pass> {
    let start = ProcessTime::now();
    let mut records = 0;
    let mut bytes = 0;
    let input = GzipReader::new(BufReader::with_capacity(BUFFER, File::open(archive)?));
    let responses = ArchiveIterator::new(input).with_inplace(true);
    let mut body = Vec::new();
    for record in responses.with_filter(|record| record.record_type() == WarcRecordType::Response) {
        let read = record?.with_mut(|record| {
            body.clear();
            record.reader_mut().map_or(Ok(0), |reader| reader.read_to_end(&mut body))
        })?;
        black_box(&body);
        records += 1;
        bytes += read as u64;
    }
    Ok(Pass { cpu: start.elapsed(), records, bytes })
}
