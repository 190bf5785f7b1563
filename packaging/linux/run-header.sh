#!/bin/sh
# Offline Translator @VERSION@ for Linux (x86_64). Start it with: sh THIS_FILE
# Everything after the line "exit" is a tar.xz archive.
set -eu
for tool in tar xz; do
    command -v $tool > /dev/null || { echo "please install $tool first" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
tail -n +@LINES@ "$0" | tar -xJ -C "$folder"
case ${1:-} in
--extract) mv "$folder"/translator-app-* . && echo "unpacked into $(pwd)" ;;
*) sh "$folder"/translator-app-*/install.sh "$@" ;;
esac
exit
