import copy
import pickle
from xml.parsers.expat import ExpatError, ParserCreate

import pytest

from translator_app.errors import BrokenPack, DownloadError, HistoryError, Message, OutOfMemory, OutputExists, PackNotFound, reason_of


@pytest.mark.parametrize("kind", [BrokenPack, DownloadError, HistoryError, OutOfMemory, OutputExists, PackNotFound])
def test_an_error_is_its_template_with_the_values_in_it(kind: type[BrokenPack]) -> None:
    """Those that are OSErrors, too, whose own constructors want numbers."""
    error = kind("{path} can't be read ({reason})", path="a.onnx", reason=Message("no {what}", what="room"))
    assert str(error) == "a.onnx can't be read (no room)"
    assert error.message == str(error)
    assert error.message.template == "{path} can't be read ({reason})"
    assert error.message.values["path"] == "a.onnx"
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(twin), twin.message.template) == (str(error), error.message.template)


def test_without_values_braces_are_just_braces() -> None:
    assert str(BrokenPack("{no} template")) == "{no} template"
    assert Message("{}") == "{}"


def test_the_reason_of_an_error() -> None:
    assert reason_of(PermissionError(13, "Permission denied", "a.txt")) == "Permission denied"
    assert reason_of(TimeoutError("timed out")) == "timed out"
    assert reason_of(ValueError(Message("line {line}", line=3))).template == "line {line}"
    assert reason_of(ValueError()) == ""
    with pytest.raises(ExpatError) as torn:
        ParserCreate().Parse("<a>", True)
    assert reason_of(torn.value) == str(torn.value) == "no element found: line 1, column 3"
    with pytest.raises(UnicodeDecodeError) as broken:
        b"\xff".decode()
    assert reason_of(broken.value) == "invalid start byte"
