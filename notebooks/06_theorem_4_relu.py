# %% [markdown]
# # Theorem 4 for ReLU
#
# $$\exists V:\ x+W_{\mathrm{down}}\mathrm{ReLU}(W_{\mathrm{up}}x)
# =V_{\mathrm{down}}\mathrm{ReLU}(V_{\mathrm{up}}x)
# \quad\Longleftrightarrow\quad\exists S:\ W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I_d$$
#
# (rows of $W_{\mathrm{up}}$ nonzero and pairwise non-collinear, columns of $W_{\mathrm{down}}$ nonzero.) An
# existence question about functions becomes a finite question about weights: one of $2^N$ sets must satisfy
# $d^2$ equations.

# %% [markdown]
# A block that satisfies the condition for $S=\{0,1\}$: the lines on which a neuron switches, those in $S$
# marked.

# %%
from symproof import Block, decide
from symproof.render.figures import draw

block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]])
draw("kinks", block)

# %% [markdown]
# Sufficiency begins with one neuron: flipping its row subtracts $Dz$.

# %%
from symproof.paper import get

proof = get("thm-4-relu")
proof.next()

# %% [markdown]
# Summed over $S$ this is $-W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]\,x$, which the condition makes $+x$.

# %%
proof.next()

# %% [markdown]
# One flip after the other, the linear part walks from $0$ to $+I$.

# %%
draw("walk", block)

# %% [markdown]
# Necessity rests on Lemma 6. At a point of the line $l_r=0$ that lies on no other, the functions $|l_m|$ with
# $m\ne r$ are straight.

# %%
lemma = get("lemma-6")
next(step for step in lemma if step.result.of.name == "no-kink")

# %% [markdown]
# There $|l_r|$ has a kink, so nothing else can make up for it.

# %%
lemma.next()

# %% [markdown]
# So the even parts must agree class by class: $V$ keeps every row of $W$ up to a factor, one neuron each.

# %%
for _ in ("classes", "occupied", "count"):
    shown = proof.next()
    print(f"{shown.number}/{shown.total} {shown.result.of.name}: {shown.result.of.claim}")

# %% [markdown]
# A negative factor turns the linear part of its neuron around.

# %%
proof.next()

# %% [markdown]
# The linear parts then say that the rows with a negative factor satisfy the condition.

# %%
proof.next()

# %% [markdown]
# A wrong step is refused: each step is also run with something made false, and must fail.

# %%
result = proof.run(mutants=True)
for part in result.parts[:4]:
    for m in part.mutants:
        print(f"{m.of.what} -> {m.state}: {m.outcome.detail}")
print(sum(m.killed for m in result.mutants), "of", len(result.mutants), "false versions refused")

# %% [markdown]
# A near miss: for one $S$ all entries of the condition hold but one, which is off by a thousandth. In the
# picture, how far it is from holding for every $S$.

# %%
from symproof.examples.make import make, request_for

miss = make("near-miss", 1, request_for("near-miss"))
print(decide(miss.block))
print(miss.why)
draw("distance", miss.block)

# %% [markdown]
# **Exercise.** Repair the near miss: change one entry of $W_{\mathrm{down}}$ so that it absorbs its skip.
# *Solution.* What $S=\{0,3\}$ leaves over is $1/1000$ in one place, and column $0$ can take it back.

# %%
left = miss.block.residual([0, 3])
down = [list(row) for row in miss.block.W_down]
down[1][0] -= left[1][1]
print(*left[1], "->", decide(Block(miss.block.W_up, down)))

# %% [markdown]
# The kernel has the last word on it, in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(miss.certificate, miss.block, "not-absorbable"))
