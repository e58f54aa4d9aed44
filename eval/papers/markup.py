"""Turns WARC files of web pages into lines of JSON whose text is the page's HTML, tags and all, for `tamis index -`.
usage: markup.py [--no-meta | --labels] WARC...
Where topics are the authors' labels, the names of classes and META elements repeat a page's labels, which its text no longer has: they
are left out, unless --labels is given. META elements also repeat title and summary: --no-meta leaves all of them out."""
import gzip, json, re, sys

# class="post-1 category-x tag-y"; <meta name="keywords" …>, article:tag, article:section; the same in JSON-LD.
LABELS = re.compile(r"""\b(?:category|tag|tax|term)-[\w%-]+|<meta\b[^>]*(?:keywords|article:tag|article:section|parsely-tags)[^>]*>"""
                    r"""|"(?:keywords|articleSection)"\s*:\s*(?:"[^"]*"|\[[^\]]*\])""", re.I)


def records(file):
    """Yields the head and the block of every record."""
    while line := file.readline():
        if not line.startswith(b"WARC/"): continue
        head = {}
        while (line := file.readline()).strip():
            name, _, value = line.partition(b":")
            head[name.strip().lower()] = value.strip()
        yield head, file.read(int(head[b"content-length"]))


def text(block):
    """The page of an HTTP response: its own charset, else UTF-8."""
    http, _, page = block.partition(b"\r\n\r\n")
    charset = re.search(rb"charset=[\"']?([\w-]+)", http + page[:16384])
    try: return page.decode(charset.group(1).decode() if charset else "utf-8", "replace")
    except LookupError: return page.decode("utf-8", "replace")


META = re.compile(r"<meta\b[^>]*>", re.I)

option = sys.argv[1] if sys.argv[1].startswith("--") else ""
for path in sys.argv[1 + bool(option):]:
    with open(path, "rb") as start: packed = start.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rb") as file:
        for head, block in records(file):
            if head[b"warc-type"] == b"response":
                page = text(block)
                if option != "--labels": page = LABELS.sub(" ", page)
                if option == "--no-meta": page = META.sub(" ", page)
                print(json.dumps({"docno": head[b"warc-trec-id"].decode(), "text": page}))
