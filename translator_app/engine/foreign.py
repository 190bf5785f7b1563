"""Networks for ONNX graphs that others made: which input is what is read from the graphs, and their caches are kept in numpy.

Layouts (manifest.layout): "optimum" (encoder, decoder, decoder_with_past), "optimum-merged" (encoder, decoder with a switch
use_cache_branch), "split" (encoder, decoder without a cache) and "single" (one graph, run whole at each step).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt
import onnxruntime

from translator_app.engine import memory
from translator_app.engine.search import Floats, Ints
from translator_app.errors import Message, UnsupportedPack
from translator_app.packs import Pack, TokenIds

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output of a graph."""

    name: str
    element: str  # float, float16, int64, int32, bool ...
    shape: tuple[int | str | None, ...]  # a name or None where it is free

    @property
    def is_ids(self) -> bool:
        """Token ids or a mask."""
        return self.element in ("int64", "int32") and len(self.shape) == 2

    @property
    def is_mask(self) -> bool:
        """A mask: 1 for real tokens."""
        return self.is_ids and "mask" in self.name.lower()

    @property
    def is_float(self) -> bool:
        """Activations."""
        return self.element in ("float", "float16", "double")

    def __str__(self) -> str:
        return f"{self.name} {self.element}[{', '.join('?' if d is None else str(d) for d in self.shape)}]"


class Slot(NamedTuple):
    """A place in the cache."""

    layer: int
    side: str  # self | cross
    part: str  # key | value


_SIDES = {"decoder": "self", "self": "self", "encoder": "cross", "cross": "cross"}


