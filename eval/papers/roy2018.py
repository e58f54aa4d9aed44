"""The tables of roy2018-markup.sh, average precision throughout.
usage: roy2018.py SWEEPS"""
import pathlib, sys
from findings import Difference, holm, p, points

root = pathlib.Path(sys.argv[1])
DEFAULTS = {"bm25": ("b", "0.4"), "ql-dirichlet": ("mu", "1000"), "ql-jm": ("lambda", "0.1"), "rm3": ("min_words", "0")}
MARKED = ["markup", "no-meta"]  # everything; all but META elements
RULES = ["words >= 11", "link_density <= 0.33", "repeats <= 20", "label = density-tree", "label = tamis", "sieve"]


def bed(name):
    """AP by topic of every text under every model and value of its parameter; tokens of every text."""
    values, tokens = {}, {}
    for text in [*MARKED, "text", *RULES]:
        for model, (parameter, _) in DEFAULTS.items():
            for point in points(root / name / text / model):
                values[text, model, point.parameters[parameter]] = point.values["map"]
                tokens[text] = point.tokens
    return values, tokens


def mean(values): return sum(values) / len(values)


def grid(values, model): return [value for text, at, value in values if text == "text" and at == model]


beds = {path.name: bed(path.name) for path in sorted(root.iterdir())}
at = lambda values, text, model: values[text, model, DEFAULTS[model][1]]

print("# Markup as text, or not: average precision\n")
print("## Text without markup against markup as text, default parameters\n")
rows = [(name, kind, model, Difference(at(values, kind, model), at(values, "text", model)))
        for name, (values, _) in beds.items() for kind in MARKED for model in DEFAULTS]
corrected = holm([d.p for *_, d in rows])
print("| | topics | markup | model | AP of markup | of text | difference, 95 % interval | p | Holm over", len(rows), "| better, worse | found with power .8 |")
print("|---|---:|---|---|---:|---:|---|---:|---:|---:|---:|")
for (name, kind, model, d), h in zip(rows, corrected):
    print(f"| {name} | {d.n} | {kind} | {model} | {d.base:.4f} | {d.base + d.mean:.4f} | {d.cells()} | {p(d.p)} | {p(h)} | {d.up}, {d.down} | {d.found:.4f} |")

print("\n## The same at every value of the parameter: markup, text, difference (* p < .05 after Holm's correction over the row)\n")
for model in DEFAULTS:
    if model == "rm3": continue
    parameter = DEFAULTS[model][0]
    steps = grid(beds[next(iter(beds))][0], model)
    print(f"| {model}, {parameter} =", " | ".join(steps), "|\n|---" + "|---:" * len(steps) + "|")
    for name, kind in [(name, kind) for name in beds for kind in MARKED]:
        values = beds[name][0]
        ds = [Difference(values[kind, model, step], values["text", model, step]) for step in steps]
        stars = holm([d.p for d in ds])
        print(f"| {name}, {kind} |", " | ".join(f"{d.base:.3f} {d.base + d.mean:.3f} {d.mean:+.3f}{'*' if h < 0.05 else ''}" for d, h in zip(ds, stars)), "|")
    print()

print("## Is the gain in Jelinek-Mercer (lambda .1) or Dirichlet (mu 1000) smaller than in BM25 (b .4)? Gain there less gain in BM25\n")
print("| | text over |", " | ".join(f"{model} | p | Holm" for model in ["ql-jm", "ql-dirichlet"]), "|\n|---|---" + "|---|---:|---:" * 2 + "|")


def apart(name, base, text, model, step):
    """The gain of `text` over `base` in a model less that in BM25."""
    values = beds[name][0]
    gains = lambda model, step: [b - a for a, b in zip(values[base, model, step], values[text, model, step])]
    return Difference(gains("bm25", "0.4"), gains(model, step))


cells = {(name, kind, model): apart(name, kind, "text", model, DEFAULTS[model][1]) for name in beds for kind in MARKED for model in ["ql-jm", "ql-dirichlet"]}
corrected = {}
for model in ["ql-jm", "ql-dirichlet"]:
    keys = [key for key in cells if key[2] == model]
    corrected.update(zip(keys, holm([cells[key].p for key in keys])))
