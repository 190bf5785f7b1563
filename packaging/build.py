#!/usr/bin/env python3
"""Freeze the app and make this system's installers. Steps, all in this order when none is named:

freeze      PyInstaller: one folder, a windowed and a console program, from an environment that has no torch
audit       nothing in it that must not be, nothing missing, not too large
selftest    the frozen program works from a read-only folder with a space and a non-ASCII letter in its name
installers  .deb, .tar.xz and .run / setup .exe and .zip / .dmg
sbom        what is inside, in which versions, under which licences (CycloneDX)
sums        SHA-256 sums of what is in dist/

and, only when named:
licenses    write assets/licenses anew from the installed packages, after the lock has changed
keychain    make the signing certificate available to codesign (macOS in CI)
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import bundle
import dev
import parts
import resources

ROOT = dev.ROOT
BUILD = ROOT / "build"
DIST = ROOT / "dist"
VENV = BUILD / "venv"
BUILD_REQUIREMENTS = dev.PACKAGING / "requirements-build.txt"
SENTENCE = "The weather is nice today."

# Trees that PyInstaller leaves in build/, by kind of installer. The first one is tested.
TREES = {"linux": {"tar": "tree-tar", "deb": "tree-deb"}, "win32": {"windows": "tree-windows"}, "darwin": {"macos": "Translator.app"}}


def trees(system: str = sys.platform) -> dict[str, Path]:
    """Frozen folders of this system, by kind."""
    return {kind: BUILD / name for kind, name in TREES[system].items()}


def build_environment() -> Path:
    """The interpreter of the environment that freezes: locked run-time packages and PyInstaller, nothing else."""
    dev.install_runtime(VENV)
    pins = dev.pins_without_hashes(VENV)
    return dev.install(VENV, "build", [dev.LOCK, BUILD_REQUIREMENTS], ["-r", BUILD_REQUIREMENTS, "--constraint", pins])


def reproducible() -> dict[str, str]:
    """Environment variables that make two builds of one commit equal, byte for byte."""
    stamp = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    return {**os.environ, "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH") or stamp or "1767225600"}


# --- steps


def freeze() -> None:
    """Run PyInstaller and leave the trees in build/."""
    dev.ensure_qt_libraries()  # PyInstaller only warns about a missing one, and leaves a hole
    for tree in trees().values():
        shutil.rmtree(tree, ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(BUILD), "--workpath", str(BUILD / "pyinstaller"), str(dev.PACKAGING / "translator.spec")]
    dev.run(command, env=reproducible())
    if sys.platform == "linux":
        for tree in trees().values():
            bundle.strip_python(tree)
            # On Linux windowed and console programs are the same, 5 MB each. The entry looks at the name that was called.
            (tree / bundle.CLI).unlink()
            (tree / bundle.CLI).symlink_to(bundle.APP)
        tree = trees()["tar"]
        parts.copy_system_texts(system_libraries(tree), tree / "_internal" / "assets" / "licenses" / "system")


def system_libraries(tree: Path) -> list[Path]:
    """Libraries of the build machine's Linux distribution in a tree."""
    return sorted(path for path in (tree / "_internal").glob("lib*.so*") if not path.is_symlink() and not path.name.startswith("libpython"))


def audit() -> None:
    """Raises SetupError that lists everything that is wrong with the trees."""
    problems = []
    for kind, tree in trees().items():
        report = bundle.audit(tree, kind)
        own, limit = (report.tree_bytes - report.data_bytes) / 1e6, bundle.BUDGET_MB[kind][0]
        dev.say(f"{kind}: {own:.0f} MB without packs and dictionary ({limit} MB allowed), {report.tree_bytes / 1e6:.0f} MB in all")
        problems += [f"{kind}: {problem}" for problem in (*report.problems, *parts.unlisted(tree))]
    if problems:
        raise dev.SetupError("the bundle is not as it must be:\n  " + "\n  ".join(problems))


