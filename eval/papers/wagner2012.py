"""The tables of wagner2012-templates.sh.
usage: wagner2012.py SWEEPS SIZES"""
import pathlib, sys
from findings import MARGIN, Difference, holm, p, points

root = pathlib.Path(sys.argv[1])
AXES = {"repeats": ("max_repeats", "1000000"), "share": ("max_site_share", "1")}
ORDER = ["six-sites-all", "six-sites-posts", "cfa-blog-all", "cfa-blog-posts", "cfa-blog-known-item", "adn-typepad-all"]
ORDER = [name for name in ORDER if (root / name).exists()]


def rules(name, model):
    """The unfiltered point, and every other one by its rule."""
    everything, others = None, {}
    for axis, (parameter, none) in AXES.items():
        for point in points(root / name / f"{model}-{axis}"):
            value = point.parameters[parameter]
            if float(value) == float(none): everything = point
            else: others[f"{axis.replace('share', 'site_share')} <= {value}"] = point
    return everything, others


def table(names, model, measure):
    print(f"\n### {model}, {measure}\n")
    print("| | topics | unfiltered | rule | text gone | difference, 95 % interval | p | Holm | equivalent | topics that would show it | judged@10 |\n|---|---:|---:|---|---:|---|---:|---:|---|---:|---:|")
    rows = []
    for name in names:
        everything, others = rules(name, model)
        rows += [(name, rule, everything, point, Difference(everything.values[measure], point.values[measure])) for rule, point in others.items()]
    for (name, rule, everything, point, d), h in zip(rows, holm([d.p for *_, d in rows])):
        first = rule == "repeats <= 3"
        gone = 1 - point.tokens / everything.tokens
        print(f"| {name if first else ''} | {d.n if first else ''} | {f'{d.base:.4f}' if first else ''} | {rule} | {gone:.2f} | {d.cells()} | {p(d.p)} | {p(h)} "
              f"| {'yes' if d.equivalent else 'no'} | {d.needed} | {everything.judged:.2f} {point.judged:.2f} |")
    print(f"\nHolm over {len(rows)} rows; equivalent: two one-sided t-tests at 5 % within {100 * MARGIN:.0f} % of the unfiltered mean; topics that would show "
          "it: with power .8, if there were no difference.")


print("# Templates removed\n")
sites = [path.name for path in sorted(root.iterdir()) if path.name not in ORDER]
for model in ["bm25", "ql-dirichlet"]:
    for measure in ["map", "ndcg_cut_10"]: table(ORDER, model, measure)
print("\n## Within a site: its own pages and topics, all of its views as one table")
for measure in ["map", "ndcg_cut_10"]:
    table([name for name in sites if name.endswith("-all")], "bm25", measure)
    table([name for name in sites if name.endswith("-posts")], "bm25", measure)

print("\n## Bytes of an index of what is left, without stored text and labels\n\n| | rule | bytes | of all |\n|---|---|---:|---:|")
whole = {}
for line in pathlib.Path(sys.argv[2]).read_text().splitlines():
    name, rule, size = line.split("\t")
    whole.setdefault(name, int(size))
    print(f"| {name} | {rule if rule != 'words >= 0' else 'all text'} | {int(size):,} | {int(size) / whole[name]:.2f} |")
