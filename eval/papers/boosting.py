"""Compares the boosted trees of this program with LightGBM's: `boosting.py matrix PROTOTYPE DATA FOLDER` writes the matrix of
the prototype's features in DATA (PROTOTYPE/build.py makes them), `boosting.py lightgbm FOLDER SEED...` trains LightGBM on it,
`boosting.py ours FOLDER` scores the margins that `cargo run --release -p tamis-papers --bin boosting FOLDER SEED` wrote. Fold 0 of 3, by
page, is held out. Needs numpy and lightgbm 4.7."""
import sys, time, numpy as np

SETS = ["zyte-aeb", "l3s-gn1", "cleaneval-en"]
MISSING = -(1 << 31)
SETTINGS = dict(objective="cross_entropy", num_leaves=31, learning_rate=.12, feature_fraction=.5, bagging_fraction=.7, bagging_freq=1,
                min_data_in_leaf=60, min_sum_hessian_in_leaf=.05, lambda_l2=5, max_bin=63, num_threads=2, verbose=-1)


def matrix(prototype, data, folder):
    sys.path.insert(0, prototype)
    import lib, train1
    _, pages = lib.load(SETS, data)
    read, starts, x = train1.prep(pages, None)
    page = np.repeat(np.arange(len(read)), np.diff(starts))
    missing = np.isnan(x)
    values = np.round(np.clip(np.nan_to_num(x.astype(np.float64)), -2e6, 2e6) * 1000).astype(np.int32)
    values[missing] = MISSING
    values.tofile(f"{folder}/x.bin")
    np.concatenate([pages[i]["y"] for i in read]).astype(np.float32).tofile(f"{folder}/y.bin")
    train1.weights(pages, read, starts).astype(np.float32).tofile(f"{folder}/w.bin")
    np.random.default_rng(0).integers(0, 3, len(read))[page].astype(np.int32).tofile(f"{folder}/fold.bin")


def load(folder):
    y, w = (np.fromfile(f"{folder}/{name}.bin", np.float32) for name in "yw")
    return np.fromfile(f"{folder}/x.bin", np.int32).reshape(len(y), -1), y, w, np.fromfile(f"{folder}/fold.bin", np.int32)


def told(name, probability, y, w, fold):
    for part, rows in ("train", fold != 0), ("held out", fold == 0):
        p, label, weight = np.clip(probability[rows], 1e-9, 1 - 1e-9), y[rows], w[rows]
        loss = -(weight * (label * np.log(p) + (1 - label) * np.log(1 - p))).sum() / weight.sum()
        order = np.argsort(p)
        content, weight = label[order] >= .5, weight[order]
        other = np.cumsum(weight * ~content)
        auc = (weight * content * other).sum() / ((weight * content).sum() * (weight * ~content).sum())
        print(f"{name}\t{part}\tloss {loss:.4f}\tAUC {auc:.4f}", flush=True)


command, *arguments = sys.argv[1:]
if command == "matrix":
    matrix(*arguments)
elif command == "ours":
    _, y, w, fold = load(arguments[0])
    told("ours", 1 / (1 + np.exp(-np.fromfile(f"{arguments[0]}/margins.bin", np.int32) / 65536)), y, w, fold)
else:
    import lightgbm
    x, y, w, fold = load(arguments[0])
    x = np.where(x == MISSING, np.nan, x)
    for seed in arguments[1:]:
        start = time.process_time()
        rows = fold != 0
        table = lightgbm.Dataset(x[rows], y[rows], weight=w[rows], params=dict(max_bin=63, verbose=-1))
        trees = lightgbm.train(dict(SETTINGS, seed=int(seed)), table, 100)
        print(f"LightGBM, seed {seed}: {time.process_time() - start:.0f} s of CPU time")
        told(f"LightGBM {seed}", trees.predict(x, num_threads=1), y, w, fold)
