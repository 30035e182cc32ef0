"""The rules as arithmetic: values in, values out; no web, database, files, clock or chance."""
