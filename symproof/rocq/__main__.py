"""`python -m symproof.rocq`: compile the Rocq development, one file after the other."""

import sys

from symproof.command.export import compile_development

sys.exit(compile_development())
