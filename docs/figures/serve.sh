#!/usr/bin/env bash
# Draws serve-search.png, serve-pins.png and serve-measures.png: pages of `tamis serve` on the demo, in headless Chromium.
# usage: docs/figures/serve.sh TAMIS     (needs chromium, and Python with Pillow)
set -euo pipefail
tamis=$(realpath "$1") figures=$(realpath "$(dirname "$0")") work=$(mktemp -d)
cd "$work"
"$tamis" demo --out . -q >/dev/null
"$tamis" index demo.warc.gz --out INDEX -q
"$tamis" serve INDEX --topics demo.topics --qrels demo.qrels >url 2>/dev/null &
trap 'kill %1; rm -rf "$work"' EXIT
until [ -s url ]; do sleep 0.1; done
shot() {
  chromium --headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync \
    --disable-component-update --hide-scrollbars --user-data-dir="$work/browser" --virtual-time-budget=2000 \
    --window-size=1200,820 --screenshot="$work/shot.png" "$(cat url)$2" 2>/dev/null
  python3 - "$work/shot.png" "$figures/$1" <<'PY'
import sys
from PIL import Image
shot = Image.open(sys.argv[1]).convert("RGB")
shot.quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)
PY
}
shot serve-search.png '?q=garden+birds&max_repeats=30'
shot serve-pins.png '?q=garden+birds&min_words=11&pin=A%3Fmax_repeats%3D30'
shot serve-measures.png 'measures?max_repeats=30&axis=max_repeats'
