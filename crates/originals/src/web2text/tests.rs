use super::network::{Layer, LayerShape, Network, PAIRWISE, UNARY};
use super::*;
use serde_json::json;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};

fn network(shapes: &[LayerShape], weight: impl Fn(usize, usize) -> f32) -> Network {
    let mut layers = Vec::new();
    for (i, &shape) in shapes.iter().enumerate() {
        let (kernel, inputs, outputs) = shape;
        let weights = (0..kernel * inputs * outputs).map(|at| weight(i, at)).collect();
        layers.push(Layer { shape, weights, biases: vec![0.0; outputs] });
    }
    Network { layers }
}

/// A model whose weights are all different, and small.
fn model() -> Model {
    let weight = |i: usize, at: usize| ((i * 31 + at * 17) % 97) as f32 / 485.0 - 0.1;
    let model = Model::new("web2text", json!({ "lambda": 0.5 }));
    network(&PAIRWISE, weight).add_to(network(&UNARY, weight).add_to(model, "unary"), "pairwise")
}

fn classifier() -> Web2Text {
    Web2Text::from_model(&model()).unwrap()
}

const PAGE: &str = "<body><div class=a><p>One sentence. <b>Two</b> \
                    words</p><br>three</div><ul><li><a href=x>Home</a><li>x";

#[test]
fn a_model_is_read_back() {
    let networks = Networks::from_model(&model()).unwrap();
    assert_eq!((networks.lambda, networks.unary.layers.len()), (0.5, 5));
    assert_eq!(
        networks.pairwise.add_to(
            networks.unary.add_to(Model::new("web2text", json!({ "lambda": 0.5 })), "unary"),
            "pairwise"
        ),
        model()
    );
    let error = Networks::from_model(&Model::new("web2text", json!({}))).unwrap_err().to_string();
    assert_eq!(
        error,
        "the new model: found no array unary.1, expected an array unary.1 of 1 x 128 x 50"
    );
}

