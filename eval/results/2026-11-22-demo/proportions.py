#!/usr/bin/env python3
"""Measures a judged collection's proportions: how much of its pages is template, and where the words of its topics stand.

    proportions.py TAMIS INDEX TOPICS QRELS DOCS [PAGES]

DOCS has a line per page: docno, kind (post or listing), address, with tabs. A sample of PAGES pages of each kind is taken,
the same each time. With ALL=1, pages count for the topics of other sites too. It looks at no ranking."""
import json, os, random, re, statistics as st, subprocess, sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

program, index, topics_file, qrels_file, docs_file = sys.argv[1:6]
sample = int(sys.argv[6]) if len(sys.argv) > 6 else 400

def words(text):
    return [w[:-1] if w.endswith("s") else w for w in re.findall(r"[a-z0-9]+", text.lower())]

STOP = set(words("a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with"))
topics = {}
for n, title in re.findall(r"<num> *Number: *(\S+).*?<title>([^\n<]*)", open(topics_file).read(), re.S):
    topics[n] = [w for w in words(title) if w not in STOP]
docs = {}
for line in open(docs_file):
    docno, kind, url = line.rstrip("\n").split("\t")[:3]
    if kind in ("post", "listing"):
        docs[docno] = (kind, url)
relevant, judged = defaultdict(set), defaultdict(set)
for line in open(qrels_file):
    t, _, d, g = line.split()
    judged[t].add(d)
    if int(g) > 0:
        relevant[t].add(d)
site = lambda d: re.sub(r"^https?://", "", docs[d][1]).split("/")[0] if ".example" in docs[d][1] else d.split("-")[0]
sites_of = {t: {site(d) for d in relevant[t] if d in docs} for t in topics}
rng = random.Random(1)
chosen = []
for kind in ("post", "listing"):
    of = sorted(d for d in docs if docs[d][0] == kind)
    chosen += rng.sample(of, min(sample, len(of)))

def blocks(docno):
    out = subprocess.run([program, "inspect", index, docno, "--json", "-q"], capture_output=True, text=True).stdout
    found = [json.loads(line) for line in out.splitlines()]
    for b in found:
        b.setdefault("site_repeats", b.get("repeats") or 1)
    return found

with ThreadPoolExecutor(2) as pool:
    pages = dict(zip(chosen, pool.map(blocks, chosen)))
pages = {d: b for d, b in pages.items() if b}
q = lambda xs: "/".join(f"{x:.0f}" for x in (st.quantiles(xs, n=4) if len(xs) > 1 else [0]))
kinds = Counter(docs[d][0] for d in docs)
print("pages", dict(kinds), "sites", len({site(d) for d in docs}), "topics", len(topics))
rel = sorted(len(relevant[t]) for t in topics)
print("relevant pages per topic: min/quartiles/max", rel[0], q(rel), rel[-1])
touched = Counter(d for t in topics for d in relevant[t])
print("posts relevant to 0/1/2/3+ topics", [sum(1 for d in docs if docs[d][0] == "post" and min(touched[d], 3) == k) for k in range(4)])
for kind in ("post", "listing"):
    rows = [[b for b in bs if b["kind"] != "title"] for d, bs in pages.items() if docs[d][0] == kind]
    total = sum(b["words"] for r in rows for b in r)
    share = lambda f: sum(b["words"] for r in rows for b in r if f(b)) / total
    rare, often = (lambda b: b["site_repeats"] <= 10), (lambda b: b["site_repeats"] > 10)
    sub = lambda f, g: share(lambda b: f(b) and g(b)) / (share(g) or 1)
    print(kind, len(rows), "words quartiles", q([sum(b["words"] for b in r) for r in rows]), "blocks", q([len(r) for r in rows]),
          "own words (on <=10 pages, few links)", q([sum(b["words"] for b in r if rare(b) and b["link_density"] <= .33) for r in rows]))
    print(f"  share of words: on >3 pages {share(lambda b: b['site_repeats'] > 3):.2f} >10 {share(often):.2f} links>.33 {share(lambda b: b['link_density'] > .33):.2f}"
          f" <=10 words {share(lambda b: b['words'] <= 10):.2f}; of the repeated: <=10 words {sub(lambda b: b['words'] <= 10, often):.2f}, links {sub(lambda b: b['link_density'] > .33, often):.2f};"
          f" of the rare: <=10 words {sub(lambda b: b['words'] <= 10, rare):.2f}, links {sub(lambda b: b['link_density'] > .33, rare):.2f}, on 2..10 pages {sub(lambda b: b['site_repeats'] > 1, rare):.2f}")
def where(bs):
    own, often, title, linked = Counter(), Counter(), Counter(), Counter()
    for b in bs:
        into = title if b["kind"] == "title" else often if b["site_repeats"] > 10 else linked if b["link_density"] > .33 else own
        into.update(words(b["text"]))
    return own, often, title, linked
shorts = defaultdict(Counter)
groups = defaultdict(lambda: defaultdict(list))
for d, bs in pages.items():
    kind, parts = docs[d][0], where(bs)
    for t, ws in topics.items():
        if site(d) not in sites_of[t] and not os.environ.get("ALL"):
            continue
        group = "relevant post" if d in relevant[t] else "other " + kind
        for name, c in zip(("own", "often", "title", "linked"), parts):
            groups[group][name].append((sum(1 for w in ws if c[w]), sum(c[w] for w in ws), len(ws), sum(c.values())))
        for b in bs:
            if b["kind"] != "title" and b["site_repeats"] <= 10 and b["link_density"] <= .33:
                shorts[group][b["words"] <= 10] += sum(1 for w in words(b["text"]) if w in ws)
for group, parts in groups.items():
    print(f"of the words in {group}s' own text, in blocks of at most 10 words: {shorts[group][True] / max(1, shorts[group].total()):.2f}")
    print(group, "(page, topic of its site) pairs", len(parts["own"]))
    for name, rows in parts.items():
        n = len(rows)
        print(f"  {name:6} all words {sum(a == l for a, _, l, _ in rows)/n:.3f} none {sum(a == 0 for a, _, _, _ in rows)/n:.3f} "
              f"occurrences mean {sum(o for _, o, _, _ in rows)/n:.2f}, where any: median {st.median([o for _, o, _, _ in rows if o] or [0]):.0f}; per 1000 words {1000*sum(o for _, o, _, _ in rows)/max(1,sum(c for *_, c in rows)):.1f}")
