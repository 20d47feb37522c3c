"""The activations symproof knows, and what the theorems say of any other."""
