#!/usr/bin/env python3
"""Inputs that are made to cost time or memory, each given to tamis alone: seconds, peak memory, exit status, and what it said.

usage: costly.py [NAME-PART]     TAMIS=target/release/tamis, SECONDS=120 until a command is killed
"""
import bz2, gzip, json, os, pathlib, resource, shutil, subprocess, sys, tempfile, threading, time, zlib

TAMIS = os.path.abspath(os.environ.get("TAMIS", "target/release/tamis"))
MOST = int(os.environ.get("SECONDS", "120"))
only = sys.argv[1] if len(sys.argv) > 1 else ""
work = pathlib.Path(tempfile.mkdtemp())
os.chdir(work)


def run(*arguments):
    """Runs tamis; its status, seconds, peak in MB, and last line of standard error."""
    begun = time.monotonic()
    with open("stderr", "wb") as said:
        child = subprocess.Popen([TAMIS, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=said,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30)))
        timer = threading.Timer(MOST, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
    took = time.monotonic() - begun
    text = pathlib.Path("stderr").read_text(errors="replace").strip().splitlines()
    return os.waitstatus_to_exitcode(status), took, usage.ru_maxrss / 1024, (text or [""])[-1]


def record(body, head=b"Content-Type: text/html\r\n"):
    block = b"HTTP/1.1 200 OK\r\n" + head + b"\r\n" + body
    return (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            b"WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
            b"Content-Length: %d\r\n\r\n" % len(block)) + block + b"\r\n\r\n"


def gzip_bomb(name, line, gigabytes):
    """A gzip file of this many gigabytes, of one line or of endless ones."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = line * ((1 << 20) // len(line))
    with open(name, "wb") as out:
        for _ in range(gigabytes << 10):
            out.write(packer.compress(piece))
        out.write(packer.flush())


def index(name, *arguments):
    return lambda: run("index", name, "--out", "attacked", "-q", *arguments)


def write(name, content):
    pathlib.Path(name).write_bytes(content)
    return name


def model(tree, thousands):
    write("page.html", b"<p>A page.")
    with open("made.model", "wb") as out:
        out.write(b'{"tamis_model":1,"xxh3":"0000000000000000","arrays":[],"kind":"tamis","settings":{"first":{"bias":0,"trees":[')
        for _ in range(thousands):
            out.write((tree + b",") * 1000)
        out.write(tree + b"]}}}\n")


def nested(layers):
    body = b"<p>" + b"text " * 200
    for _ in range(layers):
        body = gzip.compress(body, 0)
    return record(body, b"Content-Type: text/html\r\nContent-Encoding: " + b",".join([b"gzip"] * layers) + b"\r\n")


def small_index():
    pathlib.Path("small.jsonl").write_text("".join(
        json.dumps({"docno": f"d{i}", "text": f"kettle {i}\n\ntea and more tea {i}"}) + "\n" for i in range(200)))
    assert run("index", "small.jsonl", "--out", "small", "-q")[0] == 0
    write("topics", b"1\tkettle\n2\ttea\n")
    write("many", b"".join(b"%d\tkettle\n" % t for t in range(200)))
    write("many-qrels", b"".join(b"%d 0 d1 1\n" % t for t in range(200)))
    write("qrels", b"".join(b"%d 0 d%d 1\n" % (t, i) for t in (1, 2) for i in range(50)))
    write("run", b"1 Q0 d1 1 2.0 x\n")


def cases():
    yield "a Content-Encoding of 32 MB", lambda: write("a.warc", record(b"<p>text", b"Content-Encoding: " + b"x," * (16 << 20) + b"\r\n")), index("a.warc")
    yield "a body in 9,000 layers of stored gzip", lambda: write("a.warc", nested(9000)), index("a.warc", "--max-ms", "1000")
    yield "100,000 empty bzip2 streams", lambda: write("a.warc.bz2", bz2.compress(b"") * 100_000 + bz2.compress(record(b"<p>text"))), index("a.warc.bz2")
    yield "1,000,000 nested div, all classifiers", lambda: write("a.html", b"<div>" * 1_000_000 + b"<p>some words of text</p>"), index("a.html", "--classifier", "all")
    yield "a rule of 18,000 'all or'", lambda: None, lambda: run("search", "small", "tea", "--where", "all or " * 18_000 + "all")
    yield "a rule of 50,000 'all or' in a file", lambda: write("config.toml", b'where = "' + b"all or " * 50_000 + b'all"\n'), lambda: run("sweep", "small", "--topics", "topics", "--qrels", "qrels", "--min-words", "1,2", "--config", "config.toml")
    yield "a rule of 60,000 parentheses", lambda: None, lambda: run("search", "small", "tea", "--where", "(" * 60_000 + "all" + ")" * 60_000)
    yield "topics of 400,000 '<a '", lambda: write("t", b"<top><num>1<title>" + (b"<a " * 1000 + b"\n") * 400), lambda: run("search", "small", "--topics", "t")
    yield "topics of 400,000 '<top>'", lambda: write("t", b"<top>\n" * 400_000), lambda: run("search", "small", "--topics", "t")
    yield "a grid of 300 by 300", lambda: None, lambda: run("sweep", "small", "--topics", "topics", "--qrels", "qrels", "--min-words", "1..=300", "--max-words", "1..=300", "-q")
    yield "the same with 200 topics", lambda: None, lambda: run("sweep", "small", "--topics", "many", "--qrels", "many-qrels", "--min-words", "1..=300", "--max-words", "1..=300", "-q")
    yield "a grid of 10^9 values", lambda: None, lambda: run("sweep", "small", "--topics", "topics", "--qrels", "qrels", "--min-words", "1..=1000000000", "-q")
    inputs = [
        ("topics", lambda file: run("search", "small", "--topics", file)),
        ("qrels", lambda file: run("eval", file, "run")),
        ("run", lambda file: run("eval", "qrels", file)),
        ("docnos", lambda file: run("search", "small", "tea", "--docnos", file)),
        ("config", lambda file: run("sweep", "small", "--topics", "topics", "--qrels", "qrels", "--min-words", "1,2", "--config", file)),
        ("labels", lambda file: run("label", "small", "--from", file, "--name", "mine")),
    ]
    for name, command in inputs:
        yield f"{name} from /dev/zero", lambda: None, lambda command=command: command("/dev/zero")
    bombs = [("zeros", b"\0"), ("lines of qrels", b"1 0 document 1\n"), ("lines of a run", b"1 Q0 document 1 1.0 x\n")]
    for bomb, line in bombs:
        yield f"(a bomb is made: {bomb})", lambda line=line: gzip_bomb("bomb.gz", line, 12), lambda: (0, 0, 0, "")
        for name, command in inputs:
            yield f"{name} from 12 GB of {bomb} in gzip", lambda: None, lambda command=command: command("bomb.gz")
    yield "3,000,000 skipped records", lambda: write("bad.jsonl", b'{"docno":"d","text":"x"}\n' + b"bad\n" * 3_000_000), index("bad.jsonl")
    yield "the same index again", lambda: None, lambda: run("index", "bad.jsonl", "--out", "attacked", "-q")
    yield "its verify", lambda: None, lambda: run("verify", "attacked")
    models = [("60 MB of '0,'", b"0", 30_000), ("240 MB of '0,'", b"0", 120_000), ("a million trees", b'{"splits":[],"leaves":[0]}', 1_000)]
    for name, tree, thousands in models:
        yield f"a model of {name}", lambda: model(tree, thousands), lambda: run("extract", "page.html", "--classifier", "tamis:made.model")


small_index()
print("input\tseconds\tpeak MB\tstatus\tsaid", flush=True)
for name, prepare, command in cases():
    if only not in name:
        continue
    prepare()
    if not name.startswith(("the same index", "its")):
        shutil.rmtree("attacked", ignore_errors=True)
    status, took, peak, said = command()
    if not name.startswith("("):
        print(f"{name}\t{took:.1f}\t{peak:.0f}\t{status}\t{said[:160]}", flush=True)
shutil.rmtree(work)
