//! Real topics files, among them NIST's of several years: the number of topics, and the text of
//! some.

use tamis_eval::trec::{TopicField, TopicFields, Topics};

const RETRIEVAL: &str = "data/retrieval";

#[test]
fn real_topics_files() {
    let Some(shared) = tamis_testing::shared() else { return };
    for (file, count, id, title) in [
        ("blog06/06.topics.851-900.txt", 50, "851", "\"March of the Penguins\""),
        ("blog06/feeddist/07.blog.feeddist.topics.txt", 45, "951", "Mutual Funds"),
        ("blog06/feeddist/08.blog.feeddist.topics.txt", 50, "1051", "sushi"),
        ("trec_eval/trec-web/topics.robust04.txt", 250, "301", "International Organized Crime"),
        ("trec_eval/trec-web/topics.core17.txt", 50, "307", "New Hydroelectric Projects"),
        (
            "trec_eval/trec-web/topics.terabyte04.701-750.txt",
            50,
            "701",
            "U.S. oil industry history",
        ),
        ("trec_eval/trec-web/topics.terabyte05.751-800.txt", 50, "751", "Scrabble Players"),
        ("trec_eval/trec-web/topics.terabyte06.801-850.txt", 50, "801", "Kudzu Pueraria lobata"),
    ] {
        let path = shared.join(RETRIEVAL).join(file);
        let titles = Topics::read(&path).unwrap();
        assert_eq!(
            (titles.len(), titles[0].id.as_str(), titles[0].text.as_str()),
            (count, id, title),
            "{file}"
        );
        for field in TopicField::ALL {
            let read = Topics::fields(field).read(&path).unwrap();
            assert_eq!(read.len(), count);
            for topic in &read {
                let clean = !topic.text.is_empty() && !topic.text.contains(['<', '>', '\n']);
                let headed = ["Number:", "Topic:", "Description:", "Narrative:"]
                    .iter()
                    .any(|h| topic.text.starts_with(h));
                assert!(clean && !headed, "{file}: {topic:?}");
            }
        }
    }
}

#[test]
fn quotes_question_marks_and_whole_descriptions() {
    let Some(shared) = tamis_testing::shared() else { return };
    let blog06 = shared.join(RETRIEVAL).join("blog06/06.topics.851-900.txt");
    let [description, narrative] = [TopicField::Desc, TopicField::Narr].map(|field| {
        let topics = Topics::fields(field).read(&blog06).unwrap();
        topics.into_iter().find(|topic| topic.id == "851").unwrap().text
    });
    assert_eq!(description, "Provide opinion of the film documentary \"March of the Penguins\".");
    assert!(narrative.ends_with("outside the context of this film documentary are not relevant."));
    let titles = Topics::read(&blog06).unwrap();
    assert!(titles.iter().any(|topic| topic.id == "859" && topic.text.contains('?')));
}

/// The same topics as SGML and as lines: the two readers must agree on them, letter case aside.
#[test]
fn sgml_and_lines_agree() {
    let Some(shared) = tamis_testing::shared() else { return };
    let adn = shared.join(RETRIEVAL).join("adn-typepad");
    let sgml = Topics::read(adn.join("topics.adn.txt")).unwrap();
    let lines = Topics::read(adn.join("queries.tsv")).unwrap();
    assert_eq!((sgml.len(), lines.len()), (226, 226));
    for (sgml, line) in sgml.iter().zip(&lines) {
        assert_eq!((&sgml.id, sgml.text.to_lowercase()), (&line.id, line.text.to_lowercase()));
    }
}

#[test]
fn the_web_tracks_of_all_years() {
    let Some(shared) = tamis_testing::shared() else { return };
    for (years, id, query, end_of_description) in [
        ("1-50", "1", "obama family tree", "places and dates of birth, etc."),
        ("51-100", "51", "horse hooves", "diseases of hooves."),
        ("101-150", "101", "ritz carlton lake las vegas", "Lake Las Vegas."),
        ("151-200", "151", "403b", "403b plan?"),
        ("201-250", "201", "raspberry pi", "raspberry pi?"),
        ("251-300", "251", "identifying spider bites", "spider bites."),
    ] {
        let path =
            shared.join(RETRIEVAL).join(format!("trec_eval/trec-web/topics.web.{years}.txt"));
        let titles = Topics::read(&path).unwrap();
        let descriptions = Topics::fields(TopicField::Desc).read(&path).unwrap();
        let both =
            Topics::fields("title+desc".parse::<TopicFields>().unwrap()).read(&path).unwrap();
        assert_eq!((titles.len(), titles[0].id.as_str(), titles[0].text.as_str()), (50, id, query));
        assert!(descriptions[0].text.ends_with(end_of_description), "{:?}", descriptions[0]);
        for ((title, description), both) in titles.iter().zip(&descriptions).zip(&both) {
            assert_eq!(both.text, format!("{} {}", title.text, description.text).trim_end());
            assert!(!both.text.contains(['<', '>', '&']) && !title.text.is_empty(), "{both:?}");
        }
    }
}
