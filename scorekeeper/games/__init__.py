"""A game at the table: its journal, what people do in it, their hands, links, seats and limits."""
