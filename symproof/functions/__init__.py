"""A small algebra of functions of one variable: expressions, their definitions, enclosures, signs, growth."""
