#!/usr/bin/env python3
"""Shows what measure.py measured: a table in Markdown, and a picture of the stages.

usage: stages.py PICTURE.svg NAME=OUT.tsv NAME=OUT.tsv...

Each file is a column of the table; of a measurement that a file has several times the last one counts. The picture compares the first
and the last column, by seconds and by memory of the process's own, both on a scale of powers of ten.
"""

import math
import sys

UNITS = {"s": "s", "MB": "MB", "GB": "GB", "": ""}
WIDTH, LEFT, BAR, ROW = 300, 330, 9, 30


def read(path):
    """Return {(stage, what): (value, unit)}."""
    found = {}
    with open(path) as lines:
        for line in lines:
            _, stage, what, value, unit = line.rstrip("\n").split("\t")
            found[stage, what] = float(value), unit
    return found


def shown(cell):
    if cell is None:
        return "–"
    value, unit = cell
    if value == 0:
        # A process that ended before it was looked at.
        return "–"
    digits = 0 if value >= 100 or unit == "" else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {UNITS[unit]}".strip()


def table(columns):
    # In the order of the last column, which has all stages.
    keys = list(dict.fromkeys(key for _, found in reversed(columns) for key in found))
    order = list(dict.fromkeys(stage for stage, _ in keys))
    keys.sort(key=lambda key: order.index(key[0]))
    print("| stage | what |", " | ".join(name for name, _ in columns), "|")
    print("|---|---|" + "---:|" * len(columns))
    before = None
    for stage, what in keys:
        cells = [shown(found.get((stage, what))) for _, found in columns]
        print(f"| {stage if stage != before else ''} | {what} |", " | ".join(cells), "|")
        before = stage


def bars(columns, what, unit, left, smallest):
    """Yield the bars of one measurement for all stages, and its axis."""
    stages = list(dict.fromkeys(stage for _, found in reversed(columns) for stage, _ in found))
    stages = [stage for stage in stages if any((stage, what) in found for _, found in columns)]
    most = max(found[stage, what][0] for _, found in columns for stage in stages if (stage, what) in found)
    decades = math.ceil(math.log10(most / smallest))
    at = lambda value: WIDTH * max(0, math.log10(max(value, smallest) / smallest)) / decades
    for decade in range(decades + 1):
        x = left + WIDTH * decade / decades
        yield f'<line x1="{x}" y1="44" x2="{x}" y2="{52 + ROW * len(stages)}" class="grid"/>'
        yield f'<text x="{x}" y="38" class="axis">{smallest * 10**decade:g}</text>'
    yield f'<text x="{left}" y="20" class="head">{what}, {unit}</text>'
    for row, stage in enumerate(stages):
        y = 52 + ROW * row
        if left == LEFT:
            yield f'<text x="{left - 8}" y="{y + 13}" class="stage">{stage}</text>'
        for number, (name, found) in enumerate(columns):
            if (stage, what) in found:
                value = found[stage, what][0]
                yield f'<rect x="{left}" y="{y + (BAR + 1) * number}" width="{at(value):.1f}" height="{BAR}" class="b{number}"/>'
                yield f'<text x="{left + at(value) + 4:.1f}" y="{y + (BAR + 1) * number + 8}" class="value">{value:,.{0 if value >= 100 else 1}f}</text>'


def picture(path, columns):
    stages = len({stage for _, found in columns for stage, what in found if what == "time"})
    height = 52 + ROW * stages + 30
    style = (
        "text{font:11px sans-serif;fill:#333}.stage{text-anchor:end}.axis{text-anchor:middle;fill:#777;font-size:9px}"
        ".value{font-size:9px}.head{font-weight:bold}.grid{stroke:#ddd}.b0{fill:#bbb}.b1{fill:#2a6f97}"
    )
    right = LEFT + WIDTH + 90
    with open(path, "w") as out:
        print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{right + WIDTH + 60}" height="{height}">', file=out)
        print(f'<style>{style}</style><rect width="100%" height="100%" fill="#fff"/>', file=out)
        for line in bars(columns, "time", "seconds", LEFT, 0.1):
            print(line, file=out)
        for line in bars(columns, "peak memory of its own", "MB", right, 10):
            print(line, file=out)
        for number, (name, _) in enumerate(columns):
            print(f'<rect x="{LEFT + 200 * number}" y="{height - 18}" width="10" height="10" class="b{number}"/>', file=out)
            print(f'<text x="{LEFT + 200 * number + 14}" y="{height - 9}">{name}</text>', file=out)
        print("</svg>", file=out)


def main():
    target, *named = sys.argv[1:]
    columns = [(name, read(path)) for name, path in (pair.split("=", 1) for pair in named)]
    table(columns)
    picture(target, [columns[0], columns[-1]])


if __name__ == "__main__":
    main()
