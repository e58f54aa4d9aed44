#!/usr/bin/env python3
"""Markdown of tools against gold Markdown; markdown.sh runs it with the rivals installed.

Written to OUT: tables/ and code/, data sets for `tamis accuracy OUT/tables --score tables` and `OUT/code --score code` (html/, gold/ and
markdown/ of the pages of pages.tsv), found/TOOL/ (what each tool makes of each page), tables.tsv and code.tsv (a row for each page and
tool), and means.tsv: over all pages, and over those whose gold is right. Counts are sums.

The tools are trafilatura, as a user calls it, and with the row of dashes added below the first row of its tables where that is missing,
without which they are no tables to a reader of Markdown; readability, whose HTML has its tables and PREs written plainly; and page, which does the
same with the whole page and keeps all of them, so that it shows how far the gold is the page's own."""
import argparse
import csv
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from statistics import mean

import lxml.html

HERE = Path(__file__).parent
FOLDERS = ["wcxb-dev-half", "wcxb-dev-rest"]
SECONDS = 60
# The columns of markdown_scores that belong to a kind of pages.
COLUMNS = {"tables": ["tables_teds", "tables_recall", "tables_gold", "tables_right", "tables_found"],
           "code": ["code_similarity", "code_recall", "code_gold", "code_right", "code_found", "code_language"]}
COUNTS = {"gold", "right", "found"}
# What Markdown might take for markup.
MARKUP = re.compile(r"([!-/:-@\[-`{-~])")
LANGUAGE = re.compile(r"\b(?:language|lang|highlight-source|highlight|brush:)[- ]([\w+#-]+)")


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def datasets(data, out, pages):
    """Writes html/, gold/ and markdown/ of the pages of each kind."""
    for page in pages:
        folder = next(data / name for name in FOLDERS if (data / name / "native" / f"{page['page']}.json").exists())
        truth = json.loads(read(folder / "native" / f"{page['page']}.json"))["ground_truth"]
        texts = {"html": (read(folder / "html" / f"{page['page']}.html"), "html"),
                 "gold": (read(folder / "gold" / f"{page['page']}.txt"), "txt"),
                 "markdown": (truth["main_content_markdown"], "md")}
        for kind, (text, ending) in texts.items():
            to = out / page["what"] / kind / f"{page['page']}.{ending}"
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(text, encoding="utf-8", newline="")


def cell(element):
    """A cell's text, with whatever Markdown might read escaped."""
    return MARKUP.sub(r"\\\1", " ".join(element.text_content().split()))


def table(element):
    rows = [[c for c in row if c.tag in ("td", "th")] for row in element.iter("tr")]
    rows = [[text for c in row for text in [cell(c), *[""] * (int(re.sub(r"\D", "", c.get("colspan", "")) or 1) - 1)]] for row in rows]
    rows = [row for row in rows if any(row)]
    width = max(map(len, rows), default=0)
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([*lines[:1], "|" + "---|" * width, *lines[1:]]) if width * len(rows) > 1 else ""


def code(element):
    for line in element.iter("br"):
        line.tail = "\n" + (line.tail or "")
    text = element.text_content().strip("\n")
    named = LANGUAGE.search(" ".join(e.get("class", "") for e in [element.getparent(), element, *element.iter("code")] if e is not None))
    fence = max(re.findall("`{3,}", text), key=len, default="``") + "`"
    return f"{fence}{named[1] if named else ''}\n{text}\n{fence}"


