use super::*;
use proptest::prelude::*;
use tamis_blocks::classify::tamis::forest::{BoostedTree, MISSING, Split};

/// One tree that splits wherever it can, with whole steps.
fn plain() -> BoostingSettings {
    BoostingSettings {
        trees: 1,
        leaves: 2,
        learning_rate: 1.0,
        feature_fraction: 1.0,
        bagging_fraction: 1.0,
        min_data_in_leaf: 1,
        min_sum_hessian_in_leaf: 0.0,
        lambda_l2: 0.0,
        ..BoostingSettings::default()
    }
}

fn trained(
    values: &[i32],
    labels: &[f32],
    weights: &[f32],
    settings: &BoostingSettings,
) -> Trained {
    let table = FeatureTable { rows: labels.len(), features: values.len() / labels.len(), values };
    train(&table, labels, weights, settings, &|_, _| {}).unwrap()
}

fn margins(trained: &Trained, values: &[i32], features: usize) -> Vec<i32> {
    let mut margins = Vec::new();
    trained.forest.margins(values, features, &mut margins);
    margins
}

#[test]
fn a_split_by_hand() {
    // Even odds: first derivatives of a half, second ones of a quarter. The second feature
    // separates the labels.
    let values = [5, 1, 6, 2, 5, 11, 6, 12];
    let one = trained(&values, &[0.0, 0.0, 1.0, 1.0], &[1.0; 4], &plain());
    // A leaf of two rows: 2 x 0.5 / (2 x 0.25).
    let split = Split { from: 0, feature: 1, at_least: 7, mean: 0 };
    let tree = BoostedTree { splits: vec![split], leaves: vec![-2 * UNIT, 2 * UNIT] };
    assert_eq!(one.forest.trees(), &Trees { bias: 0, trees: vec![tree] });
    // 1 / 0.5 on both sides, and nothing before.
    assert_eq!(one.gains, [0.0, 4.0]);
    assert_eq!(margins(&one, &values, 2), [-2 * UNIT, -2 * UNIT, 2 * UNIT, 2 * UNIT]);
    // With an added constant the step is 1 / (0.5 + 1.5), and half of it is made.
    let settings = BoostingSettings { lambda_l2: 1.5, learning_rate: 0.5, ..plain() };
    let one = trained(&values, &[0.0, 0.0, 1.0, 1.0], &[1.0; 4], &settings);
    assert_eq!(one.forest.trees().trees[0].leaves, [-UNIT / 4, UNIT / 4]);
}

#[test]
fn no_tree_uses_a_hidden_feature() {
    let values = [5, 1, 6, 2, 5, 11, 6, 12];
    let mut columns = BinnedColumns::new(
        &FeatureTable { rows: 4, features: 2, values: &values },
        &[0, 1, 2, 3],
        63,
    );
    for hidden in [1, 0] {
        columns.hide(|feature| feature == hidden);
        let one = train_on(
            &columns,
            &[0, 1, 2, 3],
            &[0.0, 0.5, 0.5, 1.0],
            &[1.0; 4],
            &plain(),
            &|_, _| {},
        )
        .unwrap();
        let used: Vec<u16> =
            one.forest.trees().trees[0].splits.iter().map(|split| split.feature).collect();
        assert_eq!(used, [1 - hidden as u16]);
    }
}

#[test]
fn the_best_leaf_is_split_first() {
    // The first feature tells most; then, among its high rows, the second one tells the rest.
    let rows =
        [[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 1], [1, 1, 1], [1, 1, 1]];
    let values: Vec<i32> = rows.iter().flat_map(|row| row[..2].to_vec()).collect();
    let labels: Vec<f32> = rows.iter().map(|row| row[2] as f32).collect();
    let three = trained(&values, &labels, &[1.0; 8], &BoostingSettings { leaves: 9, ..plain() });
    let splits: Vec<(u8, u16)> = three.forest.trees().trees[0]
        .splits
        .iter()
        .map(|split| (split.from, split.feature))
        .collect();
    assert_eq!(splits, [(0, 0), (1, 1)]);
}

#[test]
fn a_missing_value_is_the_lowest() {
    let values = [MISSING, -9, MISSING, 4, 7, -9];
    let one = trained(&values, &[1.0, 0.0, 1.0, 0.0, 0.0, 0.0], &[1.0; 6], &plain());
    assert_eq!(one.forest.trees().trees[0].splits[0].at_least, MISSING + 1);
    let of = margins(&one, &[MISSING, i32::MIN + 1, 0, 100], 1);
    assert!(of[0] > of[1] && of[1] == of[2] && of[2] == of[3]);
}

