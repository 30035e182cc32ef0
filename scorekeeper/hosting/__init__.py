"""One installation, or a host of many: their folders, which of them are open, and acts on them."""
