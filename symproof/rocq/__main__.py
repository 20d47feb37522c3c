"""`python -m symproof.rocq`: compile the Rocq development, one file after the other."""

import sys

from symproof.rocq.commands import compile_development

sys.exit(compile_development())
