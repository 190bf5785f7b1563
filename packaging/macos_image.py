"""Disk image for macOS (arm64, macOS 14 and later): signed and notarised when there is an identity to do it with.

Set these for that, as release.yml does from the repository's secrets:
CODESIGN_IDENTITY   "Developer ID Application: NAME (TEAM)", its certificate being in the keychain
CERTIFICATE, CERTIFICATE_PASSWORD   for the step `keychain`: the certificate with its key as base64 of a .p12 file
NOTARY_APPLE_ID, NOTARY_TEAM_ID, NOTARY_PASSWORD   an Apple ID and its app-specific password
"""

import base64
import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import bundle
import resources

TRIES = 5  # hdiutil fails now and then while something indexes the folder ("Resource busy")


def make(trees: Mapping[str, Path], build: Path, dist: Path, *, env: Mapping[str, str]) -> list[Path]:
    """Path of the .dmg made in `dist`."""
    app = trees["macos"]
    check_signature(app)
    folder = build / "dmg"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copytree(app, folder / app.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    target = dist / f"{bundle.APP}-{resources.version()}-macos-arm64.dmg"
    create_image(folder, target)
    if identity := resources.codesign_identity():
        run(["codesign", "--sign", identity, "--timestamp", str(target)])
        notarise(target, env)
    return [target]


def run(command: Sequence[str]) -> None:
    """Run a command to its end; CalledProcessError when it fails."""
    subprocess.run(command, check=True)


def check_signature(app: Path) -> None:
    """Raises CalledProcessError unless every file in the app is signed (ad hoc without an identity) and unchanged since."""
    run(["codesign", "--verify", "--deep", "--strict", str(app)])


def create_image(folder: Path, target: Path, *, pause_s: float = 5) -> None:
    """A compressed read-only disk image of a folder."""
    command = ["hdiutil", "create", "-volname", resources.TITLE, "-srcfolder", str(folder), "-format", "UDBZ", "-ov", str(target)]
    for left in reversed(range(TRIES)):
        if subprocess.run(command, check=not left).returncode == 0:
            return
        time.sleep(pause_s)


def notarise(image: Path, env: Mapping[str, str] = os.environ) -> None:
    """Have Apple check the image and staple the ticket to it, so that it opens without a network; skipped without an Apple ID."""
    if not env.get("NOTARY_APPLE_ID"):
        return
    account = ["--apple-id", env["NOTARY_APPLE_ID"], "--team-id", env["NOTARY_TEAM_ID"], "--password", env["NOTARY_PASSWORD"]]
    run(["xcrun", "notarytool", "submit", str(image), *account, "--wait"])
    run(["xcrun", "stapler", "staple", str(image)])


def make_keychain(folder: Path, env: Mapping[str, str] = os.environ) -> None:
    """Put the signing certificate into a keychain of its own, which codesign may use without a question (for CI)."""
    password = secrets.token_urlsafe(20)
    keychain = str(folder / "build.keychain-db")
    certificate = folder / "certificate.p12"
    certificate.write_bytes(base64.b64decode(env["CERTIFICATE"]))
    try:
        run(["security", "create-keychain", "-p", password, keychain])
        run(["security", "set-keychain-settings", "-lut", "7200", keychain])
        run(["security", "unlock-keychain", "-p", password, keychain])
        run(["security", "import", str(certificate), "-k", keychain, "-P", env["CERTIFICATE_PASSWORD"], "-T", "/usr/bin/codesign"])
        run(["security", "set-key-partition-list", "-S", "apple-tool:,apple:", "-s", "-k", password, keychain])
        run(["security", "list-keychains", "-d", "user", "-s", keychain])
    finally:
        certificate.unlink()
