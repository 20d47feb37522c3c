# %% [markdown]
# # Theorem 4 for GELU
#
# $$\exists V:\ x+W_{\mathrm{down}}\mathrm{GELU}(W_{\mathrm{up}}x)
# =V_{\mathrm{down}}\mathrm{GELU}(V_{\mathrm{up}}x)
# \quad\Longleftrightarrow\quad\exists S:\ W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I_d$$
#
# (rows of $W_{\mathrm{up}}$ nonzero and distinct up to sign, columns of $W_{\mathrm{down}}$ nonzero.) GELU
# has no kinks to tell its neurons apart; what does it instead is that differently scaled copies of its even
# part $E(z)=\tfrac z2\,\mathrm{erf}(z/\sqrt2)$ are independent.

# %% [markdown]
# The power series of the normal density has no zero coefficient at even powers.

# %%
from symproof.paper import get

proof = get("thm-4-gelu")
steps = {shown.result.of.name: shown for shown in proof}
steps["density-nonzero"]

# %% [markdown]
# Integrating and multiplying by $z$ turns it into that of $E$, so $E$ is not a polynomial.

# %%
steps["even-part"]

# %% [markdown]
# The coefficients themselves, from the recursion $(2n+2)\,d_{n+1}=-d_n$, in units of $1/\sqrt{2\pi}$.

# %%
from fractions import Fraction

d = [Fraction(1)]
for n in range(5):
    d.append(-d[n] / (2 * n + 2))
e = [d[n] / (2 * n + 1) for n in range(6)]
print(" + ".join(f"{c} z^{2 * n + 2}" for n, c in enumerate(e)).replace("+ -", "- "))

# %% [markdown]
# For scales $1,2,3$ the coefficients at $t^2,t^4,t^6$ form a matrix that is invertible, so no combination of
# the copies vanishes.

# %%
from symproof.notebook import exact
from symproof.proof.checks.algebra import invertible

matrix = [[e[n] * Fraction(scale) ** (2 * n + 2) for scale in (1, 2, 3)] for n in range(3)]
print(exact(matrix))
finding = invertible(matrix, True).run()
print(finding.holds, "-", finding.detail)

# %% [markdown]
# Lemma 7 says it for all scales at once: the largest scale with a coefficient dominates, so it has none.

# %%
lemma = get("lemma-7")
next(shown for shown in lemma if shown.result.of.name == "limit")

# %% [markdown]
# A wrong step is refused: with two equal scales copies do cancel, and the matrix is not invertible as
# claimed.

# %%
finding = invertible([[row[0], row[0], row[2]] for row in matrix], True).run()
print(finding.holds, "-", finding.detail)

# %% [markdown]
# A block with collinear rows $w$ and $2w$: for ReLU they are one class, and the skip is absorbed although no
# $S$ satisfies the condition.

# %%
from textwrap import fill

from symproof import Block, decide

up, down = [[1, 0], [2, 0], [0, 1], [0, -2]], [[1, 2, 0, 1], [3, 1, 1, 1]]
print(fill(str(decide(Block(up, down, "relu"))), 100))

# %% [markdown]
# For GELU they are two classes, and with the same weights the answer is no.

# %%
block = Block(up, down, "gelu")
decision = decide(block)
print(decision)

# %% [markdown]
# Where the condition holds, block and flipped MLP agree; values of GELU are enclosed, not rounded.

# %%
good = Block([[1, 2], [0, 1], [1, 1]], [[-1, 2, 1], [0, -1, 3]], "gelu")
S = decide(good).subset
print(S)
print([y.str(12) for y in good.evaluate(["1/3", -2])])
print([y.str(12) for y in good.flip(S).evaluate(["1/3", -2])])

# %% [markdown]
# How many such sets can one block have? That is a statement too; here are two sets, three neurons apart,
# the least there can be between two (rows $(1,1)$, $(1,-1)$ and their sum).

# %%
from symproof.paper import statement

print(fill(statement("how-many").sentence, 100))
next(shown for shown in get("how-many") if shown.result.of.name == "two-solutions")

# %% [markdown]
# **Exercise.** Find a block that absorbs its skip with ReLU and not with GELU. *Solution.* Two rows on one
# line are one class for ReLU, so one neuron is free for the linear part; for GELU they are two classes.

# %%
up, down = [[1, 0], [2, 0], [0, 1]], [[1, 1, 0], [0, 0, -1]]
for name in ("relu", "gelu"):
    print(name, decide(Block(up, down, name)))

# %% [markdown]
# The kernel confirms both answers, each in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(decide(good).certificate, good, "absorbable"))
print(kernel_check(decision.certificate, block, "not-absorbable"))
