"""The table and the curves of docs/peers.md, from what peers.py has appended.

    python benchmarks/quality/peers_page.py peers.csv curves.csv [docs/peers.md]

Replaces what stands between the page's two marks; words around them are written by hand. A curve is drawn for
each run that stops short of the published figure, and kept as an SVG beside the page.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from pathlib import Path

from diskembed.reproduction.rows import row

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
WIDTH, HEIGHT, EDGE = 480, 200, 36

Cell = tuple[str, str, str]
"""System, dimension, percent."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("curves", type=Path)
    parser.add_argument("page", type=Path, nargs="?", default=Path("docs/peers.md"))
    options = parser.parse_args()
    results = {cell_of(line): line for line in lines(options.results)}  # the last run of a cell counts
    points: dict[Cell, dict[int, float]] = defaultdict(dict)
    for line in lines(options.curves):
        points[cell_of(line)][int(line["epoch"])] = 100 * float(line["f1"])
    parts = [table(results)]
    for cell, line in sorted(results.items()):
        if line["published"] and float(line["ours"]) < float(line["published"]) and points[cell]:
            parts.append(figure(cell, points[cell], float(line["published"]), options.page.parent / "peers"))
    text = options.page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        parser.error(f"{options.page} lacks the line {BEGIN!r} or {END!r}")
    body = "\n\n".join(parts)
    options.page.write_text(f"{before}{BEGIN}\n\n{body}\n\n{END}{after}", encoding="utf-8")


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def cell_of(line: dict[str, str]) -> Cell:
    return line["system"], line["dim"].zfill(2), line["percent"]


def table(results: dict[Cell, dict[str, str]]) -> str:
    head = ["| system | dim | published | ours | | best epoch | seconds |", "|---|---|---|---|---|---|---|"]
    found = []
    for _, line in sorted(results.items()):
        short = line["published"] and float(line["ours"]) < float(line["published"])
        epoch = f"{line['best_epoch']} of {line['epochs']}"
        cells = (row(line["system"]).title, line["dim"], line["published"], f"{float(line['ours']):.1f}")
        found.append(
            f"| {' | '.join(cells)} | {'short' if short else ''} | {epoch} | {float(line['seconds']):.0f} |"
        )
    return "\n".join([*head, *found])


def figure(cell: Cell, points: dict[int, float], published: float, folder: Path) -> str:
    system, dim, percent = cell
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{system}-dim{int(dim)}-{percent}.svg"
    path.write_text(svg(points, published), encoding="utf-8")
    title = f"{row(system).title}, dim {int(dim)}, {percent} %"
    return f"![{title}: validation F1 by epoch, and the published figure](peers/{path.name})\n\n*{title}*"


def svg(points: dict[int, float], published: float) -> str:
    """One curve over its epochs, a dashed line at the published figure."""
    epochs = sorted(points)
    low = min(*points.values(), published) - 2
    high = max(*points.values(), published) + 2

    def x(epoch: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * epoch / epochs[-1]

    def y(value: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)

    path = " ".join(f"{x(epoch):.1f},{y(points[epoch]):.1f}" for epoch in epochs)
    best = max(points.values())
    labels = [
        (EDGE, HEIGHT - 10, "epoch 0", "start"),
        (WIDTH - EDGE, HEIGHT - 10, f"{epochs[-1]}", "end"),
        (WIDTH - EDGE, y(published) - 5, f"published {published:.1f}", "end"),
        (EDGE, y(best) - 5, f"best {best:.1f}", "start"),
    ]
    texts = "".join(
        f'<text x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}">{label}</text>'
        for at_x, at_y, label, anchor in labels
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="11"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y(published):.1f}" y2="{y(published):.1f}" '
        f'stroke="#888" stroke-dasharray="5 4"/>'
        f'<polyline points="{path}" fill="none" stroke="#0b6" stroke-width="1.5"/>{texts}</svg>\n'
    )


if __name__ == "__main__":
    main()
