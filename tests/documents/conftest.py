from pathlib import Path

import pytest

from tests.documents.fakes import Runner


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    return Runner(tmp_path)
