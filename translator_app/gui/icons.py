"""Our own line icons (assets/icons/*.svg, drawn in black) in the colour of the theme, sharp at every scale."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QToolButton, QWidget

from translator_app import paths
from translator_app.gui.actions import words

SIZE = 18


def app_icon() -> QIcon:
    """The application's mark."""
    icon = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(_render(_svg("translator-app"), size, 1.0))
    return icon


def icon(name: str, color: QColor, size: int = SIZE) -> QIcon:
    """An icon in one colour, and paler when disabled; sharp on the screens that are there."""
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return _icon(name, color.rgba(), size, tuple(sorted(ratios | {2.0})))


@lru_cache(maxsize=512)
def _icon(name: str, rgba: int, size: int, ratios: tuple[float, ...]) -> QIcon:
    """Drawn once: every button asks again whenever style or palette change."""
    color = QColor.fromRgba(rgba)
    pale = QColor(color)
    pale.setAlpha(90)
    svg = _svg(name)
    result = QIcon()
    for ratio in ratios:
        drawing = _render(svg, size, ratio)
        for mode, tint in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, pale)):
            result.addPixmap(_tinted(drawing, tint), mode)
    return result


class IconButton(QToolButton):
    """A quiet button with an icon, a tooltip with its shortcut, and a name for screen readers; follows the theme.

    Given an action it also takes the action's state, text, shortcut and status tip.
    """

    def __init__(self, icon_name: str, text: str = "", parent: QWidget | None = None, *, action: QAction | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._action = action
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_text(text)
        if action is not None:
            self.setCheckable(action.isCheckable())
            self.clicked.connect(lambda _checked: action.trigger())
            action.changed.connect(self._on_action_changed)
            self._on_action_changed()
        self._paint_icon()

    def set_text(self, text: str) -> None:
        """Name for screen readers and tooltip."""
        self.setAccessibleName(text)
        self.setToolTip(text)

    def set_icon_name(self, name: str) -> None:
        """Show another icon."""
        self._icon_name = name
        self._paint_icon()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Recolour with the theme."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._paint_icon()

    def _on_action_changed(self) -> None:
        action = self._action
        assert action is not None
        name = words(action)
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        self.setAccessibleName(name)
        self.setAccessibleDescription(action.statusTip())
        self.setToolTip("\n".join(line for line in (f"{name} ({keys})" if keys else name, action.statusTip()) if line))
        self.setEnabled(action.isEnabled())
        self.setChecked(action.isChecked())

    def _paint_icon(self) -> None:
        if not hasattr(self, "_icon_name"):  # the base class' constructor sends events
            return
        size = max(SIZE, self.fontMetrics().height())  # grows with the text of the system
        self.setIconSize(QSize(size, size))
        muted = QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)  # the style sheet tints the widget's own
        self.setIcon(icon(self._icon_name, muted, size))


def _svg(name: str) -> QByteArray:
    return QByteArray((paths.assets_dir() / "icons" / f"{name}.svg").read_bytes())


def _render(svg: QByteArray, size: int, scale: float) -> QPixmap:
    pixels = round(size * scale)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(svg).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap


def _tinted(drawing: QPixmap, color: QColor) -> QPixmap:
    pixmap = QPixmap(drawing)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), color)
    painter.end()
    return pixmap
