# %% [markdown]
# # Width N + d, and the least width
#
# $$\mathrm{rank}\,W_{\mathrm{up}}=d\ \Longrightarrow\ \omega(W)\le N+d,\qquad
# \omega(W)=N+d\ \text{ for almost every }W\ (d\ge2)$$
#
# $\omega(W)$ is the least width of an MLP without the skip that computes the same function as the block. So a
# skip is worth exactly $d$ neurons, for almost every block; for special ones it is worth fewer, or more.

# %% [markdown]
# A neuron and a linear term together are an opposed pair: one more neuron for one more linear map of rank
# one.

# %%
from symproof.paper import get

proof = get("prop-8-i")
proof.next()

# %% [markdown]
# If the rows of $W_{\mathrm{up}}$ span $\mathbb R^d$, then $d$ of these linear terms add up to $x$.

# %%
for shown in proof:
    print(f"{shown.number}/{shown.total} {shown.result.of.name}: {shown.result.state}")
    print(f"    {shown.result.of.claim}")

# %% [markdown]
# A block that nobody chose with care: its least width, certified from both sides.

# %%
from symproof import Block, width

block = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]])
least = width(block)
print(f"at least {least.lower}, at most {least.upper}: {least.why}")

# %% [markdown]
# The upper side says how to build $V$: which rows are flipped, and which get a second, opposed neuron.

# %%
from symproof import check

evidence = least.upper_certificate["evidence"]
print(evidence)
print(check(least.upper_certificate, block.weights, "width-at-most", 5))

# %% [markdown]
# Fewer do not suffice: $m$ more neurons make up for a matrix of rank $m$ at most, and for almost every block
# $I+W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]$ has rank $d$ for every $S$.

# %%
lower = get("prop-8-ii")
next(step for step in lower if step.result.of.name == "half")

# %% [markdown]
# A wrong step is refused: one opposed neuron less as evidence for width $4$.

# %%
from symproof.kernel.claims import certificate
from symproof.notebook import refused

fewer = {**evidence, "double": evidence["double"][:-1]}
too_small = certificate(block.weights, "width-at-most", 4, fewer)
print(refused(lambda: check(too_small, block.weights, "width-at-most", 4)))

# %% [markdown]
# Random blocks with $d=2$, $N=3$: the larger the range of the entries, the more of them have least width
# $N+d=5$.

# %%
import random
from collections import Counter

rng = random.Random(9)


def rows(m, n, bound):
    return [[rng.randint(-bound, bound) for _ in range(n)] for _ in range(m)]


for bound in (2, 10, 50):
    blocks = [Block(rows(3, 2, bound), rows(2, 3, bound)) for _ in range(80)]
    widths = Counter(width(drawn).lower for drawn in blocks)
    print(f"entries up to {bound:2}:", *(f"{widths[w]:2} of width {w}  " for w in sorted(widths)))

# %% [markdown]
# The general formula, for every weight matrix: classes of rows, a second neuron for some of them, and a rank.

# %%
get("least-width")

# %% [markdown]
# Opposed rows: no $S$ satisfies the condition of Theorem 4, and yet $N=4$ neurons are enough.

# %%
from symproof import find_subset

pairs = Block([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]])
print("an S exists:", isinstance(find_subset(pairs), tuple))
print("least width:", width(pairs).lower, "-", width(pairs).why)

# %% [markdown]
# Rows that do not span: in a plane of $\mathbb R^3$, more than $N+d$ neurons are needed.

# %%
plane = Block([[1, 0, 0], [0, 1, 0], [1, 1, 0]], [[2, 3, 5], [7, 11, 13], [17, 19, 29]])
print("N + d =", plane.width + plane.d, " least width:", width(plane).lower)

# %% [markdown]
# **Exercise.** Which least widths do blocks with $N=1$, $d=2$ have? *Solution.* $3$ where the neuron can be
# flipped, since on the kernel of $W_{\mathrm{up}}$ the map is $x$ and costs two; else $4$.

# %%
for column in ([[-1], [0]], [[1], [1]]):
    answer = width(Block([[1, 0]], column))
    print(column, answer.lower, answer.upper)

# %% [markdown]
# The kernel confirms both sides for the first block, each in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(least.lower_certificate, block, "width-at-least", least.lower))
print(kernel_check(least.upper_certificate, block, "width-at-most", least.upper))
