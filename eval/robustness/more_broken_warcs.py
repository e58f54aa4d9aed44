"""make_broken_warcs.py's archives and more of their kind -> FOLDER/CASE/x.warc*, and cases.tsv beside them: the case,
whether it is ours, the records whose page is in the file whole, and the number of records that were written.
usage: more_broken_warcs.py make_broken_warcs.py FOLDER"""

import bz2
import gzip
import os
import runpy
import subprocess
import sys

script, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
made = runpy.run_path(script)  # writes wbad/CASE/x.warc.gz here
rec, gz = made["rec"], made["gz"]

# Records whose page stands whole in the file, where it is not all five: what a perfect reader gives.
IDEAL = {"corrupt_bytes_in_2": 4, "garbage_member_2": 4, "truncated_at_end": 4}
cases = [(name, "issue", IDEAL.get(name, 5)) for name in made["cases"]]


def members(change=lambda i, member: member):
    return b"".join(change(i, gzip.compress(rec(i))) for i in range(5))


def overwrite(member, at, n=20):
    return member[:at] + b"\xff" * n + member[at + n:]


def corrupt(*which):
    """Destroys the members of these numbers, as the issue's case does."""
    return members(lambda i, member: overwrite(member, 40) if i in which else member)


def plain(third=None):
    return b"".join(third if i == 2 and third is not None else rec(i) for i in range(5))


def add(name, bytes_, ideal, suffix=".gz"):
    os.makedirs(f"wbad/{name}", exist_ok=True)
    with open(f"wbad/{name}/x.warc{suffix}", "wb") as out:
        out.write(bytes_)
    cases.append((name, "extra", ideal))


def length(n):
    """The third record with another length."""
    return rec(2, clen=n)


def coded(cut):
    """The third record with its page in gzip, of which `cut` bytes are missing."""
    page = gzip.compress(rec(2, http=False).split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n\r\n"))
    page = page[:len(page) - cut]
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + page
    return rec(2, body=http, http=False)


VERSIONS = [b"WARC/0.17", b"WARC/0.18", b"WARC/1.0", b"WARC/1.1", b"WARC/1.0"]
add("corrupt_first", corrupt(0), 4)
add("corrupt_last", corrupt(4), 4)
add("corrupt_two_neighbours", corrupt(1, 2), 3)
add("corrupt_first_and_last", corrupt(0, 4), 3)
# Here the bytes still inflate, to something else: only the checksum tells.
add("wrong_bytes_in_2", members(lambda i, m: overwrite(m, len(m) - 40) if i == 2 else m), 4)
add("gzip_header_overwritten_in_2", members(lambda i, m: overwrite(m, 0, 3) if i == 2 else m), 4)
add("wrong_crc_in_2", members(lambda i, m: m[:-8] + bytes([m[-8] ^ 1]) + m[-7:] if i == 2 else m), 5)
add("junk_between_members", members(lambda i, m: m + b"junk between members" if i == 1 else m), 5)
add("zeros_between_members", members(lambda i, m: m + b"\0" * 100), 5)
add("junk_at_the_end", members() + b"junk", 5)
add("foreign_member_first", gzip.compress(b"foreign\r\n") + members(), 5)
add("clen_no_number_in_2", gz(rec(0), rec(1), rec(2).replace(b"Content-Length: ", b"Content-Length: x", 1), rec(3), rec(4)), 5)
add("raw_line_breaks_in_uri_of_2", gz(rec(0), rec(1), rec(2, uri=b"http://ex.org/2\nb c\n\nWARC-Odd: x"), rec(3), rec(4)), 5)
add("versions_0.17_to_1.1", gz(*[rec(i, ver=VERSIONS[i]) for i in range(5)]), 5)
add("concatenated_streams", gzip.compress(rec(0) + rec(1)) + gzip.compress(rec(2) + rec(3) + rec(4)), 5)
broken = gzip.compress(rec(0) + rec(1))
add("stream_broken_before_members", overwrite(broken, len(broken) - 16, 8) + gz(rec(2), rec(3), rec(4)), 4)
add("http_gzip_body_whole_in_2", gz(rec(0), rec(1), coded(0), rec(3), rec(4)), 5)
add("http_gzip_body_cut_in_2", gz(rec(0), rec(1), coded(20), rec(3), rec(4)), 4)
add("plain", plain(), 5, "")
add("plain_version_line_overwritten_in_2", plain(overwrite(rec(2), 0, 8)), 4, "")
add("plain_junk_before_2", plain(b"some junk\r\n\r\n" + rec(2)), 5, "")
add("plain_clen_too_big_in_2", plain(length(1000)), 5, "")
add("plain_clen_beyond_the_end_in_2", plain(length(10**6)), 5, "")
add("plain_clen_too_small_in_2", plain(length(50)), 5, "")
add("plain_no_trailing_crlf", b"".join(rec(i, trail=b"") for i in range(5)), 5, "")
add("plain_lf_only", b"".join(rec(i, nl=b"\n", trail=b"\n\n") for i in range(5)), 5, "")
add("plain_truncated", plain()[:-60], 4, "")

# Python brings no zstd.
frames = [subprocess.run(["zstd", "-c", "-"], input=rec(i), stdout=subprocess.PIPE, check=True).stdout for i in range(5)]
add("zstd", b"".join(frames), 5, ".zst")
add("zstd_frame_damaged_2", b"".join(frames[:2]) + overwrite(frames[2], 60) + b"".join(frames[3:]), 4, ".zst")
add("zstd_truncated", b"".join(frames)[:-20], 4, ".zst")
add("bzip2", b"".join(bz2.compress(rec(i)) for i in range(5)), 5, ".bz2")

with open("cases.tsv", "w") as out:
    out.writelines(f"{name}\t{origin}\t{ideal}\n" for name, origin, ideal in cases)
