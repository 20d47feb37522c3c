"""The trusted reader: these are the numbers in the file. Standard library only; it knows no rule.

`numbers` (exact numbers and their spellings), `text` (strict JSON), `tensors` (.safetensors and .npz),
`weights` (a block and its fingerprint). The kernel's FORMAT.md describes what is read.
"""
