"""The process that draws one mark of a club: an SVG on its input becomes a PNG on its output.

Each mark has a process of its own. A drawing that crashes it, or that takes all the time it has,
keeps no paper waiting; and a machine that cannot print for want of Pango draws marks all the same.
"""

import os
import resource
import sys
from typing import Final

_SIDE: Final = 600
"""The longer side in pixels, whatever size the drawing says: 600 dots an inch on paper."""
_MEMORY: Final = 1 << 29
"""The most memory that the process may map, in bytes; a usual mark needs a tenth of it."""
_SECONDS: Final = 20
"""The most time on the processor, if the site that would end the process is gone."""


def main() -> None:
    """Draw the mark; status 0 and a PNG, or another status."""
    import resvg_py

    os.nice(5)
    limits = {
        resource.RLIMIT_AS: _MEMORY,
        resource.RLIMIT_CPU: _SECONDS,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 0,  # whatever a drawing may point to, no file is opened from here
    }
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))
    svg = sys.stdin.buffer.read().decode()
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=_SIDE,
        height=_SIDE,
        dpi=96,  # without it an inch or a millimetre is nothing
        skip_system_fonts=True,
    )
    sys.stdout.buffer.write(drawn)


if __name__ == "__main__":
    main()
