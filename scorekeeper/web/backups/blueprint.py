"""The blueprint of this area: its pages are opened by the installation's key."""

from scorekeeper.web.core.access import keeper_blueprint

backups_pages = keeper_blueprint("backups", __name__)
