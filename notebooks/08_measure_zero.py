# %% [markdown]
# # Corollary 5: almost no block absorbs, and how rare the others are
#
# $$|\{(X,Y)\in\mathbb F_q^{d\times s}\times\mathbb F_q^{s\times d}:\ XY=-I_d\}|
# \;=\;q^{d(s-d)}\prod_{i<d}(q^s-q^i)\;\approx\;q^{-d^2}\,q^{2ds}$$
#
# For almost every $W$ no set $S$ satisfies $W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$. Over a finite
# field one can count: $d^2$ equations, each true for one pair in $q$.

# %% [markdown]
# Only the size $s$ of $S$ matters, so put $X=W_{\mathrm{down}}[:,S]$, $Y=W_{\mathrm{up}}[S,:]$; below size
# $d$ an identity refutes the system: with $g_{ij}$ the entries of $XY+I$, some combination
# $\sum h_{ij}\,g_{ij}$ is the constant $1$.

# %%
from symproof.systems.identity import rank_cofactors
from symproof.systems.system import unknown_system

system = unknown_system(2, 1)
factors = rank_cofactors(system)
for (i, j), h in factors.items():
    print(f"({h.as_expr()}) * ({system.generators[i][j].as_expr()})")
print("add up to", sum(h * system.generators[i][j] for (i, j), h in factors.items()).as_expr())

# %% [markdown]
# A checker of its own, standard library only, multiplies this out; a wrong sign is refused.

# %%
from symproof.kernel.nullstellensatz import check
from symproof.notebook import refused
from symproof.systems.identity import certificate

print(check(certificate(factors), system.to_json()))
wrong = certificate({**factors, (0, 0): -factors[0, 0]})
print(refused(lambda: check(wrong, system.to_json())))

# %% [markdown]
# From size $d$ on there are solutions, a family of dimension $2ds-d^2$; this is one of them.

# %%
from symproof.notebook import exact
from symproof.systems.family import Family

family = Family(2, 3)
X, Y = family.random_point(seed=1)
print("dimension", family.dimension, "of", 2 * family.d * family.s)
print(exact(X), exact(Y), sep="\n\n")

# %% [markdown]
# The $d^2$ equations have independent derivatives there, and by an identity of polynomials at every solution,
# so the codimension is exactly $d^2$.

# %%
from symproof.systems.family import onto

print("rank", family.jacobian_rank(X, Y), "of", family.d**2)
print("onto at every solution:", onto(family.d, family.s))

# %% [markdown]
# Over a finite field every $X$ and $Y$ can be tried; the counts confirm the formula.

# %%
from symproof.systems.finite import Field, count, solutions

for q, d, s in [(2, 1, 3), (2, 2, 2), (2, 2, 3), (3, 2, 2), (4, 1, 3), (5, 1, 2), (3, 2, 1)]:
    print(f"q = {q}, d = {d}, s = {s}: {count(Field(q), d, s)} counted, {solutions(q, d, s)} by the formula")

# %% [markdown]
# The share of the solutions falls with $q^{d^2}$; the statement `counting` has the mean over all $S$.

# %%
from symproof.paper import statement
from symproof.systems.finite import share

for q in (2, 3, 5, 7, 11):
    found = share(q, 2, 4)
    print(f"q = {q:2}: share {found!s:>22}, times q^4 about {float(found * q**4):.4f}")
print(statement("counting").sentence)

# %% [markdown]
# The same as a picture, for several sizes.

# %%
from symproof.render.figures import draw

draw("fields")

# %% [markdown]
# Over the reals the proof multiplies one equation for each $S$ into a single polynomial; at this point it is
# not $0$, so its zeros have measure zero.

# %%
from symproof.paper import get

next(step for step in get("cor-5") if step.result.of.name == "witness")

# %% [markdown]
# In a slice of weight space with two parameters, the blocks that satisfy the condition are points of curves;
# a few degenerate ones absorb without it.

# %%
draw("curve")

# %% [markdown]
# Over the rationals: of 200 random blocks with small integer entries, how many have such a set $S$ at all?

# %%
import random

from symproof import Block, find_subset

rng = random.Random(5)


def rows(m, n):
    return [[rng.choice([-2, -1, 1, 2]) for _ in range(n)] for _ in range(m)]


drawn = [Block(rows(4, 2), rows(2, 4)) for _ in range(200)]
print(sum(isinstance(find_subset(block), tuple) for block in drawn), "of", len(drawn))

# %% [markdown]
# **Exercise.** Entries $\pm1$ and $N=2$: how many of the $2^8$ blocks with $d=2$ have a set $S$?
# *Solution.* None: an entry of the sum over $S$ is odd for one neuron and even for two, and $-I$ has both.

# %%
from itertools import product

small = [Block([e[0:2], e[2:4]], [e[4:6], e[6:8]]) for e in product([-1, 1], repeat=8)]
print(sum(isinstance(find_subset(block), tuple) for block in small), "of", len(small))

# %% [markdown]
# The kernel refutes all sets of one of the others, in a process of its own.

# %%
from symproof.notebook import kernel_check

block = next(block for block in drawn if not isinstance(find_subset(block), tuple))
print(kernel_check(find_subset(block), block, "no-subset"))
