"""The trusted kernel: standard library only, nothing imported from the rest of symproof.

Order of reading: `numbers` and `files` (what is read), `weights` (the block), `subset` (the rules for
"no subset"), `block` (classes, normal form), `claims` (what is accepted). FORMAT.md describes the
certificate, SOUNDNESS.md proves each rule.
"""
