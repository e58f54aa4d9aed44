#!/usr/bin/env python3
"""Token F1 of removers on data sets with gold; extraction.sh runs it with the rivals installed.

A page's F1 compares two multisets of words: all matches of \\w+ in the lower-cased text. A set's figure is the mean over its
pages with gold that is not empty, the macro mean that over the sets. A page on which a tool fails counts 0. All tools get the
same decoded text of a page, without CleanEval's wrapper.

Segments are lines: of the kept text and of the gold those of at least 4 words count. One is right, or found, if at least 80 % of its
4-grams are anywhere in the other text. These counts are summed over a set.

Written to OUT: pages/ (the decoded pages, a folder of the data each; those with empty gold in pages/empty), text/ (what each tool
keeps), and the tables sets.tsv, kinds.tsv, lengths.tsv, lost.tsv, scripts.tsv, languages.tsv, comments.tsv, shares.tsv, segments.tsv,
empty.tsv, per_page.tsv."""
import argparse
import collections
import concurrent.futures
import csv
import json
import re
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path
from statistics import mean

from sets import LEFT_OUT, SET_OF, SETS

# Gold that a set has besides: with comments where its own is without, without where its own is with.
OTHER_GOLD = {"dragnet-train": ("with comments", "gold_with_comments"), "l3s-gn1": ("without comments", "gold_123")}
OURS = ["readability", "boilerpipe-article", "boilerpipe-article-2.0", "boilerpipe-largest-content", "justext", "web2text",
        "victor", "bte", "unfluff", "cetr", "density-tree", "words-tree", "density-tree-main", "min-words-10", "keep-all"]
NEW = ["tamis", "tamis-article", "tamis-comments"]
# One model must never be the worst of these on any set.
JUDGES = ["readability", "trafilatura", "resiliparse"]
LENGTHS = [50, 150, 500, 1500]
# Kinds of articles; more tokens of gold than so many; of a part lost, the recall is below the first and the precision above the second.
ARTICLES, LONG, LOST = {"article", "news", "popular-news"}, 400, (0.7, 0.8)
# The gold of its articles has the comments of readers.
COMMENTED = "l3s-gn1"
SECONDS = 60
# Folders of decoded pages: first those with gold, then those without.
FOLDERS = [*SET_OF, *(f"empty/{folder}" for folder in SET_OF)]
# Pages of one run of a tool. The program starts once for them.
BATCH = 50
# A segment's least words, and the share of its n-grams of so many words that the other text must have.
GRAM, SHARE = 4, 0.8

WORD = re.compile(r"\w+")
LANGUAGE = re.compile(r"<html\b[^>]*?\blang\s*=\s*[\"']?([a-z]+)", re.IGNORECASE)
WRAPPER = re.compile(r"\A\s*<text [^\n]*>\s*\n|</text>\s*\Z")


def words(text):
    # Whatever form letters have: soft hyphens part no words.
    composed = unicodedata.normalize("NFC", text.replace("\u00ad", ""))
    return collections.Counter(WORD.findall(composed.lower()))


def f1(kept, gold):
    """Precision, recall and F1 of two multisets."""
    common = (kept & gold).total()
    if not common:
        return 0.0, 0.0, 0.0
    p, r = common / kept.total(), common / gold.total()
    return p, r, 2 * p * r / (p + r)


