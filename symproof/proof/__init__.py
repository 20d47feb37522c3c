"""What a proof is and how it runs: statements, steps, checks, mutants, the ledger."""
