#!/usr/bin/env python3
"""Packs jusText's stop lists into the file that the crate embeds.

usage: pip download --no-deps justext==3.0.2 && make.py justext-3.0.2-py2.py3-none-any.whl > stop-lists.gz

The file is gzip over UTF-8 lines. `# NAME CODE CODE` begins a language: the package's name in lower case with - for _, then
its codes in ISO 639-1 (or the code of its Wikipedia, where it has none there) and ISO 639-3. The words follow, one per line,
in lower case, sorted. The package's BSD-2-Clause licence is in LICENSE beside this file.
"""
import subprocess, sys, zipfile

CODES = """
Afrikaans af afr|Albanian sq sqi|Arabic ar ara|Aragonese an arg|Armenian hy hye|Aromanian roa-rup rup|Asturian ast ast|
Azerbaijani az aze|Basque eu eus|Belarusian be bel|Belarusian_Taraskievica be-tarask be-tarask|Bengali bn ben|
Bishnupriya_Manipuri bpy bpy|Bosnian bs bos|Breton br bre|Bulgarian bg bul|Catalan ca cat|Cebuano ceb ceb|Chuvash cv chv|
Croatian hr hrv|Czech cs ces|Danish da dan|Dutch nl nld|English en eng|Esperanto eo epo|Estonian et est|Finnish fi fin|
French fr fra|Galician gl glg|Georgian ka kat|German de deu|Greek el ell|Gujarati gu guj|Haitian ht hat|Hebrew he heb|
Hindi hi hin|Hungarian hu hun|Icelandic is isl|Ido io ido|Igbo ig ibo|Indonesian id ind|Irish ga gle|Italian it ita|
Javanese jv jav|Kannada kn kan|Kazakh kk kaz|Korean ko kor|Kurdish ku kur|Kyrgyz ky kir|Latin la lat|Latvian lv lav|
Lithuanian lt lit|Lombard lmo lmo|Low_Saxon nds nds|Luxembourgish lb ltz|Macedonian mk mkd|Malay ms msa|Malayalam ml mal|
Maltese mt mlt|Marathi mr mar|Neapolitan nap nap|Nepali ne nep|Newar new new|Norwegian_Bokmal nb nob|
Norwegian_Nynorsk nn nno|Occitan oc oci|Persian fa fas|Piedmontese pms pms|Polish pl pol|Portuguese pt por|Quechua qu que|
Romanian ro ron|Russian ru rus|Samogitian bat-smg sgs|Serbian sr srp|Serbo_Croatian sh hbs|Sicilian scn scn|
Simple_English simple simple|Slovak sk slk|Slovenian sl slv|Spanish es spa|Sundanese su sun|Swahili sw swa|Swedish sv swe|
Tagalog tl tgl|Tamil ta tam|Telugu te tel|Turkish tr tur|Turkmen tk tuk|Ukrainian uk ukr|Urdu ur urd|Uzbek uz uzb|
Vietnamese vi vie|Volapuk vo vol|Walloon wa wln|Waray_Waray war war|Welsh cy cym|West_Frisian fy fry|
Western_Panjabi pnb pnb|Yoruba yo yor
"""


def main():
    out = []
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        rows = sorted(row.split() for row in CODES.replace("\n", "").split("|"))
        held = {name for name in wheel.namelist() if name.startswith("justext/stoplists/") and name.endswith(".txt")}
        assert held == {f"justext/stoplists/{name}.txt" for name, *_ in rows}, held
        for name, *codes in rows:
            words = wheel.read(f"justext/stoplists/{name}.txt").splitlines()
            words = {word.decode("utf-8").lower() for word in words}
            assert not any(word.startswith("# ") for word in words)
            out.append(" ".join(["#", name.lower().replace("_", "-"), *codes]))
            out.extend(sorted(words))
    text = "".join(line + "\n" for line in out).encode()
    sys.stdout.buffer.write(subprocess.run(["gzip", "-9nc"], input=text, stdout=subprocess.PIPE, check=True).stdout)


main()
