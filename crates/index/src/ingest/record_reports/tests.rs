//! The list of skipped records, filtered.

use super::*;
use crate::index::schema::schema;
use crate::index::storage::Storage;
use crate::index::{IndexWriter, Recipe};
use crate::ingest::ledger::{HEADER, Ledger, ReportRow};
use crate::ingest::{Options, ingest};
use std::io::Write;
use tamis_collection::{RecordReport, Source};
use tempfile::TempDir;

/// A list that is committed: two archives, three skipped records and a defective one.
struct Case {
    folder: TempDir,
    manifest: Manifest,
}

fn row(
    archive: &str,
    record: &str,
    outcome: RowOutcome,
    reason: Reason,
    detail: &str,
) -> ReportRow {
    let source = Source { archive: archive.into(), offset: 7 };
    ReportRow {
        outcome,
        report: RecordReport {
            source,
            record: record.to_owned(),
            reason,
            detail: detail.to_owned(),
            bytes: 3,
        },
    }
}

impl Case {
    fn new() -> Self {
        use RowOutcome::{Defective, Skipped};
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::new(Recipe::default());
        let mut ledger = Ledger::open(folder.path(), &manifest, |_| ()).unwrap();
        for row in [
            row("one.warc", "d1", Skipped, Reason::Empty, "nothing but\twhite space"),
            row("one.warc", "d2", Skipped, Reason::Status, "404 Not Found"),
            row("two.warc", "d2", Defective, Reason::Truncated, "ends in ÄRGER"),
            row("two.warc", "d3", Skipped, Reason::Empty, ""),
        ] {
            ledger.write(&row).unwrap();
        }
        (manifest.report_list_bytes, manifest.report_list_hash) = ledger.sync().unwrap();
        Self { folder, manifest }
    }

    fn read(&self, filter: ReportFilter) -> ReportList {
        read_committed(self.folder.path(), &self.manifest, &filter).unwrap()
    }

    /// Returns the names of up to `limit` lines after the first `skip` ones.
    fn page(&self, skip: usize, limit: usize) -> Vec<String> {
        let list = self.read(ReportFilter { skip, limit, ..ReportFilter::default() });
        assert_eq!(list.matching, 4);
        names(&list)
    }

    /// The list's bytes are those that `change` makes of them.
    fn changed(self, change: impl FnOnce(String) -> String) -> Self {
        let path = self.folder.path().join(RECORD_REPORTS);
        std::fs::write(&path, change(std::fs::read_to_string(&path).unwrap())).unwrap();
        self
    }
}

fn all() -> ReportFilter {
    ReportFilter { limit: 10, ..ReportFilter::default() }
}

fn with_text(text: &str) -> ReportFilter {
    ReportFilter { text: Some(text.to_owned()), ..all() }
}

/// Returns the archive and the record of every line; all offsets are the same.
fn names(list: &ReportList) -> Vec<String> {
    list.rows.iter().map(|row| format!("{} {}", row.archive, row.record)).collect()
}

fn by_reason(counts: &[(&str, u64)]) -> BTreeMap<String, u64> {
    counts.iter().map(|(reason, count)| ((*reason).to_owned(), *count)).collect()
}

#[test]
fn without_conditions_all_lines_are_returned_as_they_are_in_the_list() {
    let list = Case::new().read(all());
    assert_eq!(names(&list), ["one.warc d1", "one.warc d2", "two.warc d2", "two.warc d3"]);
    assert_eq!((list.matching, list.total, list.damage), (4, 4, None));
    assert_eq!(list.by_reason, by_reason(&[("empty", 2), ("status", 1), ("truncated", 1)]));
    let first = ReportLine {
        archive: "one.warc".to_owned(),
        offset: 7,
        record: "d1".to_owned(),
        outcome: RowOutcome::Skipped,
        reason: Reason::Empty,
        bytes: 3,
        detail: r"nothing but\twhite space".to_owned(),
    };
    assert_eq!(list.rows[0], first);
}

#[test]
fn a_reason_leaves_its_lines_and_the_counts_of_the_others() {
    let list = Case::new().read(ReportFilter { reason: Some(Reason::Empty), ..all() });
    assert_eq!(names(&list), ["one.warc d1", "two.warc d3"]);
    assert_eq!((list.matching, list.total), (2, 4));
    assert_eq!(list.by_reason, by_reason(&[("empty", 2), ("status", 1), ("truncated", 1)]));
}

#[test]
fn an_outcome_leaves_its_lines() {
    let list = Case::new().read(ReportFilter { outcome: Some(RowOutcome::Defective), ..all() });
    assert_eq!((names(&list), list.matching), (vec!["two.warc d2".to_owned()], 1));
    assert_eq!(list.by_reason, by_reason(&[("truncated", 1)]));
}

#[test]
fn a_text_is_looked_for_in_archive_record_and_detail_whatever_its_case() {
    let case = Case::new();
    for (text, found) in [
        ("ONE.", &["one.warc d1", "one.warc d2"][..]),
        ("D2", &["one.warc d2", "two.warc d2"]),
        ("not found", &["one.warc d2"]),
        ("ärger", &["two.warc d2"]),
        (r"but\twhite", &["one.warc d1"]),
        ("", &["one.warc d1", "one.warc d2", "two.warc d2", "two.warc d3"]),
        ("skipped", &[]),
    ] {
        let list = case.read(with_text(text));
        assert_eq!(
            (names(&list), list.matching),
            (found.iter().map(|name| (*name).to_owned()).collect(), found.len() as u64),
            "{text}"
        );
    }
}

