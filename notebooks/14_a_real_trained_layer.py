# %% [markdown]
# # A real trained layer
#
# $$\sum_{k=1}^{N}\min\bigl(0,\,W_{\mathrm{down}}[i,k]\,W_{\mathrm{up}}[k,i]\bigr)>-1
# \quad\Longrightarrow\quad\text{no }S\text{ satisfies }W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$$
#
# One entry of the diagonal can settle the question for a whole trained layer: if even all negative products
# together do not reach $-1$, no set of neurons does.

# %% [markdown]
# The network all-MiniLM-L6-v2 has six GELU blocks with $d=384$, $N=1536$. The file beside this notebook holds
# two of their vectors bit by bit: in the last block, what all neurons read of coordinate $125$, and what they
# write to it. (`make trained` reads the whole network and decides every block, with its biases too.)

# %%
from symproof import read_block

path = "trained_coordinate.safetensors"
coordinate = read_block(path, up="up", down="down", activation="gelu")
print(coordinate)

# %% [markdown]
# Trained numbers are float32: each is an exact rational with a power of two below.

# %%
p, q = coordinate.W_up[0][0].as_integer_ratio()
print(f"{p}/{q}", "and", q == 2 ** (q.bit_length() - 1))

# %% [markdown]
# What each neuron can add to the entry $(125,125)$ of the product, exactly.

# %%
from fractions import Fraction

(writes,) = coordinate.W_down
adds = [Fraction(y) * Fraction(x) for (x,), y in zip(coordinate.W_up, writes, strict=True)]
negative = sum(a for a in adds if a < 0)
print(len([a for a in adds if a < 0]), "of", len(adds), "neurons add something negative")
print("all of them together: about", round(float(negative), 4), "- above -1:", negative > -1)

# %% [markdown]
# That is the whole proof. The search finds it too, and the kernel checks it: the equation of this one entry,
# and the least value of its left side.

# %%
from symproof import find_subset

refuted = find_subset(coordinate)
print(refuted["claim"], refuted["evidence"])

# %% [markdown]
# An $S$ for the whole layer would be one for this coordinate. And for a layer whose rows and columns are in
# general position, as these are, absorption needs such an $S$:

# %%
from textwrap import fill

from symproof.paper import statement

print(fill(statement("thm-4-gelu").sentence, 100))

# %% [markdown]
# How much of this entry can flips absorb? Those that write against what they read, and no others.

# %%
from symproof import distance
from symproof.absorb.distance import percents

share = distance(coordinate)
print(percents(share.share), "of the skip of this coordinate, by", len(share.subset), "neurons")

# %% [markdown]
# A wrong step is refused: the evidence belongs to these bits, and one changed number makes it worthless.

# %%
from symproof import Block, check
from symproof.notebook import refused

other = Block([[2 * x] for (x,) in coordinate.W_up], coordinate.W_down, "gelu", floats="binary")
print(refused(lambda: check(refuted, other, "no-subset"))[:50])

# %% [markdown]
# **Exercise.** Multiply all $W_{\mathrm{down}}$ by one factor. From which factor on does this argument say
# nothing any more? *Solution.* From the one that brings the negative products to $-1$.

# %%
factor = -1 / negative
print("about", round(float(factor), 4))
for c in (Fraction(factor), Fraction(factor) * Fraction(999, 1000)):
    print(sum(c * a for a in adds if a < 0) > -1)

# %% [markdown]
# The kernel has the last word, in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(refuted, coordinate, "no-subset"))
