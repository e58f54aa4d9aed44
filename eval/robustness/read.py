"""One WARC file through warcio or fastwarc, as their documentation shows it -> how many records arrive, how many of
them with the page that was written, and what is told. Prints `records TAB whole TAB errors TAB the error`.
usage: read.py warcio|fastwarc FILE"""

import io
import re
import sys


def whole(name, body):
    """Whether a body is the page that the generators write for this record id."""
    digits = re.findall(r"[0-9]", name or "")
    word = b"word%d content text " % int(digits[-1] if digits else 2)
    return body == b"<html><body><p>" + word * 20 + b"</p></body></html>"


def with_warcio(path):
    from warcio.archiveiterator import ArchiveIterator
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            yield record.rec_headers.get_header("WARC-Record-ID"), record.content_stream().read()


def with_fastwarc(path):
    from fastwarc.warc import ArchiveIterator
    for record in ArchiveIterator(open(path, "rb"), auto_decode="all"):
        yield record.headers.get("WARC-Record-ID"), record.reader.read()


def main(reader, path):
    records = good = errors = 0
    told = ""
    said = io.StringIO()  # warcio's warnings
    sys.stderr = said
    try:
        for name, body in {"warcio": with_warcio, "fastwarc": with_fastwarc}[reader](path):
            records += 1
            good += whole(name, body)
    except Exception as error:  # whatever a reader throws at its user
        errors, told = 1, f"{type(error).__name__}: {error}"
    told = " ".join(f"{told} {said.getvalue()}".split())
    print(records, good, errors, told, sep="\t")


main(*sys.argv[1:])
