#!/usr/bin/env bash
# Draws report-sweep.png and report-compare.png: the first screen of two reports of the demo, in headless Chromium.
# usage: docs/figures/reports.sh TAMIS     (needs chromium, and Python with Pillow)
set -euo pipefail
tamis=$(realpath "$1") figures=$(realpath "$(dirname "$0")") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$tamis" demo --out . -q >/dev/null
"$tamis" index demo.warc.gz --out INDEX -q
judged="--topics demo.topics --qrels demo.qrels"
"$tamis" sweep INDEX $judged --max-repeats 1..=100 --folds 5 --out sweep -q >/dev/null
"$tamis" compare INDEX $judged --out compare -q >/dev/null
shot() {
  chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync \
    --disable-component-update --hide-scrollbars --user-data-dir="$work/browser" --virtual-time-budget=2000 \
    --window-size=900,1180 --screenshot="$work/shot.png" "file://$work/$2/report.html" 2>/dev/null
  python3 - "$work/shot.png" "$figures/$1" <<'PY'
import sys
from PIL import Image
shot = Image.open(sys.argv[1]).convert("RGB")
shot.quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)
PY
}
shot report-sweep.png sweep
shot report-compare.png compare
