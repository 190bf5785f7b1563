"""What the frozen program runs first. Two executables share it: the windowed one and the console one (name ends in -cli)."""

import multiprocessing
import os
import sys
from pathlib import Path

# Where other systems keep the certificates that Debian's OpenSSL, which is in the bundle, looks for elsewhere.
CERTIFICATES = ("/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem", "/etc/ssl/certs/ca-certificates.crt")

NO_CONVERTER = """translator-app: the installed app has no converter, it would be ten times as large. In a checkout of the source:
  python3 packaging/dev.py run -- convert MODEL -o FOLDER
Published ONNX models need no converter: translator-app-cli packs get --help"""


def prepare() -> None:
    """Make the process the same as an unfrozen one, before anything else is imported."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # a windowed program on Windows has none
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - for the whole run
    if sys.platform == "linux":
        _unset_library_path()
        _find_certificates()
    if sys.platform == "win32":
        # Qt first would bring its own C++ runtime into the process, and one that is too old for ONNX Runtime would crash it.
        import onnxruntime  # noqa: F401


def _unset_library_path() -> None:
    """Programs that we start (a browser, a file manager) must not load the bundle's libraries. (pyinstaller#6825)."""
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if original:
        os.environ["LD_LIBRARY_PATH"] = original


def _find_certificates() -> None:
    if "SSL_CERT_FILE" in os.environ or Path("/usr/lib/ssl/certs").exists():
        return
    if found := next((name for name in CERTIFICATES if Path(name).exists()), None):
        os.environ["SSL_CERT_FILE"] = found


def main() -> int:
    """Exit code of the command line, or of the window."""
    multiprocessing.freeze_support()
    prepare()
    from translator_app import cli

    arguments = sys.argv[1:]
    if arguments[:1] == ["convert"] and "-h" not in arguments and "--help" not in arguments:
        print(NO_CONVERTER, file=sys.stderr)
        return 1
    if not arguments and Path(sys.argv[0]).stem.endswith("-cli"):
        arguments = ["--help"]
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
