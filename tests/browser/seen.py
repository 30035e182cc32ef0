"""What no eye forgives on a page as it stands: squeezed words, and what lies over or outside."""

from typing import Final

from playwright.sync_api import Page

# The part of a line that its letters take: fonts have lines a third higher than their letters, and
# figures set close share the space between them.
_PARTS: Final = """
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".vh, [hidden]");
  const inked = ({ left, right, top, bottom }, element) => {
    const spare = (bottom - top) * 0.2;
    const ink = { left, right, top: top + spare, bottom: bottom - spare };
    for (let around = element; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY !== "hidden") continue;
      const cut = around.getBoundingClientRect();
      for (const side of ["left", "top"]) ink[side] = Math.max(ink[side], cut[side]);
      for (const side of ["right", "bottom"]) ink[side] = Math.min(ink[side], cut[side]);
    }
    return ink;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !isSeen(node.parentElement)) continue;
    if (node.parentElement.closest("script, style, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ node, boxes: [...range.getClientRects()] });
  }
  const tell = (node) => node.data.trim().slice(0, 40);
"""
_SQUEEZED: Final = f"""() => {{{_PARTS}
  // Words of more letters than their lines have, a syllable or less to each.
  return texts.filter(({{ node, boxes }}) => {{
    const letters = node.data.trim().replaceAll(/\\s+/g, " ").length;
    const lines = new Set(boxes.map(({{ top }}) => Math.round(top))).size;
    return lines > 2 && letters / lines < 4;
  }}).map(({{ node }}) => `squeezed: ${{tell(node)}}`);
}}"""
_MISPLACED: Final = f"""async (blocks) => {{
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  {_PARTS}
  const parts = [
    ...texts.flatMap(({{ node, boxes }}) =>
      boxes.map((box) => inked(box, node.parentElement))
        .map((box) => ({{ node: node.parentElement, says: tell(node), box }}))),
    ...[...document.querySelectorAll(blocks)].filter(isSeen)
      .map((node) => ({{ node, says: node.className, box: node.getBoundingClientRect() }})),
  ];
  // A name that is too long for two lines loses the rest; of all others the whole is seen.
  const isCut = ({{ top, bottom }}) => bottom <= top;
  const found = texts
    .filter(({{ node, boxes }}) => boxes.map((box) => inked(box, node.parentElement)).every(isCut))
    .map(({{ node }}) => `cut: ${{tell(node)}}`);
  for (const {{ says, box }} of parts) {{
    const isInside = box.left >= -1 && box.top >= -1
      && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!isInside) found.push(`outside: ${{says}}`);
  }}
  parts.forEach((one, at) => {{
    for (const other of parts.slice(at + 1)) {{
      if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
      const [a, b] = [one.box, other.box];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`over one another: ${{one.says}} | ${{other.says}}`);
    }}
  }});
  return found;
}}"""
BLOCKS: Final = ".code, .of-table, .bell, .next-seats > li, .after, .bar"
"""What has a ground of its own on a TV, so that it hides what it lies over."""


def squeezed(page: Page) -> list[str]:
    """Return the words that stand a letter or a syllable a line."""
    found: list[str] = page.evaluate(_SQUEEZED)
    return found


def misplaced(page: Page) -> list[str]:
    """Return what of a page that fills the screen is outside of it, or over something else."""
    found: list[str] = page.evaluate(_MISPLACED, BLOCKS)
    return found
