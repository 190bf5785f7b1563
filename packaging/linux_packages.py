"""Packages for Linux: .deb (libraries of the system), .tar.xz and .run (libraries inside, for one user, no root)."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import bundle
import resources

FILES = Path(__file__).resolve().parent / "linux"
PACKAGE = "translator-app"
ARCHITECTURE = "amd64"
# Chinese shows as boxes without one of these.
RECOMMENDS = "fonts-noto-cjk | fonts-wqy-zenhei | fonts-wqy-microhei | fonts-droid-fallback, xdg-utils"
# What Qt loads by name while it runs, so that dpkg-shlibdeps can't see it; libegl1 and libgl1 come with drivers.
LOADED_BY_NAME = ("libegl1", "libgl1", "libxcb-cursor0", "libwayland-cursor0", "fontconfig-config")
XZ_LEVEL = os.environ.get("XZ_LEVEL", "6")  # 0 for a quick trial: three times as fast, a third larger
GLIBC_LIMIT = (2, 36)  # Debian 12


def make(trees: Mapping[str, Path], build: Path, dist: Path, *, env: Mapping[str, str]) -> list[Path]:
    """Paths of the packages made in `dist`."""
    epoch = int(env["SOURCE_DATE_EPOCH"])
    check_glibc(trees["tar"])
    return [
        make_deb(trees["deb"], build / "deb", dist, epoch),
        *make_archives(trees["tar"], build / "tar", dist, epoch),
    ]


# --- files that go into both


def fill(template: str, **values: str) -> str:
    """The template with @NAME@ replaced. Raises KeyError for a name without a value."""
    return re.sub(r"@([A-Z_]+)@", lambda found: values[found[1]], template)


def write_share(share: Path, epoch: int) -> None:
    """Desktop entry, AppStream data, man page and icons below a `share` folder."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    values = {"APP_ID": resources.APP_ID, "VERSION": resources.version(), "DATE": date}
    targets = {
        "app.desktop": f"applications/{resources.DESKTOP}.desktop",
        "metainfo.xml": f"metainfo/{resources.APP_ID}.metainfo.xml",
        "translator-app.1": "man/man1/translator-app.1",
    }
    for name, target in targets.items():
        path = share / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fill((FILES / name).read_text(encoding="utf-8"), **values), encoding="utf-8")
    icons = share / "icons" / "hicolor"
    for size in resources.ICON_SIZES:
        path = icons / f"{size}x{size}" / "apps" / f"{PACKAGE}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(resources.draw_icon(size))
    scalable = icons / "scalable" / "apps" / f"{PACKAGE}.svg"
    scalable.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(resources.ICON, scalable)


def set_modes(folder: Path, programs: Sequence[Path]) -> None:
    """755 for folders and programs, 644 for the rest."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path in programs else 0o644)


# --- .deb


def make_deb(tree: Path, work: Path, dist: Path, epoch: int) -> Path:
    """Path of the .deb."""
    shutil.rmtree(work, ignore_errors=True)
    root = work / "root"
    inside = root / "usr" / "lib" / PACKAGE
    shutil.copytree(tree, inside, symlinks=True)
    binaries = root / "usr" / "bin"
    binaries.mkdir()
    for name in (bundle.APP, bundle.CLI):
        (binaries / name).symlink_to(f"../lib/{PACKAGE}/{name}")
    write_share(root / "usr" / "share", epoch)
    compress_docs(root / "usr" / "share", epoch)
    set_modes(root, [inside / bundle.APP, inside / bundle.CLI])
    write_control(root, dependencies(inside, work))
    for path in [*root.rglob("*"), root]:
        os.utime(path, (epoch, epoch), follow_symlinks=False)
    target = dist / f"{PACKAGE}_{resources.version()}_{ARCHITECTURE}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{XZ_LEVEL}", "--build", str(root), str(target)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
    return target


def compress_docs(share: Path, epoch: int) -> None:
    """Man page, changelog and copyright as Debian wants them."""
    page = share / "man" / "man1" / f"{PACKAGE}.1"
    docs = share / "doc" / PACKAGE
    docs.mkdir(parents=True)
    changelog = docs / "changelog"
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(epoch))
    entry = f"{PACKAGE} ({resources.version()}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {MAINTAINER}  {date}\n"
    changelog.write_text(entry, encoding="utf-8")
    for path in (page, changelog):
        subprocess.run(["gzip", "-9n", str(path)], check=True)
    (page.parent / f"{bundle.CLI}.1.gz").symlink_to(f"{PACKAGE}.1.gz")
    (docs / "copyright").write_text(COPYRIGHT, encoding="utf-8")


MAINTAINER = "Translator App authors <maintainers@example.org>"
COPYRIGHT = f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: {PACKAGE}
Comment: Libraries of others are inside. Their licences are in /usr/lib/{PACKAGE}/_internal/assets/licenses.

Files: *
Copyright: 2026 the Translator App authors
License: Apache-2.0
 See /usr/share/common-licenses/Apache-2.0.
"""


