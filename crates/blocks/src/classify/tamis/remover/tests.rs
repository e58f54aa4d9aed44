use super::*;
use crate::block::cut;
use crate::html::parse_str;
use crate::page::{Blocks, Cut, Page};
use serde_json::json;

/// A forest of one tree: two leaves, in units of log odds.
fn tree(feature: &str, at_least: i32, leaves: [i32; 2]) -> Forest {
    let feature = names().iter().position(|name| name == feature).unwrap();
    let leaves = leaves.map(|odds| odds * UNIT);
    let tree = json!({ "splits": [[0, feature, at_least, 0]], "leaves": leaves });
    serde_json::from_value(json!({ "bias": 0, "trees": [tree] })).unwrap()
}

/// A model whose article is what has 20 characters or more, and with comments six or more.
fn settings() -> RemoverSettings {
    RemoverSettings {
        features: names(),
        forum: tree("page_inside_forum", 500, [-5, 5]),
        first: tree("characters", 20, [-5, 5]),
        second: tree("first", 32_768, [-5, 5]),
        comments: tree("characters", 6, [-4, 4]),
        doubt: 6_553,
    }
}

fn tamis(keeps: Keeps) -> Tamis {
    Tamis::from_model(&settings().to_model(), keeps).unwrap()
}

fn refusal(settings: &RemoverSettings) -> String {
    RemoverSettings::from_model(&settings.to_model()).unwrap_err().to_string()
}

const PAGE: &str = "<ul><li>Home</ul><div><h1>On ice</h1><p>We walk over the ice <b>and</b> \
                    sing.</p></div><p>--<textarea>t</textarea>";

/// Calls a function with a page in both cuts.
fn with<T>(html: &str, call: impl Fn(&Subject) -> T) -> [T; 2] {
    let page: Page = parse_str(html);
    [Cut::Boilerpipe, Cut::Atomic].map(|by| {
        let blocks: Blocks = cut(&page, by);
        call(&Subject::new(&page, &blocks))
    })
}

#[test]
fn a_model_is_read_as_it_was_written() {
    assert_eq!(RemoverSettings::from_model(&settings().to_model()).unwrap(), settings());
    assert_ne!(tamis(Keeps::Article).model_sum(), Tamis::new(Keeps::Article).unwrap().model_sum());
}

#[test]
fn a_model_of_other_features_is_refused_with_the_first_that_differs() {
    let mut other = settings();
    other.features[3] = "length".to_owned();
    let message = refusal(&other);
    assert!(
        message.contains("feature 3 is length")
            && message.contains(&names()[3])
            && message.contains("train"),
        "{message}"
    );
    let mut fewer = settings();
    fewer.features.pop();
    let message = refusal(&fewer);
    let last = names().len() - 1;
    assert!(
        message.contains(&format!("feature {last} is none")) && message.contains(&names()[last]),
        "{message}"
    );
    let mut more = settings();
    more.features.push("another".to_owned());
    let message = refusal(&more);
    assert!(
        message.contains(&format!("feature {} is another", last + 1)) && message.contains("none"),
        "{message}"
    );
    let mut long = settings();
    long.features[0] = "x".repeat(1 << 20);
    assert!(refusal(&long).len() < 500);
}

#[test]
fn a_tree_tests_only_features_of_its_stage() {
    let mut other = settings();
    other.first = tree("first", 1, [0, 0]);
    let message = refusal(&other);
    let width = first_stage::WIDTH;
    assert!(message.contains(&format!("tests feature {width}")), "{message}");
    assert!(message.contains(&format!("one of the {width} features")), "{message}");
}

fn read(bytes: &[u8]) -> Result<RemoverSettings> {
    let model = Model::from_bytes(bytes, Path::new("a.model"), KIND)?;
    RemoverSettings::from_model(&model)
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = settings().to_model().to_bytes();
    assert!(read(&bytes).is_ok());
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert!(
            read(&bytes[..length]).unwrap_err().to_string().contains("a.model"),
            "{length} bytes"
        );
    }
}

/// The texts of blocks that are kept.
fn kept(blocks: &[(String, bool, f32)]) -> Vec<String> {
    blocks.iter().filter(|block| block.1).map(|block| block.0.clone()).collect()
}

