# %% [markdown]
# # Proposition 1: homogeneous activations never absorb
#
# $$\sigma(\lambda z)=\lambda^k\sigma(z)\ (\lambda>0),\ k\ne1,\ M\ne0\quad\Longrightarrow\quad
# Mx+W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)
# \ \ne\ V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)\ \text{ for some }x$$
#
# Squared ReLU ($k=2$) is used in trained networks. For it no weights at all absorb the skip: not almost none,
# none.

# %% [markdown]
# The degree of squared ReLU is derived, for $z>0$, $z<0$ and $z=0$ separately, and then compared with the
# claim.

# %%
from symproof.paper import get

get("prop-1-relu2").next()

# %% [markdown]
# The proof of the proposition starts with one neuron; the hypothesis enters here and nowhere else.

# %%
proof = get("prop-1")
proof.next()

# %% [markdown]
# Sums and differences of such maps are homogeneous too, so
# $h=W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)-V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)$ is.

# %%
proof.next()

# %% [markdown]
# Write $m=(Mx)_i$ and $L=\lambda^k$. If the two sides were equal at $x$ and at $\lambda x$, two equations
# would follow, and $L$ times the first minus the second leaves $(L-\lambda)\,m=0$.

# %%
from sympy import symbols

from symproof.proof.checks.polynomial import identity

lam, L, m, h = symbols("lambda L m h")
at_x, at_lambda_x = m + h, lam * m + L * h
finding = identity((L - lam) * m, 0, [(L, at_x), (-1, at_lambda_x)]).run()
print(finding.holds, "-", finding.detail)

# %% [markdown]
# The other steps say that $2^k\ne2$ and that some $(Mx)_i$ is not $0$.

# %%
for shown in proof:
    print(f"{shown.number}/{shown.total} {shown.result.of.name}: {shown.result.state}")

# %% [markdown]
# A wrong step is refused: at $k=1$, where $L=\lambda$, the two equations do not give $m=0$, with these or any
# other factors.

# %%
finding = identity(m, 0, [(1, at_x), (0, at_lambda_x.subs(L, lam))]).run()
print(finding.holds, "-", finding.detail)

# %% [markdown]
# A tempting $V$ for squared ReLU: flip two rows with $W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$, as
# one would for ReLU; what this equation leaves over is zero.

# %%
import random

from symproof import Block
from symproof.examples.gated import tempting
from symproof.notebook import exact

W, V = tempting("relu2", random.Random(1), 2, 3, 2)
exact(Block(W.gate, W.down).residual([0, 1]))

# %% [markdown]
# It fails, and a point that shows it is near the origin on an axis, as the proof says.

# %%
from symproof.examples.gated import witness

found = witness(W, V)
print(f"at x = ({', '.join(map(str, found.x))}) coordinate {found.component} differs by {found.lower}")

# %% [markdown]
# Along a ray the difference is $\lambda m+\lambda^2h$: two values of $\lambda$ determine $m$ and $h$, and $m$
# is not $0$.

# %%
from symproof.examples.gated import difference

for scale in (1, 2, 3, 4):
    (value, _), _ = difference(W, V, [[1, 0], [0, 1]], [scale * t for t in found.x])
    print(f"lambda = {scale}: difference {value}")

# %% [markdown]
# What $k\ne1$ is for: ReLU has degree $1$, and some of its blocks do absorb their skip.

# %%
from symproof.examples.make import make, request_for

example = make("sharp-degree", 3, request_for("sharp-degree"))
print(example.expected, "-", example.why, example.subset)

# %% [markdown]
# **Exercise.** Is $z\mapsto z\,|z|$ of a degree that the proposition covers? *Solution.* $k=2$: never.

# %%
from symproof.activations.catalogue import formula
from symproof.activations.classify import classify

print(classify(formula("z*abs(z)")).ruling.verdict, "- and ReLU:", classify(formula("relu")).ruling.verdict)

# %% [markdown]
# The kernel confirms this one, in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(example.certificate, example.block, "absorbable"))
