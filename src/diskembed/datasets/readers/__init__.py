"""Readers of formats that one dataset alone has; all others are in ``diskembed.graph.read``."""
