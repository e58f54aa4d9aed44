#!/usr/bin/env python3
"""Writes texts for LuceneTokens, one a line, with \\\\ \\n \\r \\t for the backslash and the breaks.

usage: make_texts.py golden OUT.txt                       our own texts: tests/golden/analyze/texts.txt
       make_texts.py collections SHARED UNPACKED FOLDER   cfa-blog, the extraction golds, and made-up strings
"""
import glob, gzip, html, os, random, re, sys

PROSE = """\
The march of the penguins isn't over: Mary's, the Smiths' and the U.S.A.'s films run at 7:30 p.m. on www.example.com.
Running, ran, runs; relational, conditional, rationally, hopping and hoping -- possibly the archaeologists' analogies.
She paid $1,234.50 (about 3.5% more) for node_2's _private_ C++ and C# code; e-mail j.r@example.org or call +49-30-12.
It’s “quoted” – l’homme d’État, O’Reilly’s and the boss＇S naïve café; Straße, İSTANBUL, ΟΔΟΣ, ǅ, ﬁne and K.
日本語のテキストとカタカナ、ひらがな。한국어 문장입니다. 中文没有空格 々〇 ภาษาไทยไม่มีช่องว่าง ລາວ ខ្មែរ မြန်မာ
ש"ס צה"ל ג'ירף א.ב' א"ב.ג א'5 א'_ العربية ٣٫١٤ ۱۲۳ हिन्दी में १२ ภ๑๒ ＡＢＣ１２３ ｶﾀｶﾅ
😀👍🏽👩‍👩‍👧❤️‍🔥🏴󠁧󠁢󠁥󠁮󠁧󠁿 #️⃣ *⃣ 1️⃣ 🇩🇪🇫🇷🇮 ★★★☆☆ © ® ™️ ℹ Ⓜ ♠ ♟ ✂ ☎ → ∑ № ¸ ˥ ՚ ⁄ ก᧚ก 𖿢 ア؀ア 1︐2
y yes syzygy sky skies dying died agreed feed bleed controlling roll rolled falling hissing fizzed failing filing
generalizations oscillators vietnamization predication operator feudalism decisiveness hopefulness callousness
formality sensitivity sensibility triplicate formative formalize electricity electrical hopeful goodness
revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent
adoption homologou communism activate angularity homologous effective bowdlerize probate rate cease
as s is's the's THE THE'S Theirs of-the not no! into_the x's s's 's ' '' ing ed ings eed ies sses xing
"""

PARTS = """a|b|s|S|Z|1|9|_|__|.|,|:|;|'|"|’|＇|‘|·|א|ב|ア|ー|日|々|あ|ก|ั|า|한|\u0301|\u200d|\u200c|\u00ad|\ufe0f|\ufe0e|\u20e3\
|#|*|😀|👍|❤|🏽|🇩|🇪|©|™|Ⓜ|ℹ|㊗|〰|\U000e0067|\U000e007f|𝒜|é|İ|ß|ſ|K|٣|３|ｶ| | |-|/|@|\u00a0|\u3000|\n|𠀀|★|¸\
|ing|ed|'s|’s|the|ational""".split("|")


def made_up(count):
    """Strings of random parts, the same for the same count."""
    chance = random.Random(7)
    return ("".join(chance.choice(PARTS) for _ in range(chance.randint(1, 14))) for _ in range(count))


def long_words(lengths):
    """Words about as long as a word may be, with something after them."""
    for length in lengths:
        for unit in ["a", "é", "𝒜", "日", "カ", "ก", "א", "1", "_", "😀\u200d", "a\u0301"]:
            for tail in ["", ".b", "’s", "\u0301b", " the ", "😀"]:
                yield unit * length + tail


def every_character():
    """Every character from U+0080 on, alone and between others."""
    for number in list(range(0x80, 0xD800)) + list(range(0xE000, 0x110000)):
        c = chr(number)
        yield f"{c}\u3000a{c}b 1{c}2 _{c} ア{c}ア ก{c}ก א{c}א 😀{c}😀 a.{c} 1,{c} {c}{c} S{c}ING"


def blog_pages(shared):
    """The pages of cfa-blog, as they are and without their tags."""
    with gzip.open(f"{shared}/data/retrieval/cfa-blog/permalinks-000.gz") as f:
        for page in f.read().decode("utf-8", "replace").split("<DOC>\n")[1:]:
            yield page
            page = re.sub(r"(?is)<(script|style)\b.*?</\1>", " ", page)
            yield html.unescape(re.sub(r"<[^>]*>", " ", page)).encode("utf-8", "replace").decode()


def blog_golds(shared):
    with gzip.open(f"{shared}/data/retrieval/cfa-blog/gold-main-text.tsv.gz", "rt", encoding="utf-8", newline="\n") as f:
        for line in f:
            yield line.rstrip("\n").split("\t", 1)[1]


def extraction_golds(unpacked):
    for path in sorted(glob.glob(f"{unpacked}/data/extraction/*/gold/**/*", recursive=True)):
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace", newline="") as f:
                yield f.read()


def write(path, texts):
    with open(path, "w", encoding="utf-8", newline="") as f:
        for text in texts:
            for char, escape in [("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")]:
                text = text.replace(char, escape)
            f.write(text + "\n")


def main(kind, *paths):
    if kind == "golden":
        write(paths[0], [*PROSE.splitlines(), *made_up(600), *long_words([255, 256])])
    else:
        shared, unpacked, folder = paths
        os.makedirs(folder, exist_ok=True)
        write(f"{folder}/cfa-blog-pages.txt", blog_pages(shared))
        write(f"{folder}/cfa-blog-golds.txt", blog_golds(shared))
        write(f"{folder}/extraction-golds.txt", extraction_golds(unpacked))
        write(f"{folder}/made-up.txt", made_up(300_000))
        write(f"{folder}/long-words.txt", long_words([*range(250, 262), *range(509, 513), 765, 766]))
        write(f"{folder}/every-character.txt", every_character())


if __name__ == "__main__":
    main(*sys.argv[1:])
