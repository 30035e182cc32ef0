"""The process that makes PDFs: reads HTML pages from its input and answers each with a PDF.

``print/renderer.py`` starts it. Of the project it imports only what is beside it, so that it starts
quickly. A crash of the C libraries that WeasyPrint calls ends this process and not the site.
"""
