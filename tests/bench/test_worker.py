"""What peers are asked is worked out alike for all of them."""

from collections.abc import Sequence

from translator_app.bench import worker


class Upside:
    """Answers with the source backwards."""

    def decode(self, sources: Sequence[list[int]], beam: int, length: int | None) -> list[list[int]]:
        return [source[::-1] for source in sources]

    def translate(self, texts: Sequence[str], beam: int) -> list[str]:
        return [text[::-1] for text in texts]


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


def test_batches_by_length_keep_the_order_of_the_sentences() -> None:
    sources = [[i] * (1 + i % 7) for i in range(70)]
    asked: list[int] = []

    def decode(batch: Sequence[list[int]]) -> list[list[int]]:
        asked.append(len(batch))
        assert len(batch[0]) - len(batch[-1]) <= 4
        return [[*source, 99] for source in batch]

    assert worker.by_length(sources, decode) == [[*source, 99] for source in sources]
    assert asked == [32, 32, 6]


def test_padding_and_the_end_token() -> None:
    ids, mask = worker.padded([[5, 6, 0], [7, 0]], 9)
    assert ids.tolist() == [[5, 6, 0], [7, 0, 9]]
    assert mask.tolist() == [[1, 1, 1], [1, 1, 0]]
    assert worker.cut([3, 4, 0, 9], 0) == [3, 4]
    assert worker.cut([3, 4], 0) == [3, 4]
    assert worker.most_tokens([[1] * 20, [1]]) == 50
    assert worker.most_tokens([[1]]) == worker.LEAST
