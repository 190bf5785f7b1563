"""Every error that a user can meet. Each message says what happened and what to do about it.

TranslatorError
├── PackError
│   ├── PackNotFound (LookupError)      no such language pack
│   ├── BrokenPack (ValueError)         a file is missing, damaged or does not belong; names the file
│   └── UnsupportedPack (ValueError)    made by a newer version or of an unknown layout
├── ModelError
│   ├── UnsupportedModel (ValueError)   carries every reason
│   ├── ConversionError                 a step of the conversion failed
│   └── QualityGateError                the result is worse than allowed; carries the report
├── DownloadError (OSError)             a hub or mirror did not deliver
├── DocumentError
│   ├── UnsupportedFormat (ValueError)  no reader for this kind of file
│   ├── UnreadableDocument (ValueError) damaged, encrypted, hostile or empty of text
│   └── OutputExists (FileExistsError)  never overwritten without asking
├── SettingsError                       a value is out of range
├── HistoryError (OSError)              the history can't be read or written
├── TermsError (ValueError)             a term file can't be read at all
├── DictionaryError (ValueError)        the dictionary is missing or damaged
├── ServerError                         the local API can't start
└── OutOfMemory (MemoryError)           the system gives no more memory

Cancelled is no error: it unwinds a job that the user stopped.

Messages are English here and on the command line. The window shows them in its own language (gui.language.words), so what can
reach it is a Message: a template, which can be translated, and the values in it.
"""

import json
from collections.abc import Mapping, Sequence
from xml.parsers.expat import ExpatError


class Message(str):
    """An English text for the user, which remembers what it was made of. Values that are words themselves are Messages, too."""

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> "Message":
        """`template` with the values in its {name}s; without any values as it is, braces and all."""
        message = super().__new__(cls, template.format(**values) if values else template)
        message.template, message.values = template, values
        return message


def reason_of(error: Exception) -> Message:
    """What an error of Python says, without numbers and file names: "Permission denied"."""
    match error:
        case Exception(args=(Message() as said, *_)):
            return said
        case OSError(strerror=str(words)) | UnicodeDecodeError(reason=str(words)) | json.JSONDecodeError(msg=str(words)):
            return Message(words)
        case ExpatError(lineno=int(line), offset=int(column)):
            what = Message(str(error).rpartition(": line ")[0])
            return Message("{what}: line {line}, column {column}", what=what, line=line, column=column)
    return Message(str(error))


class TranslatorError(Exception):
    """Base of all errors shown to the user as one readable line."""

    def __init__(self, template: str = "", /, **values: object) -> None:
        """What `Message` takes."""
        self.message = Message(template, **values)
        super().__init__(self.message)


class PackError(TranslatorError):
    """Something about a language pack."""


class PackNotFound(PackError, LookupError):
    """No such language pack."""


class BrokenPack(PackError, ValueError):
    """A file of a pack is missing, damaged or does not belong to the others."""


class UnsupportedPack(PackError, ValueError):
    """The pack's format or layout is not known to this version."""


class ModelError(TranslatorError):
    """Something about a checkpoint that is to become a pack."""


class UnsupportedModel(ModelError, ValueError):
    """The checkpoint can't be converted; `reasons` holds every cause, not only the first."""

    def __init__(self, name: str, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(f"{name} can't be converted: " + "; ".join(self.reasons))


class ConversionError(ModelError):
    """A step of the conversion failed; nothing was written."""


class QualityGateError(ModelError):
    """The converted model is worse than allowed; `report` holds the figures."""

    def __init__(self, message: str, report: object = None) -> None:
        self.report = report
        super().__init__(message)


class DownloadError(TranslatorError, OSError):
    """A hub or mirror could not be reached or sent something damaged."""


class DocumentError(TranslatorError):
    """Something about a file that is to be translated."""


class UnsupportedFormat(DocumentError, ValueError):
    """No reader for this kind of file."""


class UnreadableDocument(DocumentError, ValueError):
    """The file is damaged, encrypted, hostile or holds no text."""


class OutputExists(DocumentError, FileExistsError):
    """The output is there already and was not to be overwritten."""


class SettingsError(TranslatorError):
    """A setting is out of its range."""


class HistoryError(TranslatorError, OSError):
    """The translation history can't be read or written."""


class TermsError(TranslatorError, ValueError):
    """A term file can't be read at all."""


class DictionaryError(TranslatorError, ValueError):
    """The dictionary is missing or damaged."""


class ServerError(TranslatorError):
    """The local API can't start."""


class OutOfMemory(TranslatorError, MemoryError):
    """The system gives no more memory."""


class Cancelled(Exception):
    """The user stopped the job. Not a TranslatorError: nothing went wrong."""
