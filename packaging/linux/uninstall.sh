#!/bin/sh
# Removes what install.sh put in place. Settings, history and language packs stay.
set -eu
app=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=$(dirname -- "$(dirname -- "$app")")
share=$prefix/share
id=@APP_ID@
case $app in
*/lib/translator-app) ;;
*)
    echo "$app is not where install.sh installs: nothing was removed." >&2
    exit 1
    ;;
esac

for name in translator-app translator-app-cli; do
    if [ "$(readlink "$prefix/bin/$name" || true)" = "$app/$name" ]; then rm -f "$prefix/bin/$name"; fi
done
rm -f "$share/applications/$id.desktop" "$share/metainfo/$id.metainfo.xml" "$share/man/man1/translator-app.1"
rm -f "$share"/icons/hicolor/*/apps/translator-app.png "$share"/icons/hicolor/scalable/apps/translator-app.svg
rm -f "${XDG_CONFIG_HOME:-$HOME/.config}/autostart/$id.desktop"
rm -rf "$app"
if [ -z "$(find "$share/applications" -name '*.desktop' 2> /dev/null | head -n 1)" ]; then
    rm -f "$share/applications/mimeinfo.cache"
elif command -v update-desktop-database > /dev/null; then
    update-desktop-database -q "$share/applications" || true
fi

echo "Uninstalled. Your own files were left in place; remove these folders yourself if you don't want them:"
for folder in "${XDG_CONFIG_HOME:-$HOME/.config}" "${XDG_DATA_HOME:-$HOME/.local/share}" "${XDG_CACHE_HOME:-$HOME/.cache}" "${XDG_STATE_HOME:-$HOME/.local/state}"; do
    if [ -d "$folder/translator-app" ]; then echo "  $folder/translator-app"; fi
done