def dependencies(inside: Path, work: Path) -> str:
    """Debian packages whose libraries the programs in `inside` need, found from the files themselves."""
    (work / "debian").mkdir()
    (work / "debian" / "control").write_text(f"Source: {PACKAGE}\n\nPackage: {PACKAGE}\nArchitecture: {ARCHITECTURE}\n", encoding="utf-8")
    internal = inside / "_internal"
    folders = {path.parent for path in bundle.files_of(internal) if ".so" in path.name}
    programs = [path for path in bundle.files_of(inside) if not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
    command = [
        "dpkg-shlibdeps",
        "-O",
        "--ignore-missing-info",
        *(f"-l{folder}" for folder in sorted(folders)),
        *(f"-e{path}" for path in programs),
    ]
    done = subprocess.run(command, cwd=work, check=True, capture_output=True, text=True)
    return join_dependencies(done.stdout, owners({path.name for path in bundle.files_of(internal) if ".so" in path.name}))


def owners(libraries: set[str]) -> set[str]:
    """Packages of this machine that have libraries of the same names."""
    command = ["dpkg-query", "--search", *(f"*/{name}" for name in sorted(libraries))]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return {re.split(r"[:,]", line)[0] for line in output.splitlines()}


def join_dependencies(substvars: str, bundled: set[str]) -> str:
    """The Depends field from what dpkg-shlibdeps prints.

    It looks libraries up by name, also those that are inside: where the build machine has a Qt of its own, it would make
    our package depend on that. `bundled` names the packages that have the same libraries as we.
    """
    found = substvars.strip().removeprefix("shlibs:Depends=").split(", ")
    kept = [entry for entry in found if entry.split()[0] not in bundled and not entry.startswith("qt6-")]
    names = {entry.split()[0] for entry in kept}
    return ", ".join(sorted([*kept, *(name for name in LOADED_BY_NAME if name not in names)]))


def write_control(root: Path, depends: str) -> None:
    """DEBIAN/control and DEBIAN/md5sums."""
    control = root / "DEBIAN"
    control.mkdir(mode=0o755)
    size_kib = bundle.size_of(bundle.files_of(root / "usr")) // 1024
    fields = {
        "Package": PACKAGE,
        "Version": resources.version(),
        "Architecture": ARCHITECTURE,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size_kib),
        "Section": "text",
        "Priority": "optional",
        "Depends": depends,
        "Recommends": RECOMMENDS,
        "Description": "translate English to Chinese without a network\n"
        " Translates text and documents on this computer. Nothing that is typed leaves it,\n"
        " and the language pack is inside: no download, no account, no telemetry.",
    }
    (control / "control").write_text("".join(f"{name}: {value}\n" for name, value in fields.items()), encoding="utf-8")
    files = [path.relative_to(root).as_posix() for path in bundle.files_of(root / "usr") if not path.is_symlink()]
    sums = subprocess.run(["md5sum", *files], cwd=root, check=True, capture_output=True, text=True).stdout
    (control / "md5sums").write_text(sums, encoding="utf-8")


# --- .tar.xz and .run


def make_archives(tree: Path, work: Path, dist: Path, epoch: int) -> list[Path]:
    """Paths of the .tar.xz and of the .run, which is the same with a script before it."""
    shutil.rmtree(work, ignore_errors=True)
    name = f"{PACKAGE}-{resources.version()}-linux-x86_64"
    folder = work / name
    shutil.copytree(tree, folder, symlinks=True)
    write_share(folder / "share", epoch)
    for script in ("install.sh", "uninstall.sh"):
        (folder / script).write_text(fill((FILES / script).read_text(encoding="utf-8"), APP_ID=resources.APP_ID), encoding="utf-8")
    set_modes(folder, [folder / name for name in (bundle.APP, bundle.CLI, "install.sh", "uninstall.sh")])
    archive = dist / f"{name}.tar.xz"
    owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", f"--mtime=@{epoch}", "--format=gnu"]
    subprocess.run(["tar", *owner, "-I", f"xz -{XZ_LEVEL} -T2", "-cf", str(archive), "-C", str(work), name], check=True)
    return [archive, make_run(archive, dist / f"{name}.run")]


def make_run(archive: Path, target: Path) -> Path:
    """A shell script that unpacks the archive behind it and installs."""
    template = (FILES / "run-header.sh").read_text(encoding="utf-8")
    lines = template.count("\n") + 1
    target.write_bytes(fill(template, VERSION=resources.version(), LINES=str(lines)).encode() + archive.read_bytes())
    target.chmod(0o755)
    return target


# --- what the user's system must have


def glibc_versions(readelf_output: str) -> set[tuple[int, int]]:
    """Versions of glibc named in the output of `readelf -V`."""
    return {(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", readelf_output)}


def glibc_floor(tree: Path) -> tuple[int, int]:
    """The oldest glibc that every program and library of the tree runs with."""
    elf = [str(path) for path in bundle.files_of(tree) if not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
    output = subprocess.run(["readelf", "-V", *elf], check=True, capture_output=True, text=True, errors="replace").stdout
    return max(glibc_versions(output))


def check_glibc(tree: Path) -> None:
    """Raises RuntimeError when the build machine was too new."""
    floor = glibc_floor(tree)
    print(f"oldest glibc: {floor[0]}.{floor[1]}")
    if floor > GLIBC_LIMIT:
        raise RuntimeError(
            f"this build needs glibc {floor[0]}.{floor[1]}; build on a system with {GLIBC_LIMIT[0]}.{GLIBC_LIMIT[1]} or older"
        )