def plainly(html):
    """The innermost tables and the PREs of a page, in its order. A table with code in it only numbers its lines."""
    root = lxml.html.fromstring(html.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    for element in root.xpath("//script | //style | //noscript"):
        element.drop_tree()
    parts = []
    for element in root.xpath("//table[not(.//table) and not(.//pre)] | //pre[not(ancestor::pre)]"):
        parts.append(table(element) if element.tag == "table" else code(element))
    return "\n\n".join(part for part in parts if part) + "\n"


def trafilatura(html):
    import trafilatura
    options = {"include_tables": True, "include_formatting": True, "include_links": False}
    return trafilatura.extract(html, output_format="markdown", **options)


def with_dashes(text):
    """Adds the row of dashes below the first of each run of rows that has none second."""
    lines = text.split("\n")
    is_row = [line.startswith("|") for line in lines] + [False]
    found = []
    for at, line in enumerate(lines):
        found.append(line)
        if is_row[at] and not is_row[at - 1] and not re.fullmatch(r"\|(?: *:?-+:? *\|)+ *", "".join(lines[at + 1:at + 2])):
            found.append("|" + "---|" * (len(re.findall(r"(?<!\\)\|", line.rstrip())) - 1))
    return "\n".join(found)


def readability(html):
    from readability import Document
    return plainly(Document(html).summary())


TOOLS = {"trafilatura": trafilatura, "trafilatura-with-dashes": lambda html: with_dashes(trafilatura(html) or ""),
         "readability": readability, "page": plainly}


def stop(*_):
    raise TimeoutError


def make(tool, out, pages):
    """Writes what a tool makes of each page; an empty file where it fails."""
    signal.signal(signal.SIGALRM, stop)
    folder = out / "found" / tool
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages:
        to = folder / f"{page['page']}.md"
        if to.exists():
            continue
        signal.alarm(SECONDS)
        try:
            found = TOOLS[tool](read(out / page["what"] / "html" / f"{page['page']}.html")) or ""
        except Exception as error:
            print(f"{tool}: {page['page']}: {type(error).__name__}: {error}"[:200], file=sys.stderr)
            found = ""
        finally:
            signal.alarm(0)
        to.write_text(found, encoding="utf-8", newline="")


def scores(program, gold, found):
    """The rows of markdown_scores, without the last, their means."""
    done = subprocess.run([program, gold, found], capture_output=True, text=True, check=True)
    *of_pages, _ = csv.DictReader(done.stdout.splitlines(), delimiter="\t")
    for page in of_pages:
        page.update({column: str(round(float(value))) for column, value in page.items() if is_count(column)})
    return of_pages


def is_count(column):
    return column.split("_")[-1] in COUNTS


def summary(column, values):
    """The sum of counts, the mean of shares over the pages that have one."""
    numbers = [float(value) for value in values if value != "-"]
    return round(sum(numbers)) if is_count(column) else f"{mean(numbers):.4f}"


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([header, *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scores", default="markdown_scores", help="the example of tamis-lab")
    parser.add_argument("--tools", default=",".join(TOOLS), help="only these, in this order")
    parser.add_argument("--found", action="append", default=[], metavar="NAME=FOLDER",
                        help="another tool, whose Markdown is in FOLDER as PAGE.md; may be repeated")
    given = parser.parse_args()
    with open(HERE / "pages.tsv", newline="", encoding="utf-8") as file:
        pages = list(csv.DictReader(file, delimiter="\t"))
    datasets(given.data, given.out, pages)
    folders = {name: Path(folder) for name, folder in (option.split("=", 1) for option in given.found)}
    for tool in filter(None, given.tools.split(",")):
        make(tool, given.out, pages)
        folders[tool] = given.out / "found" / tool

    table_of = {}
    for kind, columns in COLUMNS.items():
        right = {page["page"] for page in pages if page["what"] == kind and page["gold"] == "right"}
        rows = []
        for tool, folder in folders.items():
            of_pages = scores(given.scores, given.out / kind / "markdown", folder)
            rows += [[tool, *(page[column] for column in ["page", *columns])] for page in of_pages]
            for gold, some in [("all", of_pages), ("right", [page for page in of_pages if page["page"] in right])]:
                row = table_of.setdefault((gold, tool), [gold, tool])
                row += [len(some), *(summary(column, [page[column] for page in some]) for column in columns)]
        write(given.out / f"{kind}.tsv", ["tool", "page", *columns], rows)
    header = ["gold", "tool", *(column for kind, columns in COLUMNS.items() for column in [f"{kind}_pages", *columns])]
    write(given.out / "means.tsv", header, sorted(table_of.values(), key=lambda row: row[0]))
    print((given.out / "means.tsv").read_text(encoding="utf-8"), end="")


main()
