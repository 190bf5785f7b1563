"""The ONNX sessions of a pack and their key-value cache; the only module that knows our graphs' input and output names."""

import logging
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime

from translator_app import paths
from translator_app.engine import memory
from translator_app.engine.foreign import ForeignNetwork
from translator_app.engine.kernels import calibrated_kernel, signed_weights_overflow
from translator_app.engine.search import Floats, Ints, Network
from translator_app.engine.shortlist import Bools, Shortlist
from translator_app.errors import BrokenPack, OutOfMemory
from translator_app.packs import Pack, TokenIds

_LOG = logging.getLogger(__name__)

INTERACTIVE, BATCH, AUTO = "interactive", "batch", "auto"
CPU = "CPUExecutionProvider"
_SMALL_MODEL = 512  # d_model below
_FIRST_CAPACITY = 32  # positions that a new cache has room for; doubled when full
_ENCODER_INPUTS = frozenset({"input_ids", "attention_mask"})
_DECODER_INPUTS = frozenset({"input_ids", "attention_mask", "past_lengths", "total_length"})


class LoadedNetwork(Network, Protocol):
    """A network with its sessions."""

    @property
    def providers(self) -> tuple[str, ...]:
        """The execution providers in use."""

    @property
    def threads(self) -> int:
        """Threads of one run."""

    def close(self) -> None:
        """Free the sessions; the network can't be used after."""


def load_network(pack: Pack, *, threads: int = 0, kernel: str = INTERACTIVE) -> "LoadedNetwork":
    """The pack's model, ready to decode. Raises BrokenPack or UnsupportedPack.

    threads 0: `physical_threads()`, but 1 for the sentences that someone types into a small model: a step of it is over before
    a second thread has woken up (0.68 times the speed with two threads, and two thirds more processor time).

    kernel: "interactive" gives a sentence the same translation whatever it is batched with; "batch" is faster from eight
    sentences on; "auto" is the one that is faster for batches on this machine, measured once.
    """
    small = kernel == INTERACTIVE and pack.manifest.architecture.d_model < _SMALL_MODEL
    threads = threads or (1 if small else physical_threads())
    if pack.manifest.layout != "fused":
        return ForeignNetwork(pack, threads, make_session)
    if kernel != AUTO:
        return FusedNetwork(pack, threads, kernel)
    loaded: dict[str, FusedNetwork] = {}
    if "decoder_batch" not in pack.manifest.graphs:
        return FusedNetwork(pack, threads, BATCH)

    def load(name: str) -> FusedNetwork:
        if name not in loaded:
            loaded[name] = FusedNetwork(pack, threads, name)
        return loaded[name]

    shape = f"{pack.manifest.architecture} {pack.manifest.producible_ids} {threads}"
    chosen = load(calibrated_kernel(shape, load, (BATCH, INTERACTIVE), paths.cache_dir() / "kernels.json"))
    for network in loaded.values():
        if network is not chosen:
            network.close()
    return chosen


def physical_threads() -> int:
    """Threads for one sentence at a time: physical cores, one left free, at most 4, at least 1."""
    return max(1, min(4, _physical_cores() - 1))


