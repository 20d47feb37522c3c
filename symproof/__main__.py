"""`python -m symproof`."""

import sys

from symproof.command.main import main

sys.exit(main())
