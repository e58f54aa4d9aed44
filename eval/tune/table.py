"""Tables of what tune_lab wrote: the choice of each objective against the sieve, rank correlations by kind of rule, b and k1.
usage: table.py FOLDER      FOLDER has a NAME.tsv per collection"""
import math, pathlib, sys

# The last rows are the sieve with other parameters of BM25; the first row is the sieve.
PARAMETERS = 20
SINGLE = "cfa-blog neverendingbooks openplans sethroberts slott56 transmission web2ireland".split()

def read(path):
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]

def value(row, name): return float(row[name])

def choose(rows, name, prior=True):
    objective = lambda row: value(row, name) - (value(row, "cost") if prior else 0)
    return max(range(len(rows) - PARAMETERS), key=lambda i: (objective(rows[i]), -i))

def ranks(values):
    ranks = [0] * len(values)
    for rank, i in enumerate(sorted(range(len(values)), key=values.__getitem__)): ranks[i] = rank
    return ranks

def correlation(a, b):
    a, b = ranks(a), ranks(b)
    mean = sum(a) / len(a)
    norm = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return sum((x - mean) * (y - mean) for x, y in zip(a, b)) / norm if norm else 0

def gains(rows, chosen): return [value(rows[chosen], name) - value(rows[0], name) for name in ("ndcg_all", "ndcg_posts")]

def line(title, pick):
    of = {name: gains(rows, pick(rows)) for name, rows in data.items()}
    means = [sum(of[name][view] for name in SINGLE) / len(SINGLE) for view in (0, 1)]
    worst = min(min(of[name]) for name in SINGLE)
    print(f"{title:28} {means[0]:+.4f} {means[1]:+.4f} worst {worst:+.4f} | " + " | ".join(f"{a:+.4f} {b:+.4f}" for a, b in of.values()))

data = {name: read(pathlib.Path(sys.argv[1]) / f"{name}.tsv") for name in [*SINGLE, "six-sites"]}
print("NDCG@10 less that of the sieve: mean over the single collections (all pages, posts), the worst, each one\n", *data)
objectives = [f"{measure}_{headings}_headings" for headings in ("without", "with") for measure in ("rr", "ndcg")]
for name in objectives:
    for prior in (True, False): line(name + (", prior" if prior else ""), lambda rows: choose(rows, name, prior))
for name in ("nqc", "wig"): line(name + ", 60 settings", lambda rows: max(range(60), key=lambda i: value(rows[i], name)))
for view in ("all", "posts"): line(f"oracle of {view}", lambda rows: max(range(len(rows) - PARAMETERS), key=lambda i: value(rows[i], f"ndcg_{view}")))

print("\nNDCG@10 of the sieve, the choice and the oracle of the space: all pages, posts; the choice")
for name, rows in data.items():
    chosen = choose(rows, "rr_without_headings")
    for view in ("all", "posts"):
        values = [value(row, f"ndcg_{view}") for row in rows[:-PARAMETERS]]
        print(f"{values[0]:.4f} {values[chosen]:.4f} {max(values):.4f}", end="  ")
    print(f"{name}: {rows[chosen]['weights']}")

print("\nrank correlation of an objective and NDCG@10 (both views) over the rules of one kind, mean over the single collections")
for name in objectives:
    print(f"{name:24}", end="")
    for kind in ("repeated", "links", "short", "content"):
        others = lambda row: [weight for weight in row["weights"].split("; ") if not weight.startswith(kind + "=")]
        total = 0
        for rows in (data[collection][:-PARAMETERS] for collection in SINGLE):
            same = [row for row in rows if others(row) == others(rows[0])]
            total += correlation([value(row, name) for row in same], [value(row, "ndcg_all") + value(row, "ndcg_posts") for row in same])
        print(f" {kind} {total / len(SINGLE):+.2f}", end="")
    print()

print("\nk1 and b with the weights of the sieve, less 0.9 and 0.4: reciprocal rank, NDCG@10 of all pages and posts, mean")
for i in range(-PARAMETERS, 0):
    means = [sum(value(data[name][i], column) - value(data[name][0], column) for name in SINGLE) / len(SINGLE)
             for column in ("rr_without_headings", "ndcg_all", "ndcg_posts")]
    print(data["cfa-blog"][i]["k1"], data["cfa-blog"][i]["b"], *(f"{mean:+.4f}" for mean in means))
