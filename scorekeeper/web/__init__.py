"""The site: pages, forms and answers. The only place, with ``app``, that knows HTTP."""
