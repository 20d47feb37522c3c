"""symproof: a proof-assistant companion to "Can an MLP Absorb Its Own Skip Connection Exactly?"."""