#[test]
fn a_block_has_the_label_and_the_probability_of_its_unit_in_both_cuts() {
    let found = with(PAGE, |subject| {
        let remover = tamis(Keeps::Article);
        let scores = remover.scores(subject).unwrap();
        let labels = remover.classify(subject);
        let texts =
            subject.blocks.blocks.iter().map(|block| subject.blocks.text_of(block).to_owned());
        texts
            .zip(labels)
            .zip(scores)
            .map(|((text, label), score)| (text, label == Label::Content, score))
            .collect()
    });
    let [whole, pieces]: [Vec<(String, bool, f32)>; 2] = found;
    assert_eq!(kept(&whole), ["We walk over the ice and sing."]);
    assert_eq!(kept(&pieces), ["We walk over the ice", "and", "sing."]);
    let sure = f32::from(probability(5 * UNIT)) / f32::from(u16::MAX);
    assert!(whole.iter().chain(&pieces).all(|block| !block.1 || block.2 == sure));
    // The text area is no text of the page.
    assert!(whole.iter().any(|block| block.0 == "t" && block.2 == 0.0));
    assert_eq!(
        with(PAGE, |subject| tamis(Keeps::Article).text(subject)),
        ["We walk over the ice and sing.\n"; 2]
    );
}

#[test]
fn an_explanation_names_the_features_that_moved_a_unit() {
    let [explained, _] = with(PAGE, |subject| tamis(Keeps::Article).explain(subject));
    let kept = explained.iter().find(|line| line.starts_with("content")).unwrap();
    assert!(kept.contains("first +5.00; first stage: characters +5.00"), "{kept}");
    // The first stage is sure of a menu.
    assert!(
        explained[0].starts_with("boilerplate: 0.007") && explained[0].contains("characters -5.00"),
        "{}",
        explained[0]
    );
    assert!(explained.iter().any(|line| line == "boilerplate: no text that the remover reads"));
}

/// What a remover returns for a page: labels, scores and text.
type Output = (Vec<Label>, Option<Vec<f32>>, String);

fn output(keeps: Keeps, subject: &Subject) -> Output {
    let remover = tamis(keeps);
    (remover.classify(subject), remover.scores(subject), remover.text(subject))
}

/// What both removers return for the same page.
fn together(subject: &Subject) -> [Output; 2] {
    [Keeps::Article, Keeps::Comments].map(|keeps| output(keeps, subject))
}

/// The same, with a page of its own for each.
fn alone(subject: &Subject) -> [Output; 2] {
    [Keeps::Article, Keeps::Comments]
        .map(|keeps| output(keeps, &Subject::new(subject.page, subject.blocks)))
}

#[test]
fn the_main_text_of_a_thread_has_what_readers_write_and_that_of_an_article_has_not() {
    let thread = format!("<div class=forum-thread>{PAGE}");
    for (html, chosen) in [(PAGE, Keeps::Article), (&thread, Keeps::Comments)] {
        let [found, _] = with(html, |subject| {
            // Beside the others, and first of all.
            let first = output(Keeps::MainText, subject);
            assert_eq!(first, output(chosen, subject));
            assert_eq!(first, output(Keeps::MainText, subject));
            tamis(Keeps::MainText).explain(subject)
        });
        let named = found.iter().any(|line| line.contains("as a thread of a forum"));
        assert_eq!(named, chosen == Keeps::Comments, "{found:?}");
    }
}

#[test]
fn both_removers_agree_with_themselves_alone() {
    assert_eq!(with(PAGE, together), with(PAGE, alone));
    let [[article, comments], _] = with(PAGE, together);
    assert!(article.2.len() < comments.2.len(), "{article:?} {comments:?}");
    // Another model on the same page does not take over what the first one found.
    let [changed, _] = with(PAGE, |subject| {
        tamis(Keeps::Article).classify(subject);
        let other = RemoverSettings { first: tree("characters", 10_000, [-9, 9]), ..settings() };
        Tamis::from_model(&other.to_model(), Keeps::Article).unwrap().text(subject)
    });
    assert_eq!(changed, "");
}

