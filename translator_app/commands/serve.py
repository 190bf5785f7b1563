"""translator-app serve: the local API for browsers and other programs."""

import argparse
import contextlib
import secrets
import signal
import sys
import time

from translator_app.commands import MAX_THREADS, whole_number


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the sub-command."""
    parser = subparsers.add_parser("serve", help="offer the translator to other programs on this computer")
    parser.add_argument("--port", type=whole_number(0, 65_535), default=8989, metavar="P", help="port (0: any free one)")
    parser.add_argument("--token", metavar="T", help="secret that clients must send; default: the one in the settings, made on first start")
    parser.add_argument("--pack", metavar="ID", help="language pack to use")
    parser.add_argument("--threads", type=whole_number(0, MAX_THREADS), default=0, metavar="N")
    parser.add_argument(
        "--allow-origin", action="append", default=[], metavar="ORIGIN", help="web page or extension that may call; may be repeated"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; anything but loopback also needs the flag below")
    flag = "--i-know-that-everyone-on-the-network-can-use-it"
    parser.add_argument(flag, dest="allow_network", action="store_true", help="allow a --host other than loopback")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C or SIGTERM; 0."""
    from translator_app.engine.translator import Translator
    from translator_app.packs import find_pack
    from translator_app.server.api import Api
    from translator_app.server.http import ApiServer, ServerConfig
    from translator_app.server.requests import EngineWorker, RequestQueue

    config = ServerConfig(args.token or _own_token(), args.port, args.host, args.allow_network, tuple(args.allow_origin))
    pack = find_pack(args.pack)
    translator = Translator(pack, threads=args.threads)
    worker = EngineWorker(translator)
    queue = RequestQueue(worker.start_job)
    try:
        server = ApiServer(Api(queue, lambda: pack.manifest.pair), config)
        server.start()
        try:
            with contextlib.suppress(KeyboardInterrupt):
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, signal.default_int_handler)
                print(f"listening on {server.url}  pack {pack.pack_id}  token {config.token}", flush=True)
                if args.allow_network:
                    print("WARNING: everyone on the network can use this translator", file=sys.stderr)
                while True:  # asleep: on Windows Ctrl+C wakes no thread that waits for a lock (github.com/python/cpython/issues/80116)
                    time.sleep(3600)
        finally:
            queue.close()
            server.stop()
    finally:
        worker.stop()
        translator.close()
    return 0


def _own_token() -> str:
    from translator_app import settings

    saved, _ = settings.load()
    if not saved.server_token:
        saved = saved.changed(server_token=secrets.token_urlsafe(24))
        settings.save(saved)
    return saved.server_token
