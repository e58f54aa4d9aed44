use super::*;
use proptest::prelude::*;
use serde_json::{Value, from_value, json};

/// A tree that asks for words, then for links, and one that asks whether there is a value.
fn two_trees() -> Forest {
    let first = BoostedTree {
        splits: vec![Split::from((0, 2, 10, 50)), Split::from((0, 0, 1, -100))],
        leaves: vec![-40, 300, -200],
    };
    let second =
        BoostedTree { splits: vec![Split::from((0, 1, MISSING + 1, 5))], leaves: vec![-7, 9] };
    Forest::try_from(Trees { bias: 1000, trees: vec![first, second] }).unwrap()
}

/// The margin by a walk of each tree.
fn walked(forest: &Forest, row: &[i32]) -> i32 {
    let mut margin = forest.trees().bias;
    for tree in &forest.trees().trees {
        let mut leaf = 0;
        for (k, split) in tree.splits.iter().enumerate() {
            let value = row.get(usize::from(split.feature)).copied().unwrap_or(MISSING);
            if usize::from(split.from) == leaf && value >= split.at_least {
                leaf = k + 1;
            }
        }
        margin += tree.leaves[leaf];
    }
    margin
}

fn margins(forest: &Forest, rows: &[i32], features: usize) -> Vec<i32> {
    let mut out = vec![1, 2, 3];
    forest.margins(rows, features, &mut out);
    out
}

#[test]
fn rows_reach_their_leaves() {
    let forest = two_trees();
    // Long; short without links; short with a link; all missing; just at the thresholds.
    let rows =
        [0, 4, 11, 0, MISSING, 9, 3, i32::MAX, -5, MISSING, MISSING, MISSING, 1, MISSING + 1, 10];
    assert_eq!(
        margins(&forest, &rows, 3),
        [1000 + 300 + 9, 1000 - 40 - 7, 1000 - 200 + 9, 1000 - 40 - 7, 1000 + 300 + 9]
    );
    assert_eq!(
        (forest.features(), margins(&forest, &[], 3), margins(&forest, &[], 0)),
        (3, vec![], vec![])
    );
    // What a row lacks is missing.
    assert_eq!(margins(&forest, &[0, 1], 1), [1000 - 40 - 7, 1000 - 200 - 7]);
    let none = Forest::try_from(Trees { bias: -3, trees: vec![] }).unwrap();
    assert_eq!(
        (margins(&none, &[5, 6], 1), none.features(), none.expected()),
        (vec![-3, -3], 0, -3)
    );
}

#[test]
fn contributions_tell_which_feature_moved_the_margin() {
    let forest = two_trees();
    // 50 to -100 by the words, then to -200 by the links; 5 to 9.
    assert_eq!(forest.contributions(&[1, 1, 0]), [(2, -150), (0, -100), (1, 4)]);
    assert_eq!(forest.contributions(&[1, MISSING, 10]), [(2, 250), (1, -12)]);
    assert_eq!(forest.expected(), 1055);
}

#[test]
fn probabilities_rise_from_none_to_certainty() {
    assert_eq!([i32::MIN, 0, i32::MAX].map(probability), [0, 32768, 65535]);
    // One unit of log odds: 65,535 x 0.7310586.
    assert_eq!([UNIT, -UNIT].map(probability), [47910, 17625]);
    assert!((-1200..1200).all(|m| probability(m * 1000) <= probability((m + 1) * 1000)));
}

#[test]
fn a_forest_is_read_as_it_was_written() {
    let forest = two_trees();
    let text = serde_json::to_string(&forest).unwrap();
    let tree = r#"{"splits":[[0,2,10,50],[0,0,1,-100]],"leaves":[-40,300,-200]}"#;
    assert!(text.starts_with(&format!(r#"{{"bias":1000,"trees":[{tree},"#)), "{text}");
    assert_eq!(serde_json::from_str::<Forest>(&text).unwrap(), forest);
}

/// The error that trees are refused with.
fn error(trees: Value) -> String {
    from_value::<Forest>(json!({"bias": 0, "trees": trees})).unwrap_err().to_string()
}

fn error_of_tree(splits: Value, leaves: Value) -> String {
    error(json!([{"splits": splits, "leaves": leaves}]))
}

#[test]
fn defects_of_a_tree_are_reported() {
    assert_eq!(
        error_of_tree(json!([[0, 1, 2, 3]]), json!([1])),
        "tree 0, which has 1 splits and 1 leaves, not a leaf more than splits and at most 256"
    );
    assert_eq!(
        error_of_tree(json!([[0, 1, 2, 3], [2, 1, 2, 3]]), json!([1, 2, 3])),
        "tree 0, which has split 1 of leaf 2, not of one from 0 to 1"
    );
    let large = "tree 0, which has the value 16777217, not one from -16777216 to 16777216";
    assert_eq!(error_of_tree(json!([]), json!([(1 << 24) + 1])), large);
    let tree = json!({"splits": [], "leaves": [1 << 24]});
    assert_eq!(
        error(json!(vec![tree; 128])),
        "margins up to 2147483648, which is more than 2147483647"
    );
    let many = vec![json!({"splits": [], "leaves": [0]}); 10_001];
    assert_eq!(error(json!(many)), "10001 trees, which is more than 10000");
    assert!(error_of_tree(json!([]), json!([])).contains("0 splits and 0 leaves"));
    assert!(error_of_tree(json!([]), json!([0.5])).contains("invalid type: floating point"));
    assert!(error_of_tree(json!([[0, 70000, 2, 3]]), json!([1, 2])).contains("u16"));
}

/// Trees of any shape, over few features and thresholds so that some meet.
fn trees() -> impl Strategy<Value = Trees> {
    let value = -1_000_000..1_000_000;
    let threshold = prop_oneof![-20..20, Just(MISSING + 1), Just(i32::MAX), any::<i32>()];
    let split = (any::<u8>(), 0..6u16, threshold, value.clone()).prop_map(Split::from);
    let splits = prop_oneof![
        proptest::collection::vec(split.clone(), 0..31),
        proptest::collection::vec(split, 0..256)
    ];
    let tree = (splits, proptest::collection::vec(value.clone(), 256)).prop_map(
        |(mut splits, mut leaves)| {
            for (k, split) in splits.iter_mut().enumerate() {
                split.from = (usize::from(split.from) % (k + 1)) as u8;
            }
            leaves.truncate(splits.len() + 1);
            BoostedTree { splits, leaves }
        },
    );
    (value, proptest::collection::vec(tree, 0..6)).prop_map(|(bias, trees)| Trees { bias, trees })
}

proptest! {
    #[test]
    fn planes_find_the_leaves_of_a_walk(
        trees in trees(),
        rows in proptest::collection::vec(
            prop_oneof![-21..21, Just(MISSING), any::<i32>()],
            0..800,
        ),
        features in 1..7usize,
    ) {
        let forest = Forest::try_from(trees).unwrap();
        let rows = &rows[..rows.len() / features * features];
        let expected: Vec<i32> = rows.chunks(features).map(|row| walked(&forest, row)).collect();
        prop_assert_eq!(margins(&forest, rows, features), expected.clone());
        for (row, margin) in rows.chunks(features).zip(expected) {
            let moves: i32 = forest.contributions(row).iter().map(|(_, change)| change).sum();
            prop_assert_eq!(forest.expected() + moves, margin);
        }
        let text = serde_json::to_string(&forest).unwrap();
        prop_assert_eq!(serde_json::from_str::<Forest>(&text).unwrap(), forest);
    }
}
