"""What a run tells: a bar in a terminal only, lines in a file, points on curves."""

import csv
import io

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

    writer = Writer()
    TensorBoardLog(writer)(EPOCH)
    assert ("f1", 0.9, 2) in writer.points
    assert ("pairs_per_second", 2e6, 2) in writer.points
    assert {name for name, _, _ in writer.points} == {"loss", "violated", "active", "pairs_per_second", "f1"}


def test_a_rate_needs_time():
    assert Epoch(1, 1, 0.0, 0.0, 0.0, 5, 0.0).rate == 0.0
