# %% [markdown]
# # Proposition 2: gated blocks at the origin
#
# $$f(x)=W_{\mathrm{down}}\bigl(g(W_{\mathrm{gate}}x)\odot W_{\mathrm{val}}x\bigr),\ g(0)=0
# \quad\Longrightarrow\quad\frac{f(tx)}t\to0\ \ (t\to0),\qquad\text{while}\quad\frac{M(tx)}t=Mx$$
#
# SwiGLU and GeGLU blocks start with the second order in $x$. No such block can produce the linear term of a
# skip, so none absorbs, whatever the weights and the width.

# %% [markdown]
# SiLU is $z\,s(z)$ with the logistic function $s$; its Taylor coefficients are those that solve $s'=s-s^2$.

# %%
from symproof.paper import get

proof = get("prop-2-swiglu")
proof.next()

# %% [markdown]
# The factor $z$ moves them up by one, so $g(0)=0$.

# %%
proof.next()

# %% [markdown]
# What the Taylor polynomial leaves out is bounded by ball arithmetic, which encloses and does not round.

# %%
proof.next()

# %% [markdown]
# Put into the block with all weights as symbols: at $tx$ there is no term of order $1$ in $t$.

# %%
proof.next()

# %% [markdown]
# So the term of order $1$ in $M(tx)+f(tx)-h(tx)$ is $Mx$ alone.

# %%
proof.next()

# %% [markdown]
# A wrong step is refused: what is left of the step `continuous` without one of its premises.

# %%
from symproof.proof.engine import run_mutants

step = next(step for step in proof.steps if step.name == "continuous")
for result in run_mutants(step.check, step.mutants):
    print(f"{result.of.what} -> {result.state}: {result.outcome.detail}")

# %% [markdown]
# In numbers: for a SwiGLU block $W$ and a tempting $V$ (its gate rows in $S$ flipped), the first coordinate
# of the difference of the two sides at $te_1$, divided by $t$, as an enclosure.

# %%
import random
from fractions import Fraction

from symproof.activations.catalogue import activation
from symproof.examples.gated import tempting
from symproof.functions.enclosure import ball

silu = activation("silu")


def first(net, t):
    neurons = zip(net.gate, net.value, net.down[0], strict=True)
    return sum(ball(D) * silu.enclose(t * a[0]) * ball(t * b[0]) for a, b, D in neurons)


W, V = tempting("swiglu", random.Random(2), 2, 3, 2)
for n in range(0, 16, 3):
    t = Fraction(1, 2**n)
    print(f"t = 2^-{n:<2}", (1 + (first(W, t) - first(V, t)) / ball(t)).str(8))

# %% [markdown]
# It tends to $1=(e_1)_1$; one $t$ where $0$ is excluded is a proof that this $V$ is wrong.

# %%
from symproof.examples.gated import witness

found = witness(W, V)
print(f"at x = ({', '.join(map(str, found.x))}) coordinate {found.component} differs,")
print(f"by a number between {found.lower} and {found.upper}")

# %% [markdown]
# Put in a gate of your own: what the theorems say, and its Taylor expansion at $0$, the coefficients exact,
# what they leave out bounded by ball arithmetic.

# %%
from symproof.activations.catalogue import formula
from symproof.activations.gates import classify_gate
from symproof.functions.expansion import expand

mine = formula("z*atan(z + 1)")
print(classify_gate(mine).ruling.verdict)
(taylor,) = expand(mine, 4)
print(*taylor.coefficients, sep=", ")
print(f"the rest is at most {float(taylor.bound)} |z|^5 for |z| <= {taylor.radius}")

# %% [markdown]
# The first order at which $Mx+f-h$ differs, for the weights $W$ and $V$ above with this gate.

# %%
from symproof.activations.orders import Layer, first_difference, orders

sides = [Layer(net.gate, net.down, net.value) for net in (W, V)]
first_difference(orders(taylor, *sides))

# %% [markdown]
# The hypothesis $g(0)=0$ is needed: the original gated linear unit, with the logistic gate, can absorb.

# %%
from textwrap import fill

from symproof.paper import statement

without = statement("prop-2").hypothesis("g0").without
print(fill(without.text, 100))
print(without.check.run().holds)

# %% [markdown]
# **Exercise.** Which of the gates $\tanh$, $\exp$, $\sin$ are closed at $0$? *Solution.* Two of them.

# %%
from symproof.activations.catalogue import formula
from symproof.activations.gates import classify_gate

for gate in ("tanh(z)", "exp(z)", "sin(z)"):
    print(gate, classify_gate(formula(gate)).ruling.verdict)

# %% [markdown]
# And it is the gate that forbids it: a plain SiLU block,
# $W_{\mathrm{down}}\,\mathrm{SiLU}(W_{\mathrm{up}}x)$, can absorb its skip. The kernel confirms it, in a
# process of its own.

# %%
from symproof import example
from symproof.notebook import kernel_check

plain = example("absorbable", seed=2, activation="silu")
print(kernel_check(plain.certificate, plain.block, "absorbable"))
