"""The gate of `make prove`: runs Frama-C/WP over the kernel and decides whether what it said is a
proof.
"""
