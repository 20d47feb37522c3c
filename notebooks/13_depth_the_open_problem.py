# %% [markdown]
# # Depth: the open problem
#
# $$F=f_L\circ\dots\circ f_1,\qquad f_i(x)=x+W_i\,\sigma(U_i x)$$
#
# The paper leaves open whether a stack of *ungated* residual blocks can be a stack of layers without
# skips. For GELU and SiLU the answer is complete, for concrete weights and at every depth: under
# three conditions that are compared in exact arithmetic, $F$ equals a network $H$ of consecutive
# layers without skips and with no more neurons **iff every single block absorbs its skip**.

# %% [markdown]
# ## One refuted block refutes the stack
#
# The first block absorbs its skip by flipping the neurons 0 and 1, the second does not.

# %%
from symproof import Block, decide
from symproof.depth import decide_stack

absorbs = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], "gelu")
does_not = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")
print(decide(absorbs))
print(decide(does_not))

# %%
for stack in (
    [absorbs, absorbs],
    [absorbs, does_not],
    [does_not, absorbs],
    [absorbs, absorbs, does_not, absorbs],
):
    print(decide_stack(stack))

# %% [markdown]
# The kernel's sentence speaks of every depth, and of biases that $F$ does not have.

# %%
from textwrap import fill

answer = decide_stack([absorbs, does_not])
print(fill(answer.established, 100))

# %% [markdown]
# ## Why: each neuron of F must occur in H
#
# $F(x)=x+\sum_{i,j}W_{ij}\,\sigma(z_{ij}(x))$ with the pre-activations $z_{ij}$ of all blocks. Two
# facts decide everything:
#
# * functions $\sigma(z)$ of different $z$ (up to sign) are linearly independent, also together with
#   $1$ and $x$;
# * $\sigma(-z)=\sigma(z)-z$: a sign is all that $H$ can change, and what it gains is one linear
#   function.
#
# So every $z_{ij}$ occurs in $H$ up to sign: **nothing is saved**. And the $x$ in front must come
# from the signs.

# %%
from symproof.render.figures import draw

draw("occur")

# %% [markdown]
# The independence is tried exactly: Taylor coefficients modulo a prime, on pre-activations of nets of
# two and three layers that were built to collide (multiples, sums, equal sums of squares). A full
# rank modulo a prime is a proof for the list.

# %%
from symproof.depth.independence import ranked, softplus_collides, tried

for name in ("gelu", "silu", "gelu_tanh"):
    found = [tried(name, layers, seed) for layers in (2, 3) for seed in range(5)]
    print(
        f"{name:10} {len(found)} lists, ranks {[r.rank for r in found]},",
        f"all full: {all(r.independent for r in found)}",
    )

# %% [markdown]
# With $z$ and $-z$ in the list there is a relation, as there must be:

# %%
t = [0, 1] + [0] * 10
print(ranked("gelu", [t]), ranked("gelu", [t, [-a for a in t]]))

# %% [markdown]
# For softplus the first fact is false: $s(s(w))=\log 2+s(w-\log2)$, a neuron of the second layer is
# one of the first. So there is no theorem of this kind for softplus.

# %%
print(softplus_collides())
print(decide_stack([Block(b.W_up, b.W_down, "softplus") for b in (absorbs, does_not)]).condition)

# %% [markdown]
# ## The skip costs d neurons a layer
#
# With $\rho_i=\min_S\operatorname{rank}(I+W_{i,S}U_{i,S})$: at any depth $H$ has at least $T+\rho_1$
# neurons, $T$ those of $F$; when no $I+W_{i,S}U_{i,S}$ is singular, at least $T+L\,d$; and at equal
# depth layer $l$ has at least $N_l+\rho_l$.

# %%
from symproof.depth.bounds import bounds

for bound in bounds([does_not, does_not, does_not]):
    print("in all" if bound.layer is None else f"layer {bound.layer}", ">=", bound.neurons)

# %% [markdown]
# ## A concrete stack refuted by hand
#
# $\operatorname{tr}(I+W_SU_S)=d+\sum_{k\in S}u_k\cdot D_k$. In the second block above $u_0\cdot
# D_0=1$ and $u_1\cdot D_1=1$, so no $S$ makes it $0$: the block does not absorb. Rows and columns are
# not zero and the rows differ up to sign; that is (H1) and (H2). For (H3) multiply:

