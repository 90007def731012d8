"""What a run tells: a bar in a terminal only, lines in a file, points on curves."""

import csv
import io
import struct
import sys
from dataclasses import replace

import pytest

from diskembed.errors import MissingExtraError, WriteError
from diskembed.training.progress import CsvLog, Epoch, ProgressBar, TensorBoardLog

EPOCH = Epoch(epoch=2, epochs=4, loss=0.5, violated=0.25, active=0.125, pairs=3_000_000, seconds=1.5, f1=0.9)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_bar_is_drawn_in_a_terminal_and_nowhere_else(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        ProgressBar(stream)(EPOCH)
    assert pipe.getvalue() == ""
    shown = terminal.getvalue()
    assert "2/4" in shown
    assert "F1 90.0" in shown
    assert "2.0M pairs/s" in shown
    assert "violated 25.0 %" in shown


def test_a_csv_log_has_one_header_and_a_line_an_epoch(tmp_path):
    path = tmp_path / "run.csv"
    CsvLog(path)(EPOCH)
    CsvLog(path)(EPOCH)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2
    assert rows[1]["f1"] == "0.9"
    assert rows[0]["epoch"] == "2"


def test_tensorboard_gets_each_number_at_its_epoch():
    class Writer:
        def __init__(self):
            self.points = []

        def add_scalar(self, name, value, step):
            self.points.append((name, value, step))

        def flush(self):
            self.flushed = len(self.points)

    writer = Writer()
    TensorBoardLog(writer)(EPOCH)
    assert writer.flushed == 5
    assert ("f1", 0.9, 2) in writer.points
    assert ("pairs_per_second", 2e6, 2) in writer.points
    assert {name for name, _, _ in writer.points} == {"loss", "violated", "active", "pairs_per_second", "f1"}


def events(folder):
    """What TensorBoard would read: records of (length, its checksum, data, its checksum)."""
    from tensorboardX.proto.event_pb2 import Event

    (file,) = folder.iterdir()
    content, points, at = file.read_bytes(), [], 0
    while at < len(content):
        (length,) = struct.unpack_from("<Q", content, at)
        event = Event.FromString(content[at + 12 : at + 12 + length])
        points += [(value.tag, round(value.simple_value, 6), event.step) for value in event.summary.value]
        at += 16 + length
    return points


def test_a_folder_gets_curves_that_tensorboard_reads(tmp_path):
    log = TensorBoardLog(tmp_path / "curves")
    log(EPOCH)
    log(replace(EPOCH, epoch=3, f1=None))
    found = events(tmp_path / "curves")  # while the run goes on
    assert ("loss", 0.5, 2) in found
    assert ("violated", 0.25, 3) in found
    assert [step for name, _, step in found if name == "f1"] == [2]
    assert len(found) == 9


def test_a_folder_that_cannot_be_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="file"):
        TensorBoardLog(tmp_path / "file" / "curves")


def test_a_folder_without_the_package_names_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX.event_file_writer", None)
    with pytest.raises(MissingExtraError, match=r'tensorboardX.*pip install "diskembed\[tensorboard]"'):
        TensorBoardLog(tmp_path / "curves")
    assert not list(tmp_path.iterdir())


def test_a_rate_needs_time():
    assert Epoch(1, 1, 0.0, 0.0, 0.0, 5, 0.0).rate == 0.0
