"""The removers from PyPI: each takes a decoded page and returns its text."""
import functools
import re

import justext
import lxml.html
import readability
import trafilatura
from resiliparse.extract.html2text import extract_plain_text

# resiliparse writes texts of images and fields by default, which no gold has.
PLAIN = {"alt_texts": False, "links": False, "form_fields": False, "noscript": False}
# An XML declaration with an encoding stops lxml when it is given text.
XML = re.compile(r"^\s*<\?xml.*?\?>", re.DOTALL)


@functools.cache
def english():
    return justext.get_stoplist("English")


def jus_text(page):
    return "\n".join(p.text for p in justext.justext(page, english()) if not p.is_boilerplate)


def readability_lxml(page):
    return lxml.html.fromstring(readability.Document(XML.sub("", page)).summary()).text_content()


RIVALS = {
    "trafilatura": lambda page: trafilatura.extract(page),
    "trafilatura-no-comments": lambda page: trafilatura.extract(page, include_comments=False),
    "resiliparse": lambda page: extract_plain_text(page, main_content=True, **PLAIN),
    "resiliparse-no-comments": lambda page: extract_plain_text(page, main_content=True, comments=False, **PLAIN),
    "justext-python": jus_text,
    "readability-lxml": readability_lxml,
}
