"""The disk image's commands, with a stand-in for macOS's tools: they have not been run on a Mac in this project."""

import plistlib
import subprocess
from pathlib import Path

import pytest

import macos_image
import resources

Calls = list[list[str]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    seen: Calls = []

    def record(command: list[str], **_: object) -> "subprocess.CompletedProcess[bytes]":
        seen.append(command)
        if command[0] == "hdiutil":
            Path(command[-1]).write_bytes(b"image")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", record)
    return seen


@pytest.fixture
def app(tmp_path: Path) -> Path:
    folder = tmp_path / "Translator.app" / "Contents" / "MacOS"
    folder.mkdir(parents=True)
    (folder / "translator-app").touch()
    return tmp_path / "Translator.app"


def make(app: Path, tmp_path: Path, env: dict[str, str]) -> Path:
    return macos_image.make({"macos": app}, tmp_path, tmp_path, env=env)[0]


def test_without_an_identity_the_image_is_neither_signed_nor_notarised(
    app: Path, tmp_path: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CODESIGN_IDENTITY", raising=False)
    image = make(app, tmp_path, {})
    assert [command[0] for command in calls] == ["codesign", "hdiutil"]
    assert image.name == f"translator-app-{resources.version()}-macos-arm64.dmg"
    assert (tmp_path / "dmg" / "Applications").is_symlink()


def test_with_an_identity_it_is_signed_notarised_and_stapled(
    app: Path, tmp_path: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODESIGN_IDENTITY", "Developer ID Application: X (T)")
    make(app, tmp_path, {"NOTARY_APPLE_ID": "a@b", "NOTARY_TEAM_ID": "T", "NOTARY_PASSWORD": "p"})
    assert [command[:3] for command in calls][2:] == [
        ["codesign", "--sign", "Developer ID Application: X (T)"],
        ["xcrun", "notarytool", "submit"],
        ["xcrun", "stapler", "staple"],
    ]


def test_a_busy_disk_image_is_tried_again_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: Calls = []

    def fail(command: list[str], *, check: bool) -> "subprocess.CompletedProcess[bytes]":
        tries.append(command)
        if check:
            raise subprocess.CalledProcessError(1, command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(subprocess.CalledProcessError):
        macos_image.create_image(tmp_path, tmp_path / "x.dmg", pause_s=0)
    assert len(tries) == macos_image.TRIES


def test_entitlements_ask_for_one_thing_only() -> None:
    path = Path(macos_image.__file__).parent / "macos" / "entitlements.plist"
    assert plistlib.loads(path.read_bytes()) == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_certificate_is_not_left_on_disk(tmp_path: Path, calls: Calls) -> None:
    macos_image.make_keychain(tmp_path, {"CERTIFICATE": "QUJD", "CERTIFICATE_PASSWORD": "p"})
    assert [command[1] for command in calls][0::3] == ["create-keychain", "import"]
    assert not (tmp_path / "certificate.p12").exists()
