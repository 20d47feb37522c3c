"""`python -m symproof.rocq [checker]`: compile the Rocq development, or build the checker from it."""

import sys

from symproof.command.export import compile_checker, compile_development

sys.exit(compile_checker() if sys.argv[1:] == ["checker"] else compile_development())
