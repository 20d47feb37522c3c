"""The trusted kernel: what it accepts is true. Standard library only, and `symproof.reader` for what is read.

What may be called, and what returning means:

    claims.check(certificate, weights, claim, width, budget)    the sentence that it returns is true
    distance.check_distance, gated.check_gated, stacks.check_stack, ranks.check_ranks    alike
    claims.equation(weights, activation)                        Theorem 4's equation (3), a `Problem`
    trees.refute(problem, tree, budget)                         ABS(P, Q, T) has no solution in {0,1}^n
    trees.combine(node, combination)                            (integers a, b, m): (a/m).x = b/m follows
    trees.cases(node, branch)                                   (form, range): form.x lies in the range
    trees.children, trees.combinations, cost.children           the parts of evidence; nothing is said of them
    parity.parity_form(up, down, skip, activation)              equal forms, equal functions
    parity.class_problem(up, down, skip, activation)            the subset problem over the classes
    levels.conditions(stack)                                    the theorem on all depths applies to it
    bends.bend(pair, x)                                         F = f_2 o f_1 bends at x, with these ends
    widths.width_problems(weights, activation, excluding)       the problems whose costs decide a width
    cost.exceeds(problem, m, proof, budget)                     every choice of signs costs more than m
    cost.affords(problem, m, flip, double, budget)              True: this choice costs at most m
    lanes.cheapest(A, m, rows, budget)                          None: every choice costs more than m
    nullstellensatz.check(certificate, system)                  X Y = T has no solution in a ring

Nothing is said when one raises: `Rejected`, a rule said no; `Malformed`, not in the format; `OutOfBudget`,
the work of the kernel itself was limited. The claims: `claims.CLAIMS`, and `SENTENCES` of the other pages.

Trusted are Python's integers and Fractions, `symproof.reader`, the rules of all pages, and the facts of
analysis in `activations`. FORMAT.md describes the certificates, SOUNDNESS.md proves each rule.
"""
