"""One file a format; each registers what it reads. They are imported by ``diskembed.graph.read.registry``."""