def cache_slot(name: str) -> Slot | None:
    """past_key_values.3.decoder.key, present_value_cross_3 and the like -> where it belongs; None for other names."""
    if not (start := re.match(r"(past|present)(_key_values?)?(?=[._/])", name)):
        return None
    words = re.findall(r"[a-z]+|\d+", name[start.end() :])
    sides, parts = [_SIDES[w] for w in words if w in _SIDES], [w.rstrip("s") for w in words if w in ("key", "value", "keys", "values")]
    layers = [int(w) for w in words if w.isdigit()]
    if (len(layers), len(parts), len(words)) != (1, 1, 2 + len(sides)) or len(sides) > 1:
        return None
    return Slot(layers[0], sides[0] if sides else "self", parts[0])


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which port of a graph is what. None: the graph has no such port."""

    role: str  # encoder | decoder | decoder_with_past | decoder_merged | model
    source_ids: Port | None = None
    source_mask: Port | None = None
    target_ids: Port | None = None
    target_mask: Port | None = None
    states: Port | None = None  # encoder_hidden_states, into a decoder
    branch: Port | None = None  # use_cache_branch
    past: dict[Slot, Port] = field(default_factory=dict)
    present: dict[Slot, Port] = field(default_factory=dict)
    result: Port | None = None  # the encoder's states or the logits


def read_wiring(inputs: Sequence[Port], outputs: Sequence[Port], where: Path) -> Wiring:
    """Recognise a graph by its inputs and outputs. Raises UnsupportedPack that lists what was found."""

    def refuse(reason: Message) -> NoReturn:
        found = f"inputs: {'; '.join(map(str, inputs))}; outputs: {'; '.join(map(str, outputs))}"
        raise UnsupportedPack(
            "{path} is no graph that this program can run: {reason}. It has {found}", path=where, reason=reason, found=found
        )

    past = _slots(p for p in inputs if len(p.shape) == 4 and p.is_float)
    present = _slots(p for p in outputs if len(p.shape) == 4 and p.is_float)
    masks = [p for p in inputs if p.is_mask]
    ids = [p for p in inputs if p.is_ids and not p.is_mask]
    states = [p for p in inputs if p.is_float and len(p.shape) == 3]
    branch = [p for p in inputs if p.element == "bool"]
    known = {p.name for p in (*past.values(), *masks, *ids, *states, *branch)}
    if extra := [str(p) for p in inputs if p.name not in known]:
        refuse(Message("it wants {names}, of unknown meaning", names=", ".join(extra)))
    if not 1 <= len(ids) <= 2 or len(states) > 1 or len(branch) > 1 or len(masks) > 2:
        refuse(Message("token ids, states or masks are missing or there are too many"))
    results = [p for p in outputs if p.is_float and len(p.shape) == 3]
    named = [p for p in results if "logits" in p.name.lower()]
    result = _first(named or results)
    if result is None:
        refuse(Message("it gives no logits or hidden states"))
    if len(ids) == 2:
        return _single(ids, masks, bool(states or past or branch), result, refuse)
    if not states and not past:
        if named or len(masks) > 1 or branch:
            refuse(Message("a decoder needs the encoder's hidden states"))
        return Wiring("encoder", source_ids=ids[0], source_mask=_first(masks), result=result)
    source_mask, target_mask = _tell_masks(masks, ids[0], refuse)
    role = "decoder_merged" if past and branch else "decoder_with_past" if past else "decoder"
    if branch and not (past and states):
        refuse(Message("it has a cache switch but lacks the cache or the hidden states"))
    if past and any(slot not in present for slot in past if slot.side == "self"):
        refuse(Message("it takes a cache but does not give the next one"))
    return Wiring(role, None, source_mask, ids[0], target_mask, _first(states), _first(branch), past, present, result)


def _first(ports: Sequence[Port]) -> Port | None:
    return ports[0] if ports else None


def _slots(ports: Iterable[Port]) -> dict[Slot, Port]:
    return {slot: port for port in ports if (slot := cache_slot(port.name))}


def _single(ids: list[Port], masks: list[Port], more: bool, result: Port, refuse: Callable[[Message], NoReturn]) -> Wiring:
    target = [p for p in ids if p.name.lower().startswith(("decoder", "target", "tgt"))]
    if len(target) != 1 or more:
        refuse(Message("it is neither an encoder, a decoder nor a whole model"))
    source_masks = [p for p in masks if not p.name.lower().startswith(("decoder", "target", "tgt"))]
    if len(source_masks) > 1:
        refuse(Message("it has two masks for the source"))
    target_mask = next((p for p in masks if p not in source_masks), None)
    source = next(p for p in ids if p is not target[0])
    return Wiring("model", source, _first(source_masks), target[0], target_mask, result=result)


def _tell_masks(masks: list[Port], ids: Port, refuse: Callable[[Message], NoReturn]) -> tuple[Port | None, Port | None]:
    """(source mask, target mask) of a decoder."""
    source: list[Port] = []
    target: list[Port] = []
    for mask in masks:
        name = mask.name.lower()
        # a plain "attention_mask" is the encoder's, unless it shares the free axis of the target ids
        own = isinstance(mask.shape[1], str) and mask.shape[1] == ids.shape[1]
        (target if name.startswith("decoder") or ("encoder" not in name and own) else source).append(mask)
    if len(source) > 1 or len(target) > 1:
        refuse(Message("it has two masks of one kind"))
    return _first(source), _first(target)


class _Graph:
    """A session with its wiring; turns arrays into the types that it wants."""

    def __init__(self, session: onnxruntime.InferenceSession, path: Path) -> None:
        self.session, self.path = session, path
        self.wiring = read_wiring(_ports(session.get_inputs()), _ports(session.get_outputs()), path)

    def run(self, feed: Iterable[tuple[Port | None, Array]], wanted: Sequence[Port]) -> list[Array]:
        arrays: dict[str, Array] = {port.name: np.ascontiguousarray(array, dtype=_DTYPES[port.element]) for port, array in feed if port}
        out: list[Array] = self.session.run([port.name for port in wanted], arrays)
        return out


_DTYPES: dict[str, Any] = {
    "float": np.float32,
    "float16": np.float16,
    "double": np.float64,
    "int64": np.int64,
    "int32": np.int32,
    "bool": np.bool_,
}


def _ports(infos: Iterable[Any]) -> tuple[Port, ...]:
    return tuple(Port(i.name, i.type.removeprefix("tensor(").removesuffix(")"), tuple(i.shape)) for i in infos)


class _Rows:
    """Decoding without a cache: the tokens so far of each row, run whole at each step."""

    def __init__(self, graph: _Graph, fixed: dict[Port, Array]) -> None:
        self._graph, self._fixed = graph, fixed  # inputs that stay, (sentences, ...)
        self._owner: Ints = np.arange(len(next(iter(fixed.values()))))
        self._prefix: Ints = np.zeros((len(self._owner), 0), np.int64)  # (rows, tokens so far)

    def step(self, tokens: Ints, parents: Ints) -> Array:
        """Logits (rows, vocabulary)."""
        self._owner = self._owner[parents]
        self._prefix = np.concatenate([self._prefix[parents], tokens[:, None]], axis=1)
        wiring = self._graph.wiring
        assert wiring.result
        feed = [(port, array[self._owner]) for port, array in self._fixed.items()]
        feed += [(p, a) for p, a in ((wiring.target_ids, self._prefix), (wiring.target_mask, np.ones_like(self._prefix))) if p]
        logits: Array = self._graph.run(feed, [wiring.result])[0][:, -1]
        return logits


class _CachedRows:
    """Decoding with a cache that the graphs hand out and take back."""

    def __init__(self, first: _Graph, later: _Graph, states: Array, mask: Ints, heads: int, head_size: int) -> None:
        self._first, self._later, self._states, self._mask = first, later, states, mask
        self._empty_shape = (heads, 0, head_size)
        self._owner: Ints = np.arange(len(mask))
        self._fed: Ints | None = None  # owners that _row_states, _row_mask and the cross-attention cache were taken for
        self._row_states, self._row_mask = states, mask
        self._cache: dict[Slot, Array] = {}  # (rows, heads, positions, head size)

    def step(self, tokens: Ints, parents: Ints) -> Array:
        """Logits (rows, vocabulary)."""
        self._follow(parents)
        first = not self._cache
        graph = self._first if first else self._later
        wiring = graph.wiring
        assert wiring.result
        feed: list[tuple[Port | None, Array]] = [
            (wiring.target_ids, tokens[:, None]),
            (wiring.source_mask, self._row_mask),
            (wiring.states, self._row_states),
            (wiring.target_mask, np.ones((len(tokens), self._steps + 1), np.int64)),
            (wiring.branch, np.array([not first])),
        ]
        nothing = np.zeros((len(tokens), *self._empty_shape), np.float32)
        feed += [(port, self._cache.get(slot, nothing)) for slot, port in wiring.past.items()]
        # the cross-attention part never changes; merged graphs give an empty one after the first step
        grown = {slot: port for slot, port in wiring.present.items() if first or slot.side == "self"}
        logits, *cache = graph.run(feed, [wiring.result, *grown.values()])
        self._cache.update(zip(grown, cache, strict=True))
        last: Array = logits[:, -1]
        return last

    @property
    def _steps(self) -> int:
        return next((a.shape[2] for slot, a in self._cache.items() if slot.side == "self"), 0)

    def _follow(self, parents: Ints) -> None:
        owner = self._owner[parents]
        if len(parents) != len(self._owner) or (parents != np.arange(len(parents))).any():
            same_owner = np.array_equal(owner, self._owner)
            for slot, array in self._cache.items():
                if slot.side == "self" or not same_owner:
                    self._cache[slot] = array[parents]
        self._owner = owner
        if self._fed is None or not np.array_equal(owner, self._fed):
            self._row_states, self._row_mask, self._fed = self._states[owner], self._mask[owner], owner


@dataclass(slots=True)
class _State:
    """Rows that decode together (of equal source length where there is no mask for padding), and where each row is."""

    parts: list[_Rows | _CachedRows]
    part: Ints  # (rows,) which of parts
    place: Ints  # (rows,) row in it


class ForeignNetwork:
    """A pack of graphs made by others as a `search.Network`; see the module."""

    def __init__(self, pack: Pack, threads: int, make_session: Callable[[Path, int], onnxruntime.InferenceSession]) -> None:
        self.threads = threads
        self._manifest = pack.manifest
        roles = sorted(pack.manifest.graphs)
        with ThreadPoolExecutor(len(roles)) as pool:
            sessions = list(pool.map(lambda role: make_session(pack.graph(role), threads), roles))
        self._graphs = {role: _Graph(session, pack.graph(role)) for role, session in zip(roles, sessions, strict=True)}
        self._check()
        self._padded = all(g.wiring.source_mask for role, g in self._graphs.items())
        self._width = pack.manifest.architecture.vocab_size

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
        return tuple(next(iter(self._graphs.values())).session.get_providers())

    def close(self) -> None:
        """Free the sessions and give their memory back; the network can't be used after."""
        self._graphs.clear()
        memory.give_back()

    def _check(self) -> None:
        """Roles, cache and width are those that the manifest says. Raises UnsupportedPack."""
        shape, layout = self._manifest.architecture, self._manifest.layout
        for role, graph in self._graphs.items():
            wanted = "decoder_merged" if (layout, role) == ("optimum-merged", "decoder") else role
            if graph.wiring.role != wanted:
                raise UnsupportedPack(
                    "{path} looks like {found}, the manifest says {wanted}", path=graph.path, found=graph.wiring.role, wanted=wanted
                )
            check_shapes(graph.wiring, shape.decoder_layers, shape.heads, shape.d_model, shape.vocab_size, graph.path)

    def start(self, sources: Sequence[Sequence[int]]) -> _State:
        """Run the encoder. Raises ValueError when a source is longer than max_positions."""
        lengths: Ints = np.array([len(source) for source in sources], np.int64)
        if lengths.max() > self.max_positions:
            raise ValueError(f"a source of {lengths.max()} tokens; the model takes {self.max_positions}")
        # without a mask, padding would be read as text: only sentences of equal length go together
        groups = [np.arange(len(sources))] if self._padded else [np.flatnonzero(lengths == n) for n in np.unique(lengths)]
        state = _State([], np.zeros(len(sources), np.int64), np.zeros(len(sources), np.int64))
        for i, rows in enumerate(groups):
            state.parts.append(self._start([sources[row] for row in rows.tolist()]))
            state.part[rows], state.place[rows] = i, np.arange(len(rows))
        return state

    def _start(self, sources: Sequence[Sequence[int]]) -> _Rows | _CachedRows:
        ids = np.full((len(sources), max(map(len, sources))), self.tokens.pad, np.int64)
        mask = np.zeros(ids.shape, np.int64)
        for i, source in enumerate(sources):
            ids[i, : len(source)] = source
            mask[i, : len(source)] = 1
        if self._manifest.layout == "single":
            graph = self._graphs["model"]
            return _Rows(graph, {p: a for p, a in ((graph.wiring.source_ids, ids), (graph.wiring.source_mask, mask)) if p})
        encoder = self._graphs["encoder"]
        wiring = encoder.wiring
        assert wiring.result
        states = encoder.run([(wiring.source_ids, ids), (wiring.source_mask, mask)], [wiring.result])[0]
        decoder = self._graphs["decoder"]
        if self._manifest.layout == "split":
            return _Rows(decoder, {p: a for p, a in ((decoder.wiring.states, states), (decoder.wiring.source_mask, mask)) if p})
        shape = self._manifest.architecture
        later = self._graphs.get("decoder_with_past", decoder)
        return _CachedRows(decoder, later, states, mask, shape.heads, shape.d_model // shape.heads)

    def listed(self, state: _State) -> None:
        """All ids, always."""

    def step(self, state: _State, tokens: Ints, parents: Ints) -> Floats:
        """One more token a row; see `search.Network`."""
        part, place = state.part[parents], state.place[parents]
        logits = np.empty((len(tokens), self._width), np.float32)
        for i, rows_of in enumerate(state.parts):
            rows = np.flatnonzero(part == i)
            if not len(rows):
                continue
            found = rows_of.step(tokens[rows], place[rows])
            if found.shape[1] != self._width:
                raise UnsupportedPack(
                    "the model gives {found} logits for a vocabulary of {expected}: is its last layer missing?",
                    found=found.shape[1],
                    expected=self._width,
                )
            logits[rows] = found
            place[rows] = np.arange(len(rows))
        state.part, state.place = part, place
        return logits


def check_shapes(wiring: Wiring, layers: int, heads: int, d_model: int, vocab_size: int, where: Path) -> None:
    """Hold fixed sizes in a graph against the model's config. Raises UnsupportedPack."""
    assert wiring.result
    last = wiring.result.shape[-1]
    expected = d_model if wiring.role == "encoder" else vocab_size
    if isinstance(last, int) and last != expected:
        logits = Message("logits over the vocabulary (is the last layer missing?)")
        what = Message("hidden states") if wiring.role == "encoder" else logits
        raise UnsupportedPack(
            "{path}: output {output} should be {what}, {expected} wide", path=where, output=wiring.result, what=what, expected=expected
        )
    if not wiring.past:
        return
    sides = {slot.side for slot in wiring.past}
    complete = {Slot(layer, side, part) for layer in range(layers) for side in sides for part in ("key", "value")}
    if set(wiring.past) != complete or "self" not in sides:
        listed = ", ".join(sorted(port.name for port in wiring.past.values()))
        raise UnsupportedPack("{path}: a cache of {layers} layers is expected, found {listed}", path=where, layers=layers, listed=listed)
    for port in wiring.past.values():
        if any(isinstance(got, int) and got != want for got, want in zip(port.shape[1::2], (heads, d_model // heads), strict=True)):
            raise UnsupportedPack(
                "{path}: cache {port} does not fit {heads} heads of {size}", path=where, port=port, heads=heads, size=d_model // heads
            )
