#!/usr/bin/env python3
"""The data sets of the tables, and the folders that hold them. Run as a program, it prints the folders, for the shell scripts."""

# The two halves of WCXB's development split are one set: each would give away the other.
SETS = {"dragnet-train": ["dragnet-train"], "wcxb": ["wcxb-dev-half", "wcxb-dev-rest"], "l3s-gn1": ["l3s-gn1"],
        "cleaneval-en": ["cleaneval-en"], "zyte-aeb": ["zyte-aeb"], "utomo": ["utomo-big9-chaos"]}
SET_OF = {folder: name for name, folders in SETS.items() for folder in folders}
# Pages whose gold is that of another page.
LEFT_OUT = {"utomo-big9-chaos/big5-17-trump_4", "utomo-big9-chaos/chaos-all-pepsi_9", "utomo-big9-chaos/chaos-all-scorpio_10"}

if __name__ == "__main__":
    print(*SET_OF)
