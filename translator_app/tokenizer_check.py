"""Does a pack's tokenizer belong to its model? A tokenizer of another model gives fluent nonsense, so it is refused."""

import json
from collections.abc import Collection

import sentencepiece

from translator_app.errors import BrokenPack, Message
from translator_app.packs import Pack

MIN_SHARE = 0.5  # of a SentencePiece model's pieces in the vocabulary: all in packs of ours; a published vocabulary may lack rare ones
MAX_SPARE_ROWS = 127  # embeddings padded to a multiple of 8, 64 or 128
TARGET_VOCABULARY = "target_vocab.json"  # only models whose decoder has a vocabulary of its own


def check_tokenizer(pack: Pack) -> None:
    """Hold vocab.json, source.spm and target.spm against the manifest. Raises BrokenPack that names the file and the reason."""
    vocab = _read_vocab(pack, "vocab.json")
    tokens, width = pack.manifest.tokens, pack.manifest.architecture.vocab_size
    if not width - MAX_SPARE_ROWS <= len(vocab) <= width:
        raise _foreign(
            pack, "vocab.json", Message("it has {found} entries, the model's embedding {expected} rows", found=len(vocab), expected=width)
        )
    if sorted(vocab.values()) != list(range(len(vocab))):
        raise _foreign(pack, "vocab.json", Message("its ids are not 0 to {last}, one each", last=len(vocab) - 1))
    for piece, name, id_ in (("</s>", "eos", tokens.eos), ("<unk>", "unk", tokens.unk), ("<pad>", "pad", tokens.pad)):
        if vocab.get(piece) != id_:
            raise _foreign(
                pack,
                "vocab.json",
                Message(
                    "{piece} has id {found}, the model's {name} is {expected}", piece=piece, found=vocab.get(piece), name=name, expected=id_
                ),
            )
    for token in pack.manifest.source_prefix.split():
        if token not in vocab:
            raise _foreign(pack, "vocab.json", Message("the source prefix {prefix} is not in it", prefix=token))
    own = any(file.path == TARGET_VOCABULARY for file in pack.manifest.files)
    target = _read_vocab(pack, TARGET_VOCABULARY) if own else vocab
    producible = pack.manifest.producible_ids or max(width, len(target))
    _check_pieces(pack, "source.spm", vocab)
    _check_pieces(pack, "target.spm", {piece for piece, id_ in target.items() if id_ < producible})


def _foreign(pack: Pack, name: str, reason: Message) -> BrokenPack:
    return BrokenPack("{path} does not belong to the model: {reason}", path=pack.folder / name, reason=reason)


def _read_vocab(pack: Pack, name: str) -> dict[str, int]:
    try:
        vocab = json.loads(pack.read(name))
    except (ValueError, RecursionError) as error:
        if isinstance(error, BrokenPack):
            raise
        raise BrokenPack("{path} is damaged ({reason}); get the pack again", path=pack.folder / name, reason=str(error)[:80]) from error
    if not isinstance(vocab, dict) or not all(type(id_) is int for id_ in vocab.values()):
        raise BrokenPack("{path} is no table of pieces and ids; get the pack again", path=pack.folder / name)
    return vocab


def _check_pieces(pack: Pack, name: str, vocab: Collection[str]) -> None:
    model = sentencepiece.SentencePieceProcessor()
    try:
        if not (data := pack.read(name)):
            raise RuntimeError(Message("it is empty"))
        model.LoadFromSerializedProto(data)
    except RuntimeError as error:
        raise BrokenPack(
            "{path} is no SentencePiece model ({reason}); get the pack again", path=pack.folder / name, reason=str(error)[:80]
        ) from error
    pieces = [model.IdToPiece(i) for i in range(model.GetPieceSize()) if not model.IsControl(i) and not model.IsUnknown(i)]
    known = sum(piece in vocab for piece in pieces)
    if known < MIN_SHARE * len(pieces) or not pieces:
        raise _foreign(
            pack, name, Message("only {known} of its {number} pieces are in the vocabulary of the model", known=known, number=len(pieces))
        )
