"""What a score is worth: evidence from pairs that are known, and the probability that it comes to."""
