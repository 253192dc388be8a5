"""Which of the values that are kept the next one is made from."""

from desktop.core.model.memo import Memo


def test_after_an_undo_the_next_follows_from_the_one_gone_back_to():
    memo, first, second = Memo(), ("first",), ("second",)
    for parts in (first, second, first):
        memo.get("made", parts, lambda parts=parts: parts)
    assert memo.last("made") is first
    memo.come_back("made", second)
    assert memo.last("made") is second
    memo.come_back("made", ("another",))
    assert memo.last("made") is second
