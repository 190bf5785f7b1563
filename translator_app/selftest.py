"""Is this installation sound? Hashes of the pack, fixed sentences against their stored translations, times, memory, versions."""

import json
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

from translator_app import __version__
from translator_app.engine.translator import Translation, Translator
from translator_app.errors import BrokenPack, PackError
from translator_app.packs import Pack, verify
from translator_app.quality import chrf

CASES = "selftest.json"  # written into the pack by the converter: {"sentences": [{"source": ..., "target": ...}, ...]}
MIN_CHRF = 80.0  # of a sentence: below, it came out differently
# Of all together: below, the pack is not what it was. Another processor rounds int8 sums differently, and a newer version of the
# program repairs sentences in other ways, so single ones may differ; of a pack with shuffled weights hardly anything is left.
MIN_MEAN_CHRF = 60.0


def sound(chrfs: Sequence[float]) -> bool:
    """Whether translations as near as this to the stored ones are those of the same, working pack."""
    return bool(chrfs) and sum(chrfs) / len(chrfs) >= MIN_MEAN_CHRF


@dataclass(frozen=True, slots=True)
class SentenceCheck:
    """One fixed sentence: what came out now, and how near it is to what came out when the pack was made."""

    source: str
    target: str
    chrf: float  # 0-100
    elapsed_ms: float

    @property
    def passed(self) -> bool:
        """True when the translation is (nearly) the stored one."""
        return self.chrf >= MIN_CHRF


@dataclass(frozen=True, slots=True)
class SelftestReport:
    """What the self-test found."""

    pack_id: str
    broken_files: tuple[str, ...]
    sentences: tuple[SentenceCheck, ...]
    load_s: float
    peak_memory_mb: float
    threads: int
    providers: tuple[str, ...]
    versions: dict[str, str]

    @property
    def passed(self) -> bool:
        """True when every file is whole and the sentences came out (nearly) as they should."""
        return not self.broken_files and sound([sentence.chrf for sentence in self.sentences])


def run_selftest(pack: Pack, *, threads: int = 0) -> SelftestReport:
    """Verify the pack and translate its fixed sentences. Raises BrokenPack when it can't even be loaded."""
    broken: tuple[str, ...] = ()
    try:
        verify(pack)
    except PackError as error:
        broken = (str(error),)
    started = time.perf_counter()
    translator = Translator(pack, threads=threads)
    load_s = time.perf_counter() - started
    try:
        checks = tuple(check_sentence(translator, source, expected) for source, expected in cases(pack))
        return SelftestReport(
            pack.pack_id, broken, checks, load_s, peak_memory_mb(), translator.threads, translator.providers, component_versions()
        )
    finally:
        translator.close()


def component_versions() -> dict[str, str]:
    """Versions of the program and what it runs on."""
    found = {"translator-app": __version__, "python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}"}
    for name in ("onnxruntime", "sentencepiece", "numpy", "PySide6-Essentials", "opencc"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # a frozen bundle may come without the metadata
            found[name] = "bundled"
    return found


def peak_memory_mb() -> float:
    """Largest resident memory of this process so far, in MB; 0.0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def has_cases(pack: Pack) -> bool:
    """Whether a pack brings sentences to test it with; those made of other people's graphs have none."""
    return any(file.path == CASES for file in pack.manifest.files)


def cases(pack: Pack) -> list[tuple[str, str]]:
    """Fixed sentences and what came out when the pack was made. Raises BrokenPack, or PackError when it has none."""
    if not has_cases(pack):
        raise PackError(
            "{pack_id} has no {name}, so nothing to test it with; `translator-app packs verify` checks its files",
            pack_id=pack.pack_id,
            name=CASES,
        )
    try:
        return [(str(case["source"]), str(case["target"])) for case in json.loads(pack.read(CASES))["sentences"]]
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenPack("{path} is damaged ({reason}); import the pack again", path=pack.folder / CASES, reason=error) from error


class Translates(Protocol):
    """What a check needs of Translator."""

    def translate(self, text: str) -> Translation: ...


def check_sentence(translator: Translates, source: str, expected: str) -> SentenceCheck:
    """Translate one sentence and compare."""
    started = time.perf_counter()
    target = translator.translate(source).target
    return SentenceCheck(source, target, chrf([target], [expected]), (time.perf_counter() - started) * 1e3)
