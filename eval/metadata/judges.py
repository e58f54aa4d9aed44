"""The pages with gold metadata, and how a value is compared with it."""
import csv
import json
import re
import unicodedata
from collections import namedtuple
from pathlib import Path
from urllib.parse import urlsplit

# A page: its judge, its kind, its site (pages of a site are never on both sides of a fold), file, address and gold by field.
Page = namedtuple("Page", "judge kind site path address gold")
FIELDS = ["title", "author", "published", "site", "description", "language"]
# What a judge has gold for.
JUDGED = {"wcxb": FIELDS[:3], "mozilla": FIELDS, "defuddle": FIELDS[:4]}


def site_of(address):
    """The last two labels of a host, three where the last but one is short, as in co.uk."""
    labels = (urlsplit(address).hostname or "").split(".")
    return ".".join(labels[-3 if len(labels) > 2 and len(labels[-2]) <= 3 else -2:])


def wcxb(data):
    for folder in ("wcxb-dev-half", "wcxb-dev-rest"):
        manifest = (data / "extraction" / folder / "manifest.tsv").read_text().splitlines()
        addresses = {row["id"]: row["url"] for row in csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE)}
        for native in sorted((data / "extraction" / folder / "native").glob("*.json")):
            page, address = json.loads(native.read_text()), addresses[native.stem]
            truth, kind = page["ground_truth"], page["_internal"]["page_type"]["primary"]
            gold = dict(zip(FIELDS, (truth.get("title"), truth.get("author"), truth.get("publish_date"))))
            html = native.parent.parent / "html" / f"{native.stem}.html"
            yield Page("wcxb", kind, site_of(address), html, address, gold)


def mozilla(data):
    for expected in sorted((data / "suites/mozilla/pages").glob("*/expected-metadata.json")):
        page = json.loads(expected.read_text())
        gold = dict(zip(FIELDS, (page.get(key) for key in ("title", "byline", "publishedTime", "siteName", "excerpt", "lang"))))
        html = expected.with_name("source.html")
        # Pages of one site have names that differ by a number.
        site = "mozilla " + re.sub(r"-\d+$", "", expected.parent.name)
        yield Page("mozilla", "all", site, html, "", gold)


def defuddle(data):
    for expected in sorted((data / "suites/defuddle/expected").glob("*.md")):
        page = json.loads(re.search(r"```json\n(.*?)\n```", expected.read_text(), re.S)[1])
        html = data / "suites/defuddle/fixtures" / f"{expected.stem}.html"
        said = re.match(r'<!--\s*\{"url":\s*"([^"]+)"', html.read_text())
        yield Page("defuddle", "all", f"defuddle {expected.stem}", html, said[1] if said else "",
                   {field: page.get(field) for field in FIELDS})


def pages(data):
    return [*wcxb(data), *mozilla(data), *defuddle(data)]


def plain(text):
    """Letters and digits, in lower case."""
    text = unicodedata.normalize("NFKC", str(text or "")).lower()
    return "".join(c for c in text if c.isalnum())


def same_form(field, value):
    """The form in which two values of a field are compared; empty, if there is none."""
    if field == "published":
        day = re.match(r"(\d{4})-?(\d\d)-?(\d\d)", str(value or ""))
        return "".join(day.groups()) if day else plain(value)
    if field != "author":
        return plain(value)
    text = re.sub(r"^\s*(written |posted )?by\s+", "", str(value or ""), flags=re.I)
    names = (plain(name) for name in re.split(r"[;,&\n]|\band\b", text))
    return tuple(sorted({name for name in names if name}))


class Score:
    """Counts of one field."""

    def __init__(self):
        self.right = self.said = self.gold = 0

    def add(self, field, value, gold):
        value, gold = same_form(field, value), same_form(field, gold)
        self.said += bool(value)
        self.gold += bool(gold)
        self.right += bool(value) and value == gold

    def numbers(self):
        precision = self.right / self.said if self.said else 0.0
        recall = self.right / self.gold if self.gold else 0.0
        f1 = 2 * self.right / (self.said + self.gold) if self.said + self.gold else 0.0
        return precision, recall, f1
