"""File formats: open a document, translate it with its layout kept, write it. No Qt, no network.

`open_document` and `translate_file` for one file, `jobs.Job` for many.
"""

from translator_app.documents.formats import Document, is_supported, open_document, output_path
from translator_app.documents.model import Block, DocumentOptions, FileReport, PlacedWarning, Progress, Size, TextTranslator
from translator_app.documents.translate import measure, translate_file

__all__ = [
    "Block",
    "Document",
    "DocumentOptions",
    "FileReport",
    "PlacedWarning",
    "Progress",
    "Size",
    "TextTranslator",
    "is_supported",
    "measure",
    "open_document",
    "output_path",
    "translate_file",
]
