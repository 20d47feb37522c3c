"""The paper proved in Rocq for all d and N, and every certificate re-checked there.

`theories/` is the development (read Definitions.v and Main.v), `export` writes a certificate as a Rocq file,
`build` compiles, `status` says what has been proved.
"""

from symproof.rocq.exporter import export
from symproof.rocq.formal_status import Proved, Status, status
from symproof.rocq.instance import NotExportable
from symproof.rocq.toolchain import CompileError, available, build

__all__ = ["CompileError", "NotExportable", "Proved", "Status", "available", "build", "export", "status"]
