//! `tamis shard` and `tamis index --shard`: what they print, and how a shard is named. Which files
//! are in which shard is tested in `crates/library/tests/it/shard.rs`.

case!(shards_are_planned_built_and_checked, |case| {
    for number in 0..3 {
        case.warc(&format!("crawl/{number}.warc"), number + 1);
    }
    let plan = case.tamis("shard plan crawl/ --shards 2").ends(0).stdout;
    let rows: Vec<Vec<&str>> = plan.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().any(|row| row[0] == "1/2" && row[2] == "crawl/2.warc"), "{plan}");
    case.file("plan.json", case.tamis("shard plan crawl/ --shards 2 --json").ends(0).stdout);
    case.tamis("index crawl/ --shard 1/2 --out s1").ends(0).says(&["shard 1/2 of 3 files"]);
    case.tamis("index --plan plan.json --shard 2/2 --out s2").ends(0);
    let checked = case.tamis("shard check s1 s2 --json").ends(0).json();
    assert_eq!((&checked["pages"], &checked["shards"]), (&5.into(), &2.into()));
    let stdout = case.tamis("shard check s1 s2").ends(0).stdout;
    let last = "all shards: 5 pages of 9 records, 0 damaged or lost\n";
    assert!(stdout.contains("1/2  s1: ") && stdout.ends_with(last), "{stdout}");
    case.tamis("shard check s1").ends(1).says(&["shard 1/2 is here without shard 2 of 2"]);
    case.tamis("shard plan crawl/ --shards 4").ends(0).says(&["warning: 1 shard without files"]);
    case.tamis("index crawl/ --shard 4/4 --out s4")
        .ends(0)
        .says(&["warning: this shard has no pages"]);
    for wrong in ["0/2", "3/2", "1"] {
        case.tamis(&format!("index crawl/ --shard {wrong} --out wrong"))
            .ends(2)
            .says(&["expected a shard"]);
    }
    case.tamis("shard plan crawl/ --shards 0").ends(2);
    case.tamis("index crawl/ --plan plan.json --shard 1/2 --out wrong").ends(2);
    let bytes = std::fs::read(case.path("crawl/2.warc")).unwrap();
    case.file("crawl/2.warc", &bytes[..bytes.len() - 90]);
    case.tamis("index crawl/ --shard 1/2 --out s1 --force").ends(3);
    case.tamis("index crawl/ --shard 2/2 --out s2 --force").ends(0);
    case.tamis("shard check s1 s2").ends(3);
});
