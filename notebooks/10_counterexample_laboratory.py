# %% [markdown]
# # Counterexample laboratory
#
# $$W_{\mathrm{up}}=\begin{pmatrix}1&0\\-1&0\\0&1\\0&-1\end{pmatrix},\;
# W_{\mathrm{down}}=\begin{pmatrix}2&5&1&1\\1&1&3&7\end{pmatrix}:\qquad
# \nexists S:\ W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I,\quad\text{and yet}\quad\exists V$$
#
# A theorem is understood when one knows what each of its hypotheses is for. Here hypotheses are dropped one
# at a time, and the machine checks what happens then.

# %% [markdown]
# The hypotheses of Theorem 4 for ReLU: the examples for those that are needed are run, not only printed.

# %%
from symproof.paper import statement
from symproof.proof.engine import run_hypothesis

for hypothesis in statement("thm-4-relu").hypotheses:
    outcome = run_hypothesis(hypothesis).outcome
    needed = {True: "needed", False: "not needed", None: "not known"}[hypothesis.without.needed]
    print(f"{hypothesis.name:18} {needed:10} {outcome.state if outcome else 'nothing to run'}")

# %% [markdown]
# Drop "rows non-collinear": here no $S$ satisfies $W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$, and
# there is a certificate for that.

# %%
from symproof import Block, decide, find_subset

block = Block([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]])
no_subset = find_subset(block)
print(no_subset["claim"], no_subset["evidence"])

# %% [markdown]
# And yet the block absorbs its skip: two opposed rows make any linear part along their line.

# %%
from textwrap import fill

decision = decide(block)
print(fill(str(decision), 100))

# %% [markdown]
# $V$ has the same rows and other columns, and the same normal form without a skip.

# %%
from symproof.notebook import parts

V = Block(decision.network.up, decision.network.down, skip=[[0, 0], [0, 0]])
print([[str(x) for x in row] for row in V.W_down], parts(V) == parts(block))

# %% [markdown]
# A wrong step is refused: the kernel does not take "no $S$" for "not absorbable", nor can it be made to
# exhaust the cases.

# %%
from symproof import check
from symproof.kernel.claims import certificate
from symproof.notebook import refused

exhaust = certificate(block.weights, "not-absorbable", 4, {"cost": [{"tree": {"exhaust": True}}]})
print(refused(lambda: check(no_subset, block.weights, "not-absorbable")))
print(refused(lambda: check(exhaust, block.weights, "not-absorbable")))

# %% [markdown]
# Drop "columns nonzero": a zero column frees its neuron, which then doubles another class.

# %%
from symproof.examples.make import make, request_for

idle = make("zero-column", 1, request_for("zero-column"))
print([list(map(int, row)) for row in idle.block.W_down])
print(idle.expected, "-", idle.why)

# %% [markdown]
# Collinear rows alone do not make a block absorb: these two are one class, and the answer is still no.

# %%
collinear = make("degenerate-not", 1, request_for("degenerate-not"))
print(collinear.expected, "-", collinear.why)

# %% [markdown]
# Drop "$\sigma$ is ReLU": for $|z|$ an $S$ satisfies the condition, and no width at all is enough.

# %%
even = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], "abs")
print(decide(even))

# %% [markdown]
# Drop "$d\ge2$" in Corollary 5: on a line all rows are collinear, and of 100 ReLU blocks of two neurons all
# absorb.

# %%
import random

rng = random.Random(4)
line = [
    Block([[rng.randint(1, 9)], [-rng.randint(1, 9)]], [[rng.randint(-9, 9) for _ in "12"]])
    for _ in range(100)
]
print(sum(decide(b).absorbable for b in line), "of", len(line))

# %% [markdown]
# Drop "$g(0)=0$" in Proposition 2: for the logistic gate, flipping gate rows and down columns absorbs the
# skip.

# %%
from symproof.paper import get

next(step for step in get("open-gates") if step.result.of.name == "instance")

# %% [markdown]
# Drop "$M$ invertible" in the reduction to $M=I$: nothing is lost, the condition for $M$ itself still
# decides.

# %%
singular = make("singular-skip", 1, request_for("singular-skip"))
print(
    statement("general-skip").title,
    "- here the skip is",
    [list(map(str, row)) for row in singular.block.skip],
)
print(decide(singular.block))

# %% [markdown]
# **Exercise.** Take neuron $1$ away from the first example. Does it still absorb its skip? *Solution.*
# No: two classes are left and one spare neuron, and it does not give the linear part.

# %%
fewer = Block([[1, 0], [0, 1], [0, -1]], [[2, 1, 1], [1, 3, 7]])
print(decide(fewer))

# %% [markdown]
# The kernel confirms the first example, in a process of its own: no $S$, and absorbable.

# %%
from symproof.notebook import kernel_check

print(kernel_check(no_subset, block, "no-subset"))
print(kernel_check(decision.certificate, block, "absorbable"))