#[test]
fn a_row_of_weight_two_counts_as_two_rows() {
    let values = [1, 2, 3, 4, 5, 6];
    let labels = [0.0, 1.0, 0.25, 0.0, 1.0, 1.0];
    let settings = BoostingSettings { trees: 5, leaves: 4, lambda_l2: 1.0, ..plain() };
    let weighed = trained(&values, &labels, &[1.0, 1.0, 2.0, 1.0, 2.0, 1.0], &settings);
    let twice = trained(
        &[1, 2, 3, 3, 4, 5, 5, 6],
        &[0.0, 1.0, 0.25, 0.25, 0.0, 1.0, 1.0, 1.0],
        &[1.0; 8],
        &settings,
    );
    // Units differ with the weights, so leaves differ in the last digits.
    let pairs = margins(&weighed, &values, 1).into_iter().zip(margins(&twice, &values, 1));
    for (one, other) in pairs {
        assert!((one - other).abs() <= 5, "{one} {other}");
    }
}

#[test]
fn of_equal_splits_that_of_the_lower_feature_and_threshold_is_made() {
    // The features are mirrored, and so are the labels: the first and the last threshold of both
    // gain the same.
    let values = [1, 3, 2, 2, 3, 1];
    let one = trained(&values, &[1.0, 0.0, 1.0], &[1.0; 3], &plain());
    let split = one.forest.trees().trees[0].splits[0];
    assert_eq!((split.feature, split.at_least), (0, 2));
}

#[test]
fn leaves_have_enough_rows() {
    let values: Vec<i32> = (0..100).collect();
    let labels: Vec<f32> = values.iter().map(|value| f32::from(u8::from(*value < 3))).collect();
    let few = trained(
        &values,
        &labels,
        &[1.0; 100],
        &BoostingSettings { leaves: 50, min_data_in_leaf: 10, ..plain() },
    );
    let mut sizes = vec![0; 50];
    let distinct = margins(&few, &values, 1);
    let mut known: Vec<i32> = distinct.clone();
    known.sort_unstable();
    known.dedup();
    for margin in &distinct {
        sizes[known.binary_search(margin).unwrap()] += 1;
    }
    assert!(sizes.iter().all(|size| *size == 0 || *size >= 10), "{sizes:?}");
    let none = trained(
        &values,
        &labels,
        &[1.0; 100],
        &BoostingSettings { min_sum_hessian_in_leaf: 100.0, ..plain() },
    );
    assert_eq!(none.forest.trees().trees[0].splits, []);
}

#[test]
fn nothing_to_learn_is_a_bias() {
    let none =
        train(&FeatureTable { rows: 0, features: 3, values: &[] }, &[], &[], &plain(), &|_, _| {})
            .unwrap();
    assert_eq!((none.forest.trees().bias, none.gains), (0, vec![0.0; 3]));
    let same = trained(&[1, 1, 1, 1], &[0.75; 4], &[1.0; 4], &plain());
    // The log odds of 3 to 1.
    assert_eq!((same.forest.trees().bias, margins(&same, &[1], 1)), (71999, vec![71999]));
    let weightless = trained(&[1, 2], &[0.0, 1.0], &[0.0; 2], &plain());
    assert_eq!(margins(&weightless, &[1, 2], 1), [0, 0]);
}

fn error(settings: BoostingSettings) -> String {
    let table = FeatureTable { rows: 1, features: 1, values: &[1] };
    train(&table, &[1.0], &[1.0], &settings, &|_, _| {}).unwrap_err().to_string()
}

#[test]
fn settings_out_of_their_range_are_reported() {
    assert_eq!(error(BoostingSettings { leaves: 257, ..plain() }), "leaves 257, expected 2 to 256");
    assert_eq!(error(BoostingSettings { max_bin: 1, ..plain() }), "max_bin 1, expected 2 to 256");
    let share = error(BoostingSettings { bagging_fraction: 0.0, ..plain() });
    assert_eq!(share, "bagging_fraction 0, expected a number above 0, up to 1");
    assert_eq!(
        error(BoostingSettings { lambda_l2: f64::NAN, ..plain() }),
        "lambda_l2 NaN, expected 0 or more"
    );
}

