# %% [markdown]
# # Corollary 3: depth does not help
#
# $$F=f_L\circ\dots\circ f_1,\ \ f_i(x)=x+\mathrm{MLP}_i(x),
# \qquad H=h_{L'}\circ\dots\circ h_1,\ \ h_i=\mathrm{MLP}'_i
# \quad\Longrightarrow\quad F\ne H$$
#
# Could a deep stack without skips do what a single block cannot? For homogeneous activations of degree
# $k\ne1$ and for gated blocks, no: near the origin (or far away, when $k<1$) $F$ still looks like $x$, and
# $H$ like $0$.

# %% [markdown]
# Call a layer *flat* when, at $tv$ and divided by $t$, it tends to $0$ wherever $v$ has a limit. Gated layers
# are flat, because the gate tends to $g(0)=0$; homogeneous layers are, because $t^k/t$ tends to $0$.

# %%
from symproof.paper import get

proof = get("cor-3")
steps = {shown.result.of.name: shown for shown in proof}
print(steps["flat"])
print(steps["gated-flat"])

# %% [markdown]
# The rest is one induction over the layers for all of them: behind flat layers with skips the value at $tx$,
# divided by $t$, tends to $x$, and without skips to $0$.

# %%
layers = get("flat-layers")
for shown in layers:
    print(f"{shown.number}/{shown.total} {shown.result.of.name}: {shown.result.state}")

# %% [markdown]
# An instance: two bilinear layers with all weights in symbols, expanded modulo $t^2$.

# %%
steps["stack"]

# %% [markdown]
# In numbers: a stack of three squared-ReLU layers with small integer weights, with its skips ($s=1$) and
# without ($s=0$).

# %%
UP = [[1, 2], [2, -1], [1, 1]]
DOWN = [[1, -2, 2], [0, 1, 1]]


def stack(x, s, layers=3):
    for _ in range(layers):
        hidden = [max(a * x[0] + b * x[1], 0) ** 2 for a, b in UP]
        x = [
            s * t + sum(d * h for d, h in zip(row, hidden, strict=True))
            for t, row in zip(x, DOWN, strict=True)
        ]
    return x


print("with skips   ", *stack([1, 1], 1))
print("without skips", *stack([1, 1], 0))

# %% [markdown]
# Divided by $t$, at $t\,(1,1)$: the stack with skips tends to $(1,1)$, the one without to $0$ (rounded for
# the table).

# %%
from fractions import Fraction

for n in range(3, 16, 3):
    t = Fraction(1, 2**n)
    F, H = ([f"{float(y / t):8.5f}" for y in stack([t, t], s)] for s in (1, 0))
    print(f"t = 2^-{n:<2}  F(tx)/t = {' '.join(F)}   H(tx)/t = {' '.join(H)}")

# %% [markdown]
# Wrong steps are refused: the limit of the step `step-u`, from depth $n$ to $n+1$, with one thing made false.

# %%
from symproof.proof.engine import run_mutants

step = next(step for step in layers.steps if step.name == "step-u")
for result in run_mutants(step.check, step.mutants):
    print(f"{result.of.what} -> {result.state}: {result.outcome.detail}")

# %% [markdown]
# What else is proved about depth here: results that are in neither version of the paper.

# %%
from textwrap import fill

from symproof.paper import statement

for item in map(statement, ("sublinear-depth", "pre-norm", "narrow-depth")):
    print(fill(f"{item.title}: {item.sentence}", 100), end="\n\n")

# %% [markdown]
# Degree $1$ is different: ReLU blocks can absorb their skips one by one, and then a stack of them does.
# Whether a stack can do without its skips in another way is the paper's open problem: notebook 13.

# %%
from symproof import Block, decide

first = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]])
second = Block([[1, 1], [1, 2], [3, -1]], [[-2, 1, 1], [1, -1, 4]])
print(decide(first))
print(decide(second))

# %% [markdown]
# The composition of the two, with skips and without, at an exact point.

# %%
x = ["3/7", "-5"]
with_skips = second.evaluate(first.evaluate(x))
without = second.flip(decide(second).subset).evaluate(first.flip(decide(first).subset).evaluate(x))
print(*with_skips, " = ", *without)

# %% [markdown]
# **Exercise.** Flip a wrong set in the second block. By how much is the composition off at $x$?
# *Solution.* By the residual of the condition, applied to what the first block makes of $x$.

# %%
inner = first.evaluate(x)
wrong = second.flip([0]).evaluate(inner)
off = [sum(r * t for r, t in zip(row, inner, strict=True)) for row in second.residual([0])]
print([a - b for a, b in zip(second.evaluate(inner), wrong, strict=True)] == off, *off)

# %% [markdown]
# The kernel confirms both layers, each in a process of its own.

# %%
from symproof.notebook import kernel_check

for block in (first, second):
    print(kernel_check(decide(block).certificate, block, "absorbable"))
