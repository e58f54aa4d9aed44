#!/usr/bin/env python3
"""Pages that are made to cost time or memory, in every format, with metadata, with comments, and by every classifier.

usage: costly_pages.py PROGRAM [PART-OF-NAME]...     PROGRAM is target/release/tamis or target/debug/tamis

Each page is given to `tamis extract` at BYTES (default 200000) and, where it is not fast, at twice that. A pair fails if
the time grows more than GROWTH times (2.7), if the larger page takes more than SECONDS (3), or MB more than that (500),
or if the program ends in any other way than 0 or 3. CPU time is taken, without that of a page of one word, so that other
work on the machine counts little; a pair that fails is tried once more. The status is 1 if any pair fails.
Every EVERY-th page (20) goes to the classifiers, all pages if a part of their names is given; CLASSIFIERS=none leaves these
out, a name or several with commas tries these only.
"""
import itertools, json, os, resource, subprocess, sys, tempfile, pathlib

PROGRAM = os.path.abspath(sys.argv[1])
PARTS = sys.argv[2:]
BYTES, GROWTH = int(os.environ.get("BYTES", "200000")), float(os.environ.get("GROWTH", "2.7"))
SECONDS, MB = float(os.environ.get("SECONDS", "3")), float(os.environ.get("MB", "500"))
#: Of all pages every so many is given to the classifiers, of which there are sixty.
EVERY = int(os.environ.get("EVERY", "20"))
#: A pair faster than this at the smaller size has no second run: its growth would be noise.
FAST = float(os.environ.get("FAST", "0.08"))

ARTICLE = "<p>This is a sentence of the article with several words in it, and more of them to be content.</p>"


def page(body, head=""):
    return f"<!DOCTYPE html><html><head><title>A title</title>{head}</head><body>{ARTICLE}{body}{ARTICLE}</body></html>"


