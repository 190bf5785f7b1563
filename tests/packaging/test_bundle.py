"""What goes into the frozen app and the check that nothing else did."""

from pathlib import Path

import pytest

import bundle


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "PySide6/plugins/platforms/qwindows.dll",
        "onnxruntime/capi/onnxruntime_pybind11_state.cpython-311-x86_64-linux-gnu.so",
        "onnxruntime/capi/onnxruntime_pybind11_state.pyd",
        "libpython3.11.so.1.0",
        "python3.11/lib-dynload/_sqlite3.cpython-311-x86_64-linux-gnu.so",
        "assets/packs/en-zh-starter/weights.bin",
        "opencc/clib/share/opencc/s2twp.json",
    ],
)
def test_what_the_app_needs_is_kept(name: str) -> None:
    assert bundle.wanted(name)
    assert bundle.wanted(name, system_libraries=True)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/lib/libQt6EglFSDeviceIntegration.so.6",
        "PySide6/opengl32sw.dll",
        "onnxruntime/capi/libonnxruntime.so.1.28.0",
        "onnxruntime/capi/onnxruntime.dll",
        "onnxruntime/capi/libonnxruntime.1.28.0.dylib",
        "libgtk-3.so.0",
        "opencc/clib/lib64/libopencc.a",
    ],
)
def test_what_nobody_needs_is_left_out(name: str) -> None:
    assert not bundle.wanted(name)


@pytest.mark.parametrize("name", ["libX11.so.6", "libxcb-cursor.so.0", "libstdc++.so.6", "libssl.so.3", "libglib-2.0.so.0"])
def test_libraries_of_the_system_are_only_in_the_tar(name: str) -> None:
    assert bundle.wanted(name)
    assert not bundle.wanted(name, system_libraries=True)


@pytest.mark.parametrize(
    "name", ["PySide6/Qt/lib/libicudata.so.73", "sentencepiece.libs/libgomp-a34b3233.so.1.0.0", "numpy.libs/libscipy_openblas64_.so"]
)
def test_libraries_that_wheels_bring_stay(name: str) -> None:
    assert bundle.wanted(name, system_libraries=True)


@pytest.mark.parametrize(
    "name", ["torch", "torch.nn", "transformers", "onnx", "onnx.helper", "pytest", "translator_app.convert.graphs", "unittest.mock"]
)
def test_a_forbidden_module_is_found(name: str) -> None:
    problems = bundle.check_modules([*bundle.REQUIRED_MODULES, name])
    assert problems == [f"module {name} must not be inside"]


def test_names_that_only_begin_alike_are_no_problem() -> None:
    assert bundle.check_modules([*bundle.REQUIRED_MODULES, "onnxruntime.capi", "translator_app.commands.convert", "testing"]) == []


def test_a_missing_module_is_found() -> None:
    assert bundle.check_modules(name for name in bundle.REQUIRED_MODULES if name != "ssl") == ["module ssl is missing"]


FILES = [
    "_internal/PySide6/Qt/plugins/platforms/libqxcb.so",
    "_internal/PySide6/Qt/plugins/platforms/libqwayland.so",
    "_internal/PySide6/Qt/plugins/platforms/libqoffscreen.so",
    "_internal/PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
    "_internal/python3.11/lib-dynload/_sqlite3.so",
]


@pytest.mark.parametrize(
    "name", ["_internal/torch/lib/libtorch.so", "_internal/x/tests/a.txt", "_internal/translator_app/cli.py", "_internal/assets/a.part"]
)
def test_a_forbidden_file_is_found(name: str) -> None:
    assert bundle.check_files([*FILES, name], "linux") == [f"file {name} must not be inside"]


def test_a_missing_plugin_is_found() -> None:
    problems = bundle.check_files([name for name in FILES if "ibus" not in name], "linux")
    assert problems == [r"no file matches platforminputcontexts/libibus"]


def test_links_must_stay_inside(tmp_path: Path) -> None:
    (tmp_path / "lib.so.1").touch()
    (tmp_path / "lib.so").symlink_to("lib.so.1")
    assert bundle.check_links(tmp_path) == []
    (tmp_path / "broken.so").symlink_to("nowhere")
    (tmp_path / "out.so").symlink_to("/etc/passwd")
    assert bundle.check_links(tmp_path) == ["link broken.so leads out or nowhere", "link out.so leads out or nowhere"]


def test_too_large_a_tree_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bundle.BUDGET_MB, "deb", (1, 1))
    pack = tmp_path / "_internal" / "assets" / "packs" / "p" / "weights.bin"
    pack.parent.mkdir(parents=True)
    pack.write_bytes(bytes(2_000_000))
    assert not [problem for problem in bundle.audit(tmp_path, "deb").problems if "MB" in problem]
    (tmp_path / "_internal" / "libbig.so").write_bytes(bytes(1_100_000))
    assert [problem for problem in bundle.audit(tmp_path, "deb").problems if "MB" in problem]


def test_needed_libraries_are_read_from_readelf() -> None:
    output = " 0x1 (NEEDED)  Shared library: [libc.so.6]\n 0xe (SONAME) Library soname: [x.so]\n 0x1 (NEEDED) Shared library: [libz.so.1]\n"
    assert bundle.needed_libraries(output) == {"libc.so.6", "libz.so.1"}


def test_too_large_an_installer_is_a_problem() -> None:
    limit = bundle.BUDGET_MB["deb"][1] * 1_000_000
    assert bundle.check_archive(limit, 0, "deb") == []
    assert bundle.check_archive(limit + 10_000_000, 20_000_000, "deb") == []
    assert len(bundle.check_archive(limit + 10_000_000, 10_000_000, "deb")) == 1
