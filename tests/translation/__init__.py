"""Compilers compared: the same recorded calls on kernels that they translate in different ways."""
