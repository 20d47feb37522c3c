"""`python -m symproof.systems CERTIFICATE SYSTEM`: the check of FORMAT.md on its own."""

from __future__ import annotations

import sys

from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.nullstellensatz import check
from symproof.reader.text import read_json


def main(paths: list[str]) -> int:
    """0 the identity holds, 1 rejected, 2 usage, 3 malformed."""
    if len(paths) != 2:
        sys.stderr.write("usage: python -m symproof.systems CERTIFICATE SYSTEM\n")
        return 2
    try:
        sys.stdout.write(f"accepted: {check(read_json(paths[0]), read_json(paths[1]))}\n")
    except (Malformed, Rejected) as error:
        sys.stderr.write(f"{type(error).__name__.lower()}: {error}\n")
        return 1 if isinstance(error, Rejected) else 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