#[test]
fn a_page_without_main_text_gives_nothing() {
    for remover in
        [tamis(Keeps::Article), tamis(Keeps::Comments), Tamis::new(Keeps::Article).unwrap()]
    {
        for html in [
            "",
            "<title>Only a title</title>",
            "<p>-- | --</p>",
            "<script>x = 1</script>",
            "<select><option>A</select>",
        ] {
            let [found, _] =
                with(html, |subject| (remover.text(subject), remover.certainty(subject)));
            assert_eq!(found, (String::new(), 0.0), "{html}");
        }
    }
    let [found, _] =
        with("<p>One two three</p>", |subject| tamis(Keeps::Article).certainty(subject));
    assert_eq!(found, 0.0, "a page whose units are all doubtful");
}

#[test]
fn it_says_how_sure_it_is_of_a_page() {
    let [sure, _] = with(PAGE, |subject| tamis(Keeps::Article).certainty(subject));
    let doubtful = RemoverSettings { second: tree("first", 32_768, [-5, 1]), ..settings() };
    let doubtful = Tamis::from_model(&doubtful.to_model(), Keeps::Article).unwrap();
    let [less, _] = with(PAGE, |subject| doubtful.certainty(subject));
    assert!(0.5 < less && less < sure && sure < 1.0, "{less} {sure}");
}

#[test]
fn what_a_page_hides_is_left_out_unless_it_is_much_of_the_text() {
    let text = "Two seals lie on the ice and look at us, and nobody says a word.";
    let kept = |html: &str| with(html, |page| tamis(Keeps::Article).text(page))[0].clone();
    let page = |hidden: &str| kept(&format!("<p>{text}</p><p>{text}</p>{hidden}"));
    let note = "An editor wrote this note for himself.";
    for hidden in [
        "<div hidden><p>NOTE</div>",
        "<div hidden=''><section><p>NOTE</section></div>",
        "<p style='color:red; DISPLAY : NONE !important'>NOTE",
        "<p style=visibility:hidden>NOTE",
        "<dialog><p>NOTE</dialog>",
        "<div style='display:none'><ul><li>NOTE</ul></div>",
        "<p>Three whales swim by. <span hidden>NOTE</span>",
        "<p>Three whales swim by. <a href=x style='display: none'>NOTE <b>and</b></a>",
        "<p style='display:none!important;display:block'>NOTE",
        "<p style='/* no */display/**/:/**/none'>NOTE",
    ] {
        let text = page(&hidden.replace("NOTE", note));
        assert!(text.contains("Two seals") && !text.contains("note"), "{hidden}: {text}");
        assert_eq!(text.contains("whales"), hidden.contains("whales"), "{hidden}: {text}");
    }
    for shown in [
        "<div hidden=until-found><p>NOTE</div>",
        "<dialog open><p>NOTE</dialog>",
        "<details><summary>More</summary><p>NOTE</details>",
        "<div role=tabpanel hidden><p>NOTE</div>",
        "<div class='c-faq__answer' style='display:none'><p>NOTE</div>",
        "<div id=tab-2 hidden><p>NOTE</div>",
        "<div class=slides hidden><p>NOTE</div>",
        "<div hidden aria-hidden=true><p>NOTE</div>",
        "<p style='display:block'>NOTE",
        "<p style='display:none;display:block'>NOTE",
        "<p style='backface-visibility: hidden; --display: none'>NOTE",
        "<p hidden style='display: flex'>NOTE",
        "<div class=FaqContent hidden><p>NOTE</div>",
        "<p style='content:\"display\"'>NOTE",
        "<p hidden style='display:flow-root'>NOTE",
        "<div style='visibility:hidden'><p style='visibility:visible'>NOTE</div>",
        "<p style='font-family:\"a;display:none;b\"'>NOTE",
    ] {
        let text = page(&shown.replace("NOTE", note));
        assert!(text.contains(note), "{shown}: {text}");
    }
    // A script will show it.
    let all = format!("<p>Please wait a moment, please.<div hidden><p>{text}<p>{text}</div>");
    assert!(kept(&all).contains(text));
    let line = format!("<p><span style='visibility:hidden'>{text}</span>");
    assert!(kept(&line).contains(text));
}
