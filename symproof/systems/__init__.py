"""W as unknowns: the polynomial system X Y = T, its solutions, and certificates that it has none."""
