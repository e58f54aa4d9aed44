//! Checks that the table of reasons in docs/robustness.md equals the program's list.

use super::read;
use tamis_collection::Reason;

#[test]
fn the_documentation_lists_them_all_and_says_which_are_damage() {
    let page = read("docs/robustness.md");
    let rows = page.lines().skip_while(|row| !row.starts_with("| reason |")).skip(2);
    let listed: Vec<_> = rows.take_while(|row| !row.is_empty()).collect();
    assert_eq!(listed.len(), Reason::ALL.len());
    for (row, reason) in listed.iter().zip(Reason::ALL) {
        let damage = if reason.is_damage() { "yes" } else { "" };
        assert!(row.starts_with(&format!("| `{reason}` | {damage}")), "{row}");
        assert_eq!(row.contains("| yes |"), reason.is_damage(), "{row}");
    }
}
