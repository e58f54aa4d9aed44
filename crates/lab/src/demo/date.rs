//! The days of the collection, counted from 6 December 2005, as dates in the formats of blogs,
//! archives and docnos.

/// The days of BLOGS06: 2005-12-06 to 2006-02-21.
pub const DAYS: usize = 78;

const MONTHS: [(usize, usize, usize); 3] = [(2005, 12, 31), (2006, 1, 31), (2006, 2, 28)];

/// February 2006, in months of the common era.
pub const LAST_MONTH: usize = 2006 * 12 + 1;

const NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DemoDate {
    pub year: usize,
    /// From 1.
    pub month: usize,
    /// From 1.
    pub day: usize,
    pub month_name: &'static str,
}

impl DemoDate {
    /// Returns the date of a day, counted from 0. Days after February 2006 become its last day.
    pub fn from_day(index: usize) -> Self {
        let mut left = index + 5;
        for (year, month, days) in MONTHS {
            if left < days {
                return Self { year, month, day: left + 1, month_name: NAMES[month - 1] };
            }
            left -= days;
        }
        Self { year: 2006, month: 2, day: 28, month_name: NAMES[1] }
    }

    /// Returns the English name of a month, counted from 0.
    pub fn month_name(month: usize) -> &'static str {
        NAMES[month % 12]
    }

    /// `20060217`.
    pub fn digits(&self) -> String {
        format!("{}{:02}{:02}", self.year, self.month, self.day)
    }

    /// `2006-02-17T00:00:00Z`, as WARC writes it.
    pub fn stamp(&self) -> String {
        format!("{}-{:02}-{:02}T00:00:00Z", self.year, self.month, self.day)
    }

    /// `February 17, 2006`.
    pub fn written(&self) -> String {
        format!("{} {}, {}", self.month_name, self.day, self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_are_those_of_blogs06() {
        assert_eq!(DemoDate::from_day(0).digits(), "20051206");
        assert_eq!(DemoDate::from_day(25).digits(), "20051231");
        assert_eq!(DemoDate::from_day(26).stamp(), "2006-01-01T00:00:00Z");
        assert_eq!(DemoDate::from_day(DAYS - 1).written(), "February 21, 2006");
    }
}