def times(unit, size):
    return unit * max(1, size // len(unit))


def counted(unit, size):
    """The unit with 0, 1, 2, … for each #."""
    made, length = [], 0
    for number in itertools.count():
        if length >= size:
            return "".join(made)
        made.append(unit.replace("#", str(number)))
        length += len(made[-1])


def shown():
    """All pages, as functions of their size."""
    inside = {
        "text": ("<p>", "</p>"), "heading": ("<h2>", "</h2>"), "cell": ("<table><tr><td>a<td>", "<tr><td>b<td>c</table>"),
        "item": ("<ul><li>", "</ul>"), "pre": ("<pre>", "</pre>"), "code": ("<p>a <code>", "</code>"),
        "link": ("<p><a href=/x>a", "</a>"), "bold": ("<p><b>a", "</b>"), "caption": ("<figure><img src=a.jpg><figcaption>", "</figure>"),
        "title": ("</p><title>", "</title>"), "tag": ("<p ", ">x"), "double quotes": ('<p class="', '">x'), "single quotes": ("<p id='", "'>x"),
        "no quotes": ("<p title=", ">x"), "end tag": ("<p>x</p ", ">"), "comment": ("<!--", "-->"), "doctype": ("<!DOCTYPE ", ">"),
        "CDATA": ("<svg><![CDATA[", "]]></svg>"), "script": ("<script>", "</script>"), "style": ("<style>", "</style>"),
        "textarea": ("<textarea>", "</textarea>"), "json": ('<script type="application/ld+json">{"@type":"Article","name":"', '"}</script>'),
        "href": ('<p><a href="', '">link</a>'), "src": ('<p><img src="', '" alt=a>'), "alt": ('<p><img src=a.jpg alt="', '">'),
        "tex": ("<p>\\(", "\\)"), "mathml": ("<math><mi>", "</mi></math>"),
    }
    units = ["a ", "ab", "&amp;", "&amp;A b ", "&#38;", "&", "<", ">", "'", '"', "`", "``` ", "*", "* a", "_", "_a ", "[", "![", "](", "]", "|",
             "\\", "$", "$a ", "$$", "#", "# ", "- ", "1. ", "~", "~~", "=", "!", "(", "://", "http://a/_", "\n", "\n\n", "\t", "&nbsp;", "\u200b",
             "\0", "-", "--", "]]>", "a=1 ", "a='' ", "/", "//", ".", "../", "{", "\\(", "\\[", "\\a{", "😀", "ﬁ", "é", "2024-05-06 ", "By ",
             "<b>", "</b>", "<i>a", "<br>", "<a>", "<p>", "</p>", "<!--", "<script>"]
    for (context, (before, after)), unit in itertools.product(inside.items(), units):
        yield f"{context} × {json.dumps(unit, ensure_ascii=False)}", lambda n, b=before, u=unit, a=after: page(b + times(u, n) + a)
    yield from made().items()


def made():
    """Pages that need more than a unit in a context."""
    half = lambda a, b: lambda n: page(times(a, n // 2) + times(b, n // 2))
    nested = lambda start, n, deep=190: start * deep + n
    pages = {}

    def add(name, make):
        pages[name] = make

    def repeated(name, unit, before="", after=""):
        add(name, lambda n: page(before + counted(unit, n) + after))

    base = lambda n, unit: page("<p>" + times(unit, n // 2), f'<base href="http://a.example/{"a/" * (n // 4)}">')
    add("links × a long BASE", lambda n: base(n, '<a href="x">w</a> text words '))
    add("images × a long BASE", lambda n: base(n, '<img src="x.jpg" alt=a> text words '))
    add("queries × a long BASE", lambda n: base(n, '<a href="?x">w</a> text words '))
    add("cards × a long BASE", lambda n: base(n, '<a href="x"><div>w</div><div>v</div></a> text words '))
    add("links × a long canonical address", lambda n: page("<p>" + times('<a href="x">w</a> words ', n // 2), f'<link rel=canonical href="http://a.example/{"a/" * (n // 4)}">'))
    add("data × a long BASE", lambda n: page("<p>x", f'<base href="http://a.example/{"a/" * (n // 4)}">' + counted('<link rel=license href="x#">', n // 2)))
    # One long attribute that every element inside would read again.
    for name, value in [("class", "a "), ("class", "comment-"), ("class", "A"), ("id", "a"), ("role", "a "), ("style", "text-align "), ("title", "a 1 "), ("itemtype", "a/")]:
        for inner in ["<b>a</b> ", "<a href=#n>1</a> ", "<pre>a</pre>", "<p>a", "<table><tr><td>1<td>b</table>", "<code>a\nb</code>"]:
            add(f"{name} of {json.dumps(value)} × {inner}", lambda n, a=name, v=value, i=inner: page(f'<div {a}="{times(v, n // 2)}">' + times(i, n // 2) + "</div>"))
    for tag in ["div", "blockquote", "ul><li", "ol><li", "table><tr><td", "dl><dd", "b", "i><b", "span", "a href=x", "em", "code", "pre", "figure", "h1", "svg", "math", "mrow", "msup",
                "div class=highlight", "div class=admonition", "aside class='note alert'", "noscript", "section id=comments", "li class=comment", "div itemscope itemprop=comment itemtype=Comment"]:
        begin = f"<{tag}>"
        add(f"nested {begin}", lambda n, b=begin: page(times(b, n)))
        add(f"190 deep {begin}, text", lambda n, b=begin: page(nested(b, times("a b <br>", n))))
        add(f"190 deep {begin}, paragraphs", lambda n, b=begin: page(nested(b, times("<p>a", n))))
        add(f"190 deep {begin}, items", lambda n, b=begin: page(nested(b, times("<li>a", n))))
        add(f"190 deep {begin}, bold", lambda n, b=begin: page(nested(b, times("<b>a</b> ", n))))
        add(f"190 deep {begin}, code", lambda n, b=begin: page(nested(b, times("<pre>a\n</pre>", n))))
        add(f"190 deep {begin}, one line each", lambda n, b=begin: page(times(begin_end(b) + "\n", n)))
    for unit in ["<button></button>", "<button> </button>", "<option>", "<label> </label>", "<div> </div>", "<i> </i>", "<span> </span><span>A</span>", "<a href=x> </a>", "<a href=x>a</a>",
                 "<img src=a.jpg>", "<br><img src=a.jpg>", "<b> </b><img src=a.jpg>", "<img src=a.jpg alt=y><br>", "<i> </i><img class=emoji alt=:a:>", "<sup>1</sup>", "<sub>1</sub>",
                 "<code>a</code>", "<code>a</code><br>", "<q>a</q>", "<wbr>", "<input>", "<iframe src=//www.youtube.com/embed/a></iframe>", "<br>", "<br> ", "&nbsp;<br>",
                 "<span class=katex>x</span>", "<mjx-container><mjx-math></mjx-math></mjx-container>", "<script type=math/tex>x</script>", "<img class=tex alt='\\a{b}'>", "<time>2024-05-06</time>"]:
        for before, after in [("<p>", ""), ("<h2>", "</h2>"), ("<a href=x>", "</a>"), ("<a href=x><img src=b.jpg alt=y>", "</a>"), ("<p><img src=a.jpg>", ""), ("<p><b>", "</b>"), ("<figure><figcaption>", "</figure>"),
                              ("<table><tr><th>a<td>", "<tr><td>b<td>c</table>"), ("<dl><dt>", "</dl>"), ("<pre>", "</pre>"), ("<math>", "</math>")]:
            add(f"{before} × {unit}", lambda n, b=before, u=unit, a=after: page(b + times(u, n) + a))
    # Tables.
    repeated("cells of one row", "<td>a#", "<table><tr>", "<tr><td>b<td>c</table>")
    repeated("rows of one cell", "<tr><td>a#<td>b", "<table>", "</table>")
    add("a row of many cells, and rows", lambda n: page("<table><tr>" + times("<td>a", n // 2) + times("<tr><td>b<td>c", n // 2) + "</table>"))
    add("a long cell, and rows", lambda n: page("<table><tr><td>a<td>" + times("long words ", n // 2) + times("<tr><td>b<td>c", n // 2) + "</table>"))
    repeated("cells of 1000 × 1000", "<td colspan=1000 rowspan=1000>a#", "<table><tr>", "</table>")
    repeated("rows of cells of 1000 × 1000", "<tr><td colspan=1000 rowspan=1000>a#<td colspan=1000>b", "<table>", "</table>")
    repeated("rows of tall cells", "<tr><td rowspan=1000>a<td rowspan=1000>b<td>c", "<table>", "</table>")
    repeated("tables of wide cells", "<table><tr><td colspan=1000>a<td>b<tr><td>c<td>d</table>")
    repeated("tables with a header", "<table><caption>c</caption><tr><th>a<th>b<tr><td>#<td>d</table>")
    repeated("tables in cells", "<table><tr><td>a#<td>b")
    repeated("a table of code", "<tr><td class=lineno>#<td><pre>a</pre>", "<table>", "</table>")
    repeated("a table in code", "<tr><td class=lineno>#<td>a", "<pre><table>", "</table></pre>")
    repeated("tables of two cells", "<table><tr><td>1<td>b#</table>")
    # Footnotes.
    repeated("footnotes", "a<sup><a href=#n# id=r#>#</a></sup> ", "<p>")
    add("footnotes and their texts", lambda n: page("<p>" + counted("a<sup><a href=#n# id=r#>1</a></sup> ".replace("#n#", "@n#"), n // 2).replace("@n", "#n") + "<ol>" + counted("<li id=n#>b", n // 2) + "</ol>"))
    add("many references to one footnote", lambda n: page("<p>" + times("a<sup><a href=#n>1</a></sup> ", n) + "<ol><li id=n>b</ol>"))
    add("references, links back", lambda n: page("<p><a href=#n id=r>1</a>" + "<ol><li id=n>" + times("<a href=#r>1</a> ", n) + "</ol>"))
    add("references to a long text", lambda n: page("<p>" + times("a<sup><a href=#n>1</a></sup> ", n // 2) + "<div id=n>" + times("<i>b </i>", n // 2) + "</div>"))
    repeated("raised numbers", "a<sup>#</sup> ", "<p>")
    repeated("numbered paragraphs", "<p><sup>#</sup> text <sup>#</sup>")
    repeated("strong numbers", "<strong>#</strong> a", "<p>")
    add("strong numbers of one paragraph", lambda n: page("<p>" + times("<strong>1</strong> ", n)))
    add("blanks before raised numbers", lambda n: page("<p>" + times("<i> </i>", n // 2) + times("<sup>1</sup> ", n // 2)))
    repeated("numbered items in ASIDE", "<li>a#", "<aside><ol start=1>", "</ol></aside>")
    repeated("notes beside", "a<span class=sidenote>b#</span> ", "<p>")
    repeated("headings and links to them", "<h2>a#</h2><p><a href=#a#>b</a>")
    repeated("the same heading", "<h2>a</h2><p><a href=#a-1>b</a>")
    add("a long heading and links", lambda n: page("<h2>" + times("a ", n // 2) + "</h2><p>" + times("<a href=#a>b c</a> ", n // 2)))
    # Code.
    repeated("lines of code", "<div class=line>a#</div>", "<pre>", "</pre>")
    repeated("numbers of lines", "<span class=lineno>#</span>a\n", "<pre>", "</pre>")
    add("blank pieces of code", lambda n: page("<pre>" + times("<i> </i>", n // 2) + "x" + times("<i>\n</i>", n // 2) + "</pre>"))
    repeated("CODE alone", "<code>a\nb#</code>", "<div>", "</div>")
    repeated("CODE in PRE", "<code>a#</code> ", "<pre>", "</pre>")
    repeated("CODE beside texts", "<code>a#</code> b", "<div>", "</div>")
    repeated("PRE in boxes", "<div class=highlight><pre>a#</pre></div>")
    add("PRE far in gutters", lambda n: page("<div class=highlight>" * 90 + "<div class=gutter>" + "<div>" * 90 + times("<pre>a</pre>", n)))
    add("a long paragraph before code", lambda n: page("<p>" + times("a ", n // 2) + "</p>" + times("<pre>a</pre><pre> </pre>", n // 2)))
    add("a long paragraph before empty code", lambda n: page("<p>" + times("a ", n // 2) + "</p>" + times("<pre> </pre>", n // 2)))
    # Addresses and images.
    add("srcset", lambda n: page('<img alt=a srcset="' + counted("a# #w, ", n) + '">'))
    add("srcset of commas", lambda n: page('<img alt=a srcset="' + times("a,", n) + '">'))
    add("sources of a picture", lambda n: page("<picture>" + times("<source srcset=data:x>", n // 2) + times("<img alt=a>", n // 2) + "</picture>"))
    repeated("the same image", "<p><img src=a.svg alt=a></p>")
    repeated("images with the same text", "<p><a href=x><img src=a#.jpg alt=a></a></p>")
    repeated("figures", "<figure><img src=a#.jpg><figcaption>c</figcaption></figure>")
    add("a drawing", lambda n: page("<svg>" + times("<g><title>a</title>", n)))
    # MathML.
    repeated("rows of a matrix", "<mtr><mtd>#</mtd></mtr>", "<math><mo>(</mo><mtable>", "</mtable><mo>)</mo></math>")
    repeated("brackets of mathematics", "<mo>(</mo>", "<math>", "</math>")
    add("190 deep MSUP", lambda n: page("<math>" + "<msup>" * 180 + times("<mi>x</mi>", n)))
    add("190 deep MROW, matrices", lambda n: page("<math>" + "<mrow><mo>(</mo>" * 60 + times("<mi>x</mi>", n)))
    add("190 deep mjx", lambda n: page("<mjx-container><mjx-math>" + "<mjx-mfrac><mjx-num>" * 90 + times("<mjx-mi>x</mjx-mi>", n)))
    add("190 deep mjx, not there", lambda n: page("<mjx-container><mjx-math>" + "<mjx-mroot>" * 180 + times("<mjx-mi>x</mjx-mi>", n)))
    add("nested brackets of mathematics", lambda n: page(times("<math>" + "<mrow><mo>(</mo><mrow>" * 60 + "x" + "</mrow><mo>)</mo></mrow>" * 60 + "</math> ", n)))
    for drawn in ["<mjx-mfrac><mjx-num><mjx-den>", "<mjx-msub><mjx-script>", "<mjx-mroot><mjx-root><mjx-box>", "<mjx-munderover><mjx-over><mjx-base>"]:
        add(f"60 deep {drawn}", lambda n, d=drawn: page(times("<mjx-container><mjx-math>" + d * 60 + "<mjx-mi>x</mjx-mi></mjx-math></mjx-container> ", n)))
    add("marks that are none", lambda n: page("<p>" + times("<mark>=</mark><s>=</s>", n)))
    add("blocks in a long link", lambda n: page(f'<a href="http://a.example/{"a/" * (n // 4)}">' + times("<p>w", n // 2) + "</a>"))
    add("headings in a long link", lambda n: page(f'<a href="http://a.example/{"a/" * (n // 4)}">' + times("<h3>w</h3>", n // 2) + "</a>"))
    add("annotations", lambda n: page("<math>" + times("<annotation encoding=x>a</annotation>", n) + "</math>"))
    add("TeX of dollars far apart", lambda n: page("<p>" + times("$a " + "b" * 1990 + " ", n)))
    # Lists and definitions.
    repeated("definitions", "<dt>a#<dd>b", "<dl>", "</dl>")
    repeated("terms", "<dt>a#", "<dl>", "</dl>")
    repeated("items", "<li>a#", "<ul>", "</ul>")
    repeated("items of items", "<li>a<ul><li>b#</ul>", "<ul>", "</ul>")
    repeated("tasks", "<li><b><input type=checkbox>a#</b>", "<ul>", "</ul>")
    add("items without a box", lambda n: page("<ul>" * 1 + times("<li>" + "<i></i>" * 5, n)))
    repeated("rules", "<hr>")
    repeated("callouts", "<div class='admonition note'><p class=admonition-title>N</p>a#</div>")
    add("a callout without a title", lambda n: page("<div class=admonition>" * 90 + times("<p>a", n)))
    # Comments and metadata.
    comment = "<li class=comment id=comment-#><cite class=fn>Ada Long</cite> <time>2024-05-06</time><p>I was there, and have never seen such a thing in my life.</p>"
    repeated("comments", comment + "</li>", "<ol class=commentlist id=comments>", "</ol>")
    repeated("nested comments", comment + "<ul class=children>", "<ol class=commentlist id=comments>", "")
    repeated("comments of one class each", comment.replace("class=comment", "class=comment-#x") + "</li>", "<ol id=comments>", "</ol>")
    repeated("comments of schema.org", "<div itemscope itemprop=comment itemtype=http://schema.org/Comment><b itemprop=author>Ada</b><p itemprop=text>I was there, and have seen it #.</div>")
    repeated("posts of a thread", "<div class=post id=post#><a href=/user/a#>Ada#</a> May 6, 2024 7:08 pm<div class=body>I was there, and have never seen such a thing.</div></div>")
    repeated("classes of an element each", '<p class="a# b# c#">I was there</p>', "<div id=comments>", "</div>")
    add("many classes of one comment", lambda n: page('<div id=comments><p class="' + counted("a# ", n) + '">I was there</div>'))
    repeated("dates", "<span>May 6, 2024</span> ", "<div id=comments>", "</div>")
    repeated("dates in one text", "May 6, 2024 ", "<div id=comments><p>", "</div>")
    repeated("names", "<a class=author href=/user/a>Ada says:</a>", "<div id=comments>", "</div>")
    repeated("meta", "<meta name=author content='a #'><meta property=og:title content='b #'>")
    repeated("words that controls part", "w# <button>d#</button> ", "<p>", "")
    repeated("microdata", "<b itemprop=author>a #</b>", "<div itemscope itemtype=http://schema.org/Article>", "</div>")
    repeated("microdata that nests", "<div itemscope itemtype=http://schema.org/Article itemprop=author>")
    repeated("H1", "<h1>A title of #</h1>")
    add("blanks after H1", lambda n: page("<h1>A title</h1>" + times("<i> </i>", n)))
    repeated("bylines", "<p>By</p>", "<h1>A title</h1>")
    data = lambda json: f'<script type="application/ld+json">{json}</script>'
    repeated("scripts of JSON-LD", data('{"@type":"Article","name":"a#","comment":1}'))
    repeated("a graph of JSON-LD", '{"@type":"Article","name":"a","@id":"#"},', '<script type="application/ld+json">{"@graph":[', "{}]}</script>")
    add("references to a long text of JSON-LD", lambda n: page(data('[{"@id":"x","a":1,"b":2,"url":"' + "/a" * (n // 4) + '"},' + ",".join(['{"@type":"Article","url":{"@id":"x"}}'] * (n // 80)) + "]")))
    add("broken JSON-LD", lambda n: page(data('{"@type":"Article",' + times('"a":"b" "c" ', n))))
    add("brackets of JSON-LD", lambda n: page(data(times('{"a":[', n))))
    add("blanks of JSON-LD", lambda n: page(data("{" + times('" ', n // 2) + times(" ", n // 2))))
    add("texts of NOSCRIPT", lambda n: page("<noscript>" + times("<p>a</p>", n) + "</noscript>"))
    add("NOSCRIPT, then the same", lambda n: page("<noscript>" + times("<p>aa</p><p>a</p>", n // 2) + "</noscript>" + times("<p>a", n // 2)))
    add("lines of one letter", lambda n: page(times("<p>a", n)))
    add("two kinds of paragraphs", half("<p>aaaa bbbb cccc dddd eeee.", "<p>bbbb aaaa cccc."))
    add("one block of many links", lambda n: page("<p>" + times("<a href=/a>b c</a> ", n)))
    repeated("addresses of their own", "<a href=/a#>b#</a> ", "<p>")
    repeated("fragments of a page", "<a href=#a#>b</a> ", "<p>")
    add("unknown elements", lambda n: page(counted("<x#>a</x#>", n)))
    add("unopened ends", lambda n: page("<div>" * 190 + times("</x>", n)))
    add("formatting that crosses", lambda n: page(times("<b><i></b></i>", n)))
    return pages


def begin_end(begin):
    names = [part.split()[0] for part in begin.strip("<>").split("><")]
    return begin * 95 + "a" + "".join(f"</{name}>" for name in reversed(names)) * 95


def modes():
    every = ["--classifier", "keep-all"]
    links = ["--links", "--images"]
    yield "text", every
    yield "markdown", ["--format", "markdown", *every]
    yield "markdown, links", ["--format", "markdown", *links, *every]
    yield "html, links", ["--format", "html", *links, *every]
    yield "json", ["--json", "--format", "markdown", *links, *every]
    yield "metadata", ["--metadata"]
    yield "comments", ["--comments", "--format", "markdown", *links]


def classifiers():
    wanted = os.environ.get("CLASSIFIERS", "")
    listed = subprocess.run([PROGRAM, "classifiers", "--json"], capture_output=True, check=True).stdout
    names = [json.loads(line)["name"] for line in listed.splitlines()]
    if wanted:
        names = [name for name in names if name in wanted.split(",")]
    return [(f"classifier {name}", ["--classifier", name.replace(":K", ":10")]) for name in names]


def run(arguments, file):
    """CPU seconds, peak MB, and the exit status; None after ten times as many seconds as are allowed."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS * 10), int(SECONDS * 10)))
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen([PROGRAM, "extract", file, *arguments, "-q"], stdout=nothing, stderr=nothing, preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = 0
    status = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, status


class Trials:
    def __init__(self, folder):
        self.folder = folder
        self.start = {}
        self.failed = 0
        self.tried = 0
        self.slowest = {}

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        pathlib.Path(path).write_bytes(text.encode("utf-8", "surrogatepass"))
        return path

    def started(self, mode, arguments):
        if mode not in self.start:
            tiny = self.file("tiny.html", page("one"))
            self.start[mode] = min(run(arguments, tiny)[0] for _ in range(3))
        return self.start[mode]

    def measured(self, files, mode, arguments):
        """Seconds at both sizes, peak MB, and what is wrong; the second size only where the first is not fast."""
        start = self.started(mode, arguments)
        first, megabytes, status = run(arguments, files[0])
        first = max(0.0, first - start)
        if first < FAST and megabytes < MB / 2 and status in (0, 3):
            return first, None, megabytes, ""
        second, megabytes, status = run(arguments, files[1])
        second = max(0.0, second - start)
        wrong = [
            f"status {status}" if status not in (0, 3) else "",
            f"{second / max(first, 0.001):.1f} times" if second > max(first, FAST / 2) * GROWTH else "",
            f"{second:.1f} s" if second > SECONDS else "",
            f"{megabytes:.0f} MB" if megabytes > MB else "",
        ]
        return first, second, megabytes, ", ".join(filter(None, wrong))

    def tries(self, name, files, mode, arguments):
        self.tried += 1
        first, second, megabytes, wrong = self.measured(files, mode, arguments)
        if wrong:
            first, second, megabytes, wrong = self.measured(files, mode, arguments)
        if wrong:
            self.failed += 1
            print(f"{name}\t{mode}\t{first:.2f}\t{second or 0:.2f}\t{megabytes:.0f}\t{wrong}", flush=True)
        known = self.slowest.get(mode, (0, 0, 0, ""))
        self.slowest[mode] = max(known, (second or first, first, megabytes, name))


def main():
    pages = [(name, make) for name, make in shown() if all(part in name for part in PARTS)]
    few = pages if PARTS else pages[::EVERY]
    chosen = list(modes())
    labels = classifiers() if os.environ.get("CLASSIFIERS") != "none" else []
    print(f"# {len(pages)} pages of {BYTES} and {2 * BYTES} bytes, {len(chosen)} forms, {len(labels)} classifiers")
    print("page\tform\tseconds\tat twice\tpeak MB\twrong", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(folder)
        for name, make in pages:
            files = [trials.file("once.html", make(BYTES)), trials.file("twice.html", make(2 * BYTES))]
            for mode, arguments in chosen:
                trials.tries(name, files, mode, arguments)
        for name, make in few if labels else []:
            files = [trials.file("once.html", make(BYTES)), trials.file("twice.html", make(2 * BYTES))]
            for mode, arguments in labels:
                trials.tries(name, files, mode, arguments)
    print("# the slowest page of each form")
    for mode, (slowest, _, megabytes, name) in trials.slowest.items():
        print(f"{name}\t{mode}\t\t{slowest:.2f}\t{megabytes:.0f}\t", flush=True)
    print(f"# {trials.tried} tried, {trials.failed} failed")
    sys.exit(1 if trials.failed else 0)


main()
