"""What people hold: blocks, activations, and the files they come from."""
