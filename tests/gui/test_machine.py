from pathlib import Path

import pytest

from translator_app.gui import input_method
from translator_app.gui.machine import ThisMachine, linux_on_battery, quiet_threads


def supply(folder: Path, name: str, **values: str) -> None:
    (folder / name).mkdir(parents=True)
    for key, value in values.items():
        (folder / name / key).write_text(value + "\n")


def test_a_desktop_has_no_battery(tmp_path: Path) -> None:
    assert not linux_on_battery(tmp_path / "none")
    assert not linux_on_battery(tmp_path)


def test_a_laptop_on_mains_and_off_it(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains", online="1")
    supply(tmp_path, "BAT0", type="Battery", status="Charging")
    assert not linux_on_battery(tmp_path)
    (tmp_path / "AC" / "online").write_text("0\n")
    (tmp_path / "BAT0" / "status").write_text("Discharging\n")
    assert linux_on_battery(tmp_path)


def test_the_battery_of_a_mouse_does_not_count(tmp_path: Path) -> None:
    supply(tmp_path, "mouse", type="Battery", status="Discharging", scope="Device")
    assert not linux_on_battery(tmp_path)


def test_a_battery_that_is_full_on_usb_power(tmp_path: Path) -> None:
    supply(tmp_path, "BAT0", type="Battery", status="Discharging")
    supply(tmp_path, "ucsi", type="USB", online="1")
    assert not linux_on_battery(tmp_path)


def test_this_machine_answers() -> None:
    assert ThisMachine().memory_bytes() > 1_000_000
    assert ThisMachine().on_battery() in (True, False)


@pytest.mark.parametrize(("threads", "cores", "quiet"), [(0, 8, 2), (0, 2, 1), (0, 4, 1), (6, 8, 2), (1, 8, 1), (0, 1, 1)])
def test_quiet_threads(threads: int, cores: int, quiet: int) -> None:
    assert quiet_threads(threads, cores) == quiet


BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/bus"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULE": "fcitx"}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULE": "ibus"}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULES": "wayland;fcitx"}, "wayland;fcitx;ibus"),
        ({"QT_IM_MODULES": "ibus"}, "ibus"),
        ({"QT_IM_MODULE": "xim"}, None),
        ({"QT_QPA_PLATFORM": "offscreen"}, None),
    ],
)
def test_input_method(tmp_path: Path, before: dict[str, str], after: str | None) -> None:
    environ = {**BUS, **before}
    input_method.prepare(environ, "linux", tmp_path)
    assert environ.get("QT_IM_MODULES") == after


def test_no_session_bus_no_input_method(tmp_path: Path) -> None:
    environ: dict[str, str] = {"PATH": str(tmp_path)}
    input_method.prepare(environ, "linux", tmp_path)
    assert "QT_IM_MODULES" not in environ
    (tmp_path / "bus").touch()
    input_method.prepare(environ, "linux", tmp_path)
    assert environ == {"PATH": str(tmp_path), "QT_IM_MODULES": "wayland;fcitx;ibus", "IBUS_USE_PORTAL": "1"}
    input_method.prepare(other := dict(BUS), "darwin", tmp_path)
    assert other == BUS


def test_where_ibus_is_installed_the_portal_is_not_needed(tmp_path: Path) -> None:
    (tmp_path / "ibus-daemon").touch(mode=0o755)
    environ = {**BUS, "PATH": str(tmp_path)}
    input_method.prepare(environ, "linux", tmp_path)
    assert "IBUS_USE_PORTAL" not in environ
