"""The blueprint of this area, whose pages are open to everybody."""

from flask import Blueprint

reference_pages = Blueprint("reference", __name__)
