"""How good an embedding is: by the protocol, beside what is trivial."""
