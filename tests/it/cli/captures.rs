//! The captures of a URL as the program shows them: `inspect`, `search` and `stats`. Which captures
//! are found and left is tested in `crates/library/tests/it/captures.rs`.

use crate::case::Case;
use tamis_testing::captures::{id, write_captures};

/// A page with two captures and revisits.
pub(super) fn crawl() -> Case {
    let case = Case::new();
    write_captures(&case);
    case.tamis("index a.warc --out index -q").ends(0);
    case
}

case!(captures_are_listed_and_a_date_chooses_one, |_| {
    let case = crawl();
    let listed = case.tamis("inspect index example.org/page").ends(0);
    let listed = listed.says(&["10 captures", "--date"]).stdout;
    let again = "revisited, same content as <urn:uuid:0a1b2c3d-0000-4000-8000-000000000001>  \
                 http://www.example.org/page  (a.warc:";
    assert!(listed.contains(&format!("2006-07-01T00:00:00Z  {again}")), "{listed}");
    let gone = "2006-09-01T00:00:00Z  revisited, content not in the index  ";
    assert!(listed.contains(gone), "{listed}");
    let lines = case.tamis("inspect index later.example --captures --json").ends(0).json_lines();
    assert_eq!((lines.len(), &lines[0]["revisit"]), (1, &true.into()));
    let page = case.tamis("inspect index example.org/page --date 2006-07").ends(0).stdout;
    assert!(
        page.starts_with(&format!("{}  http://www.example.org/page  2006-02", id(1))),
        "{page}"
    );
    assert_eq!(page.matches("revisited, same content as").count(), 4, "{page}");
    case.tamis("inspect index example.org/page --date soon")
        .ends(2)
        .says(&["--date: found 'soon'"]);
    case.tamis("inspect index example.org/page --html")
        .ends(1)
        .says(&["10 captures of example.org/page", "--date"]);
    let words = case.tamis("stats index").ends(0).stdout;
    let counts = "revisits of pages here            7\nrevisits of other content         5\n";
    assert!(words.contains(counts), "{words}");
});

case!(captures_are_collapsed_and_dated_by_their_revisits, |_| {
    let case = crawl();
    let found = case.tamis("search index kettle --to 2006-01").ends(0);
    let found = found.says(&["1 of 2 pages pass the filters"]).stdout;
    assert!(found.contains("  2006-02-01  revisited 2006-01-01  <urn"), "{found}");
    let collapsed = case.tamis("search index kettle --collapse url --collapse-date 2006-07-10");
    let collapsed = collapsed.ends(0).says(&[
        "1 of 2 pages pass the filters",
        "1 capture left out: a better one of the same URL is searched",
    ]);
    assert!(collapsed.stdout.contains(&id(1)), "{}", collapsed.stdout);
    case.tamis("search index kettle --collapse url --collapse-date soon")
        .ends(2)
        .says(&["--collapse-date: found 'soon'"]);
    case.tamis("search index kettle --collapse-date 2006").ends(2).says(&["--collapse"]);
    // Judged documents that the filters leave out are told with the filters.
    case.file("run", format!("1 Q0 {} 1 9 t\n", id(1)));
    case.file("qrels", format!("1 0 {} 1\n1 0 {} 1\n", id(1), id(2)));
    case.tamis("eval qrels run --index index --collapse url --collapse-date 2006-07-10")
        .ends(0)
        .says(&["--collapse url --collapse-date 2006-07-10 leaves out 1 judged document"]);
});