#[test]
fn all_conditions_hold_together() {
    let list = case_of_all_conditions();
    assert_eq!((names(&list), list.matching, list.total), (vec!["two.warc d3".to_owned()], 1, 4));
    assert_eq!(list.by_reason, by_reason(&[("empty", 1)]));
}

fn case_of_all_conditions() -> ReportList {
    let reason = Some(Reason::Empty);
    let outcome = Some(RowOutcome::Skipped);
    Case::new().read(ReportFilter { reason, outcome, ..with_text("two") })
}

#[test]
fn lines_are_returned_a_page_at_a_time() {
    let case = Case::new();
    assert_eq!(case.page(0, 1), ["one.warc d1"]);
    assert_eq!(case.page(1, 2), ["one.warc d2", "two.warc d2"]);
    assert_eq!(case.page(3, 2), ["two.warc d3"]);
    assert!(case.page(4, 2).is_empty() && case.page(0, 0).is_empty());
}

#[test]
fn lines_that_are_not_committed_do_not_count() {
    let case = Case::new();
    let mut list = std::fs::OpenOptions::new()
        .append(true)
        .open(case.folder.path().join(RECORD_REPORTS))
        .unwrap();
    writeln!(list, "{}", row("two.warc", "d4", RowOutcome::Skipped, Reason::Empty, "")).unwrap();
    write!(list, "two.warc\t9\td5\tskip").unwrap();
    let list = case.read(all());
    assert_eq!((list.total, list.damage), (4, None));
}

#[test]
fn of_a_list_that_is_cut_the_whole_lines_are_returned_and_the_damage_is_reported() {
    let case = Case::new().changed(|list| list.trim_end().to_owned());
    let list = case.read(all());
    assert_eq!((list.total, names(&list).len()), (3, 3));
    let damage = list.damage.unwrap();
    assert!(damage.contains(RECORD_REPORTS) && damage.contains("bytes, expected"), "{damage}");
}

#[test]
fn of_a_list_with_other_bytes_the_damage_is_reported() {
    let case = Case::new().changed(|list| list.replace("\td3\t", "\td4\t"));
    let damage = case.read(all()).damage.unwrap();
    assert!(damage.contains("found other bytes than at the last commit"), "{damage}");
}

#[test]
fn a_list_that_is_missing_has_no_lines_and_the_damage_is_reported() {
    let case = Case::new();
    std::fs::remove_file(case.folder.path().join(RECORD_REPORTS)).unwrap();
    let list = case.read(all());
    assert_eq!((list.total, list.rows.len(), list.damage.is_some()), (0, 0, true));
}

#[test]
fn before_the_first_commit_there_are_no_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join(RECORD_REPORTS), HEADER).unwrap();
    assert_eq!(
        read_committed(path, &Manifest::new(Recipe::default()), &all()).unwrap(),
        ReportList::default()
    );
    // The state after an ingest that was killed before it committed its manifest.
    let storage = Storage::writing(path).unwrap();
    tantivy::Index::create(storage, schema(), tantivy::IndexSettings::default()).unwrap();
    assert_eq!(read(path, &all()).unwrap(), ReportList::default());
}

#[test]
fn an_index_that_is_being_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    let (writer, manifest) =
        IndexWriter::open(&path, Manifest::new(Recipe::default()), false).unwrap();
    let mut ledger = Ledger::open(&path, &manifest, |_| ()).unwrap();
    ledger.write(&row("one.warc", "d1", RowOutcome::Skipped, Reason::Empty, "")).unwrap();
    let (report_list_bytes, report_list_hash) = ledger.sync().unwrap();
    assert_eq!(
        read(&path, &all()).unwrap(),
        ReportList::default(),
        "the line is not committed yet"
    );
    writer.commit(&Manifest { report_list_bytes, report_list_hash, ..manifest }).unwrap();
    assert_eq!(names(&read(&path, &all()).unwrap()), ["one.warc d1"]);
}

#[test]
fn an_index_is_read_as_it_was_last_committed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let out = folder.path().join("index");
    assert!(read(&out, &all()).is_err(), "there is no index");
    std::fs::write(
        &file,
        "{\"docno\":\"a\",\"text\":\"one\"}\n{\"docno\":\"a\",\"text\":\"two\"}\n",
    )
    .unwrap();
    ingest(&[file], &out, &Options::default(), &()).unwrap();
    let list = read(&out, &all()).unwrap();
    let [row] = &list.rows[..] else { panic!("{list:?}") };
    assert_eq!(
        (row.record.as_str(), row.reason, list.total, list.damage),
        ("a", Reason::Duplicate, 1, None)
    );
}

#[test]
fn an_index_without_skipped_records_has_a_list_without_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let out = folder.path().join("index");
    std::fs::write(&file, "{\"docno\":\"a\",\"text\":\"one\"}\n").unwrap();
    ingest(&[file], &out, &Options::default(), &()).unwrap();
    assert_eq!(read(&out, &all()).unwrap(), ReportList::default());
}

#[test]
fn names_are_those_of_the_list_in_json_too() {
    let list = case_of_all_conditions();
    let json = serde_json::to_value(&list.rows[0]).unwrap();
    assert_eq!(
        (json["outcome"].as_str(), json["reason"].as_str()),
        (Some("skipped"), Some("empty"))
    );
}
