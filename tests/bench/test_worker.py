"""What peers are asked is worked out alike for all of them."""

from collections.abc import Sequence

from translator_app.bench import worker


class Upside:
    """Answers with the source backwards."""

    def decode(self, sources: Sequence[list[int]], beam: int, length: int | None) -> list[list[int]]:
        return [source[::-1] for source in sources]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        return [text[::-1] for text in texts]


class Letters:
    """A tokenizer: a letter is a token."""

    def encode(self, text: str) -> list[int]:
        return [ord(c) for c in text]

    def decode(self, ids: list[int]) -> str:
        return "".join(map(chr, ids))


def test_ids_and_texts_are_answered_with_time_and_size() -> None:
    answer = worker.answer(Upside(), {"sources": [[1, 2, 0], [3, 0]], "beam": 1})
    assert answer["size"] == 5
    assert answer["shown"] == ["[0, 2, 1]"]
    assert worker.answer(Upside(), {"texts": ["abc"], "beam": 1})["shown"] == ["cba"]
    assert set(worker.answer(Upside(), {"memory": True})) == {"peak_mb"}


def test_each_client_has_one_sentence_at_a_time() -> None:
    answer = worker.answer(Upside(), {"clients": 2, "sources": [[1, 0]] * 5, "beam": 1})
    assert len(answer["latencies"]) == 5
    assert answer["s"] >= max(answer["latencies"]) > 0


def test_batches_by_length_keep_the_order_of_the_texts() -> None:
    texts = [f"{'x' * (i % 7)}{i}" for i in range(70)]
    assert worker.in_batches(Upside(), Letters(), texts, 1) == [text[::-1] for text in texts]  # type: ignore[arg-type]


def test_padding_and_the_end_token() -> None:
    ids, mask = worker.padded([[5, 6, 0], [7, 0]], 9)
    assert ids.tolist() == [[5, 6, 0], [7, 0, 9]]
    assert mask.tolist() == [[1, 1, 1], [1, 1, 0]]
    assert worker.cut([3, 4, 0, 9], 0) == [3, 4]
    assert worker.cut([3, 4], 0) == [3, 4]
    assert worker.most_tokens([[1] * 20, [1]]) == 50
    assert worker.most_tokens([[1]]) == worker.LEAST
