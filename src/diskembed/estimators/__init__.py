"""Estimators: parameters in, embedding out."""
