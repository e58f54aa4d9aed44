"""One WARC file through warcio or fastwarc, as their documentation shows it -> how many records arrive, how many of
them with the page that was written, and what is told. Prints `records TAB whole TAB errors TAB the error`.
usage: read.py warcio|fastwarc FILE"""

import io
import sys


def page_of(body):
    """The number of the page that the generators write, if a body is one."""
    head, digit = b"<html><body><p>word", body[19:20]
    text = b"word%s content text " % digit * 20
    return digit if body.startswith(head) and body == b"<html><body><p>" + text + b"</p></body></html>" else None


def with_warcio(path):
    from warcio.archiveiterator import ArchiveIterator
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            yield record.content_stream().read()


def with_fastwarc(path):
    from fastwarc.warc import ArchiveIterator
    for record in ArchiveIterator(open(path, "rb"), auto_decode="all"):
        yield record.reader.read()


def main(reader, path):
    records = errors = 0
    whole = set()
    told = ""
    said = io.StringIO()  # warcio's warnings
    sys.stderr = said
    try:
        for body in {"warcio": with_warcio, "fastwarc": with_fastwarc}[reader](path):
            records += 1
            whole.add(page_of(body))
    except Exception as error:  # whatever a reader throws at its user
        errors, told = 1, f"{type(error).__name__}: {error}"
    told = " ".join(f"{told} {said.getvalue()}".split())
    print(records, len(whole - {None}), errors, told, sep="\t")


main(*sys.argv[1:])