def manifest(folder):
    with open(folder / "manifest.tsv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def read_gold(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def decode(data, out):
    """Writes every page, decoded, as UTF-8, with its gold beside; pages without gold go to pages/empty."""
    for name in SET_OF:
        folder = out / "pages" / name
        if (folder / "done").exists():
            continue
        for of in FOLDERS:
            for kind in ["html", "gold"]:
                (out / "pages" / of / kind).mkdir(parents=True, exist_ok=True)
        rows = manifest(data / name)
        for row in rows:
            page, gold = data / name / "html" / f"{row['id']}.html", read_gold(data / name / "gold" / f"{row['id']}.txt")
            if not page.exists() or f"{name}/{row['id']}" in LEFT_OUT:
                continue
            encoding = (row["decode_as"] or "utf-8").split()[0]
            text = page.read_bytes().decode(encoding, errors="replace").removeprefix("\ufeff")
            text = WRAPPER.sub("", text) if name == "cleaneval-en" else text
            to = folder if words(gold) else out / "pages" / "empty" / name
            (to / "html" / page.name).write_bytes(text.encode("utf-8", errors="replace"))
            (to / "gold" / f"{row['id']}.txt").write_text(gold, encoding="utf-8")
        urls = "".join(f"{row['id']}\t{row['url']}\n" for row in rows)
        (folder / "manifest.tsv").write_text(f"id\turl\n{urls}", encoding="utf-8")
        (folder / "done").touch()


def stop(*_):
    raise TimeoutError


def rival(tool, path):
    """What a rival keeps of a page; None if it fails."""
    import rivals
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        return rivals.RIVALS[tool](Path(path).read_text(encoding="utf-8"))
    except Exception as error:
        print(f"{tool}: {path}: {type(error).__name__}: {error}"[:200], file=sys.stderr)
        return None
    finally:
        signal.alarm(0)


def extract(tool, paths, tamis):
    """What a tool keeps of each page; None where it fails."""
    if tool.split(":")[0] not in OURS + NEW:
        return [rival(tool, path) for path in paths]
    command = [tamis, "extract", "-q", "--json", "--encoding", "utf-8", "--max-ms", str(SECONDS * 1000), "--classifier", tool, *paths]
    done = subprocess.run(command, capture_output=True)
    sys.stderr.write(done.stderr.decode())
    # Not splitlines, which also cuts at separators that JSON leaves as they are.
    found = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    found = {page["file"]: page["text"] for page in found}
    return [found.get(path) for path in paths]


def texts(tool, name, out, tamis, jobs, of_page=lambda page: None):
    """{id: text} of one tool on one folder of pages; the tool may be another one for each page."""
    found = out / "text" / tool / f"{name}.json"
    if not found.exists():
        paths_of = collections.defaultdict(list)
        for page in sorted((out / "pages" / name / "html").iterdir()):
            paths_of[of_page(page) or tool].append(str(page))
        batches = [(of, paths[at:at + BATCH]) for of, paths in paths_of.items() for at in range(0, len(paths), BATCH)]
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            results = pool.map(extract, [of for of, _ in batches], [paths for _, paths in batches], [tamis] * len(batches))
            kept = {Path(path).stem: text for (_, paths), some in zip(batches, results) for path, text in zip(paths, some)}
        found.parent.mkdir(parents=True, exist_ok=True)
        found.write_text(json.dumps(kept), encoding="utf-8")
    return json.loads(found.read_text(encoding="utf-8"))


def script(text):
    """The script of most of a text's letters, as the first word of their Unicode names."""
    letters = [c for c in text[:20_000] if c.isalpha()]
    if not letters:
        return "none"
    (first, _), = collections.Counter(unicodedata.name(c, "?").split()[0] for c in letters).most_common(1)
    return first.lower()


def language(page):
    """The language that a page names: English, another, or none."""
    found = LANGUAGE.search(page[:20_000])
    return ("en" if found[1].lower() == "en" else "another") if found else "none named"


def band(tokens):
    below = next((end for end in LENGTHS if tokens < end), None)
    return f"below {below}" if below else f"{LENGTHS[-1]} or more"


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([header, *rows])
    print(f"\n{path.name}")
    for row in [header, *rows]:
        print("  ".join(f"{cell:>26}" if at == 0 else f"{cell:>14}" for at, cell in enumerate(row)))


def table(path, pages, tools, key, groups, macro):
    """Mean F1 by tool (rows) and group of pages (columns)."""
    scores = collections.defaultdict(list)
    for p in pages:
        scores[p["tool"], key(p)].append(p["f1"])
    counts = [len(scores[tools[0], group]) for group in groups]
    rows = [["pages", *counts] + ([sum(counts)] if macro else [])]
    for tool in tools:
        means = [mean(scores[tool, group] or [0.0]) for group in groups]
        rows.append([tool, *(f"{x:.4f}" for x in means)] + ([f"{mean(means):.4f}"] if macro else []))
    write(path, ["", *groups] + (["macro"] if macro else []), rows)


def unseen(given, out, tamis, jobs):
    """{name: {folder: {id: text}}} of NAME=CLASSIFIER:FOLDER/BY: each page by the model BY-FOLD that has not seen it."""
    found = {}
    for option in given:
        name, of_folds = option.split("=", 1)
        classifier, files = of_folds.split(":", 1)
        model = {}
        for split in sorted(Path(files).parent.glob(f"{Path(files).name}-*.tsv")):
            lines = (line.split("\t") for line in split.read_text(encoding="utf-8").splitlines())
            model |= {page: split.with_suffix(".model") for page, part in lines if part == "test"}
        found[name] = {}
        for of in FOLDERS:
            folder = Path(of).name
            of_page = lambda page: f"{classifier}:{model[f'{folder}/{page.stem}']}"
            found[name][of] = texts(name, of, out, tamis, jobs, of_page)
    return found


def grams(text):
    """All n-grams of a text's words."""
    tokens = WORD.findall(text.lower())
    return set(zip(*(tokens[at:] for at in range(GRAM))))


def lines(text):
    """The n-grams of each line of a text that has some."""
    return [of for of in map(grams, text.split("\n")) if of]


def hits(segments, other):
    """How many segments have most of their n-grams in the other text, and how many there are."""
    return [sum(len(of & other) >= SHARE * len(of) for of in segments), len(segments)]


def segments(path, tools, counts):
    """Precision, recall and F1 of segments by tool (rows) and set, and their means over the sets."""
    rows = []
    for tool in tools:
        scores = []
        for name in SETS:
            right, kept, found, gold = counts[tool, name]
            p, r = right / max(kept, 1), found / max(gold, 1)
            scores.append([p, r, 2 * p * r / (p + r or 1)])
        scores.append([mean(of) for of in zip(*scores)])
        rows.append([tool, *(f"{x:.4f}" for of in scores for x in of)])
    write(path, ["", *(f"{name} {what}" for name in [*SETS, "macro"] for what in ["P", "R", "F1"])], rows)


def agree(tamis, out, tools, pages):
    """Compares the scores with those of the program, on the same decoded pages."""
    ours = [tool for tool in tools if tool in OURS + NEW]
    if not ours:
        return
    command = [tamis, "accuracy", *(str(out / "pages" / name) for name in SET_OF), "--format", "folders", "--encoding", "utf-8",
               "--classifier", ",".join(ours), "--score", "tokens", "-q", "--force", "--out", str(out / "accuracy")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"not compared with the program's own scorer: {done.stderr.strip()}", file=sys.stderr)
        return
    own = {(p["tool"], p["folder"], p["id"]): p["f1"] for p in pages}
    with open(out / "accuracy" / "per_page.tsv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    off = [row for row in rows if abs(float(row["tokens_f1"]) - own[row["classifier"], row["dataset"], row["page"]]) > 2e-4]
    print(f"\n{len(rows)} scores of pages compared with the program's: {len(off)} differ")
    for row in off[:10]:
        print(f"  {row['classifier']} {row['dataset']} {row['page']}: {row['tokens_f1']}, here "
              f"{own[row['classifier'], row['dataset'], row['page']]:.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tamis", default="tamis", help="the program")
    parser.add_argument("--tools", help="only these, in this order")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folds", action="append", default=[], metavar="NAME=CLASSIFIER:FOLDER/BY",
                        help="models of folds.sh, as a row NAME: each page by the one that has not seen it; may be repeated")
    given = parser.parse_args()
    import rivals
    listed = subprocess.run([given.tamis, "classifiers"], capture_output=True, text=True, check=True).stdout
    known = {line.split()[0] for line in listed.splitlines() if line.strip()}
    tools = given.tools.split(",") if given.tools else [t for t in NEW + OURS if t in known] + list(rivals.RIVALS)

    decode(given.data, given.out)
    facts, other, pages, with_other = {}, {}, [], []
    for folder, name in SET_OF.items():
        rows = {row["id"]: row for row in manifest(given.data / folder)}
        for path in sorted((given.out / "pages" / folder / "gold").iterdir()):
            text, row = path.read_text(encoding="utf-8"), rows[path.stem]
            gold = words(text)
            page = (path.parents[1] / "html" / f"{path.stem}.html").read_text(encoding="utf-8")
            facts[folder, path.stem] = {"set": name, "folder": folder, "id": path.stem, "kind": row["kind"],
                                        "length": band(gold.total()), "script": script(text), "gold": gold, "grams": grams(text),
                                        "lines": lines(text), "language": language(page)}
            if folder in OTHER_GOLD:
                other[folder, path.stem] = words(read_gold(given.data / folder / OTHER_GOLD[folder][1] / path.name)) or gold
    # Before the other tools, and with them in the tables.
    folds = unseen(given.folds, given.out, given.tamis, given.jobs)
    tools = [*folds, *tools]
    segment_counts, empty = collections.defaultdict(lambda: [0, 0, 0, 0]), []
    for tool in tools:
        kept = folds.get(tool) or {name: texts(tool, name, given.out, given.tamis, given.jobs) for name in FOLDERS}
        for (folder, page), fact in facts.items():
            text = kept[folder].get(page) or ""
            bag = words(text)
            p, r, f = f1(bag, fact["gold"])
            pages.append({**fact, "tool": tool, "p": p, "r": r, "f1": f, "empty": int(not bag)})
            if (folder, page) in other:
                with_other.append({**pages[-1], "f1": f1(bag, other[folder, page])[2]})
            counts = hits(lines(text), fact["grams"]) + hits(fact["lines"], grams(text))
            segment_counts[tool, fact["set"]] = [a + b for a, b in zip(segment_counts[tool, fact["set"]], counts)]
        without = [words(text or "") for name in FOLDERS if name not in SET_OF for text in kept[name].values()]
        empty.append([tool, len(without), sum(not bag for bag in without)])
        print(f"{tool} done", file=sys.stderr)

    out = given.out
    table(out / "sets.tsv", pages, tools, lambda p: p["set"], list(SETS), macro=True)
    kinds = sorted({p["kind"] for p in pages if p["set"] == "wcxb"})
    table(out / "kinds.tsv", [p for p in pages if p["set"] == "wcxb"], tools, lambda p: p["kind"], kinds, macro=True)
    table(out / "lengths.tsv", pages, tools, lambda p: p["length"], [*(f"below {n}" for n in LENGTHS), f"{LENGTHS[-1]} or more"],
          macro=False)
    long = [p for p in pages if p["kind"] in ARTICLES and p["gold"].total() > LONG]
    of = lambda some: collections.Counter((p["tool"], p["set"] == COMMENTED) for p in some)
    every, lost = of(long), of(p for p in long if p["r"] < LOST[0] and p["p"] > LOST[1])
    write(out / "lost.tsv", ["", "long articles", "of them a part lost", "with comments in the gold", "of them a part lost"],
          [[tool, *(count[tool, commented] for commented in [False, True] for count in [every, lost])] for tool in tools])
    common = collections.Counter(fact["script"] for fact in facts.values())
    table(out / "scripts.tsv", pages, tools, lambda p: p["script"], [s for s, _ in common.most_common()], macro=False)
    table(out / "languages.tsv", pages, tools, lambda p: p["language"], ["en", "another", "none named"], macro=False)
    names = {name: f"{name} {what}" for name, (what, _) in OTHER_GOLD.items()}
    table(out / "comments.tsv", with_other, tools, lambda p: names[p["set"]], list(names.values()), macro=False)
    shares = []
    for tool in tools:
        of = [p for p in pages if p["tool"] == tool]
        by_set = [[p for p in of if p["set"] == name] for name in SETS]
        macro = lambda key: mean(mean(p[key] for p in some) for some in by_set if some)
        shares.append([tool, f"{macro('p'):.4f}", f"{macro('r'):.4f}", f"{macro('f1'):.4f}", sum(p["empty"] for p in of)])
    write(out / "shares.tsv", ["", "precision", "recall", "F1", "pages without text"], shares)
    segments(out / "segments.tsv", tools, segment_counts)
    write(out / "empty.tsv", ["", "pages with empty gold", "of them without text"], empty)
    with open(out / "per_page.tsv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, delimiter="\t", lineterminator="\n")
        rows.writerow(["tool", "dataset", "page", "kind", "gold_tokens", "tokens_p", "tokens_r", "tokens_f1"])
        for p in pages:
            rows.writerow([p["tool"], p["folder"], p["id"], p["kind"], p["gold"].total(),
                           *(f"{p[key]:.4f}" for key in ["p", "r", "f1"])])

    at = lambda tool, name: mean(p["f1"] for p in pages if p["tool"] == tool and p["set"] == name)
    for tool in [t for t in tools if t not in OURS and t not in rivals.RIVALS]:
        worst = [name for name in SETS if all(at(tool, name) < at(judge, name) for judge in JUDGES if judge in tools)]
        print(f"\n{tool} is the worst of {', '.join(JUDGES)} and itself on: {', '.join(worst) or 'no set'}")
    agree(given.tamis, out, tools, pages)


main()
