"""The kinds of index that can lie beside a model: how each is built, written and read. One file each."""
