"""The desktop window. With app.py the only place that imports PySide6."""
