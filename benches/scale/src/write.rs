//! Writes all files of a collection, several at a time. No byte depends on how many.

use crate::file::{Name, Source, Written};
use crate::topics::Judged;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that are collected before a file is written to.
const BUFFER: usize = 1 << 18;

#[derive(Debug, Clone)]
pub struct Job {
    pub pages: u64,
    /// Pages of a full file.
    pub pages_per_file: u64,
    /// Where to write; without it pages are made, but not written.
    pub out: Option<PathBuf>,
    pub level: u32,
    pub threads: usize,
}

/// What has been written, by all threads.
#[derive(Debug, Default)]
pub struct Totals {
    pub pages: u64,
    /// Bytes of HTML.
    pub html: u64,
    pub packed: u64,
    pub hosts: Vec<u64>,
    /// Pages that may be judged.
    pub judged: Vec<Judged>,
}

impl Totals {
    fn add(&mut self, written: Written, packed: u64) {
        self.pages += written.pages;
        self.html += written.html;
        self.packed += packed;
        for host in written.hosts {
            self.hosts[host as usize] += 1;
        }
        self.judged.extend(written.judged);
    }
}

impl Job {
    /// Writes all files, the first ones first.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn run(&self, source: &Source) -> io::Result<Totals> {
        let next = AtomicU64::new(0);
        let hosts = vec![0; source.hosts.count()];
        let totals = Mutex::new(Totals { hosts, ..Totals::default() });
        std::thread::scope(|scope| {
            let work = || self.write_files(source, &next, &totals);
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                worker.join().expect("no thread panics")?;
            }
            Ok::<_, io::Error>(())
        })?;
        Ok(totals.into_inner().expect("no thread panics with the lock"))
    }

    /// Writes files as long as there are any.
    fn write_files(
        &self,
        source: &Source,
        next: &AtomicU64,
        totals: &Mutex<Totals>,
    ) -> io::Result<()> {
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            let first = file * self.pages_per_file;
            if first >= self.pages {
                return Ok(());
            }
            let pages = first..self.pages.min(first + self.pages_per_file);
            let (written, packed) = self.write_file(source, file, pages)?;
            totals.lock().expect("no thread panics with the lock").add(written, packed);
        }
    }

    /// Writes a file, and returns what it has and its packed size.
    fn write_file(
        &self,
        source: &Source,
        file: u64,
        pages: Range<u64>,
    ) -> io::Result<(Written, u64)> {
        let Some(out) = &self.out else {
            return Ok((source.write(file, pages, &mut io::sink())?, 0));
        };
        let name = Name::new(file);
        let folder = out.join(name.folder());
        fs::create_dir_all(&folder)?;
        let path = folder.join(name.file());
        // A file that was not finished has another name, which is not that of an archive.
        let unfinished = path.with_extension("unfinished");
        let mut packed = self.packer(&unfinished)?;
        let written = source.write(file, pages, &mut packed)?;
        let mut buffer = packed.finish()?;
        buffer.flush()?;
        let size = buffer.get_ref().metadata()?.len();
        fs::rename(unfinished, path)?;
        Ok((written, size))
    }

    fn packer(&self, path: &Path) -> io::Result<GzEncoder<BufWriter<File>>> {
        let buffer = BufWriter::with_capacity(BUFFER, File::create(path)?);
        Ok(GzEncoder::new(buffer, Compression::new(self.level)))
    }
}
