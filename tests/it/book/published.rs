//! What the book says others published is what they published, whatever TAMIS_BLESS puts beside it.

use super::read;

/// MAP and P@30 of BM25, BM25 with RM3, query likelihood, and that with RM3, on CACM: Anserini's
/// regression `cacm`.
const ANSERINI: [[&str; 2]; 4] =
    [["0.3123", "0.1942"], ["0.3648", "0.2224"], ["0.3265", "0.1942"], ["0.3629", "0.2250"]];

#[test]
fn the_page_of_cacm_prints_what_anserini_publishes() {
    let page = read("docs/cacm.md");
    let printed: String = ANSERINI
        .iter()
        .map(|[map, p]| {
            format!("map                   \tall\t{map}\nP_30                  \tall\t{p}\n")
        })
        .collect();
    assert!(page.contains(&printed), "{printed}");
    let rows: Vec<&str> = page.lines().filter(|line| line.contains(" | 0.")).collect();
    assert_eq!(rows.len(), ANSERINI.len());
    for (row, [map, p]) in rows.iter().zip(ANSERINI) {
        assert!(row.ends_with(&format!("| {map} | {p} |")), "{row}");
    }
}
