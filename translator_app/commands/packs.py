"""`translator-app packs`: list, verify, import, export, remove, choose and download language packs."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from translator_app.commands import columns
from translator_app.errors import BrokenPack, PackError, UnsupportedPack

if TYPE_CHECKING:
    from translator_app.importer import Options
    from translator_app.packs import Installed, Pack

PRECISIONS = ("int8", "fp32", "fp16", "int4")  # as in importer, which is imported only when needed


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the sub-command."""
    parser = subparsers.add_parser("packs", help="language packs: list, verify, import, export, remove, choose, download")
    parser.set_defaults(run=run, action=_list, json=False)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")

    def action(name: str, function: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = actions.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(action=function)
        return sub

    action("list", _list, "list the installed packs; * marks the one in use")
    action("verify", _verify, "check sizes, hashes and tokenizer of a pack, or of all").add_argument("pack_id", nargs="?", metavar="ID")
    sub = action("import", _import, "install a pack from a folder or zip, or make one of a folder with ONNX graphs of another tool")
    sub.add_argument("path", type=Path, metavar="FOLDER_OR_ZIP")
    _add_options(sub)
    sub = action("export", _export, "write a pack to a zip, for another computer")
    sub.add_argument("pack_id", metavar="ID")
    sub.add_argument("path", type=Path, metavar="ZIP")
    sub.add_argument("--force", action="store_true", help="replace ZIP if it is there")
    action("remove", _remove, "remove a pack (packs restore ID brings it back)").add_argument("pack_id", metavar="ID")
    action("restore", _restore, "bring back the pack that was removed last").add_argument("pack_id", metavar="ID")
    action("purge", _purge, "delete removed packs for good")
    action("use", _use, "choose the pack to translate with").add_argument("pack_id", metavar="ID")
    action("rollback", _rollback, "go back to the pack, or the version of it, used before")
    sub = action("get", _get, "download a published ONNX model from a hub or mirror and make a pack of it")
    sub.add_argument("repo", nargs="?", metavar="REPO", help="OWNER/NAME on the hub (default: Xenova/opus-mt-en-zh, about 113 MB)")
    sub.add_argument("--endpoint", metavar="URL", help="hub or mirror (default: HF_ENDPOINT, else the HuggingFace hub)")
    sub.add_argument("--revision", default="main", help="branch, tag or commit (default: %(default)s)")
    sub.add_argument("--proxy", metavar="URL", help="HTTP proxy (default: what the system says)")
    _add_options(sub)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--use", action="store_true", help="choose the pack as `packs use` does")
    group = parser.add_argument_group("for models of other tools")
    group.add_argument(
        "--precision", choices=PRECISIONS, default="int8", help="which graphs, when there are several (default: %(default)s)"
    )
    group.add_argument("--id", dest="new_id", metavar="ID", help="id of the new pack (default: from the model's name)")
    group.add_argument("--name", help="name shown to users")
    group.add_argument("--pair", metavar="EN-ZH", help="languages, such as en-zh (default: from the model)")
    group.add_argument(
        "--prefix", metavar="CODE", help="language code before each sentence, such as >>cmn_Hans<< (default: from the model)"
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when a pack is broken."""
    code: int = args.action(args)
    return code


# actions


def _list(args: argparse.Namespace) -> int:
    from translator_app import pack_store, packs

    entries, chosen = packs.scan(), packs.chosen_id()
    used = packs.default_id(entries)
    if args.json:
        _print_json({"packs": [_table_of(entry, used) for entry in entries], "chosen": chosen, "trash": pack_store.trashed()})
        return 0
    rows = [_row(entry, used) for entry in entries]
    _print_table(("", "ID", "NAME", "LANGUAGES", "PRECISION", "SIZE", "LICENCE", "FROM"), rows)
    for entry in entries:
        if entry.problem:
            print(f"! {entry.problem}")
    if not entries:
        print("No packs. `translator-app packs get` downloads one, `packs import` installs one from a folder or zip.")
    if trashed := pack_store.trashed():
        print(f"Removed, can be restored: {', '.join(trashed)}")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from translator_app import packs
    from translator_app.errors import PackNotFound
    from translator_app.tokenizer_check import check_tokenizer

    entries = [entry for entry in packs.scan() if args.pack_id in (None, entry.pack_id)]
    if not entries:
        packs.find_pack(args.pack_id)  # says what is there
        raise PackNotFound("no language packs are installed")
    results: dict[str, str] = {}
    for entry in entries:
        try:
            if not entry.pack:
                raise entry.problem or BrokenPack(f"{entry.folder} is broken")
            packs.verify(entry.pack, _progress(f"verifying {entry.pack_id}"))
            check_tokenizer(entry.pack)
            results[entry.pack_id] = ""
        except (BrokenPack, UnsupportedPack) as error:
            results[entry.pack_id] = str(error)
    if args.json:
        _print_json({pack_id: {"good": not problem, "problem": problem or None} for pack_id, problem in results.items()})
    else:
        for pack_id, problem in results.items():
            print(f"{pack_id}: {problem or 'good'}")
    return 1 if any(results.values()) else 0


def _import(args: argparse.Namespace) -> int:
    from translator_app import importer

    return _installed(args, importer.import_path(args.path, _options(args), progress=_progress("importing")), "installed")


def _get(args: argparse.Namespace) -> int:
    from translator_app import download

    source = download.Source(args.repo or download.DEFAULT_REPO, args.endpoint, args.revision, args.precision, args.proxy)
    return _installed(args, download.get_pack(source, _options(args), progress=_progress("downloading")), "installed")


def _options(args: argparse.Namespace) -> "Options":
    from translator_app.importer import Options
    from translator_app.packs import LanguagePair

    languages = args.pair.split("-", 1) if args.pair else []
    if args.pair and not (len(languages) == 2 and all(languages)):
        raise PackError(f"--pair {args.pair!r} is no pair of languages; write it like en-zh")
    pair = LanguagePair(*languages) if languages else None
    return Options(precision=args.precision, pack_id=args.new_id, name=args.name, pair=pair, source_prefix=args.prefix)


def _export(args: argparse.Namespace) -> int:
    from translator_app import pack_store, packs

    pack = packs.find_pack(args.pack_id)
    path = pack_store.export_pack(pack, args.path, force=args.force, progress=_progress(f"exporting {pack.pack_id}"))
    size = path.stat().st_size
    _say(args, {"pack": pack.pack_id, "zip": str(path), "size_bytes": size}, f"wrote {path} ({_megabytes(size)})")
    return 0


def _remove(args: argparse.Namespace) -> int:
    from translator_app import pack_store

    pack_store.remove(args.pack_id)
    _say(args, {"removed": args.pack_id}, f"removed {args.pack_id}; `translator-app packs restore {args.pack_id}` brings it back")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from translator_app import pack_store

    return _installed(args, pack_store.restore(args.pack_id), "restored")


def _purge(args: argparse.Namespace) -> int:
    from translator_app import pack_store

    freed = pack_store.empty_trash()
    _say(args, {"freed_bytes": freed}, f"freed {_megabytes(freed)}")
    return 0


def _use(args: argparse.Namespace) -> int:
    from translator_app import pack_store

    return _installed(args, pack_store.use(args.pack_id), "using")


def _rollback(args: argparse.Namespace) -> int:
    from translator_app import pack_store

    return _installed(args, pack_store.rollback(), "back to")


# output


def _installed(args: argparse.Namespace, pack: "Pack", what: str) -> int:
    from translator_app import pack_store

    if getattr(args, "use", False):
        pack_store.use(pack.pack_id)
    manifest = pack.manifest
    described = f"{what} {pack.pack_id} ({manifest.name}, {_megabytes(manifest.total_bytes)}, licence {manifest.licence})"
    _say(args, {"pack": pack.pack_id, "folder": str(pack.folder), "layout": manifest.layout}, described)
    return 0


def _table_of(entry: "Installed", used: str | None) -> dict[str, Any]:
    table: dict[str, Any] = {"id": entry.pack_id, "folder": str(entry.folder), "bundled": entry.bundled, "used": entry.pack_id == used}
    if not entry.pack:
        return {**table, "problem": str(entry.problem)}
    manifest = entry.pack.manifest
    return {
        **table,
        "problem": None,
        "name": manifest.name,
        "source": manifest.pair.source,
        "target": manifest.pair.target,
        "layout": manifest.layout,
        "precision": dict(manifest.precision),
        "size_bytes": manifest.total_bytes,
        "licence": manifest.licence,
        "source_model": manifest.source_model,
        "source_revision": manifest.source_revision,
        "verification": dict(manifest.verification),
    }


def _row(entry: "Installed", used: str | None) -> tuple[str, ...]:
    mark = "*" if entry.pack_id == used else ""
    origin = "the app" if entry.bundled else "you"
    if not entry.pack:
        return (mark, entry.pack_id, "BROKEN", "", "", "", "", origin)
    manifest = entry.pack.manifest
    kinds = "/".join(dict.fromkeys(manifest.precision.values()))
    languages = f"{manifest.pair.source}-{manifest.pair.target}"
    return (mark, entry.pack_id, manifest.name, languages, kinds, _megabytes(manifest.total_bytes), manifest.licence, origin)


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if not rows:
        return
    widths = [max(map(columns, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        print("  ".join(cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)).rstrip())


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB"


def _say(args: argparse.Namespace, table: dict[str, Any], text: str) -> None:
    if args.json:
        _print_json(table)
    else:
        print(text)


def _print_json(table: Any) -> None:
    print(json.dumps(table, ensure_ascii=False, indent=1))


def _progress(what: str) -> Callable[[int, int], None] | None:
    """Shows the share done on a terminal; None elsewhere."""
    if not sys.stderr.isatty():
        return None
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        percent = 100 * done // max(total, 1)
        if percent != shown:
            shown = percent
            end = "\n" if done >= total else ""
            print(f"\r{what} {percent} % of {_megabytes(total)}", end=end, file=sys.stderr, flush=True)

    return show
