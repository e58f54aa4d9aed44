//! The progress as a line: with a bar and in the width of a terminal, or as a sentence.

use crate::terminal::columns::{columns, cut_in_the_middle};
use indicatif::{BinaryBytes, HumanDuration};
use std::time::Duration;
use tamis::words::{counted, grouped};

/// The progress at one time.
#[derive(Debug, Clone, Default)]
pub(super) struct Moment {
    pub read: u64,
    /// Bytes of the collection; 0 if unknown.
    pub total: u64,
    pub elapsed: Duration,
    pub pages: u64,
    pub skipped: u64,
    pub defective: u64,
    pub current: Current,
}

#[derive(Debug, Clone)]
pub(super) enum Current {
    /// An archive is read; its name, escaped.
    Archive(String),
    /// All archives are read, and this is done last.
    Last(&'static str),
}

impl Default for Current {
    fn default() -> Self {
        Self::Archive(String::new())
    }
}

/// The columns of a bar, in wide windows and in others.
const BARS: [usize; 2] = [20, 10];
/// The least columns of a window that is wide.
const WIDE: usize = 100;
/// The least columns of an archive's name; a shorter part of it would not help.
const LEAST_NAME: usize = 12;

fn joined(parts: [&Option<String>; 4]) -> String {
    parts.into_iter().flatten().cloned().collect::<Vec<_>>().join("  ")
}

impl Moment {
    /// The line of a terminal: as many of its parts as fit into `width` columns. The first to go
    /// are the name of the archive, the bar, and the rate.
    pub fn line(&self, width: usize) -> String {
        let counts = self.counts("");
        if let Current::Last(step) = self.current {
            return [format!("{counts}  {step}"), step.to_owned()]
                .into_iter()
                .find(|line| columns(line) <= width)
                .unwrap_or_else(|| cut_in_the_middle(step, width));
        }
        let eta = self.left().map(|left| format!("ETA {:#}", HumanDuration(left)));
        let percent = (self.total > 0).then(|| format!("{:>3.0} %", self.share() * 100.0));
        let rate = format!("{}/s", BinaryBytes(self.rate()));
        let lines = [
            joined([&percent, &Some(rate), &eta, &Some(counts.clone())]),
            joined([&percent, &None, &eta, &Some(counts.clone())]),
            joined([&percent, &None, &None, &Some(counts)]),
        ];
        let Some(figures) = lines.iter().find(|line| columns(line) <= width) else {
            return cut_in_the_middle(&lines[2], width);
        };
        let mut room = width - columns(figures);
        let mut line = String::new();
        let bar = if width >= WIDE { BARS[0] } else { BARS[1] };
        if self.total > 0 && room >= bar + 2 {
            let full = (self.share() * bar as f64) as usize;
            line = format!("{}{}  ", "█".repeat(full), "░".repeat(bar - full));
            room -= bar + 2;
        }
        line += figures;
        if let Current::Archive(name) = &self.current
            && !name.is_empty()
            && room >= LEAST_NAME.min(columns(name)) + 2
        {
            line += &format!("  {}", cut_in_the_middle(name, room - 2));
        }
        line
    }

    /// The line of a log.
    pub fn sentence(&self) -> String {
        let percent = (self.total > 0).then(|| format!(" ({:.0} %)", self.share() * 100.0));
        let percent = percent.unwrap_or_default();
        let left = self.left().map(|left| format!(", ETA {}", HumanDuration(left)));
        let left = left.unwrap_or_default();
        let [read, total, rate] = [self.read, self.total, self.rate()].map(BinaryBytes);
        let current = match &self.current {
            Current::Archive(name) => name,
            Current::Last(step) => *step,
        };
        let per_second = self.pages as f64 / self.seconds();
        let counts = self.counts(&format!(", {per_second:.0} pages/s"));
        format!("{read} of {total}{percent}, {rate}/s{left}, {counts}, {current}")
    }

    /// Pages, with their rate behind, and what was skipped.
    fn counts(&self, rate: &str) -> String {
        let defective =
            (self.defective > 0).then(|| format!(", {} flawed", grouped(self.defective)));
        let defective = defective.unwrap_or_default();
        let pages = counted(self.pages, "page");
        format!("{pages}{rate}, {} skipped{defective}", grouped(self.skipped))
    }

    fn seconds(&self) -> f64 {
        self.elapsed.as_secs_f64().max(0.001)
    }

    fn rate(&self) -> u64 {
        (self.read as f64 / self.seconds()) as u64
    }

    fn share(&self) -> f64 {
        (self.read as f64 / self.total.max(1) as f64).min(1.0)
    }

    /// The time that remains at this rate.
    fn left(&self) -> Option<Duration> {
        let seconds =
            self.total.saturating_sub(self.read) as f64 * self.seconds() / self.read as f64;
        let known = self.total > 0 && self.read > 0;
        known.then(|| Duration::try_from_secs_f64(seconds.round()).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moment(name: &str) -> Moment {
        Moment {
            read: 512 << 20,
            total: 1 << 30,
            elapsed: Duration::from_secs(64),
            pages: 12_345,
            skipped: 67,
            defective: 0,
            current: Current::Archive(name.to_owned()),
        }
    }

    #[test]
    fn the_line_has_what_fits() {
        let name = "crawl-20060218203512-00012-crawler.warc.gz";
        let wide = "██████████░░░░░░░░░░   50 %  8.00 MiB/s  ETA 64s  12,345 pages, 67 skipped  \
                    crawl-20060218203512-00012-crawler.warc.gz";
        assert_eq!(moment(name).line(120), wide);
        let line =
            "█████░░░░░   50 %  8.00 MiB/s  ETA 64s  12,345 pages, 67 skipped  crawl-…arc.gz";
        assert_eq!(moment(name).line(79), line);
        assert_eq!(moment(name).line(60), " 50 %  8.00 MiB/s  ETA 64s  12,345 pages, 67 skipped");
        assert_eq!(moment(name).line(45), " 50 %  ETA 64s  12,345 pages, 67 skipped");
        assert_eq!(moment(name).line(33), " 50 %  12,345 pages, 67 skipped");
        let last =
            Moment { current: Current::Last("counting how often blocks repeat"), ..moment("") };
        assert_eq!(last.line(79), "12,345 pages, 67 skipped  counting how often blocks repeat");
        assert_eq!(last.line(40), "counting how often blocks repeat");
        // A stream has no length.
        let stream = Moment { total: 0, ..moment("-") };
        assert_eq!(stream.line(79), "8.00 MiB/s  12,345 pages, 67 skipped  -");
    }

    #[test]
    fn a_sentence_has_all() {
        let expected = "512.00 MiB of 1.00 GiB (50 %), 8.00 MiB/s, ETA 64 seconds, 12,345 pages, \
         193 \
                    pages/s, 67 skipped, a.warc.gz";
        assert_eq!(moment("a.warc.gz").sentence(), expected);
    }

    proptest! {
        #[test]
        fn lines_fit_into_every_window(
            read in any::<u64>(),
            total in any::<u64>(),
            millis in any::<u32>(),
            counts in any::<[u32; 3]>(),
            name in "\\PC{0,90}",
            last in any::<bool>(),
            width in 1usize..200,
        ) {
            let [pages, skipped, defective] = counts.map(u64::from);
            let current = if last { Current::Last("counting") } else { Current::Archive(name) };
            let elapsed = Duration::from_millis(millis.into());
            let moment = Moment { read, total, elapsed, pages, skipped, defective, current };
            let line = moment.line(width);
            prop_assert!(columns(&line) <= width, "{:?}", line);
        }
    }
}
