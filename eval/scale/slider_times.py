#!/usr/bin/env python3
"""Moves the slider of minimum words of `tamis serve` in Chromium, and tells how long the page takes to show each answer.

usage: slider_times.py TAMIS INDEX QUERY... [> TIMES.tsv]

Needs chromedriver and Chromium. For each query the slider visits every step once (rules that the server has not seen), then moves
to and fro over the last three (rules that it has); prints the milliseconds from the movement to the answer on the screen, and the picture of the last page
to slider.png beside it.
"""

import base64
import json
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

PORT = 7744
DRIVER = 7745

# Moves the slider to a step and waits until the page shows that answer.
MOVE = """
const [at, done] = arguments;
const slider = document.getElementById("slide-min_words");
const value = slider.dataset.steps.split(",")[at];
const begun = performance.now();
slider.value = String(at);
slider.dispatchEvent(new Event("input", { bubbles: true }));
(function look() {
  const answer = document.getElementById("answer");
  const shown = new URLSearchParams(answer ? answer.dataset.address.split("?")[1] : "");
  const isShown = (shown.get("min_words") || "") === value && !document.body.hasAttribute("aria-busy");
  if (isShown) requestAnimationFrame(() => done([value, performance.now() - begun]));
  else setTimeout(look, 1);
})();
"""


def call(path, body=None, method=None):
    """Call chromedriver."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{DRIVER}{path}", data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["value"]


def wait_for(address):
    while True:
        try:
            return urllib.request.urlopen(address).read()
        except urllib.error.URLError:
            time.sleep(0.02)


def main():
    tamis, index, *queries = sys.argv[1:]
    server = subprocess.Popen([tamis, "serve", index, "--port", str(PORT)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    driver = subprocess.Popen(["chromedriver", f"--port={DRIVER}"], stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{PORT}/api/index")
        wait_for(f"http://127.0.0.1:{DRIVER}/status")
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1000"]}
        session = call("/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        at = f"/session/{session['sessionId']}"
        call(f"{at}/timeouts", {"script": 120_000})
        print("query\tminimum words\tround\tms")
        for query in queries:
            call(f"{at}/url", {"url": f"http://127.0.0.1:{PORT}/?" + urllib.parse.urlencode({"q": query})})
            steps = 'return document.getElementById("slide-min_words").dataset.steps.split(",").length'
            steps = call(f"{at}/execute/sync", {"script": steps, "args": []})
            for moved, visited in (("new", range(1, steps)), ("to and fro", [steps - 3, steps - 2, steps - 1, steps - 2] * 5)):
                times = []
                for step in visited:
                    value, took = call(f"{at}/execute/async", {"script": MOVE, "args": [step]})
                    times.append(took)
                    print(f"{query}\t{value}\t{moved}\t{took:.0f}", flush=True)
                times.sort()
                told = f"median {times[len(times) // 2]:.0f} ms, 99th percentile {times[int(len(times) * 0.99)]:.0f} ms"
                print(f"{query}, {moved}: {told}", file=sys.stderr)
        with open("slider.png", "wb") as picture:
            picture.write(base64.b64decode(call(f"{at}/screenshot")))
        call(at, method="DELETE")
    finally:
        driver.terminate()
        server.terminate()


if __name__ == "__main__":
    main()