for name in beds:
    for kind in MARKED:
        row = [(cells[name, kind, model], corrected[name, kind, model]) for model in ["ql-jm", "ql-dirichlet"]]
        print(f"| {name} | {kind} |", " | ".join(f"{d.cells()} | {p(d.p)} | {p(h)}" for d, h in row), "|")
print(f"\nHolm over the {2 * len(beds)} rows of a model")

print("\n## The same for rules over the text\n")
print("| | rule | ql-jm | p | Holm | ql-dirichlet | p | Holm |\n|---|---" + "|---|---:|---:" * 2 + "|")
cells = {(name, rule, model): apart(name, "text", rule, model, DEFAULTS[model][1]) for name in beds for rule in RULES for model in ["ql-jm", "ql-dirichlet"]}
corrected = dict(zip(cells, holm([d.p for d in cells.values()])))
for name in beds:
    for rule in RULES:
        row = [(cells[name, rule, model], corrected[name, rule, model]) for model in ["ql-jm", "ql-dirichlet"]]
        print(f"| {name} | {rule} |", " | ".join(f"{d.cells()} | {p(d.p)} | {p(h)}" for d, h in row), "|")
print(f"\nHolm over {len(cells)} tests")
print("\n## Rules against the text without markup, default parameters\n")
print("| | rule | tokens left |", " | ".join(f"{model} | 95 % interval" for model in DEFAULTS), "|\n|---|---|---:" + "|---:|---" * len(DEFAULTS) + "|")
for name, (values, tokens) in beds.items():
    ds = {(rule, model): Difference(at(values, "text", model), at(values, rule, model)) for rule in RULES for model in DEFAULTS}
    corrected = dict(zip(ds, holm([d.p for d in ds.values()])))
    shown = " | ".join(f"{mean(at(values, 'text', model)):.4f} |" for model in DEFAULTS)
    print(f"| {name} | text | {tokens['text']:,} | {shown} |")
    for rule in RULES:
        row = " | ".join(f"{ds[rule, m].mean:+.4f} | [{ds[rule, m].low:+.4f}, {ds[rule, m].high:+.4f}]{'*' if corrected[rule, m] < 0.05 else ''}" for m in DEFAULTS)
        print(f"| | {rule} | {tokens[rule] / tokens['text']:.2f} | {row} |")
print(f"\n*: p < .05 after Holm's correction over the {len(RULES) * len(DEFAULTS)} differences of a collection")

for model in list(DEFAULTS)[:3]:
    print(f"\n## {model} by {DEFAULTS[model][0]}: difference of a rule from the text (* as above, over the row)\n")
    steps = grid(beds[next(iter(beds))][0], model)
    print("| | rule |", " | ".join(steps), "|\n|---|---" + "|---:" * len(steps) + "|")
    for name, (values, _) in beds.items():
        for rule in RULES:
            ds = [Difference(values["text", model, step], values[rule, model, step]) for step in steps]
            print(f"| {name} | {rule} |", " | ".join(f"{d.mean:+.3f}{'*' if h < 0.05 else ''}" for d, h in zip(ds, holm([d.p for d in ds]))), "|")

print("\n## Parameters chosen on the other topics (leave one out): AP of the text, gain of each rule and of markup\n")
print("| | model | text |", " | ".join([*MARKED, *RULES]), "|\n|---|---|---:" + "|---" * (len(MARKED) + len(RULES)) + "|")


def left_out(values, text, model):
    """AP of each topic at the value that is best on the other topics."""
    steps = grid(values, model)
    columns = [values[text, model, step] for step in steps]
    sums = [sum(column) for column in columns]
    return [max(zip([s - c[i] for s, c in zip(sums, columns)], [c[i] for c in columns]), key=lambda pair: pair[0])[1] for i in range(len(columns[0]))]


for name, (values, _) in beds.items():
    for model in list(DEFAULTS)[:3]:
        base = left_out(values, "text", model)
        ds = [Difference(base, left_out(values, text, model)) for text in [*MARKED, *RULES]]
        print(f"| {name} | {model} | {mean(base):.4f} |", " | ".join(d.cells() + ("*" if h < 0.05 else "") for d, h in zip(ds, holm([d.p for d in ds]))), "|")
