"""Search crawled web pages without their boilerplate, and measure how much that helps.

>>> import tamis
>>> index = tamis.build("crawl/", "INDEX")                                       # doctest: +SKIP
>>> index.search("march of the penguins", where="words >= 11", hits=10)          # doctest: +SKIP
>>> tamis.extract("<p>One sentence of a page that a remover keeps, because it is long enough.", "keep-all")
'One sentence of a page that a remover keeps, because it is long enough.\\n'
"""

from ._combine import combine
from ._comparison import Comparison
from ._evaluation import compare, evaluate
from ._index import BuildProgress, Index, Stats, build, open
from ._lists import Demo, analyzers, classifiers, demo, measures, models
from ._pages import align, blocks, extract, metadata
from ._sweep import Sweep
from ._tamis import __version__
from ._tuned import Tuned
from .errors import (
    ClosedError,
    DamageError,
    DamageWarning,
    DiskFullError,
    Error,
    FileError,
    FormatError,
    IncompleteWarning,
    IndexFileError,
    InputError,
    InternalError,
    InterruptedError,
    MissingFileError,
    MissingIndexError,
    NoticeWarning,
    OutdatedRuleWarning,
    SettingError,
    UnknownPageError,
)

__all__ = [
    "BuildProgress",
    "ClosedError",
    "Comparison",
    "DamageError",
    "DamageWarning",
    "Demo",
    "DiskFullError",
    "Error",
    "FileError",
    "FormatError",
    "IncompleteWarning",
    "Index",
    "IndexFileError",
    "InputError",
    "InternalError",
    "InterruptedError",
    "MissingFileError",
    "MissingIndexError",
    "NoticeWarning",
    "OutdatedRuleWarning",
    "SettingError",
    "Stats",
    "Sweep",
    "Tuned",
    "UnknownPageError",
    "__version__",
    "align",
    "analyzers",
    "blocks",
    "build",
    "classifiers",
    "combine",
    "compare",
    "demo",
    "evaluate",
    "extract",
    "measures",
    "metadata",
    "models",
    "open",
]
