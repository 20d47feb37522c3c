"""The decision procedures. Each module is one kind of check and knows nothing of the paper."""