# %%
from symproof.kernel.linear import product

print([[str(x) for x in row] for row in product(does_not.W_up, absorbs.W_down)])

# %% [markdown]
# No row is zero, so the theorem applies. It cannot do without (H3): $x+e_1\sigma(-x_1)$ and then
# $x+e_2\sigma(-x_2)$ is $(\sigma(x_1),\sigma(x_2))$, one layer without skip of the same two neurons,
# and neither block absorbs its skip.

# %%
first, second = Block([[-1, 0]], [[1], [0]], "gelu"), Block([[0, -1]], [[0], [1]], "gelu")
print(decide(first).verdict, "|", decide(second).verdict)
print(fill(str(decide_stack([first, second])), 100))

# %% [markdown]
# ## Almost all weights, by one determinant
#
# For every smooth activation that is no polynomial the count alone decides: $F$ depends on $2dT$
# weights, a stack without skips on fewer, since a matrix $g$ may be put between two of its layers,
# $(gV_1,R_2g^{-1})$. The skip pins $g=1$. For given sizes this is one determinant modulo a prime.

# %%
from symproof.depth.families import dimension, residual_free_rank, residual_rank
from symproof.depth.ranks import generic_depth

for d, widths in ((1, (1, 1)), (2, (2, 2)), (2, (3, 3)), (3, (3, 3)), (2, (2, 2, 2))):
    free = residual_free_rank(d, widths, "silu")
    print(
        f"d = {d}, N = {widths}: with skips {residual_rank(d, widths, 'silu')},",
        f"without {free} (count: {dimension(d, widths)})",
    )

# %%
print(fill(generic_depth(2, [4, 4], "gelu").established, 100))

# %% [markdown]
# The controls fail: one layer alone has no interface, and $z^2$ has too few Taylor coefficients.

# %%
print(residual_rank(2, (3,), "silu"), residual_free_rank(2, (3,), "silu"))
square = [0, 0, 1] + [0] * 30
print(residual_rank(2, (2, 2), "series", square), "of 16")

# %% [markdown]
# ## ReLU is different
#
# ReLU's kinks can meet: neurons that never change their sign cost nothing. For almost all weights
# near given ones, where enough neurons take both signs, the same determinant works with values in
# place of Taylor coefficients, and gives a positive distance.

# %%
print(fill(generic_depth(2, [2, 2], "relu").established, 100))

# %% [markdown]
# Small weights keep all neurons alive; large ones do not. The share of random weights at which the
# values of $F$ vary in more ways than those of any stack without skips:

# %%
from symproof.depth.families import relu_share

for scale in (1, 16, 256, 4096):
    print(f"W_down divided by {scale:>4}: {relu_share(2, (3, 3), scale, draws=12)} of 12")

# %% [markdown]
# In one dimension ReLU has two slopes and every such stack is representable.

# %%
line = Block([[1], [2]], [[3, -1]])
print(decide_stack([line, line]))

# %% [markdown]
# Concrete weights of two ReLU blocks are decided by the points where $F$ bends: a column $a$ and a
# row $b$ with $J^+=J^-+a\,b$. The rows of $H$'s first layer and the columns of its second cover all
# bends. Where each neuron has two bends with different directions, a cover as small as the blocks'
# own is the blocks' own, up to signs.

# %%
draw("bends")

# %%
from symproof.examples.stacks import make_stack

pair = make_stack("stack-homeomorphism", 1, n=3)
print(pair)
print(fill(pair.established, 100))

# %% [markdown]
# ## What stays open
#
# ReLU with many neurons that never change their sign, and three concrete ReLU blocks; softplus;
# hardswish; tanh-form GELU with biases. A norm or attention between the blocks is not covered. The
# command line says so with the name of the condition: `undecided`.

# %%
for blocks in (
    [line, line, line],
    [Block(does_not.W_up, does_not.W_down, "relu")] * 3,
    [Block(does_not.W_up, does_not.W_down, "hardswish")] * 2,
):
    answer = decide_stack(blocks)
    print(answer.verdict, answer.condition)
