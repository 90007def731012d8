"""Who contains whom among fitted rows: scores of pairs, and all ancestors or descendants of a node."""
