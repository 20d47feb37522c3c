# %% [markdown]
# # A new activation of your own
#
# $$\sigma(z)=z\Bigl(\tfrac12+\tfrac1\pi\arctan z\Bigr)\qquad\Longrightarrow\qquad\sigma(z)-\sigma(-z)=z$$
#
# When $\sigma(z)-\sigma(-z)=cz$, only this gap $c$ and the kind of the even part decide which blocks absorb;
# when the odd part is $0$, or a power series that is no polynomial, none does; when it is a polynomial some
# may, as for $z+z^3$, where $x=\tfrac43\sigma(x)-\tfrac16\sigma(2x)$. All this is proved from the formula,
# so a new activation gets its theorems at once.

# %% [markdown]
# Write it down; the text is read by a grammar of its own and never evaluated as code.

# %%
from symproof.activations.catalogue import formula

sigma = formula("z*(1/2 + atan(z)/pi)")
print(sigma)

# %% [markdown]
# So this is refused, and not run.

# %%
from symproof.notebook import refused

print(refused(lambda: formula("__import__('os').getpid()")))

# %% [markdown]
# What the theorems say about it.

# %%
from textwrap import fill

from symproof.activations.classify import classify

answer = classify(sigma)
print(answer.ruling.verdict, "-", answer.kind, "- gap", answer.facts.gap.value)
print(fill(answer.ruling.why, 100))
print("statements:", *answer.ruling.statements)

# %% [markdown]
# The proof of the gap, and what makes the even part rigid.

# %%
for step in answer.facts.gap.steps:
    print(step.where, "-", step.claim)
print(fill(f"E on z > 0: {answer.facts.even.reason}", 100))

# %% [markdown]
# A wrong step is refused: a gap of $2$ is not what this formula has.

# %%
from fractions import Fraction

from symproof.functions.parity import prove_gap

print(refused(lambda: prove_gap(sigma, Fraction(2))))

# %% [markdown]
# Small changes in the formula, other theorems.

# %%
for text in [
    "z*atan(z)",
    "z*(1 + atan(z)/pi)",
    "atan(z)",
    "relu(z)**(3/2)",
    "z*logistic(z) + 1",
    "z + relu(z)",
]:
    other = classify(formula(text))
    gap = other.facts.gap.value if other.facts.gap.holds else "none"
    print(f"{text:18}  {other.ruling.verdict:8}  gap {gap}  {other.kind or ''}".rstrip())

# %% [markdown]
# A parameter is declared with its bounds, and the answer holds for all its values: Swish for every $\beta>0$,
# with its Taylor expansion at $0$, the coefficients exact.

# %%
from symproof.functions.expansion import expand
from symproof.functions.grammar import parameter, parse

swish = classify(parse("z*logistic(beta*z)", [parameter("beta > 0")]))
print(swish.ruling.verdict, "-", swish.kind, "- gap", swish.facts.gap.value)
print(*expand(swish.activation, 6)[0].coefficients, sep=", ")

# %% [markdown]
# For $\tanh$ no weights absorb at all: its odd part is no polynomial, since no polynomial solves $y'=1-y^2$.

# %%
from symproof.paper import get

next(step for step in get("any-activation") if step.result.of.name == "tanh-series")

# %% [markdown]
# Why the gap is enough: with $\sigma(z)=\tfrac z2+E(z)$, flipping a row subtracts $Dz$, whatever even
# function $E$ is.

# %%
from sympy import Function, symbols

from symproof.proof.checks.polynomial import identity

D, z, E = *symbols("D z"), Function("E")
even = E(-z) - E(z)
finding = identity(D * (-z / 2 + E(-z)), D * (z / 2 + E(z)) - D * z, [(D, even)]).run()
print(finding.holds, "-", finding.detail)

# %% [markdown]
# So weights with nonzero rows absorb for $\sigma$ when they do for any other rigid activation of gap $1$,
# here GELU: the set $S$ is the same.

# %%
from symproof import Block, find_subset

block = Block([[1, 2], [0, 1], [1, 1]], [[-1, 2, 1], [0, -1, 3]], "gelu")
S = find_subset(block)
print(S)

# %% [markdown]
# Block and flipped MLP with the new activation at a point, both sides enclosed.

# %%
from symproof.functions.enclosure import ball, enclose


def mlp(up, x):
    hidden = [enclose(sigma, sum(w * t for w, t in zip(row, x, strict=True)), 64) for row in up]
    return [sum(ball(D) * h for D, h in zip(row, hidden, strict=True)) for row in block.W_down]


x = [Fraction(1, 3), Fraction(-2)]
print("with the skip    ", *((ball(t) + y).str(12) for t, y in zip(x, mlp(block.W_up, x), strict=True)))
print("rows in S flipped", *(y.str(12) for y in mlp(block.flip(S).W_up, x)))

# %% [markdown]
# **Exercise.** An activation of your own whose odd part is not linear: what do the theorems say of
# $z\,\tanh z+z^3$? *Solution.* Never, by the odd part $z^3$.

# %%
answer = classify(formula("z*tanh(z) + z**3")).ruling
print(answer.verdict, *answer.carried_by)

# %% [markdown]
# And where no $S$ exists, the kernel's certificate is about the weights and the gap alone.

# %%
from symproof.notebook import kernel_check

other = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]], "gelu")
print(kernel_check(find_subset(other), other, "no-subset"))
