"""Makes expected.json beside it: paired values, and what statsmodels and scipy say of them.

    python3 -m venv venv && venv/bin/pip install statsmodels==0.15.0 scipy==1.17.1 numpy==2.4.6
    venv/bin/python expected.py > expected.json

Two one-sided tests are statsmodels' ttost_paired. It has no power of them: that is scipy's integral over the distribution of
the standard deviation; that of one test is scipy's non-central t. The numbers of topics are found by trying all from 2.
"""

import json

import numpy as np
from scipy import integrate, stats
from statsmodels.stats.weightstats import ttost_paired


def power(margin, deviation, n):
    t = stats.t.ppf(0.95, n - 1)
    width = margin * np.sqrt(n) / deviation
    scale = np.sqrt(n - 1)

    def both(s):
        return (2 * stats.norm.cdf(width - t * s) - 1) * stats.chi.pdf(s * scale, n - 1) * scale

    spread = 1 / np.sqrt(2 * (n - 1))
    ends = max(0, 1 - 12 * spread), min(width / t, 1 + 12 * spread)
    return integrate.quad(both, *ends, epsabs=1e-12, limit=500)[0] if ends[0] < ends[1] else 0.0


def power_of_one(margin, deviation, n):
    return stats.nct.sf(stats.t.ppf(0.95, n - 1), n - 1, margin * np.sqrt(n) / deviation)


def needed(power, margin, deviation):
    n = 2
    while power(margin, deviation, n) < 0.8:
        n += 1
    return n


def case(name, a, b, margin):
    (p, lower, upper), (a, b) = ttost_paired(a, b, -margin, margin), (a.tolist(), b.tolist())
    deviation = np.std(np.subtract(a, b), ddof=1)
    half = stats.t.ppf(0.95, len(a) - 1) * deviation / np.sqrt(len(a))
    mean = np.mean(np.subtract(a, b))
    return {
        "name": name, "a": a, "b": b, "margin": margin,
        "p": p, "p_noninferior": lower[1], "p_nonsuperior": upper[1],
        "interval_90": [mean - half, mean + half],
        "power": power(margin, deviation, len(a)), "topics_needed": needed(power, margin, deviation),
        "power_noninferior": power_of_one(margin, deviation, len(a)),
        "topics_noninferior": needed(power_of_one, margin, deviation),
    }


random = np.random.default_rng(20261126)
cases = []
for n, spread, shift, margin in [
    (2, 0.1, 0.0, 0.2), (3, 0.05, 0.0, 0.05), (12, 0.05, 0.0, 0.03), (25, 0.1, -0.02, 0.05), (43, 0.08, 0.01, 0.03),
    (50, 0.15, -0.05, 0.05), (50, 0.02, 0.0, 0.025), (100, 0.2, 0.2, 0.05), (250, 0.1, -0.1, 0.02), (1000, 0.1, 0.001, 0.01),
]:
    b = np.round(random.beta(1.2, 2, n), 4)
    a = np.round(np.clip(b + random.normal(shift, spread, n), 0, 1), 4)
    cases.append(case(f"{n} topics", a, b, margin))
tenths = np.round(random.binomial(10, 0.4, 50) / 10, 1)
moved = np.round(np.clip(tenths + random.choice([-0.1, 0, 0, 0, 0.1], 50), 0, 1), 1)
cases.append(case("P@10, most topics equal", moved, tenths, 0.02))
print("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]")
