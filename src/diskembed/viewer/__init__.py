"""The map of an embedding: what a page in the browser shows, and the server that brings it there.

The data's way: ``hierarchy`` (who contains whom) -> ``drawing`` (circles, exact or a ``companion``'s) ->
``atlas`` (all that the page asks for) -> ``server`` or ``export``. ``page/`` holds the page itself.
"""
