"""What the scripts about findings of others share: sweeps of tamis as values by topic, and paired statistics over topics (t intervals and
tests, Holm's correction, equivalence, the smallest difference that a test of these topics finds four times in five). No packages."""
import json, math, pathlib

MARGIN = 0.05  # of the unfiltered mean: a difference of less than this counts as none


class Point:
    """One ranking: values by measure and topic, the share of the text that is kept, the share of the first ten that is judged."""
    def __init__(self, sweep, point):
        self.parameters = dict(zip((axis["name"] for axis in sweep["axes"]), point["parameters"]))
        self.topics = sweep["topics"]
        self.values = dict(zip(sweep["measures"], point["per_topic"]))
        self.tokens, self.judged = point["tokens"], point["judged_10"]


def points(path):
    sweep = json.loads((pathlib.Path(path) / "sweep.json").read_text())
    return [Point(sweep, point) for point in sweep["points"]]


def beta(a, b, x):
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1: return float(x >= 1)
    if x > (a + 1) / (a + b + 2): return 1 - beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny, c, d = 1e-300, 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 500):
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-14: break
    return front * fraction


def beyond(t, df):
    """The probability of a t beyond |t| on either side."""
    return beta(df / 2, 0.5, df / (df + t * t))


def quantile(p, df):
    """The t below which a share of p > .5 lies."""
    low, high = 0.0, 1e3
    for _ in range(200):
        middle = (low + high) / 2
        if 1 - beyond(middle, df) / 2 < p: low = middle
        else: high = middle
    return low


class Difference:
    """Paired differences over topics, in mean."""
    def __init__(self, base, other):
        differences = [b - a for a, b in zip(base, other, strict=True)]
        n = self.n = len(differences)
        self.base, self.mean = sum(base) / n, sum(differences) / n
        deviation = math.sqrt(sum((d - self.mean) ** 2 for d in differences) / (n - 1))
        error = deviation / math.sqrt(n)
        wide, narrow = quantile(0.975, n - 1), quantile(0.95, n - 1)
        self.low, self.high = self.mean - wide * error, self.mean + wide * error
        self.p = beyond(self.mean / error, n - 1) if error else 1.0
        # Two one-sided tests at 5 % each: the 90 % interval lies within the margin.
        margin = MARGIN * self.base
        self.equivalent = abs(self.mean) + narrow * error < margin
        self.found = (wide + quantile(0.8, n - 1)) * error
        # What equivalence would take if the true difference were 0, with power 80 %.
        needed = (narrow + quantile(0.9, n - 1)) * deviation / margin if margin else math.inf
        self.needed = max(2, math.ceil(needed ** 2)) if math.isfinite(needed) else 0
        self.up, self.down = sum(d > 0 for d in differences), sum(d < 0 for d in differences)

    def cells(self):
        return f"{self.mean:+.4f} [{self.low:+.4f}, {self.high:+.4f}]"


def holm(tests):
    """p-values after Holm's correction, in the order of `tests`."""
    corrected, highest = [0.0] * len(tests), 0.0
    for rank, at in enumerate(sorted(range(len(tests)), key=lambda at: tests[at])):
        highest = max(highest, min(1.0, (len(tests) - rank) * tests[at]))
        corrected[at] = highest
    return corrected


def p(value): return f"{value:.4f}" if value >= 0.0001 else f"{value:.0e}"
