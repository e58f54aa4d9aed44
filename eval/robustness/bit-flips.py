#!/usr/bin/env python3
"""Flips single bits in the files of an index, and looks whether a command answers otherwise, panics, or hides it.

usage: bit-flips.py INDEX TOPICS QRELS DOCNO FLIPS [ARCHIVES-AND-FLAGS-OF-INDEX]     TAMIS=target/release/tamis
Files are chosen as often as each other, and bits within a file at random (a fixed seed). With archives, every tenth damaged
index also gets those that it does not have. Prints a table by kind of file.
"""
import collections, os, pathlib, random, shutil, subprocess, sys, tempfile

TAMIS = os.environ.get("TAMIS", "target/release/tamis")
index, topics, qrels, docno, flips = sys.argv[1:6]
added = sys.argv[6:]


def run(*arguments):
    done = subprocess.run([TAMIS, *map(str, arguments)], capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def commands(folder):
    yield "search", ("search", folder, "--topics", topics, "--tag", "x", "-q")
    yield "rule", ("search", folder, "--topics", topics, "--min-words", "11", "--tag", "x", "-q")
    yield "sweep", ("sweep", folder, "--topics", topics, "--qrels", qrels, "--min-words", "1,11,30", "-q", "--json")
    yield "compare", ("compare", folder, "--topics", topics, "--qrels", qrels, "--label", "words-tree,density-tree", "-q", "--json")
    yield "ciff", ("export", folder, "--format", "ciff", "-q")
    yield "inspect", ("inspect", folder, docno, "--json")
    yield "stats", ("stats", folder, "--json")


work = pathlib.Path(tempfile.mkdtemp())
shutil.copytree(index, work / "index")
folder = work / "index"
files = sorted(path for path in folder.iterdir() if path.name != "tamis.lock")
whole = {name: run(*arguments) for name, arguments in commands(folder)}
for name, (status, _, error) in whole.items():
    assert status == 0, (name, error)
chance = random.Random(1)
table = collections.defaultdict(collections.Counter)
bad = []
for number in range(int(flips)):
    file = chance.choice(files)
    kind = file.suffix if len(file.stem) == 32 else file.name.split("-")[0]
    content = file.read_bytes()
    bit = chance.randrange(len(content) * 8)
    damaged = bytearray(content)
    damaged[bit // 8] ^= 1 << bit % 8
    file.write_bytes(damaged)
    seen = table[kind]
    seen["flips"] += 1
    refused = False
    for name, arguments in commands(folder):
        status, out, error = run(*arguments)
        if "panicked" in error or status not in (0, 1):
            seen["panic"] += 1
            bad.append((file.name, bit, name, status, error[:300]))
        elif status == 1:
            refused = True
            seen["commands refused"] += 1
        elif out != whole[name][1]:
            seen["other results"] += 1
            bad.append((file.name, bit, name, status, "other results"))
    seen["refused" if refused else "no command read it"] += 1
    if run("verify", folder)[0] != 1:
        seen["not seen by verify"] += 1
        bad.append((file.name, bit, "verify", 0, ""))
    if added and number % 10 == 0 and kind != "labels":  # these have to go before an archive comes
        grown = work / "grown"
        shutil.copytree(folder, grown)
        run("label", grown, "--remove", "all", "-q")
        run("index", *added, "--out", grown, "-q")
        seen["archives added"] += 1
        if run("verify", grown)[0] != 1:
            seen["hidden by adding"] += 1
            bad.append((file.name, bit, "add", 0, ""))
        shutil.rmtree(grown)
    file.write_bytes(content)
columns = ["flips", "refused", "no command read it", "other results", "panic", "not seen by verify", "archives added", "hidden by adding"]
print("file\t" + "\t".join(columns))
for kind, seen in sorted(table.items()):
    print(kind + "\t" + "\t".join(str(seen[column]) for column in columns))
total = sum(table.values(), collections.Counter())
print("all\t" + "\t".join(str(total[column]) for column in columns))
for line in bad:
    print(*line, sep="\t", file=sys.stderr)
shutil.rmtree(work)
sys.exit(bool(bad))
