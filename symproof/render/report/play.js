// A block with two inputs to play with: flip neurons, change weights, and watch what is missing of the identity.
// All arithmetic is exact: a number is [p, q], two BigInts in lowest terms with q > 0.
"use strict";
(() => {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
  const rational = (p, q) => {
    const g = gcd(p, q) * (q < 0n ? -1n : 1n);
    return [p / g, q / g];
  };
  const plus = ([a, b], [c, d]) => rational(a * d + c * b, b * d);
  const times = ([a, b], [c, d]) => rational(a * c, b * d);
  const minus = ([p, q]) => [-p, q];
  const same = ([a, b], [c, d]) => a === c && b === d;
  const ZERO = [0n, 1n], ONE = [1n, 1n], STEP = [1n, 4n];
  const float = ([p, q]) => Number(p) / Number(q);
  const text = ([p, q]) => (q === 1n ? `${p}` : `${p}/${q}`).replace("-", "\u2212");
  const spelt = ([p, q]) => (q === 1n ? `${p}` : `${p}/${q}`);
  const read = (spelling) => {
    const found = /^\s*([-\u2212]?\d{1,6})(?:\/(\d{1,6})|\.(\d{1,6}))?\s*$/.exec(spelling);
    if (!found || /^0+$/.test(found[2] || "1")) return null;
    const whole = BigInt(found[1].replace("\u2212", "-"));
    if (found[3] === undefined) return rational(whole, BigInt(found[2] || 1));
    const scale = 10n ** BigInt(found[3].length);
    const part = BigInt(found[3]);
    return rational(whole * scale + (/^\s*[-\u2212]/.test(found[1]) ? -part : part), scale);
  };

  const root = document.getElementById("play");
  const block = JSON.parse(root.dataset.block);
  const start = {
    up: block.W_up.map((row) => row.map(read)),
    down: block.W_down.map((row) => row.map(read)),
  };
  const N = start.up.length;
  let up, down, flipped;

  // what the flips of a set add to the linear part: -W_down[:,S] W_up[S,:]
  const gain = (chosen) =>
    [0, 1].map((i) =>
      [0, 1].map((j) =>
        minus(chosen.reduce((sum, k) => plus(sum, times(down[i][k], up[k][j])), ZERO))));
  const missing = (A) => A.map((row, i) => row.map((x, j) => plus(i === j ? ONE : ZERO, minus(x))));
  const size = (A) => A.flat().reduce((sum, x) => plus(sum, times(x, x)), ZERO);
  const less = ([a, b], [c, d]) => a * d < c * b;
  const members = (mask) => [...Array(N).keys()].filter((k) => (mask >> k) & 1);
  const set = (chosen) => `{${chosen.join(", ")}}`;
  const matrix = (A) => `[${A.map((row) => `[${row.map(text).join(", ")}]`).join(", ")}]`;

  const silent = () => {
    for (let k = 0; k < N; k++) {
      if (up[k].every((x) => same(x, ZERO))) return `row ${k} of W_up is 0`;
      if (down.every((row) => same(row[k], ZERO))) return `column ${k} of W_down is 0`;
      for (let l = 0; l < k; l++)
        if (same(times(up[k][0], up[l][1]), times(up[k][1], up[l][0]))) return `rows ${l} and ${k} are collinear`;
    }
    return "";
  };
  const nearest = () => {
    let best = null;
    for (let mask = 0; mask < 1 << N; mask++) {
      const chosen = members(mask), left = size(missing(gain(chosen)));
      if (best === null || less(left, best.left)) best = { chosen, left };
    }
    return best;
  };
  const verdict = (best) => {
    if (same(best.left, ZERO))
      return ["absorbable", `Absorbable: flip ${set(best.chosen)}. These flips add exactly the identity, so they take the place of the skip.`];
    const why = silent();
    if (why)
      return ["silent", `No set S solves equation (3), but ${why}, so Theorem 4 is silent: \u201csymproof absorb\u201d decides such weights by the least width.`];
    return ["never", `Not absorbable (ReLU, Theorem 4): none of the ${1 << N} sets of neurons adds the identity. The nearest is ${set(best.chosen)}.`];
  };

  const SVG = "http://www.w3.org/2000/svg";
  const at = (id) => root.querySelector(`[data-part=${id}]`);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let shown = [0, 0, 0, 0], running = 0;
  const draw = (A) => {
    const [a, b, c, d] = A;
    const limit = Math.max(1.3, ...[a, b, a + b, c, d, c + d].map(Math.abs)) * 1.12;
    const point = (x, y) => `${(100 + (x / limit) * 92).toFixed(2)},${(100 - (y / limit) * 92).toFixed(2)}`;
    at("image").setAttribute("points", [[0, 0], [a, c], [a + b, c + d], [b, d]].map((p) => point(...p)).join(" "));
    at("goal").setAttribute("points", [[0, 0], [1, 0], [1, 1], [0, 1]].map((p) => point(...p)).join(" "));
    const field = at("field"), parts = [];
    const reach = Math.max(0.6, Math.abs(1 - a) + Math.abs(b), Math.abs(c) + Math.abs(1 - d));
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++) {
        const x = i / 2, y = j / 2, dx = (1 - a) * x - b * y, dy = -c * x + (1 - d) * y;
        const px = 100 + x * 66, py = 100 - y * 66;
        parts.push(`<circle cx="${px}" cy="${py}" r="2.2"/><line x1="${px}" y1="${py}" x2="${(px + (dx / reach) * 30).toFixed(2)}" y2="${(py - (dy / reach) * 30).toFixed(2)}"/>`);
      }
    field.innerHTML = parts.join("");
  };
  const walk = (target) => {
    const from = shown, begun = performance.now(), run = ++running;
    const frame = (now) => {
      if (run !== running) return;
      const t = still.matches ? 1 : Math.min(1, (now - begun) / 350);
      shown = from.map((x, i) => x + (target[i] - x) * (t * (2 - t)));
      draw(shown);
      if (t < 1) requestAnimationFrame(frame);
    };
    frame(begun);
  };

  const show = () => {
    const A = gain([...flipped].sort()), best = nearest(), [kind, words] = verdict(best);
    root.querySelectorAll("button[data-neuron]").forEach((button) => {
      const k = Number(button.dataset.neuron), on = flipped.has(k);
      button.setAttribute("aria-pressed", on);
      button.textContent = `${k}: (${up[k].map((x) => text(on ? minus(x) : x)).join(", ")})`;
    });
    root.querySelectorAll("input").forEach((input) => {
      const { side, i, j } = input.dataset;
      if (document.activeElement !== input) input.value = spelt((side === "up" ? up : down)[i][j]);
      input.removeAttribute("aria-invalid");
    });
    at("sum").textContent = `Flipped ${set([...flipped].sort())}: the linear part gains ${matrix(A)}; missing from the identity: ${matrix(missing(A))}.`;
    at("verdict").textContent = words;
    at("verdict").dataset.verdict = kind;
    at("solve").disabled = kind !== "absorbable";
    at("solve").dataset.subset = best.chosen.join(" ");
    walk(A.flat().map(float));
  };
  const reset = () => {
    up = start.up.map((row) => row.slice());
    down = start.down.map((row) => row.slice());
    flipped = new Set();
    show();
  };

  // a weight is typed, stepped with the arrow keys, or dragged to the side
  const change = (input, value) => {
    const { side, i, j } = input.dataset;
    (side === "up" ? up : down)[i][j] = value;
    input.value = spelt(value);
    show();
  };
  const value = ({ dataset: { side, i, j } }) => (side === "up" ? up : down)[i][j];
  for (const input of root.querySelectorAll("input")) {
    input.addEventListener("input", () => {
      const typed = read(input.value);
      if (typed === null) input.setAttribute("aria-invalid", "true");
      else { (input.dataset.side === "up" ? up : down)[input.dataset.i][input.dataset.j] = typed; show(); }
    });
    input.addEventListener("blur", show);
    input.addEventListener("keydown", (event) => {
      const way = { ArrowUp: STEP, ArrowDown: minus(STEP) }[event.key];
      if (way) { event.preventDefault(); change(input, plus(value(input), way)); }
    });
    let origin = null;
    input.addEventListener("pointerdown", (event) => { origin = { x: event.clientX, value: value(input) }; });
    input.addEventListener("pointermove", (event) => {
      if (origin === null || !event.buttons) return;
      const steps = Math.round((event.clientX - origin.x) / 14);
      if (steps) { input.setPointerCapture(event.pointerId); change(input, plus(origin.value, times(STEP, [BigInt(steps), 1n]))); }
    });
    input.addEventListener("pointerup", () => { origin = null; });
    input.addEventListener("pointercancel", () => { origin = null; });
  }
  root.addEventListener("click", ({ target }) => {
    if (target.dataset.neuron !== undefined) {
      const k = Number(target.dataset.neuron);
      flipped.has(k) ? flipped.delete(k) : flipped.add(k);
      show();
    } else if (target === at("solve")) {
      flipped = new Set(target.dataset.subset.split(" ").filter(Boolean).map(Number));
      show();
    } else if (target === at("reset")) reset();
  });
  root.querySelector(".still").hidden = true;
  root.querySelector(".live").hidden = false;
  reset();
})();
