# %% [markdown]
# # Parity and the normal form
#
# $$\sigma(z)-\sigma(-z)=c\,z\quad\Longleftrightarrow\quad\sigma(z)=\tfrac c2\,z+E(z),\qquad E(-z)=E(z)$$
#
# ReLU and GELU differ from an even function by $z/2$. So a block has an even part and a linear part, and
# comparing these two parts decides, exactly, whether two sets of weights compute the same function.

# %% [markdown]
# The even part is $|z|/2$ for ReLU and $\tfrac z2\,\mathrm{erf}(z/\sqrt2)$ for GELU; what is left is the line
# $z/2$.

# %%
from symproof.render.figures import draw

draw("parity")

# %% [markdown]
# A function splits into an even and an odd part in one way only: the first step of the proof.

# %%
from symproof.paper import get

proof = get("setup-parity")
proof.next()

# %% [markdown]
# For ReLU the split is checked for every sign of $z$.

# %%
proof.next()

# %% [markdown]
# Every activation in the catalogue has its $c$ proved from its formula, and the kind of its even part: conic,
# which is $e\,|z|$, or rigid, which means that differently scaled copies of $E$ are independent.

# %%
from symproof.activations.catalogue import CATALOGUE

for name, sigma in CATALOGUE.items():
    sigma.prove()
    print(f"{name:11} c = {sigma.gap}  {sigma.kind}")

# %% [markdown]
# Others have no such $c$; two values of $(\sigma(t)-\sigma(-t))/t$ that differ, rigorously enclosed, prove
# it.

# %%
from symproof.activations.catalogue import NON_MEMBERS, formula, no_gap

print(*(name for name, text in NON_MEMBERS.items() if no_gap(formula(text))))

# %% [markdown]
# The normal form of a block: a coefficient of $E$ for each class of rows, and the matrix
# $M+\tfrac c2W_{\mathrm{down}}W_{\mathrm{up}}$ of the linear part.

# %%
from symproof import Block
from symproof.notebook import parts

block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]])
parts(block)

# %% [markdown]
# Flipping the first two rows leaves the even part alone and changes the linear part by
# $-W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]$, which here makes up for the missing identity.

# %%
parts(block.flip([0, 1]))

# %% [markdown]
# Equal normal forms, equal functions, and the other way round: these two are the same map.

# %%
parts(block.flip([0, 1])) == parts(block)

# %% [markdown]
# For a conic $E$ the rows $w$ and $2w$ are one class.

# %%
parts(Block([[1, 1], [2, 2]], [[1, 1], [0, 3]], "relu"))

# %% [markdown]
# For a rigid $E$ they are two.

# %%
parts(Block([[1, 1], [2, 2]], [[1, 1], [0, 3]], "gelu"))

# %% [markdown]
# A wrong answer is refused: with row 0 flipped and row 1 not, the linear parts differ.

# %%
from symproof import check, decide
from symproof.notebook import refused

right = decide(block).certificate
wrong = right | {"evidence": right["evidence"] | {"V_up": [["-1", "0"], ["0", "1"], ["1", "1"]]}}
print(refused(lambda: check(wrong, block.weights, "absorbable")))

# %% [markdown]
# **Exercise.** Two rows $(1,1)$ and $(2,2)$: find columns other than $0$ for which a ReLU block has no even
# part. *Solution.* $|2z|=2|z|$, so $P_0+2P_1=0$ does it; for GELU nothing but $0$ does.

# %%
print(parts(Block([[1, 1], [2, 2]], [[2, -1], [4, -2]])))
print(len(parts(Block([[1, 1], [2, 2]], [[2, -1], [4, -2]], "gelu")).even), "classes for GELU")

# %% [markdown]
# The kernel compares the normal forms of the right answer, in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(right, block, "absorbable"))
