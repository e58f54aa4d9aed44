//! One file of the collection, as BLOGS06 has them: `YYYYMMDD/permalinks-NNN.gz`. It depends on its
//! number alone, so files can be written in any order, and the first files of a collection are a
//! smaller one.

use crate::base::Base;
use crate::chance::{Purpose, below, hash, shuffle};
use crate::hosts::Hosts;
use crate::topics::{Judged, Topics};
use crate::words::{Lexicon, Mapping};
use std::io::{self, Write};
use std::ops::Range;

/// The days of BLOGS06, from 6 December 2005 to 21 February 2006.
const DAYS: u64 = 78;
/// The files of the whole collection, over which the days are spread.
const FILES: u64 = 763;
/// Mean number of pages of a host that follow one another.
const RUN: u64 = 3;

/// What all files are made from.
#[derive(Debug)]
pub struct Source<'a> {
    pub base: &'a Base,
    pub lexicon: Lexicon<'a>,
    pub hosts: Hosts,
    /// The topics to judge pages for.
    pub topics: Topics,
    /// What all chance depends on.
    pub seed: u64,
}

#[derive(Debug, Default)]
pub struct Written {
    pub pages: u64,
    /// Bytes of HTML.
    pub html: u64,
    /// The host of each page.
    pub hosts: Vec<u32>,
    /// The pages that topics judge.
    pub judged: Vec<Judged>,
}

/// Where a file is, and its names.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    year: u64,
    month: u64,
    day: u64,
    number: u64,
}

/// A page of the base in a copy.
struct Slot {
    page: usize,
    host: usize,
    number: u64,
}

impl Name {
    /// Returns the name of a file.
    pub fn new(file: u64) -> Self {
        let day = (file * DAYS / FILES).min(DAYS - 1);
        let first_of_day = (day * FILES).div_ceil(DAYS);
        let number = file - first_of_day;
        let (year, month, day) = match day {
            0..26 => (2005, 12, day + 6),
            26..57 => (2006, 1, day - 25),
            _ => (2006, 2, day - 56),
        };
        Self { year, month, day, number }
    }

    pub fn folder(self) -> String {
        format!("{:04}{:02}{:02}", self.year, self.month, self.day)
    }

    /// Returns the name in the folder.
    pub fn file(self) -> String {
        format!("permalinks-{:03}.gz", self.number)
    }

    /// Returns the docno of the page at an offset.
    pub fn docno(self, offset: u64) -> String {
        format!("BLOG06-{}-{:03}-{offset:010}", self.folder(), self.number)
    }
}

impl Source<'_> {
    /// Writes pages of a file, not packed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: u64, pages: Range<u64>, out: &mut impl Write) -> io::Result<Written> {
        let name = Name::new(file);
        let mut written = Written::default();
        let mut offset = 0;
        let mut record = Vec::new();
        let mut body = Vec::new();
        let per_copy = self.base.pages.len() as u64;
        let mut start = pages.start;
        while start < pages.end {
            let copy = start / per_copy;
            let end = pages.end.min((copy + 1) * per_copy);
            let mapping = self.lexicon.mapping(copy);
            let slots = self.slots(copy, start..end);
            let mut offsets = Vec::with_capacity(slots.len());
            for slot in &slots {
                offsets.push(offset);
                body.clear();
                mapping.write(&self.base.pages[slot.page], &mut body);
                record.clear();
                self.write_record(name, offset, slot, &body, &mut record)?;
                out.write_all(&record)?;
                offset += record.len() as u64;
                written.pages += 1;
                written.html += body.len() as u64;
                written.hosts.push(slot.host as u32);
            }
            self.judge(file, name, &mapping, &slots, &offsets, &mut written.judged);
            start = end;
        }
        Ok(written)
    }

    /// Returns the pages of a part of a copy, in the order of the file.
    fn slots(&self, copy: u64, pages: Range<u64>) -> Vec<Slot> {
        let per_copy = self.base.pages.len() as u64;
        let mut order: Vec<usize> = (0..self.base.pages.len()).collect();
        shuffle(&mut order, self.seed, Purpose::Order, &[copy]);
        let from = (pages.start - copy * per_copy) as usize;
        let to = (pages.end - copy * per_copy) as usize;
        let chosen = &mut order[from..to];
        // The pages of a platform follow one another as in the base, where neighbours are alike.
        chosen.sort_by_key(|page| (self.base.pages[*page].site, *page));
        let mut slots: Vec<Slot> = Vec::with_capacity(chosen.len());
        for (place, page) in chosen.iter().enumerate() {
            let number = pages.start + place as u64;
            let site = self.base.pages[*page].site;
            let ends = below(hash(self.seed, Purpose::Run, &[number]), RUN) == 0;
            let last = slots.last().filter(|last| self.base.pages[last.page].site == site);
            let host = match last {
                Some(last) if !ends => last.host,
                _ => self.hosts.draw(site, hash(self.seed, Purpose::Host, &[number])),
            };
            slots.push(Slot { page: *page, host, number });
        }
        slots
    }

    /// Appends the record of a page.
    fn write_record(
        &self,
        name: Name,
        offset: u64,
        slot: &Slot,
        body: &[u8],
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Name { year, month, day, .. } = name;
        let Slot { host, number, .. } = slot;
        let second = below(hash(self.seed, Purpose::Clock, &[*number]), 24 * 60 * 60);
        let hour = second / 3600;
        let minute = second / 60 % 60;
        let second = second % 60;
        let home = format!("http://site-{host:06}.example/");
        let url = format!("{home}{year}/{month:02}/{number}.html");
        let date = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+0000");
        writeln!(out, "<DOC>\n<DOCNO>{}</DOCNO>", name.docno(offset))?;
        writeln!(out, "<DATE_XML>{date}</DATE_XML>")?;
        writeln!(out, "<FEEDNO>BLOG06-feed-{host:06}</FEEDNO>")?;
        writeln!(out, "<FEEDURL>{home}feed.xml</FEEDURL>")?;
        writeln!(out, "<BLOGHPNO>BLOG06-bloghp-{host:06}</BLOGHPNO>")?;
        writeln!(out, "<BLOGHPURL>{home}</BLOGHPURL>")?;
        writeln!(out, "<PERMALINK>{url}</PERMALINK>")?;
        writeln!(out, "<DOCHDR>\n{url}\nHTTP/1.1 200 OK")?;
        match &self.base.pages[slot.page].charset {
            Some(charset) => writeln!(out, "Content-Type: text/html; charset={charset}")?,
            None => writeln!(out, "Content-Type: text/html")?,
        }
        writeln!(out, "Content-Length: {}\n</DOCHDR>", body.len())?;
        out.extend_from_slice(body);
        out.extend_from_slice(b"\n</DOC>\n");
        Ok(())
    }

    /// Adds the pages of a part of a copy that topics judge.
    fn judge(
        &self,
        file: u64,
        name: Name,
        mapping: &Mapping,
        slots: &[Slot],
        offsets: &[u64],
        judged: &mut Vec<Judged>,
    ) {
        if self.topics.is_empty() {
            return;
        }
        let mut place_of = vec![None; self.base.pages.len()];
        for (place, slot) in slots.iter().enumerate() {
            place_of[slot.page] = Some(place);
        }
        for choice in self.topics.judge(self.base, file, mapping, &place_of, slots.len()) {
            judged.push(Judged {
                topic: choice.topic,
                docno: name.docno(offsets[choice.place]),
                is_match: choice.is_match,
                order: choice.order,
                tier: choice.tier,
            });
        }
    }
}