@contextmanager
def odd_place(tree: Path) -> Iterator[Path]:
    """A copy of the tree in a folder with a space and Chinese letters, which nobody may write to."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "测试 folder" / tree.name
        shutil.copytree(tree, copy, symlinks=True)
        folders = [copy, *(path for path in copy.rglob("*") if path.is_dir() and not path.is_symlink())]
        for path in folders:
            path.chmod(0o555)
        try:
            yield copy
        finally:
            for path in folders:
                path.chmod(0o755)


def call(executable: Path, args: Sequence[str], home: Path) -> str:
    """What the frozen command line prints, with `home` as the user's only folder. Raises SetupError when it fails."""
    keep = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "LANG", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    env = {name: os.environ[name] for name in keep if name in os.environ}
    env |= {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home), "APPDATA": str(home), "PYTHONUTF8": "1"}
    env |= {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([str(executable), *args], capture_output=True, encoding="utf-8", env=env, cwd=home, check=False, timeout=300)
    if done.returncode != 0:
        raise dev.SetupError(f"{executable.name} {' '.join(args)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def selftest() -> None:
    """Raises SetupError unless the frozen program translates, portable mode too, and leaves its folder as it was."""
    tree = next(iter(trees().values()))
    with odd_place(tree) as copy, tempfile.TemporaryDirectory() as home:
        cli = bundle.executables(copy)[-1]
        before = list(bundle.files_of(copy))
        dev.say(f"{cli.name} {call(cli, ['--version'], Path(home)).strip()}")
        print(call(cli, ["selftest"], Path(home)))
        dev.say(f"{SENTENCE} -> {call(cli, ['translate', SENTENCE], Path(home)).strip()}")
        if list(bundle.files_of(copy)) != before:
            raise dev.SetupError("the program wrote into its own folder")
        cli.parent.chmod(0o755)
        (cli.parent / "portable.txt").touch()
        with tempfile.TemporaryDirectory() as other_home:
            dev.say(f"portable: {call(cli, ['translate', SENTENCE], Path(other_home)).strip()}")
            call(cli, ["packs", "use", "en-zh-starter"], Path(other_home))
            if any(Path(other_home).iterdir()) or not any((cli.parent / "data").iterdir()):
                raise dev.SetupError("portable mode wrote elsewhere than beside the program")


def installers() -> None:
    """Make what this system's users double-click, in dist/."""
    DIST.mkdir(exist_ok=True)
    if sys.platform == "linux":
        import linux_packages as maker
    elif sys.platform == "win32":
        import windows_installer as maker  # type: ignore[no-redef, unused-ignore]
    else:
        import macos_image as maker  # type: ignore[no-redef, unused-ignore]
    kinds = {".deb": "deb", ".xz": "tar", ".run": "tar", ".exe": "windows", ".zip": "windows", ".dmg": "macos"}
    problems = []
    for path in maker.make(trees(), BUILD, DIST, env=reproducible()):
        dev.say(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
        kind = kinds[path.suffix]
        data_bytes = bundle.audit(trees()[kind], kind).data_bytes
        problems += [f"{path.name}: {problem}" for problem in bundle.check_archive(path.stat().st_size, data_bytes, kind)]
    if problems and os.environ.get("XZ_LEVEL", "6") >= "6":
        raise dev.SetupError("\n".join(problems))


def sbom() -> None:
    """Write the bill of materials beside the installers."""
    DIST.mkdir(exist_ok=True)
    packages: set[str] = set()
    if sys.platform == "linux":
        packages = {name for path in system_libraries(trees()["tar"]) if (name := parts.debian_package(path))}
    absent = set(parts.locked()) - set(parts.installed())
    shipped = [part for part in (*parts.read_index(), *parts.language_packs()) if part.name not in absent]
    bill = parts.components(shipped, sorted(packages), resources.version())
    target = DIST / f"{bundle.APP}-{resources.version()}-{sys.platform}.cdx.json"
    target.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")


def keychain() -> None:
    """Make the certificate for signing on macOS available (CI)."""
    import macos_image

    BUILD.mkdir(exist_ok=True)
    macos_image.make_keychain(BUILD)


def licenses() -> None:
    """Refresh assets/licenses, which is part of the source, after a change of the lock."""
    parts.write_index()


def sums() -> None:
    """Write dist/SHA256SUMS in the form that `sha256sum -c` reads."""
    files = [path for path in sorted(DIST.iterdir()) if path.is_file() and path.name != "SHA256SUMS"]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


STEPS = {"freeze": freeze, "audit": audit, "selftest": selftest, "installers": installers, "sbom": sbom, "sums": sums}
ON_REQUEST = {"licenses": licenses, "keychain": keychain}


def main(argv: Sequence[str]) -> int:
    """Exit code: 0 when every step succeeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", choices=[*STEPS, *ON_REQUEST, []], metavar="STEP", help=", ".join([*STEPS, *ON_REQUEST]))
    chosen = parser.parse_args(argv).steps or list(STEPS)
    try:
        dev.check_python()
        python = build_environment()
        if Path(sys.prefix).resolve() != VENV.resolve():  # start again in the environment that has what the steps need
            return subprocess.run([str(python), __file__, *chosen], check=False).returncode
        for name, step in {**ON_REQUEST, **STEPS}.items():
            if name in chosen:
                dev.say(name)
                step()
    except (dev.SetupError, subprocess.CalledProcessError) as error:
        print(f"build: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
