# %% [markdown]
# # A trained layer
#
# $$\sum_kx_k\,(Y\!\cdot p_kq_k^{\mathsf T})\equiv0\ \ (\mathrm{mod}\ p)\ \text{ for all }x,
# \qquad Y\!\cdot(-I)\ne0\ \ (\mathrm{mod}\ p)
# \quad\Longrightarrow\quad\text{no }S\text{ satisfies }W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I$$
#
# Trained weights are floating-point numbers, and each of them is an exact rational number with a power of two
# below. So the question has an exact answer for them too, and one matrix $Y$ modulo a prime $p$ is enough to
# prove it.

# %% [markdown]
# A stand-in for a trained layer, small enough to be made here: $d=16$, $N=64$, values of float32 from a
# seeded generator. (`make trained` decides the six layers of a real network with $d=384$, $N=1536$.)

# %%
import random

d, N = 16, 64
rng = random.Random(2026)


def tensor(rows, columns):
    return [[(rng.getrandbits(25) - 2**24) * 2.0**-24 for _ in range(columns)] for _ in range(rows)]


tensors = {"up.weight": tensor(N, d), "down.weight": tensor(d, N)}

# %% [markdown]
# Written as a `.safetensors` file: the length of the header, the header, the bits.

# %%
import json
import struct
import tempfile
from pathlib import Path

folder = tempfile.TemporaryDirectory()
path = Path(folder.name, "layer.safetensors")


def write(tensors):
    header, data = {}, b""
    for name, rows in tensors.items():
        bits = b"".join(struct.pack("<f", x) for row in rows for x in row)
        offsets = [len(data), len(data) + len(bits)]
        header[name] = {"dtype": "F32", "shape": [len(rows), len(rows[0])], "data_offsets": offsets}
        data += bits
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


write(tensors)

# %% [markdown]
# Read back bit by bit: every entry is an exact rational number.

# %%
from symproof import read_block

layer = read_block(path, up="up.weight", down="down.weight", activation="gelu")
p, q = layer.W_up[0][0].as_integer_ratio()
print(layer)
print(f"first entry {p}/{q}")

# %% [markdown]
# The verdict.

# %%
from symproof import Block, decide

decision = decide(layer)
print(decision)

# %% [markdown]
# The evidence is one combination of the $d^2$ equations, modulo a prime.

# %%
(proof,) = decision.certificate["evidence"]["cost"]
tree = proof["tree"]
Y, M = tree["combination"]["Y"], int(tree["combination"]["modulus"])
print(len(Y), "equations modulo", M)
print("the first: row", Y[0][0], "column", Y[0][1], "times", Y[0][2])

# %% [markdown]
# Checked by hand: every coefficient of the combination is $0$ modulo $p$, the right side is not.

# %%
from fractions import Fraction

rows = [[Fraction(x) for x in row] for row in layer.W_up]
columns = [[Fraction(row[k]) for row in layer.W_down] for k in range(N)]
left = [sum(Fraction(y) * columns[k][i] * rows[k][j] for i, j, y in Y) for k in range(N)]
right = -sum(Fraction(y) for i, j, y in Y if i == j)
print(all((a / M).denominator == 1 for a in left), (right / M).denominator == 1)

# %% [markdown]
# Real layers have biases too; with a hidden and an output bias the same condition decides, and so does the
# same $Y$.

# %%
biases = {"b_up": tensor(1, N)[0], "b_down": tensor(1, d)[0]}
biased = Block(layer.W_up, layer.W_down, "gelu", **biases, floats="binary")
print(decide(biased))
print(decide(biased).certificate["evidence"] == decision.certificate["evidence"])

# %% [markdown]
# A wrong step is refused: the certificate belongs to these bits, and one changed bit makes it worthless.

# %%
from symproof import check
from symproof.notebook import refused

tensors["up.weight"][0][0] += 2.0**-24
write(tensors)
changed = read_block(path, up="up.weight", down="down.weight", activation="gelu")
print(refused(lambda: check(decision.certificate, changed.weights, "not-absorbable")))

# %% [markdown]
# A layer that does absorb, hidden among 64 neurons: 16 of them are $2^{-3}e_i$ with columns $-2^3e_i$, in a
# random order.

# %%
hidden = sorted(rng.sample(range(N), d))
for i, k in enumerate(hidden):
    tensors["up.weight"][k] = [2.0**-3 * (i == j) for j in range(d)]
    for j in range(d):
        tensors["down.weight"][j][k] = -(2.0**3) * (i == j)
write(tensors)
planted = read_block(path, up="up.weight", down="down.weight", activation="gelu")
print(decide(planted).subset == tuple(hidden), decide(planted).verdict)

# %% [markdown]
# The last bit of one of its entries, and it does not absorb any more.

# %%
tensors["up.weight"][hidden[0]][0] += 2.0**-26
write(tensors)
print(decide(read_block(path, up="up.weight", down="down.weight", activation="gelu")))
folder.cleanup()

# %% [markdown]
# **Exercise.** Does the order of the neurons matter for the planted layer? *Solution.* No: the set moves.

# %%
order = list(range(N))
rng.shuffle(order)
moved = decide(planted.permute(order)).subset
print(moved == tuple(sorted(order.index(k) for k in hidden)))

# %% [markdown]
# The kernel confirms both verdicts, each in a process of its own.

# %%
from symproof.notebook import kernel_check

print(kernel_check(decision.certificate, layer, "not-absorbable"))
print(kernel_check(decide(planted).certificate, planted, "absorbable"))
