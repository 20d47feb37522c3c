"""`python -m symproof`."""

import sys

from symproof.cli import main

sys.exit(main())
