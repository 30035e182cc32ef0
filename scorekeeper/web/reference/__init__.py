"""Pages that need no game: the rules of each variant, and one hand counted by itself."""

from flask import Blueprint

reference_pages = Blueprint("reference", __name__)
