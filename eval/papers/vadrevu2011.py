"""The tables of vadrevu2011-segments.sh.
usage: vadrevu2011.py SWEEPS"""
import pathlib, random, sys
from findings import Difference, holm, p, points

root = pathlib.Path(sys.argv[1])
MEASURES = ["map", "ndcg_cut_10"]
SCORES = ["tamis", "tamis-comments", "victor", "web2text"]
WAYS = [f"{way}-{score}" for score in SCORES for way in ("weight", "remove")] + ["sieve"]
GROUPS = ["hard", "middle", "easy"]
BOOTSTRAPS = 2000


def values(bed, part, way):
    point = points(root / bed / part / way)[0]
    return {measure: dict(zip(point.topics, point.values[measure])) for measure in MEASURES}


def overall(bed, base):
    """Every way against all text, the title counted as in `base`."""
    text = values(bed, "whole", base)
    rows = [(way, measure, text, values(bed, "whole", f"{base}-{way}")) for measure in MEASURES for way in WAYS]
    return {(way, measure): Difference(list(a[measure].values()), list(b[measure].values())) for way, measure, a, b in rows}


def groups(difficulty):
    """The third of the topics to which each belongs; ties by id."""
    order = sorted(difficulty, key=lambda topic: (difficulty[topic], topic))
    return {topic: at * 3 // len(order) for at, topic in enumerate(order)}


def means(rows):
    """Of (group, baseline, gain): mean gain of each group and the hard topics' less the easy ones', then the same as shares of baselines."""
    base, gain, count = [0.0] * 3, [0.0] * 3, [0] * 3
    for group, value, more in rows: base[group], gain[group], count[group] = base[group] + value, gain[group] + more, count[group] + 1
    mean = [g / c if c else 0.0 for g, c in zip(gain, count)]
    share = [g / b if b else 0.0 for g, b in zip(gain, base)]
    return [*mean, mean[0] - mean[2], *share, share[0] - share[2]]


def bootstrap(of_topic):
    """Means with 95 % intervals, topics drawn with replacement; a topic brings its rows of all splits."""
    observed = means([row for rows in of_topic.values() for row in rows])
    draw, names = random.Random(1), sorted(of_topic)
    draws = [means([row for name in draw.choices(names, k=len(names)) for row in of_topic[name]]) for _ in range(BOOTSTRAPS)]
    ends = [sorted(column) for column in zip(*draws)]
    return [(value, end[int(0.025 * BOOTSTRAPS)], end[int(0.975 * BOOTSTRAPS)]) for value, end in zip(observed, ends)]


def by_difficulty(bed, base, way, measure):
    """Gains of the groups, by four ways to say how hard a topic is."""
    text, other = values(bed, "whole", base), values(bed, "whole", f"{base}-{way}")
    plain, dph = text["map"], values(bed, "whole", "dph")["map"]
    for name, difficulty in [("AP of the baseline itself", plain), ("AP of DPH, all text", dph),
                             ("mean AP of both", {topic: (plain[topic] + other["map"][topic]) / 2 for topic in plain})]:
        group = groups(difficulty)
        yield name, bootstrap({topic: [(group[topic], text[measure][topic], other[measure][topic] - text[measure][topic])] for topic in plain})
    of_topic = {}
    for part in sorted(path.name for path in (root / bed).iterdir() if path.name != "whole"):
        split, half = part.split("-")
        there, here = values(bed, part, base)[measure], values(bed, part, f"{base}-{way}")[measure]
        hard = values(bed, f"{split}-{1 - int(half)}", base)["map"]
        both = sorted(set(hard) & set(there))
        group = groups({topic: hard[topic] for topic in both})
        for topic in both: of_topic.setdefault(topic, []).append((group[topic], there[topic], here[topic] - there[topic]))
    yield "AP on the other half of the pages", bootstrap(of_topic)


print("# Quality of segments as weights, and as removal\n")
beds = [name for name in ["six-sites-all", "six-sites-posts", "cfa-blog-all", "cfa-blog-posts", "adn-typepad-all"] if (root / name).exists()]
for base in ["text", "title"]:
    print(f"\n## Quality as weights and as removal, {'all text counts once' if base == 'text' else 'the title counts four times in both'}\n")
    print("| | topics | way | AP | difference, 95 % interval | p | Holm | NDCG@10 | difference, 95 % interval | p | Holm |\n|---|---:|---|---:|---|---:|---:|---:|---|---:|---:|")
    tables = {bed: overall(bed, base) for bed in beds}
    keys = [(bed, *key) for bed in beds for key in tables[bed]]
    corrected = dict(zip(keys, holm([tables[bed][way, measure].p for bed, way, measure in keys])))
    for bed in beds:
        for way in WAYS:
            ap, ndcg = (tables[bed][way, measure] for measure in MEASURES)
            first = (bed, ap.n) if way == WAYS[0] else ("", "")
            print(f"| {first[0]} | {first[1]} | {way} | {ap.base + ap.mean:.4f} | {ap.cells()} | {p(ap.p)} | {p(corrected[bed, way, 'map'])} "
                  f"| {ndcg.base + ndcg.mean:.4f} | {ndcg.cells()} | {p(ndcg.p)} | {p(corrected[bed, way, 'ndcg_cut_10'])} |")
    print(f"\nHolm over {len(keys)} differences")

print("\n## Weights less removal, by the same score, the title counted once\n")
print("| |", " | ".join(f"{score}: {name}" for score in SCORES for name in ("AP", "NDCG@10")), "|\n|---" + "|---" * 8 + "|")
ds = {(bed, score, measure): Difference(list(values(bed, "whole", f"text-remove-{score}")[measure].values()),
                                        list(values(bed, "whole", f"text-weight-{score}")[measure].values()))
      for bed in beds for score in SCORES for measure in MEASURES}
corrected = dict(zip(ds, holm([d.p for d in ds.values()])))
for bed in beds:
    print(f"| {bed} |", " | ".join(ds[bed, s, m].cells() + ("*" if corrected[bed, s, m] < 0.05 else "") for s in SCORES for m in MEASURES), "|")
print(f"\n*: p < .05 after Holm's correction over {len(ds)}")

for measure in MEASURES:
    print(f"\n## Gains in {measure} by difficulty: thirds of the topics\n")
    print("| | way | how hard, by |", " | ".join([*GROUPS, "hard less easy", *(f"{group}, %" for group in GROUPS), "hard less easy, %"]), "|\n|---|---|---" + "|---" * 8 + "|")
    for bed in beds:
        for base, way in [("text", "weight-tamis-comments"), ("title", "weight-tamis-comments"), ("text", "remove-tamis-comments"), ("text", "sieve")]:
            for at, (name, cells) in enumerate(by_difficulty(bed, base, way, measure)):
                shown = [f"{value:+.4f} [{low:+.4f}, {high:+.4f}]" for value, low, high in cells[:4]]
                shown += [f"{100 * value:+.0f} [{100 * low:+.0f}, {100 * high:+.0f}]" for value, low, high in cells[4:]]
                label = f"{way}{', title four times' if base == 'title' else ''}"
                print(f"| {bed if at == 0 else ''} | {label if at == 0 else ''} | {name} |", " | ".join(shown), "|")
    print(f"\nIntervals: 95 %, {BOOTSTRAPS} bootstraps of topics, not corrected; %: the gain as a share of the group's mean without weights or removal")
