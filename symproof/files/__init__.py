"""Untrusted reading and writing: formats, streams, what a file holds."""
