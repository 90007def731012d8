"""Containment as SQL: one table, one view, in the words of several databases."""
