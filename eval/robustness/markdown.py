"""table.sh's table -> a table in Markdown. Fails if a reader gives more whole pages than tamis in any case, or
if tamis gives fewer than there are.
usage: markdown.py table.tsv"""

import csv
import sys

READERS = ["warcio-python", "fastwarc-python", "warc-crate", "fastwarc-crate", "anserini", "tamis"]
cases = {}
for row in csv.DictReader(open(sys.argv[1]), delimiter="\t", quoting=csv.QUOTE_NONE):
    cases.setdefault((row["case"], row["origin"], int(row["ideal"])), {})[row["reader"]] = row


def cell(row, ideal):
    if row["records"] == "-":
        return "–"
    records, whole, errors = row["records"], row["whole"], int(row["errors"])
    text = records if whole in ("-", records) else f"{records} ({whole} whole)"
    few = int(records if whole == "-" else whole) < ideal
    text = f"**{text}**" if few else text
    if row["reader"] == "tamis":
        return text
    return text + (" +e" if errors == 1 else f" +{errors} e" if 1 < errors < 10_000 else " +∞ e" if errors else "")


print("| case | whole pages | warcio 1.8.1 | fastwarc 2.0.0 | crate warc 0.4.0 | crate fastwarc 2.0.0 | Anserini | tamis | what tamis tells |")
print("|---|--:|---|---|---|---|---|---|---|")
for (name, origin, ideal), rows in cases.items():
    ours = int(rows["tamis"]["whole"])
    best = max(int(row["whole"]) for row in rows.values() if row["whole"] != "-")
    assert ours == ideal == max(best, ours), (name, ours, best, ideal)
    told = [" ".join(part.split(" ")[:2]) for part in rows["tamis"]["told"].split("; ") if part]
    told = ", ".join(f"{part.split()[0]} `{part.split()[1]}`" for part in told)
    cells = [cell(rows[reader], ideal) for reader in READERS]
    mark = "" if origin == "issue" else " *"
    print(f"| {name}{mark} | {ideal} | " + " | ".join(cells) + f" | {told} |")
