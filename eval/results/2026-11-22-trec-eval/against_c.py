"""tamis eval beside the C functions of trec_eval 9, by turns: CPU and elapsed milliseconds, least and median, and whether they print the same.

usage: against_c.py TAMIS QRELS RUN...    the speed is of the first run; DRIVER (driver.c, built) and TE (pytrec_eval's extension) from
the environment; ROUNDS=15. Elapsed and CPU time of tamis are those of the whole process; of C from opened library to last value printed.
"""
import os, resource, statistics, subprocess, sys, time

tamis, qrels, *runs = sys.argv[1:]
driver, rounds = os.environ["DRIVER"], int(os.environ.get("ROUNDS", 15))


def c(flags, run):
    done = subprocess.run([driver, *flags, qrels, run], capture_output=True, text=True, check=True)
    words = done.stderr.split()
    return float(words[1]), float(words[3]), done.stdout


def ours(flags, run):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([tamis, "eval", "--quiet", *flags, qrels, run], capture_output=True, text=True, check=True)
    elapsed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1e3 * elapsed, 1e3 * cpu, done.stdout


for flags in [["-mofficial"], ["-mall_trec"], ["-q", "-mall_trec"]]:
    times = {"C": [], "tamis": []}
    for _ in range(rounds):
        times["C"].append(c(flags, runs[0])[:2])
        times["tamis"].append(ours(flags, runs[0])[:2])
    for name, taken in times.items():
        wall, cpu = zip(*taken)
        print(*flags, name, f"elapsed {min(wall):.0f} ({statistics.median(wall):.0f})", f"CPU {min(cpu):.0f} ({statistics.median(cpu):.0f})", sep="\t")

for flags in [[], ["-J"], ["-N25000000"], ["-M100"], ["-l2"], ["-c"], ["-J", "-M50", "-N1000000", "-l2"]]:
    lines = differing = 0
    for run in runs:
        theirs, mine = (f(["-q", "-mall_trec", *flags], run)[2].splitlines() for f in [c, lambda fl, r: ours(["--compat", "9", *fl], r)])
        lines += len(theirs)
        differing += abs(len(theirs) - len(mine)) + sum(a.split() != b.split() for a, b in zip(theirs, mine))
    print("same lines", " ".join(flags) or "(none)", f"{len(runs)} runs", f"{lines} lines", f"{differing} differ", sep="\t")
