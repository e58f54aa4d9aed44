//! `tamis label` with a label from a score and the collection (`tamis-site`): what the program
//! prints and refuses. What the label keeps is asked of jobs.

use crate::case::PAGES;
use serde_json::json;

case!(a_label_of_the_collection_is_added_shown_and_made_again, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    let index = "index pages.warc.gz --score tamis";
    case.tamis(&format!("{index} --out index -q")).ends(0);
    case.tamis("label index --classifier victor-site")
        .ends(2)
        .says(&["has no scores of victor", "--force --score victor`"]);
    case.tamis("label index --classifier tamis-site pages.warc.gz")
        .ends(2)
        .says(&["name no collection"]);
    let added = case.tamis("label index --classifier Tamis-Site --json").ends(0).json();
    assert_eq!(added["labels"][0]["name"], json!("tamis-site"));
    case.tamis("label index --classifier bte,tamis-site")
        .ends(1)
        .says(&["already has a label tamis-site", "--force"]);
    assert!(case.tamis("verify index").ends(0).stdout.contains("1 added (tamis-site"));
    case.file("more.jsonl", "{\"docno\":\"more\",\"text\":\"a kettle\"}\n");
    case.tamis(&format!("{index} more.jsonl --out index")).ends(0).says(&[
        "the label tamis-site is missing on 1 page added later",
        "tamis label index --classifier tamis-site --force",
    ]);
    assert!(case.tamis("stats index").ends(0).stdout.contains("score.tamis and repeats, model "));
    case.tamis("label index --classifier tamis-site --force").ends(0).says(&["added tamis-site"]);
});
