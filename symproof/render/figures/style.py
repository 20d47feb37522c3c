"""The look of all pictures: dark ink on white, told apart by line style, marker and hatch before colour."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INK = "#1b1f24"
SOFT = "#6a737d"
FAINT = "#c9d1d9"
BLUE = "#14508c"
ORANGE = "#c4560a"
PALE_BLUE = "#d6e4f2"
PALE_ORANGE = "#f8dfc8"

STYLE: dict[str, Any] = {
    "svg.hashsalt": "symproof",
    "svg.fonttype": "path",
    "font.family": "STIXGeneral",
    "mathtext.fontset": "stix",
    "font.size": 11.5,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.labelsize": 11.5,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "lines.linewidth": 1.8,
    "lines.solid_capstyle": "round",
    "hatch.linewidth": 0.6,
    "hatch.color": SOFT,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "legend.frameon": False,
    "legend.fontsize": 10.5,
    "path.simplify": True,
}


@contextmanager
def styled() -> Iterator[None]:
    """Matplotlib with this style over its own defaults, whatever the caller has set; restored at the end."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def sheet(width: float, height: float) -> Any:
    """An empty figure of that size in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def bare(axes: Any) -> None:
    """Take the frame and the ticks away."""
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def headed(figure: Any, text: str) -> None:
    """The finding that the picture shows, as a headline."""
    figure.suptitle(text, x=0.012, ha="left", fontsize=13.5, fontweight="bold")
