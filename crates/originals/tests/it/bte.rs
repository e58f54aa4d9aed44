//! Compares Body Text Extraction with Pomikálek's `bte.py`, on the 122 pages of the shared data:
//! the text is always equal.

use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

#[test]
fn the_text_is_that_of_the_original() {
    let Some(shared) = tamis_testing::shared() else { return };
    let folder = shared.join("oracles/boilerpipe-family");
    let read = |path: String| std::fs::read_to_string(folder.join(path)).unwrap();
    let bte = CLASSIFIERS.by_name("bte").unwrap();
    let list = read("pages.list".to_owned());
    for id in list.lines() {
        let markup = read(format!("pages/{id}.html"));
        let oracle: serde_json::Value =
            serde_json::from_str(&read(format!("oracles/bte/{id}.json"))).unwrap();
        let page = html::parse_str(&markup);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(&markup);
        let expected = oracle["text"].as_str().unwrap();
        assert_eq!(bte.text(&subject).strip_suffix('\n').unwrap_or_default(), expected, "{id}");
        let stretch =
            format!("in tokens {} to {}, {} more", oracle["start"], oracle["end"], oracle["score"]);
        assert!(
            bte.explain(&subject).iter().all(|reason| reason.contains(&stretch)),
            "{id}: {stretch}"
        );
    }
    assert_eq!(list.lines().count(), 122);
}
