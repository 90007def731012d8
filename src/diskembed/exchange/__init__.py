"""Embeddings in other people's systems (databases, frames, viewers of vectors), and their vectors in here."""
