"""The blueprint of this area: everybody may ask for its pages."""

from flask import Blueprint

reference_pages = Blueprint("reference", __name__)