#[test]
fn every_block_has_a_label_a_score_and_an_explanation() {
    let page = html::parse_str(PAGE);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(PAGE);
    let classifier = classifier();
    let n = blocks.blocks.len();
    let scores = classifier.scores(&subject).unwrap();
    assert_eq!(
        (classifier.classify(&subject).len(), scores.len(), classifier.explain(&subject).len()),
        (n, n, n)
    );
    assert!(n > 2 && scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
    assert!(classifier.explain(&subject)[0].starts_with("web2text: "));
    assert!(classifier.needs_markup());
}

#[test]
fn leaves_have_their_chains_breaks_and_places() {
    let reading = Reading::new(PAGE);
    let texts: Vec<&str> = reading.leaves.iter().map(|leaf| reading.text_of(leaf)).collect();
    assert_eq!(texts, ["One sentence. ", "Two", " words", "three", "Home", "x"]);
    let breaks: Vec<_> =
        reading.leaves.iter().map(|leaf| (leaf.break_before, leaf.break_after)).collect();
    let no = false;
    let yes = true;
    assert_eq!(breaks, [(yes, no), (no, no), (no, yes), (yes, yes), (yes, yes), (yes, yes)]);
    let first = &reading.leaves[0];
    assert_eq!(&PAGE[first.start as usize..first.end as usize], "One sentence. ");
    assert_eq!(reading.kept_text(&[yes, no, yes, no, no, yes]), "One sentence.  words\n\nx\n\n");
    assert_eq!(reading.kept_text(&[yes, no, no, no, no, no]), "One sentence. \n\n");
    assert_eq!(reading.block_features()[4][109], 1.0, "the tag a");
}

#[test]
fn pages_without_text_have_no_leaves() {
    for page in [
        "",
        " ",
        "<body>",
        "<frameset><frame></frameset>",
        "<p><img><script>x</script>&nbsp;",
        "<title>x</title>",
    ] {
        let reading = Reading::new(page);
        assert_eq!((reading.leaves.len(), reading.kept_text(&[])), (0, String::new()), "{page}");
        assert!(classifier().label(&reading).kept.is_empty());
    }
    let one = Reading::new("a");
    assert_eq!(
        (one.leaves.len(), one.edge_features().len(), classifier().label(&one).kept.len()),
        (1, 0, 1)
    );
}

#[test]
fn the_model_of_this_program_is_used_without_a_path() {
    let networks = |argument| Web2Text::new(argument).unwrap().networks;
    assert_eq!(networks(None), Networks::ours().unwrap());
    assert_eq!(networks(Some("lambda=1")), Networks { lambda: 1.0, ..Networks::ours().unwrap() });
}

#[test]
fn arguments_name_a_path_and_a_weight() {
    assert_eq!(source::argument("a/b:c").unwrap(), (Some("a/b:c"), None));
    assert_eq!(source::argument("a/b:lambda=1").unwrap(), (Some("a/b"), Some(1.0)));
    assert_eq!(source::argument("lambda=0").unwrap(), (None, Some(0.0)));
    assert_eq!(source::argument("alambda=0").unwrap(), (Some("alambda=0"), None));
    for wrong in ["a:lambda=x", "lambda=-1", "a:lambda=inf", "a:lambda="] {
        assert!(
            source::argument(wrong)
                .is_err_and(|e| e.to_string().contains("expected a number of 0 or more"))
        );
    }
}

#[test]
fn files_of_another_size_or_kind_are_refused() {
    let folder = std::env::temp_dir().join(format!("tamis-web2text-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let unary = folder.join("x_unary.f32le");
    let edge = folder.join("x_edge.f32le");
    let error = |path: &Path| Networks::read(path).unwrap_err().to_string();
    assert!(error(&folder).contains(
        "found a folder without weights of Web2Text, expected unary.ckpt.data-00000-of-00001"
    ));
    assert!(error(&unary).contains("x_unary.f32le"));
    std::fs::write(&unary, [0; 100]).unwrap();
    assert!(error(&unary).ends_with(
        "x_unary.f32le: found 100 bytes, expected 71840 bytes: the weights of Web2Text's unary \
         network"
    ));
    std::fs::write(&unary, vec![0; 71_840]).unwrap();
    assert!(error(&edge).contains("x_edge.f32le"));
    std::fs::write(&edge, vec![0xFF; 51_480]).unwrap();
    assert!(error(&edge).contains("x_edge.f32le:0: found the number NaN"));
    std::fs::write(&edge, vec![0; 51_480]).unwrap();
    assert_eq!(Networks::read(&edge).unwrap(), Networks::read(&unary).unwrap());
    std::fs::rename(&unary, folder.join("unary.f32le")).unwrap();
    std::fs::rename(&edge, folder.join("edge.f32le")).unwrap();
    assert_eq!(Networks::read(&folder).unwrap().lambda, 0.1);
    std::fs::write(folder.join("m"), "no model").unwrap();
    assert!(error(&folder.join("m")).contains("found 'no model', expected a model of web2text"));
    let lambda = |argument: &str| Web2Text::new(Some(argument)).unwrap().networks.lambda;
    assert_eq!(lambda(&format!("{}:lambda=1", folder.display())), 1.0);
    std::fs::write(folder.join("m"), model().to_bytes()).unwrap();
    assert_eq!(lambda(folder.join("m").to_str().unwrap()), 0.5);
    std::fs::remove_dir_all(&folder).unwrap();
}

proptest::proptest! {
    #[test]
    fn any_page_is_read_to_its_end(
        page in "(<table|<p|<b|<a href=|<i class=x|<td|<tr|<select|<option|<script|<title|<form|\
                 <li|<frameset|</table|</p|</b|</a|</script|</title|</form|<!--|-->|<!doctype|\
                 <!\\[CDATA\\[|&nbsp;|&#|>|/>| |x|é|😀|\"){0,60}",
    ) {
        let reading = Reading::new(&page);
        let n = reading.leaves.len();
        let labelled = classifier().label(&reading);
        proptest::prop_assert_eq!(
            (reading.block_features().len(), reading.edge_features().len(), labelled.kept.len()),
            (n, n.saturating_sub(1), n)
        );
        proptest::prop_assert!(
            reading.block_features().as_flattened().iter().all(|value| value.is_finite())
        );
        reading.kept_text(&labelled.kept);
    }
}

/// The third feature says whether all leaves have the same path; texts have no classes.
#[test]
fn leaves_of_alike_elements_have_one_path() {
    for (page, one) in [
        ("<p class=a>one<p class=a>two<p class=a>three", 1.0),
        ("<p class=a>one<p class=b>two", 0.0),
        ("<p>one<div>two</div>", 0.0),
    ] {
        assert_eq!(Reading::new(page).block_features()[0][2], one, "{page}");
    }
}
