"""The paper's experiment, row by row."""
