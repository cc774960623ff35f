"""Mutation testing of the proof.

Does a goal fail when the kernel, a contract or a ghost statement is wrong?
"""
