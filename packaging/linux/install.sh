#!/bin/sh
# Installs for this user only: no root, nothing outside ~/.local. Run again to update; uninstall.sh undoes it.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=${1:-"$HOME/.local"}
share=$prefix/share
app=$prefix/lib/translator-app
id=@APP_ID@

if [ -f "$app/portable.txt" ]; then
    echo "$app is in portable mode (portable.txt); remove that file, or move the folder, to install here." >&2
    exit 1
fi
mkdir -p "$prefix/bin" "$prefix/lib" "$share/applications" "$share/icons" "$share/metainfo" "$share/man/man1"

# The new program stands complete beside the old one before they change places: an interrupted update breaks nothing.
rm -rf "$app.new" "$app.old"
mkdir "$app.new"
cp -RP "$here/translator-app" "$here/translator-app-cli" "$here/_internal" "$here/uninstall.sh" "$app.new/"
if [ -d "$app" ]; then mv "$app" "$app.old"; fi
mv "$app.new" "$app"
rm -rf "$app.old"

for name in translator-app translator-app-cli; do
    ln -sf "$app/$name" "$prefix/bin/$name"
done
cp -R "$here/share/icons/." "$share/icons/"
cp "$here/share/man/man1/translator-app.1" "$share/man/man1/"
cp "$here/share/metainfo/$id.metainfo.xml" "$share/metainfo/"
# An absolute path, in the quotes of the desktop entry specification: ~/.local/bin is not in every session's PATH.
quoted=$(printf '%s' "$app/translator-app" | sed 's/[\\`"$]/\\\\&/g; s/%/%%/g; s/[\\&|]/\\&/g')
sed -e "s|^Exec=translator-app|Exec=\"$quoted\"|" -e '/^TryExec=/d' "$here/share/applications/$id.desktop" > "$share/applications/$id.desktop"

if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$share/applications" || true; fi
# Without a cache, icons are found by looking; with one, only what is in it is found.
if [ -f "$share/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache > /dev/null; then
    gtk-update-icon-cache -q -t "$share/icons/hicolor" 2> /dev/null || true
fi

missing=
for library in libEGL.so.1 libGL.so.1; do
    if command -v ldconfig > /dev/null && ! ldconfig -p 2> /dev/null | grep -q "$library"; then missing="$missing $library"; fi
done
if [ -n "$missing" ]; then
    echo "The window needs$missing, which this system lacks: install libegl1 and libgl1 (Debian's names), or libglvnd."
fi
echo "Installed in $app. It is in the applications menu as \"Offline Translator\"; \"translator-app\" starts it too."
echo "To uninstall: sh \"$app/uninstall.sh\""
