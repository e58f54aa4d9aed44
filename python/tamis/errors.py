"""The exceptions of tamis. Their messages are those of the program in Python's words: a place, what was found, what was expected."""


class Error(Exception):
    """Any failure of tamis. Its classes say of what kind; each also is the built-in exception that fits."""


class SettingError(Error, ValueError):
    """A setting with an invalid value."""


class InputError(Error, ValueError, TypeError):
    """An argument of another type, or with other columns, than expected."""


class FormatError(Error, ValueError):
    """A malformed file, or lines of one."""


class FileError(Error, OSError):
    """A file that the operating system could not read or write."""


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


class IndexFileError(Error):
    """An index, or a file of it, that cannot be used like this."""


class MissingIndexError(IndexFileError, MissingFileError):
    """A path at which there is no index."""


class ClosedError(Error, ValueError):
    """A use of an index after it was closed."""


class DamageError(Error):
    """A collection with more damaged records than allowed."""


class DiskFullError(Error, OSError):
    """A full disk. What was committed stays, and the same build continues it."""


class InterruptedError(Error):
    """Work that was stopped. What a build committed stays, and the same build continues it."""


class InternalError(Error, RuntimeError):
    """A bug in tamis."""


class DamageWarning(UserWarning):
    """Records of a collection are damaged or lost; ``Index.losses()`` lists them."""


class IncompleteWarning(UserWarning):
    """An index that is not the whole of what it could be: unfinished, some shards alone, or a label that pages lack."""


class NoticeWarning(UserWarning):
    """Something that affects what results mean, or what is missing from them: the warnings that the program prints."""


class OutdatedRuleWarning(UserWarning):
    """A tuned rule of an index whose pages have changed since it was chosen."""


class UnknownPageError(Error, KeyError):
    """A docno that no page of the index has."""

    # A KeyError shows its message as Python's source.
    __str__ = Exception.__str__
