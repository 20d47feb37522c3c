# %% [markdown]
# # Break the proof yourself
#
# $$\text{a step is worth what its check refuses:}\qquad
# (2^k-2)\,Mx=0\ \ \text{passes},\qquad(2^k-3)\,Mx=0\ \ \text{must not}$$
#
# A checker that accepts everything proves nothing. So change a proof wherever you like, and see whether the
# machine notices.

# %% [markdown]
# The victim: a homogeneous activation of degree $k\ne1$ never absorbs a skip. Its proof has six steps.

# %%
from symproof.paper import get

for shown in get("prop-1"):
    print(shown.number, shown.result.of.name, "-", shown.result.of.claim)

# %% [markdown]
# A proof is a file of data. The tool: take its text, replace something, run what comes out.

# %%
from pathlib import Path

import symproof.paper.prop_1 as victim
from symproof.proof.engine import run_statement

TEXT = Path(victim.__file__).read_text(encoding="utf-8")


def broken(old, new):
    assert old in TEXT
    names = {"__name__": "broken"}
    exec(TEXT.replace(old, new, 1), names)
    result = run_statement(names["STATEMENT"])
    return "passed" if result.fine else f"-> failed: {result.troubles[0]}"


print(broken("D, V", "D, V"))

# %% [markdown]
# A number: $2^k-3$ in place of $2^k-2$. It is refused.

# %%
print(broken("equal((pw(2, k) - 2) * M * x)", "equal((pw(2, k) - 3) * M * x)"))

# %% [markdown]
# Another point: the block is looked at in $3x$, and the rest goes on as if it were $2x$.

# %%
print(broken('by("equal", {x: 2 * x})', 'by("equal", {x: 3 * x})'))

# %% [markdown]
# A step less: without the residual-free side the terms no longer cancel.

# %%
print(broken('                by("vector", {lam: 2, y: V_up * x}, V_down),\n', ""))

# %% [markdown]
# A hypothesis that is not there: the contradiction leans on $M\ne0$, and on nothing else.

# %%
print(broken('clash("matrix", "M-nonzero")', 'clash("matrix", "k-positive")'))

# %% [markdown]
# Another hypothesis: with $k\ne2$ in place of $k\ne1$ the cited fact $2^k\ne2$ is not the one that a page
# lists, with what it rests on, and that people have read.

# %%
print(broken("nonzero(k, 1)", "nonzero(k, 2)"))

# %% [markdown]
# The exact example that the hypothesis is needed is checked as well: with only one row flipped it shows
# nothing.

# %%
print(broken("residual(UP, DOWN), (0, 1)", "residual(UP, DOWN), (0,)"))

# %% [markdown]
# What no computation can refuse is a sentence for people. It is not printed by the proof, but from the data:
# a changed title passes, and a changed formula cannot.

# %%
print(broken("homogeneous activations never absorb", "pigs never fly"))

# %% [markdown]
# **Exercise.** Run the argument at $3x$ in place of $2x$. How far does it get? *Solution.* To the step that
# leans on the cited fact: that one is about $2^k$.

# %%
third = TEXT.replace("pw(2, k) - 2", "pw(3, k) - 3").replace("{x: 2 * x}", "{x: 3 * x}")
third = third.replace("times=pw(2, k)", "times=pw(3, k)").replace("lam: 2", "lam: 3")
names = {"__name__": "third"}
exec(third, names)
for step in run_statement(names["STATEMENT"]).steps[:4]:
    print(step.of.name, step.state)

# %% [markdown]
# Evidence about weights is treated in the same way. This piece is honest; the kernel says so, in a process of
# its own.

# %%
from symproof import Block, decide
from symproof.notebook import kernel_check

honest = Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])
print(kernel_check(decide(honest).certificate, honest, "absorbable"))
