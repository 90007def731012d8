"""Every kind of leak is found, counted and named."""

from dataclasses import replace

import pytest

from diskembed.errors import SplitError
from diskembed.split import Labelled, Pairs, Split
from split.naive import binary_tree


@pytest.fixture(scope="module")
def split():
    return Split.draw(binary_tree(6), percent=25)


def with_more(pairs, *more):
    return Pairs.join(pairs, Pairs.of([a for a, _ in more], [d for _, d in more]))


def broken(split, part, *more):
    """The split with pairs added to one part, given as ``valid.negatives`` or ``train``."""
    if part == "train":
        return replace(split, train=with_more(split.train, *more))
    name, label = part.split(".")
    old = getattr(split, name)
    return replace(split, **{name: replace(old, **{label: with_more(getattr(old, label), *more)})})


def test_a_clean_split_passes(split):
    split.check()
    split.check(binary_tree(6).closure())
    split.reversed().check()


@pytest.mark.parametrize(
    ("into", "taken_from", "says"),
    [
        ("train", "valid", "valid holds a pair of train"),
        ("train", "test", "test holds a pair of train"),
        ("test.positives", "valid", "test holds a pair of valid"),
        ("valid.positives", "test", "test holds a pair of valid"),
    ],
)
def test_pairs_of_one_part_in_another(split, into, taken_from, says):
    leaked = list(getattr(split, taken_from).positives[:3])
    with pytest.raises(SplitError, match=says) as caught:
        broken(split, into, *leaked).check()
    above, below = leaked[0]
    assert f"('{above}', '{below}') and 2 more" in str(caught.value)


@pytest.mark.parametrize("part", ["valid", "test"])
@pytest.mark.parametrize("label", ["positives", "negatives"])
def test_a_part_without_its_other_half(split, part, label):
    emptied = replace(getattr(split, part), **{label: Pairs.empty()})
    with pytest.raises(SplitError, match=rf"{part} holds \d+ positives and \d+ negatives; both, or neither"):
        replace(split, **{part: emptied}).check()
    neither = replace(split, **{part: Labelled(Pairs.empty(), Pairs.empty())})
    neither.check()


@pytest.mark.parametrize("part", ["train", "valid.positives", "test.positives"])
def test_a_pair_twice(split, part):
    name = part.split(".")[0]
    pairs = split.train if name == "train" else getattr(split, name).positives
    with pytest.raises(SplitError, match=f"{name} holds a pair twice: .*more"):
        broken(split, part, *pairs[:2]).check()


@pytest.mark.parametrize(
    "part", ["train", "valid.positives", "valid.negatives", "test.positives", "test.negatives"]
)
def test_a_node_paired_with_itself(split, part):
    with pytest.raises(SplitError, match=r"holds a node paired with itself: \('5', '5'\);"):
        broken(split, part, (5, 5)).check()


@pytest.mark.parametrize("part", ["valid", "test"])
@pytest.mark.parametrize("with_closure", [False, True])
def test_a_negative_in_the_closure(split, part, with_closure):
    closure = binary_tree(6).closure() if with_closure else None
    with pytest.raises(SplitError, match=rf"{part}_neg holds an edge of the closure: \('1', '9'\);"):
        broken(split, f"{part}.negatives", (1, 9)).check(closure)


@pytest.mark.parametrize("pair", [(0, 127), (-1, 3)])
def test_a_node_that_is_not_there(split, pair):
    strange = pair[0] if pair[0] < 0 else pair[1]
    with pytest.raises(SplitError, match=f"train names node {strange}; nodes are numbered 0 to 126"):
        broken(split, "train", pair).check()
    with pytest.raises(SplitError, match=f"train names node {strange} and 1 more"):
        broken(split, "train", pair, pair).check()


def test_a_cycle(split):
    with pytest.raises(SplitError, match="the positive pairs hold a cycle of 2 nodes"):
        broken(split, "train", (1, 0)).check()


def test_negatives_may_repeat(split):
    doubled = Labelled(split.valid.positives, Pairs.join(split.valid.negatives, split.valid.negatives))
    replace(split, valid=doubled).check()


def test_a_positive_outside_the_closure_that_is_given(split):
    closure = binary_tree(6).closure()
    with pytest.raises(SplitError, match=r"valid holds a pair outside the closure: \('3', '4'\);"):
        broken(split, "valid.positives", (3, 4)).check(closure)
    with pytest.raises(SplitError, match=r"train holds a pair outside the closure: .* more"):
        split.reversed().check(closure)