/// A table of some features with many and some with few values, and labels that follow two of them.
fn made(rows: usize, seed: u64) -> (Vec<i32>, Vec<f32>, Vec<f32>) {
    let mut draw = Draw::new(seed, 7);
    let mut values = Vec::new();
    let mut labels = Vec::new();
    let mut weights = Vec::new();
    for _ in 0..rows {
        let row = [
            draw.below(5000) as i32,
            draw.below(2) as i32,
            -(draw.below(9) as i32),
            draw.below(70) as i32,
        ];
        let missing = draw.below(10) == 0;
        labels.push(if row[0] > 2000 && row[2] < -3 {
            1.0 - draw.share() / 4.0
        } else {
            draw.share() / 3.0
        });
        weights.push(draw.share() + 0.01);
        values.extend(row);
        values.push(if missing { MISSING } else { row[0] / 100 });
    }
    (values, labels, weights)
}

#[test]
fn the_loss_falls_and_is_that_of_the_forest() {
    let (values, labels, weights) = made(2000, 1);
    let settings =
        BoostingSettings { trees: 20, min_data_in_leaf: 5, ..BoostingSettings::default() };
    let losses = std::sync::Mutex::new(Vec::new());
    let table = FeatureTable { rows: 2000, features: 5, values: &values };
    let trained = train(&table, &labels, &weights, &settings, &|number, loss| {
        losses.lock().unwrap().push((number, loss));
    })
    .unwrap();
    let losses = losses.into_inner().unwrap();
    assert_eq!((losses.len(), losses[0].0, losses[19].0), (20, 1, 20));
    assert!(losses[0].1 > losses[9].1 && losses[9].1 > losses[19].1, "{losses:?}");
    let mut sum = 0.0;
    for (row, margin) in margins(&trained, &values, 5).into_iter().enumerate() {
        let odds = f64::from(margin) / f64::from(UNIT);
        let label = f64::from(labels[row]);
        sum += f64::from(weights[row]) * ((1.0 + odds.exp()).ln() - label * odds);
    }
    let mean = sum / weights.iter().map(|weight| f64::from(*weight)).sum::<f64>();
    assert!((mean - losses[19].1).abs() < 1e-9, "{mean} {losses:?}");
    // The two features that the labels follow gain most.
    let mut order: Vec<usize> = (0..5).collect();
    order.sort_by(|one, other| trained.gains[*other].total_cmp(&trained.gains[*one]));
    assert_eq!(order[..2], [0, 2], "{:?}", trained.gains);
}

fn train_with(threads: usize, seed: u64) -> Trained {
    // Enough rows that the work is shared.
    let (values, labels, weights) = made(20_000, 2);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let settings = BoostingSettings { trees: 5, seed, max_bin: 200, ..BoostingSettings::default() };
    pool.install(|| trained(&values, &labels, &weights, &settings))
}

#[test]
fn the_same_trees_with_one_thread_and_two() {
    assert_eq!(train_with(1, 1), train_with(2, 1));
    assert_ne!(train_with(1, 1), train_with(2, 2));
}

#[test]
fn rows_that_are_not_chosen_do_not_count() {
    let (values, labels, weights) = made(500, 3);
    let table = FeatureTable { rows: 500, features: 5, values: &values };
    let chosen = (0..400).collect::<Vec<u32>>();
    let mut other = labels.clone();
    other[400..].fill(0.5);
    let settings = BoostingSettings { trees: 3, ..BoostingSettings::default() };
    let columns = BinnedColumns::new(&table, &chosen, 63);
    let with_own = train_on(&columns, &chosen, &labels, &weights, &settings, &|_, _| {}).unwrap();
    let with_other = train_on(&columns, &chosen, &other, &weights, &settings, &|_, _| {}).unwrap();
    let first = FeatureTable { rows: 400, features: 5, values: &values[..2000] };
    let alone = train(&first, &labels[..400], &weights[..400], &settings, &|_, _| {}).unwrap();
    assert_eq!(with_own, with_other);
    assert_eq!(with_own, alone);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_forest_computes_the_margins_of_the_training(
        rows in 1..300usize, seed in any::<u64>(), leaves in 2..40usize, bag in 0.3..1.0f64
    ) {
        let (values, labels, weights) = made(rows, seed);
        let columns = BinnedColumns::new(
            &FeatureTable { rows, features: 5, values: &values },
            &(0..rows as u32).collect::<Vec<_>>(),
            63,
        );
        let settings = BoostingSettings {
            trees: 8,
            leaves,
            bagging_fraction: bag,
            min_data_in_leaf: 3,
            seed,
            ..BoostingSettings::default()
        };
        let chosen: Vec<u32> = (0..rows as u32).collect();
        let (trained, grown) =
            boost(&columns, &chosen, &labels, &weights, &settings, &|_, _| {}).unwrap();
        prop_assert_eq!(margins(&trained, &values, 5), grown);
    }
}