def _physical_cores() -> int:
    logical = os.cpu_count() or 1
    if sys.platform == "linux":
        allowed = os.sched_getaffinity(0)
        siblings = {_read(Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"), str(cpu)) for cpu in allowed}
        return len(siblings)
    two_per_core = platform.machine().lower() in ("x86_64", "amd64") and logical > 2  # Arm has no hyper-threads
    return logical // 2 if two_per_core else logical


def _read(path: Path, default: str) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return default


def make_session(path: Path, threads: int, *, providers: Sequence[str] = (CPU,)) -> onnxruntime.InferenceSession:
    """Load a graph. Providers that are not there are left out; the processor is always the last. Raises BrokenPack."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 4  # errors are raised: not to be printed as well
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # a waiting thread must not hold a core
    if signed_weights_overflow():
        options.add_session_config_entry("session.x64quantprecision", "1")  # unsigned ones instead: exact, but slower where not needed
    available = onnxruntime.get_available_providers()
    chosen = [p for p in providers if p in available and p != CPU] + [CPU]
    try:
        if _needs_memory(path):
            return _session_from_memory(path, options, chosen)
        return onnxruntime.InferenceSession(str(path), options, providers=chosen)
    except Exception as error:  # onnxruntime's errors have no common base
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            raise OutOfMemory("not enough memory to load {path}; close other programs and try again", path=path) from error
        raise BrokenPack("{path} can't be loaded ({reason}); import the pack again", path=path, reason=_first_line(error)) from error


def _needs_memory(path: Path) -> bool:
    return sys.platform == "win32" and not str(path).isascii()


def _session_from_memory(path: Path, options: onnxruntime.SessionOptions, providers: list[str]) -> onnxruntime.InferenceSession:
    """The same without giving a path to onnxruntime, which on Windows fails for letters outside the system's code page.

    https://github.com/microsoft/onnxruntime/pull/27724
    """
    maps = {p.name: np.memmap(p, np.uint8, "r") for p in sorted(path.parent.glob("*.bin"))}
    options.add_external_initializers_from_files_in_memory(list(maps), list(maps.values()), [m.size for m in maps.values()])
    return onnxruntime.InferenceSession(path.read_bytes(), options, providers=providers)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The ids that a batch may need, and the rows of the last layer for them."""

    ids: Ints  # (n,) ascending
    rows: Mapping[str, npt.NDArray[Any]]  # inputs of the decoder: weight, bias ...
    forbidden: Bools | None  # (batch, n): what a sentence may not have although another one may; None: nothing


class _State:
    """What the decoder remembers of a batch: cross-attention and self-attention keys and values, and the bound buffers."""

    def __init__(self, cross: Floats, mask: npt.NDArray[np.int32], chosen: _Chosen | None = None) -> None:
        self.cross = cross  # (2 layers, batch, heads, source, head size)
        self.mask = mask  # (batch, source)
        self.owner: Ints = np.arange(len(mask))  # sentence of each row
        self.history: Ints = np.zeros((len(mask), 0), np.int64)  # (rows, steps) tokens fed so far
        layers, _, heads, _, size = cross.shape
        self.cache: Floats = np.zeros((layers, 0, heads, 0, size), np.float32)  # (2 layers, rows, heads, capacity, head size)
        self.chosen = chosen  # None: all ids
        self.binding: Any = None  # None: buffers changed, bind them again

    @property
    def steps(self) -> int:
        return int(self.history.shape[1])

    def follow(self, parents: Ints) -> None:
        """Row i becomes what row parents[i] was."""
        rows = len(parents)
        if len(self.owner) == rows and (rows == 1 or (parents == np.arange(rows)).all()):
            return
        history, owner = self.history[parents], self.owner[parents]
        if self.steps:
            self._move(parents, owner, history)
        if rows != len(self.owner):
            self.binding = None
        self.history, self.owner = history, owner
        sentences = owner[np.flatnonzero(np.diff(owner, prepend=-1))]
        if len(owner) % len(sentences) or (owner.reshape(len(sentences), -1) != sentences[:, None]).any():
            raise ValueError("the rows of a sentence must stay side by side, as many for each")
        if len(sentences) < len(self.mask):  # some are finished
            if self.chosen and self.chosen.forbidden is not None:
                self.chosen = replace(self.chosen, forbidden=self.chosen.forbidden[sentences])
            self._keep(sentences)
            self.owner = np.repeat(np.arange(len(sentences)), rows // len(sentences))
            self.binding = None

    def _keep(self, sentences: Ints) -> None:
        """Let the cross-attention cache of the others go. Rows move up in place: indexing would copy them all, twice."""
        count, width = len(sentences), int(self.mask[sentences].sum(1).max())
        if (np.diff(sentences) < 0).any() or width * 4 <= self.mask.shape[1] * 3:  # out of order, or much of it is padding
            self.cross = np.ascontiguousarray(self.cross[:, sentences, :, :width])
            self.mask = np.ascontiguousarray(self.mask[sentences, :width])
            return
        for new, old in enumerate(sentences):
            if new != old:
                self.cross[:, new] = self.cross[:, old]
                self.mask[new] = self.mask[old]
        self.cross, self.mask = self.cross[:, :count], self.mask[:count]  # contiguous within a layer, as the binding needs it

    def _move(self, parents: Ints, owner: Ints, history: Ints) -> None:
        """Copy cache rows, from the first position on where the token sequences differ: before it they hold the same."""
        rows, t = len(parents), self.steps
        if rows > self.cache.shape[1]:
            grown = np.zeros((len(self.cache), rows, *self.cache.shape[2:]), np.float32)
            grown[:, :, :, :t] = self.cache[:, parents, :, :t]
            self.cache = grown
            return
        old = self.history[:rows]
        same_owner = owner[: len(old)] == self.owner[:rows]
        common = np.where(same_owner, np.cumprod(history == old, axis=1).sum(1), 0)
        moved = np.flatnonzero(parents != np.arange(rows))
        moved = moved[common[moved] < t]
        if not len(moved):
            return
        first = int(common[moved].min())
        if (parents[moved] >= moved).all() and rows < len(self.owner):  # rows leave: in order, no row is needed after it was overwritten
            for row in moved:
                self.cache[:, row, :, common[row] : t] = self.cache[:, parents[row], :, common[row] : t]
        else:
            self.cache[:, moved, :, first:t] = self.cache[:, parents[moved], :, first:t]

    def reserve(self, rows: int) -> None:
        """Room for one more position."""
        layers, had, heads, capacity, size = self.cache.shape
        if self.steps < capacity and rows <= had:
            return
        grown = np.zeros(
            (layers, rows, heads, max(_FIRST_CAPACITY, 2 * capacity if self.steps >= capacity else capacity), size), np.float32
        )
        if self.steps:
            grown[:, :, :, : self.steps] = self.cache[:, :rows, :, : self.steps]
        self.cache = grown
        self.binding = None


class FusedNetwork:
    """Our own layout: an encoder that also makes the cross-attention cache, one decoder graph for every step."""

    def __init__(self, pack: Pack, threads: int, kernel: str = INTERACTIVE) -> None:
        manifest = pack.manifest
        self._shortlist = Shortlist.from_pack(pack)
        # onnxruntime replaces an overflowing kernel only where the weights are constant: not those of chosen rows.
        exact = not (self._shortlist and signed_weights_overflow())
        role = "decoder_batch" if kernel == BATCH and "decoder_batch" in manifest.graphs and exact else "decoder"
        self._manifest = manifest
        self.threads = threads
        # A dynamic int8 encoder has one activation scale for all it is given: alone, a sentence does not depend on others.
        self._alone = kernel == INTERACTIVE and manifest.precision.get("encoder") == "int8"
        self._apart = kernel == INTERACTIVE  # a sentence does not profit from the list of another one, either
        paths = [pack.graph("encoder"), pack.graph(role)]
        if self._shortlist:
            paths.append(pack.graph(role.replace("decoder", "projection")))
        memory.use_one_heap()
        with ThreadPoolExecutor(2) as pool:
            self._encoder, self._decoder, *projection = pool.map(lambda path: make_session(path, threads), paths)
        self._projection = projection[0] if projection else None
        rows = {port.name for session in projection for port in session.get_outputs()}
        if self._projection:
            _check_inputs(self._projection, paths[2], {"ids"})
        caches = {f"{kind}_{i}" for kind in ("past", "cross") for i in range(2 * manifest.architecture.decoder_layers)}
        _check_inputs(self._encoder, paths[0], _ENCODER_INPUTS)
        _check_inputs(self._decoder, paths[1], _DECODER_INPUTS | caches | rows)
        shape = {i.name: i.shape for i in self._decoder.get_inputs()}["past_0"]
        self._heads, self._head_size = shape[1], shape[3]
        self._width = manifest.producible_ids or manifest.architecture.vocab_size
        found = self._decoder.get_outputs()[-1].shape[-1]
        if not self._shortlist and found != self._width:
            raise BrokenPack(
                "{path} gives {found} logits, not {expected}; import the pack again", path=paths[1], found=found, expected=self._width
            )
        _LOG.info("loaded %s (%s), %s threads, %s", pack.pack_id, role, threads, self.providers)

    @property
    def tokens(self) -> TokenIds:
        """The model's special ids."""
        return self._manifest.tokens

    @property
    def max_positions(self) -> int:
        """Longest source and longest target, in tokens."""
        return self._manifest.architecture.max_positions

    @property
    def providers(self) -> tuple[str, ...]:
        """The execution providers in use."""
        return tuple(self._decoder.get_providers())

    def close(self) -> None:
        """Free the sessions and give their memory back; the network can't be used after."""
        del self._encoder, self._decoder, self._projection
        memory.give_back()

    def start(self, sources: Sequence[Sequence[int]]) -> _State:
        """Run the encoder. Raises ValueError when a source is longer than max_positions."""
        lengths = [len(source) for source in sources]
        if max(lengths) > self.max_positions:
            raise ValueError(f"a source of {max(lengths)} tokens; the model takes {self.max_positions}")
        ids = np.full((len(sources), max(lengths)), self.tokens.pad, np.int64)
        mask = np.zeros(ids.shape, np.int32)
        for i, source in enumerate(sources):
            ids[i, : len(source)] = source
            mask[i, : len(source)] = 1
        chosen = self._choose(sources)
        if not self._alone or len(sources) == 1:
            return _State(self._encode(ids, mask), mask, chosen)
        layers = 2 * self._manifest.architecture.decoder_layers
        cross = np.zeros((layers, len(sources), self._heads, ids.shape[1], self._head_size), np.float32)
        for i, n in enumerate(lengths):
            cross[:, i : i + 1, :, :n] = self._encode(ids[i : i + 1, :n], mask[i : i + 1, :n])
        return _State(cross, mask, chosen)

    def _choose(self, sources: Sequence[Sequence[int]]) -> _Chosen | None:
        if self._shortlist is None or self._projection is None:
            return None
        ids, forbidden = self._shortlist.choose(sources)
        rows = self._projection.run(None, {"ids": ids})
        names = (port.name for port in self._projection.get_outputs())
        chosen = dict(zip(names, map(np.ascontiguousarray, rows), strict=True))
        return _Chosen(ids, chosen, forbidden if self._apart and len(sources) > 1 else None)

    def _encode(self, ids: Ints, mask: npt.NDArray[np.int32]) -> Floats:
        feed = {"input_ids": np.ascontiguousarray(ids), "attention_mask": np.ascontiguousarray(mask)}
        cross: Floats = self._encoder.run(["cross"], feed)[0]
        return cross

    def listed(self, state: _State) -> Ints | None:
        """The ids of the logits; see `search.Network`."""
        return state.chosen.ids if state.chosen else None

    def step(self, state: _State, tokens: Ints, parents: Ints) -> Floats:
        """One more token a row; see `search.Network`."""
        state.follow(parents)
        rows, t = len(tokens), state.steps
        state.reserve(rows)
        if state.binding is None:
            state.binding = _Binding(self._decoder, state, rows, self._width)
        bound: _Binding = state.binding
        bound.ids[:, 0] = tokens
        bound.total[0] = t + 1
        bound.past[:] = t
        self._decoder.run_with_iobinding(bound.io)
        if bound.forbidden is not None:
            np.copyto(bound.logits, -np.inf, where=bound.forbidden)
        state.history = np.concatenate([state.history, tokens[:, None]], axis=1)
        return bound.logits


class _Binding:
    """The decoder's inputs and outputs at fixed addresses; past and present are one buffer, so the cache grows in place."""

    def __init__(self, decoder: onnxruntime.InferenceSession, state: _State, rows: int, width: int) -> None:
        self.ids = np.zeros((rows, 1), np.int64)
        self.total = np.zeros(1, np.int32)
        self.past = np.zeros(rows, np.int32)
        chosen = state.chosen
        self.logits: Floats = np.empty((rows, len(chosen.ids) if chosen else width), np.float32)
        self.forbidden = chosen.forbidden[state.owner] if chosen and chosen.forbidden is not None else None
        self.io = decoder.io_binding()
        feeds = {"input_ids": self.ids, "attention_mask": state.mask, "total_length": self.total, "past_lengths": self.past}
        for name, array in (feeds | dict(chosen.rows if chosen else {})).items():
            self.io.bind_cpu_input(name, array)
        for i in range(len(state.cache)):
            cache = state.cache[i, :rows]
            self.io.bind_cpu_input(f"cross_{i}", state.cross[i])
            self.io.bind_cpu_input(f"past_{i}", cache)
            self.io.bind_output(f"present_{i}", "cpu", 0, np.float32, cache.shape, cache.ctypes.data)
        self.io.bind_output("logits", "cpu", 0, np.float32, self.logits.shape, self.logits.ctypes.data)


def _check_inputs(session: onnxruntime.InferenceSession, path: Path, expected: frozenset[str] | set[str]) -> None:
    found = {i.name for i in session.get_inputs()}
    if found != expected:
        missing, extra = sorted(expected - found), sorted(found - expected)
        raise BrokenPack(
            "{path} does not belong to this pack (inputs missing: {missing}, unknown: {extra}); import the pack again",
            path=path,
            missing=missing,
            extra=extra,
        )


_: tuple[type[LoadedNetwork], ...] = (FusedNetwork, ForeignNetwork)  # the type checker compares them
