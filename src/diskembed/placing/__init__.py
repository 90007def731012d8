"""New nodes in a fitted embedding, without training it again: where they go, and under what."""
