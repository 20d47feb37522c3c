# %% [markdown]
# # From weights to a verdict
#
# $$x + W_{\mathrm{down}}\,\sigma(W_{\mathrm{up}}x)\;=\;V_{\mathrm{down}}\,\sigma(V_{\mathrm{up}}x)\quad\text{for all }x\ ?$$
#
# If such a $V$ of the same width exists, the skip connection of the block is only a way of writing it.
# For exact weights the question has an exact answer, and an answer comes with evidence.

# %% [markdown]
# A block is two matrices of exact numbers: $N$ rows of $W_{\mathrm{up}}$, one a neuron, and $d$ rows of $W_{\mathrm{down}}$.

# %%
from symproof import Block, check, decide

block = Block(W_up=[[1, 0], [0, 1], [1, 1]], W_down=[[-1, 0, 2], [0, -1, 5]], activation="relu")
block

# %% [markdown]
# `decide` searches, and lets the trusted kernel check what it found before it answers.

# %%
decision = decide(block)
decision

# %% [markdown]
# The condition behind it is the paper's (3): some set $S$ of neurons has $W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$.
# `residual` shows what a set leaves over; zero means that it solves (3).

# %%
{S: block.residual(S) for S in [(0, 1), (0,), (0, 1, 2)]}

# %% [markdown]
# Flipping the rows in $S$ gives $V$. At any exact point the two functions agree.

# %%
V = block.flip(decision.subset)
x = ["22/7", "-3"]
V.evaluate(x), block.evaluate(x)

# %% [markdown]
# Flipping other rows is refused as an answer: the two functions differ.

# %%
block.flip([0]).evaluate(x) == block.evaluate(x)

# %% [markdown]
# Three neurons nobody chose: almost every block looks like this one.

# %%
generic = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]])
decide(generic)

# %% [markdown]
# The evidence is a short tree. Here it is one leaf: a combination of the equations (3) whose left side cannot reach its right side.

# %%
certificate = decide(generic).certificate
certificate["evidence"]

# %% [markdown]
# The kernel accepts it for the claim that was made and for no other.

# %%
from symproof import Rejected

for claim in ("not-absorbable", "absorbable"):
    try:
        print(check(certificate, generic.weights, claim))
    except Rejected as error:
        print("rejected:", error)

# %% [markdown]
# How many neurons does it take to drop the skip from this block? $N+d$, here certified from both sides.

# %%
from symproof import least_width

least_width(generic)

# %% [markdown]
# The last word is the kernel's, in a process of its own, with nothing but the standard library.

# %%
import json
import pathlib
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    weights, evidence = pathlib.Path(folder, "weights.json"), pathlib.Path(folder, "certificate.json")
    weights.write_text(json.dumps(generic.to_dict()))
    evidence.write_text(json.dumps(certificate))
    kernel = [
        sys.executable,
        "-m",
        "symproof.kernel",
        evidence,
        "--weights",
        weights,
        "--claim",
        "not-absorbable",
    ]
    print(subprocess.run(kernel, capture_output=True, text=True, check=True).stdout)
