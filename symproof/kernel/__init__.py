"""The trusted kernel: what it accepts is true. Standard library only, and `symproof.reader` for what is read.

What may be called, and what returning means:

    claims.check(certificate, weights, claim, width, budget)    the sentence that it returns is true
    distance.check_distance(certificate, weights, claim, bound) the sentence that it returns is true
    gated.check_gated(certificate, gated, claim, budget)        the sentence that it returns is true
    claims.equation(weights, activation)                        Theorem 4's equation (3), a `Problem`
    trees.refute(problem, tree, budget)                         ABS(P, Q, T) has no solution in {0,1}^n
    trees.combine(node, combination)                            (integers a, b, m): (a/m).x = b/m follows
    trees.cases(node, branch)                                   (form, range): form.x lies in the range
    trees.children(tree), trees.combinations(tree)              the parts of a tree; nothing is said of them
    parity.parity_form(up, down, skip, activation)              equal forms, equal functions
    parity.class_problem(up, down, skip, activation)            the subset problem over the classes
    stacks.check_stack(certificate, stack, claim, ...)          the sentence that it returns is true
    levels.conditions(stack)                                    the theorem on all depths applies to it
    bends.bend(pair, x)                                         F = f_2 o f_1 bends at x, with these ends
    ranks.check_ranks(certificate, d, widths, name, series)     the sentence that it returns is true
    widths.width_problems(weights, activation, excluding)       the problems whose costs decide a width
    cost.exceeds(problem, m, proof, budget)                     every choice of signs costs more than m
    cost.children(place, proof)                                 the parts of a proof; nothing is said of them
    cost.affords(problem, m, flip, double, budget)              True: this choice costs at most m
    lanes.cheapest(A, m, rows, budget)                          None: every choice costs more than m
    nullstellensatz.check(certificate, system)                  X Y = T has no solution in a ring

Nothing is said when one raises: `Rejected`, a rule said no; `Malformed`, the input is not in the format;
`OutOfBudget`, the kernel's own work was limited. The claims are in `claims.CLAIMS` and in the
`SENTENCES` of `stacks`, `distance` and `gated`.

Trusted are Python's integers and Fractions, `symproof.reader` ("these are the numbers in the file"), the
rules of `trees`, `cost`, `lanes`, `widths`, `levels`, `bends` and `ranks`, and the facts of analysis in
`activations`. FORMAT.md describes the certificates, SOUNDNESS.md proves each rule.
"""
