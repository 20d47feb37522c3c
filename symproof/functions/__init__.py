"""A small algebra of functions of one variable: expressions, normal forms, enclosures, signs, growth."""
