"""The picture loader: bounded before it decodes, upright, and a plain message for the rest."""

import time
import tracemalloc

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPixmap

from desktop.core.errors import PictureError
from desktop.ui import pictures
from tests.helpers import picture_files as made

RED, BLUE = QColor("red"), QColor("blue")


@pytest.fixture(autouse=True)
def fresh(qapp):
    pictures.forget()
    yield
    pictures.forget()


def near(one, other):
    return all(abs(a - b) < 12 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def peak_mb(reset=False):
    """Return the most memory this process ever had, since it was reset; None where unknown."""
    try:
        if reset:
            with open("/proc/self/clear_refs", "w") as file:
                file.write("5")
        with open("/proc/self/status") as file:
            told = dict(line.split(":", 1) for line in file)
        return int(told["VmHWM"].split()[0]) / 1024
    except OSError:
        return None


@pytest.mark.parametrize("side", [1, 8192])
@pytest.mark.fault("L37")
def test_a_picture_up_to_what_is_shown_is_read_as_it_is(side, tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(made.whole_png(side, side))
    assert pictures.size_of(path) == QSize(side, side)
    assert pictures.picture(path).size() == QSize(side, side)


@pytest.mark.parametrize("side", [8193, 12_000])
@pytest.mark.fault("L37")
def test_a_larger_one_is_made_smaller_within_memory(side, tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(made.whole_png(side, side))
    assert pictures.size_of(path) == QSize(side, side)
    before = peak_mb(reset=True)
    image = pictures.picture(path)
    after = peak_mb()
    assert image.size() == QSize(8192, 8192)
    assert image.pixelColor(4000, 4000) == QColor(128, 128, 128)
    if before is not None:
        assert after - before < 1024


@pytest.mark.parametrize(("width", "height"), [(20_000, 20_000), (900_000, 1), (40_000, 10)])
@pytest.mark.fault("L37")
def test_beyond_the_limit_the_size_is_named_and_nothing_decoded(width, height, tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(made.png(width, height))
    tracemalloc.start()
    with pytest.raises(PictureError, match=r"map\.png has [\d,]+ x [\d,]+ pixels; at most 160,000"):
        pictures.picture(path)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is no PNG"),
        (b"just a text", "is no PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "is no PNG"),
        (made.whole_png(300, 300)[:200], "damaged"),
        (made.PNG, "no PNG|no size|damaged"),
        (made.png(0, 10), "no PNG|no size|damaged"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "no PNG|no size|damaged"),
        (b"GIF89a\x01", "no PNG|no size|damaged"),
        (b"BM" + b"\xff" * 60, "no PNG|no size|damaged|pixels"),
    ],
)
@pytest.mark.fault("L37")
def test_what_is_no_picture_is_said_in_a_sentence(content, says, tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=rf"^map\.png .*({says}).*\.$"):
        pictures.picture(path)
    assert pictures.KEPT.pixmap(str(path)).isNull()
    assert pictures.KEPT.fault(str(path)).startswith("map.png")
    assert pictures.portrait_of(str(path)).isNull()


@pytest.mark.fault("L37")
def test_half_a_photograph_is_shown_as_far_as_it_goes(tmp_path):
    content = made.jpeg(tmp_path / "whole.jpg", 300, 300)
    path = tmp_path / "half.jpg"
    path.write_bytes(content[: len(content) * 4 // 5])
    assert pictures.picture(path).size() == QSize(300, 300)


@pytest.mark.fault("L37")
def test_a_photograph_taken_on_its_side_stands_upright(tmp_path):
    path = tmp_path / "side.jpg"
    path.write_bytes(made.turned(made.jpeg(tmp_path / "lies.jpg", 64, 32)))
    assert pictures.size_of(path) == QSize(32, 64)
    image = pictures.picture(path)
    assert image.size() == QSize(32, 64)
    assert near(image.pixelColor(16, 8), RED)
    assert near(image.pixelColor(16, 56), BLUE)


@pytest.mark.fault("L37")
def test_one_on_its_side_is_made_smaller_upright(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "PIXEL_LIMIT", 10_000)
    path = tmp_path / "side.jpg"
    path.write_bytes(made.turned(made.jpeg(tmp_path / "lies.jpg", 64, 32)))
    image = pictures.picture(path, most=512)
    assert image.size() == QSize(16, 32)
    assert near(image.pixelColor(8, 4), RED)


@pytest.mark.fault("L37")
def test_a_photograph_for_print_is_shown_in_its_colours(tmp_path):
    image = QImage(16, 16, QImage.Format.Format_CMYK8888)
    for y in range(16):
        line = image.scanLine(y)
        line[:] = bytes((0, 255, 255, 0)) * 16  # no cyan, all magenta, all yellow: red
    path = tmp_path / "print.jpg"
    assert image.save(str(path), "JPEG", 95)
    pixmap = pictures.KEPT.pixmap(str(path))
    found = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert near(found.pixelColor(8, 8), RED)


@pytest.mark.parametrize(
    "content",
    [made.text_bomb(60), made.many_passes(b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xd9", 5000)],
    ids=["packed text", "passes"],
)
def test_what_unpacks_to_endless_work_is_refused_at_once(content, tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(content)
    began = time.perf_counter()
    with pytest.raises(PictureError, match="far more work than a picture is"):
        pictures.picture(path)
    assert time.perf_counter() - began < 1


def test_what_is_kept_in_memory_has_an_end(tmp_path):
    kept = pictures.Kept(limit=100 * 100 * 4 * 3)
    files = []
    for number in range(6):
        files.append(tmp_path / f"{number}.png")
        files[-1].write_bytes(made.whole_png(100, 100))
        assert not kept.pixmap(str(files[-1])).isNull()
    assert kept.size <= 100 * 100 * 4 * 3
    assert isinstance(kept.pixmap(str(files[-1])), QPixmap)


def test_one_picture_larger_than_all_that_is_kept_is_shown_all_the_same(tmp_path):
    kept = pictures.Kept(limit=10)
    (tmp_path / "a.png").write_bytes(made.whole_png(50, 50))
    assert not kept.pixmap(str(tmp_path / "a.png")).isNull()


def test_a_portrait_is_small_however_large_its_file_is(tmp_path):
    path = tmp_path / "face.png"
    path.write_bytes(made.whole_png(3000, 2000))
    assert pictures.portrait_of(str(path)).size() == QSize(256, 256)


def test_a_picture_outside_the_folder_is_never_opened(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    (tmp_path / "map.png").write_bytes(made.whole_png(4, 4))
    assert pictures.path_in(folder, "../map.png") == ""
    assert pictures.path_in(folder, str(tmp_path / "map.png")) == ""
    assert pictures.path_in(None, "map.png") == ""
