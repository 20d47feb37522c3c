# %% [markdown]
# # From weights to a verdict
#
# $$x + W_{\mathrm{down}}\,\sigma(W_{\mathrm{up}}x)
# \;=\;V_{\mathrm{down}}\,\sigma(V_{\mathrm{up}}x)\quad\text{for all }x\ ?$$
#
# If such a $V$ of the same width exists, the skip connection of the block is only a way of writing it. For
# exact weights the question has an exact answer, and an answer comes with evidence.

# %% [markdown]
# A block is two matrices of exact numbers: $N$ rows of $W_{\mathrm{up}}$, one a neuron, and $d$ rows of
# $W_{\mathrm{down}}$.

# %%
from symproof import Block, decide

block = Block(W_up=[[1, 0], [0, 1], [1, 1]], W_down=[[-1, 0, 2], [0, -1, 5]], activation="relu")
block

# %% [markdown]
# `decide` searches, and lets the trusted kernel check what it found before it answers.

# %%
decision = decide(block)
print(decision)

# %% [markdown]
# The condition behind it is the paper's (3): some set $S$ of neurons has
# $W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$. `residual` is the left side minus the right; for
# $S=\{0,1\}$ nothing is left over.

# %%
from symproof.notebook import exact

exact(block.residual([0, 1]))

# %% [markdown]
# For the set of all three neurons the equation is far off.

# %%
exact(block.residual([0, 1, 2]))

# %% [markdown]
# Flipping the rows in $S$ gives $V$; at an exact point, and at any other, the two functions agree.

# %%
V = block.flip(decision.subset)
x = ["22/7", -3]
print(*V.evaluate(x), " = ", *block.evaluate(x))

# %% [markdown]
# The same as a picture: the first coordinate of both functions over a square, and their difference.

# %%
from symproof.render.figures import draw

draw("difference", block)

# %% [markdown]
# Flipping other rows gives another function.

# %%
print(*block.flip([0]).evaluate(x), " is not ", *block.evaluate(x))

# %% [markdown]
# Three neurons nobody chose: almost every block looks like this one.

# %%
generic = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]])
answer = decide(generic)
print(answer)

# %% [markdown]
# The evidence is a short tree, here one leaf: the entry $(0,0)$ of the equation (3), whose left side cannot
# reach $-1$.

# %%
print(answer.certificate["evidence"])
for k in range(3):
    print("neuron", k, "adds 0 or", generic.W_down[0][k] * generic.W_up[k][0])

# %% [markdown]
# A wrong step is refused: the kernel accepts the certificate for the claim that was made and for no other.

# %%
from symproof import check
from symproof.notebook import refused

print(check(answer.certificate, generic.weights, "not-absorbable"))
print(refused(lambda: check(answer.certificate, generic.weights, "absorbable")))

# %% [markdown]
# How many neurons does it take to drop the skip from this block? $N+d$, certified from both sides.

# %%
from symproof import width

least = width(generic)
print(f"at least {least.lower}, at most {least.upper}: {least.why}")

# %% [markdown]
# **Exercise.** Choose $W_{\mathrm{down}}$ so that the rows above absorb the skip with $S=\{0,1\}$.
# *Solution.* The columns of $S$ are $-W_{\mathrm{up}}[S,:]^{-1}$, and the third is free.

# %%
up = [[2, -1], [1, 3], [-1, 1]]
down = [["-3/7", "-1/7", 5], ["1/7", "-2/7", 8]]
print(decide(Block(up, down)))

# %% [markdown]
# The last word is the kernel's, in a process of its own, with nothing but the standard library.

# %%
from symproof.notebook import kernel_check

print(kernel_check(answer.certificate, generic, "not-absorbable"))
