"""Edges in: from any file or object to a DAG, and what its edges imply."""
