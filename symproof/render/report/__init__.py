"""The report: one HTML file with every statement, proof, example and verdict, printed from one run."""

from __future__ import annotations

from symproof.render.report.build import collect, report

__all__ = ["collect", "report"]
