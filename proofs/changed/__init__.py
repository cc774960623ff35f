"""Proves again what a change reaches."""
