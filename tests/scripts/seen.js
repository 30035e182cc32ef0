// What no eye forgives on a page as it stands. "isTv" is whether it fills a screen across a room, "blocks" select what
// has a ground of its own there, so that it hides what it lies over.
(async ({ isTv, blocks }) => {
  if (isTv) document.body.dataset.idle = ""; // as it is once nobody points at it
  // A script may fit names and figures to the width first.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const smallest = isTv ? innerHeight / 36 : 14;
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(".vh, [hidden]");
  const tell = (text) => text.trim().replaceAll(/\s+/g, " ").slice(0, 40);
  const styleOf = (element) => getComputedStyle(element);
  const boxOf = (node, start = 0, end = node.data.length) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };
  // The part of a line that its letters take and that nothing around it cuts: fonts have lines a third higher than
  // their letters, and figures set close share the space between them.
  const inked = ({ left, right, top, bottom }, element) => {
    const spare = (bottom - top) * 0.2;
    const ink = { left, right, top: top + spare, bottom: bottom - spare };
    for (let around = element; around; around = around.parentElement) {
      const { overflowX, overflowY } = styleOf(around);
      const cut = around.getBoundingClientRect();
      if (overflowX !== "visible" && around !== document.body) {
        ink.left = Math.max(ink.left, cut.left);
        ink.right = Math.min(ink.right, cut.right);
      }
      if (overflowY !== "visible" && around !== document.body) {
        ink.top = Math.max(ink.top, cut.top);
        ink.bottom = Math.min(ink.bottom, cut.bottom);
      }
    }
    return ink;
  };
  const isCut = ({ left, right, top, bottom }) => bottom <= top || right <= left;

  // What stands for a name that begins like another lies below that name, which moves beside it if it does not fit.
  const isBehind = (element) => {
    const apart = element.closest(".told-apart");
    if (!apart?.checkVisibility() || ![...apart.children].every(isSeen)) return false;
    const [short, whole] = apart.children;
    const isBeside = whole.getBoundingClientRect().left > apart.getBoundingClientRect().right - 2;
    return (isBeside ? whole : short).contains(element);
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style") || !isSeen(element)) continue;
    if (isBehind(element)) continue;
    if (element.getBoundingClientRect().width < 3) continue; // it is read aloud only
    const boxes = boxOf(node);
    if (boxes.length) texts.push({ node, element, says: tell(node.data), boxes });
  }
  const words = texts.filter(({ element }) => !element.closest("svg"));
  const found = [];
  const note = (what, says) => found.push(`${what}: ${says}`);

  // --- narrower than a word ---
  for (const { node, element, says, boxes } of words) {
    const letters = node.data.trim().length;
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (lines > 2 && letters / lines < 4) note("squeezed", says);
    if (styleOf(element).hyphens === "auto") continue;
    for (const { 0: token, index } of node.data.matchAll(/\S+/g)) {
      // Addresses, and names longer than a column, may break anywhere.
      if (!/^[("“]?[\p{L}’'-]{2,14}[.,;:!?)”]*$/u.test(token) || token.includes("-")) continue;
      const tops = boxOf(node, index, index + token.length).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) note("broken word", token);
    }
  }

  // --- over one another ---
  // What floats over a page has a ground of its own and is meant to hide what scrolls below it.
  const layerOf = (element) => {
    for (let around = element; around; around = around.parentElement) {
      const { position, backgroundColor } = styleOf(around);
      if (position === "fixed" || position === "sticky") return around;
      if (position === "absolute" && backgroundColor.startsWith("rgb(")) return around;
    }
    return null;
  };
  const parts = words.flatMap(({ element, says, boxes }) =>
    boxes.map((box) => ({ element, says, layer: isTv ? null : layerOf(element), box: inked(box, element) }))
  ).filter(({ box }) => !isCut(box));
  if (isTv) {
    for (const element of [...document.querySelectorAll(blocks)].filter(isSeen)) {
      parts.push({ element, says: element.className, layer: null, box: element.getBoundingClientRect() });
    }
  }
  parts.forEach((one, at) => {
    for (const other of parts.slice(at + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) {
        continue;
      }
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 2 && down > 2) note("over one another", `${one.says} | ${other.says}`);
    }
  });

  // --- cut while there is room ---
  const isRow = (element) => {
    const { display, flexDirection } = styleOf(element);
    if (display.endsWith("flex")) return flexDirection.startsWith("row");
    return display.endsWith("grid") || display === "table-row";
  };
  const inBand = (box, { top, bottom }) => Math.min(box.bottom, bottom) - Math.max(box.top, top) > 2 && box.width > 0;
  const drawn = (place) => [
    ...texts.filter(({ element }) => place.contains(element)).flatMap(({ element, boxes }) =>
      boxes.map((box) => ({ ...inked(box, element), top: box.top, bottom: box.bottom, width: box.width }))
    ),
    ...[...place.querySelectorAll("svg, img, button, input, select")].filter(isSeen)
      .map((mark) => mark.getBoundingClientRect()),
  ];
  // What a cell could give away: how wide it is beyond all that is drawn in it and the usual space around that.
  const gap = isTv ? innerWidth * 0.04 : 20;
  const freeIn = (cell, space = gap) => {
    const boxes = drawn(cell).filter(({ left, right }) => right > left);
    const right = Math.max(...boxes.map((box) => box.right));
    const filled = boxes.length ? right - Math.min(...boxes.map((box) => box.left)) : 0;
    return Math.max(0, cell.clientWidth - space - filled);
  };
  const sum = (figures) => figures.reduce((all, figure) => all + figure, 0);
  // Of a column of a table its fullest cell counts. What is scrolled anyway has no room.
  const roomInColumns = (table) => {
    const { scrollWidth, clientWidth } = table.parentElement;
    if (scrollWidth > clientWidth) return 0;
    const room = new Map();
    for (const cell of table.querySelectorAll("th, td")) {
      if (cell.colSpan > 1 || !isSeen(cell)) continue;
      room.set(cell.cellIndex, Math.min(room.get(cell.cellIndex) ?? Infinity, freeIn(cell)));
    }
    return sum([...room.values()]);
  };
  const roomBeside = (element) => {
    const own = element.getBoundingClientRect();
    let row = element.parentElement;
    while (row && (!isRow(row) || row.getBoundingClientRect().width < own.width + 4)) {
      row = row.matches("section, aside, main") ? null : row.parentElement;
    }
    if (!row || row.scrollWidth > row.clientWidth) return 0;
    const { display } = styleOf(row);
    if (display === "table-row") return roomInColumns(row.closest("table"));
    if (display.endsWith("grid")) {
      // Columns with a rule between them keep more space.
      const cells = [...row.children].filter((cell) => inBand(cell.getBoundingClientRect(), own));
      return sum(cells.map((cell) => freeIn(cell, gap * 1.6)));
    }
    const filled = drawn(row).filter((box) => inBand(box, own)).sort((one, other) => one.left - other.left);
    const around = row.getBoundingClientRect();
    let [room, reached] = [0, around.left];
    for (const { left, right } of [...filled, { left: around.right, right: around.right }]) {
      room += Math.max(0, left - reached - gap);
      reached = Math.max(reached, right);
    }
    return room;
  };
  for (const element of new Set(words.map((text) => text.element))) {
    const { textOverflow, overflowX } = styleOf(element);
    if (textOverflow !== "ellipsis" || overflowX === "visible" || element.clientWidth < 4) continue;
    const lacking = element.scrollWidth - element.clientWidth;
    const box = element.getBoundingClientRect();
    const shown = inked(box, element.parentElement);
    if (lacking <= 1 || shown.left > box.left + 1 || shown.right < box.right - 1) continue;
    const room = roomBeside(element);
    const marks = [...element.parentElement.querySelectorAll(":scope > svg")].filter(isSeen)
      .reduce((sum, mark) => sum + mark.getBoundingClientRect().width, 0);
    const told = `${tell(element.textContent)}, ${element.clientWidth} of ${element.scrollWidth} px`;
    if (room >= lacking) note(`cut beside ${Math.round(room)} free px`, told);
    else if (marks >= lacking) note("cut by a mark", told);
  }

  // --- cut though its lines, or those below, are free ---
  const pen = document.createElement("canvas").getContext("2d");
  // How many lines of a width a name takes at the least size that it may have; none if a word is wider than that.
  const linesIn = (width, name, element) => {
    const { fontFamily, fontSize, fontWeight } = styleOf(element);
    const size = isTv ? Math.min(smallest, parseFloat(fontSize)) : parseFloat(fontSize);
    pen.font = `${fontWeight} ${size}px ${fontFamily}`;
    const wideOf = (text) => pen.measureText(text.trim()).width;
    let [lines, line] = [1, ""];
    for (const word of name.split(/(?<=[-\s])/)) {
      if (wideOf(word) > width) return Infinity;
      if (wideOf(line + word) > width) [lines, line] = [lines + 1, ""];
      line += word;
    }
    return lines;
  };
  // On a page a row may become higher; on a TV it has the height that its place leaves.
  const linesFor = (element) => {
    if (!isTv) return 2;
    const place = element.closest(".figures, .next-seats > li, .after");
    if (!place) return 1;
    const boxes = [...place.querySelectorAll("*")].filter(isSeen).map((part) => part.getBoundingClientRect());
    const spare = place.clientHeight - Math.max(...boxes.map(({ bottom }) => bottom)) +
      Math.min(...boxes.map(({ top }) => top));
    return 1 + Math.floor(spare / (smallest * 1.35));
  };
  for (const { element, says, boxes } of words) {
    const { textOverflow, overflowX, overflowWrap, whiteSpace } = styleOf(element);
    const short = element.closest(".told-apart > [aria-hidden]");
    const isCut = boxes.some(({ right }) => right > element.getBoundingClientRect().right + 1);
    const isEnded = textOverflow === "ellipsis" && overflowX !== "visible" && whiteSpace === "nowrap" && isCut;
    if (!short && /\p{L}…/u.test(says)) note("shortened whatever its room", says);
    if (!(short ? says.includes("…") : isEnded)) continue;
    const name = tell(short ? short.nextElementSibling.textContent : element.textContent);
    const most = short && overflowWrap === "anywhere" ? 1 : linesFor(element);
    const lines = linesIn((short?.parentElement ?? element).clientWidth - 2, name, element);
    if (lines <= most) note(`shortened where ${lines} lines have room`, name);
  }
  for (const { element, says } of texts.filter(({ element }) => element.closest("svg.chart"))) {
    const chart = element.closest("svg");
    const plots = [...chart.querySelectorAll("polyline")].map((line) => line.getBBox().width);
    if (/\p{L}…/u.test(says) && Math.max(...plots) > chart.viewBox.baseVal.width * 0.45) {
      note("shortened beside lines that have room to spare", says);
    }
  }

  // --- words of a chart over the edge of what it stands in ---
  for (const { element, says } of texts.filter((text) => text.element.closest("svg.chart"))) {
    const [{ left, right }, leaf] = [element.getBoundingClientRect(), element.closest(".leaf, details")];
    const edge = leaf?.getBoundingClientRect();
    if (edge && (left < edge.left + 4 || right > edge.right - 4)) note("at the edge", says);
  }

  // --- half a column of what is scrolled ---
  for (const head of [...document.querySelectorAll(".season thead th:not(.rank, .name, .whole)")].filter(isSeen)) {
    const [{ left, right, width }, name, box] = [head, head.parentElement.querySelector(".name"), head.closest(".box")]
      .map((each) => each.getBoundingClientRect());
    const total = head.parentElement.querySelector(".whole");
    const end = total && isSeen(total) ? total.getBoundingClientRect().left : box.right;
    const seen = Math.min(right, end) - Math.max(left, name.right);
    if (seen > 4 && seen < width - 4) note("half a column", tell(head.textContent));
  }

  // --- a sum away from the button that marks it as paid, a number alone on its line ---
  for (const button of [...document.querySelectorAll(".pay .state button")].filter(isSeen)) {
    const [sum, own] = [button.closest(".pay").querySelector(".sum"), button].map((each) =>
      each.getBoundingClientRect()
    );
    if (sum.bottom < own.top - 40 || sum.top > own.bottom) note("away from its button", tell(button.textContent));
  }
  for (const { element, says, boxes } of words) {
    const table = element.closest(".seats > li:not(.seat)"); // a seat of a new game is its number and a field
    if (table && boxes.some(({ left }) => left < table.getBoundingClientRect().left + 18)) {
      note("below its number", says);
    }
  }

  // --- totals of a table on one line ---
  for (const total of [...document.querySelectorAll(".figures .total, .sheet thead .total")].filter(isSeen)) {
    const player = total.closest("li, th");
    const other = player.previousElementSibling?.querySelector(".total");
    const away = (one, two) => Math.abs(one.getBoundingClientRect().bottom - two.getBoundingClientRect().bottom);
    if (other && away(player, other.closest("li, th")) < 1 && away(total, other) > 1) {
      note("not on the line of the total before it", tell(player.textContent));
    }
  }

  // --- seats of a table of several sizes, or over its edge ---
  for (const seats of [...document.querySelectorAll(".next-seats ul")].filter(isSeen)) {
    const sizes = new Set([...seats.querySelectorAll("li > span")].map((name) => styleOf(name).fontSize));
    if (sizes.size > 1) note("of several sizes", tell(seats.textContent));
    if (seats.offsetHeight > seats.parentElement.clientHeight) note("higher than its table", tell(seats.textContent));
  }

  // --- cut to the same ---
  const cuts = new Map();
  for (const { node, element } of words) {
    const { overflowX, textOverflow, fontSize } = styleOf(element);
    const isLarger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2;
    if (overflowX === "visible" || !isLarger) continue;
    const { right, bottom } = element.getBoundingClientRect();
    const dots = textOverflow === "ellipsis" ? parseFloat(fontSize) : 0;
    const letters = [...node.data].map((_, at) => boxOf(node, at, at + 1)[0]);
    const ends = letters.filter((box) => box?.right > right + 1).map(({ top }) => Math.round(top));
    const left = [...node.data].filter((_, at) => {
      const box = letters[at];
      const isEnded = box && ends.includes(Math.round(box.top));
      return box && box.right <= right + 1 - (isEnded ? dots : 0) && (box.top + box.bottom) / 2 < bottom;
    }).join("");
    const other = cuts.get(left);
    if (other && other !== tell(node.data)) note("cut to the same", `${other} | ${tell(node.data)}`);
    cuts.set(left, tell(node.data));
  }

  // --- too small to read ---
  for (const { node, element } of texts) {
    // A sign on the drawing of a card is no text.
    if (node.data.trim().length < 2 && element.closest(".card, [aria-hidden=true]")) continue;
    const scale = element.closest("svg")?.getScreenCTM()?.a ?? 1;
    const size = parseFloat(styleOf(element).fontSize) * scale;
    if (size < smallest - 0.05) note(`${size.toFixed(1)} px`, tell(node.data));
  }

  // --- outside the screen ---
  if (document.documentElement.scrollWidth > innerWidth) note("outside", "the page is wider than the screen");
  if (isTv) {
    for (const { says, box } of parts) {
      const isInside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
      if (!isInside) note("outside", says);
    }
    // All lines of a name are inside its row.
    const seenOf = (box, element) => Math.max(0, (({ top, bottom }) => bottom - top)(inked(box, element))) / box.height;
    for (const { element, says, boxes } of words) {
      if (boxes.some((box) => seenOf(box, element) < 0.45)) note("cut", says);
    }
  }

  // --- a main button so narrow that it is higher than a hand is wide ---
  for (const { element, says, boxes } of words.filter((text) => text.element.matches(".foot > .main"))) {
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (lines > 3) note(`a button of ${lines} lines`, says);
  }

  // --- on a desk, the button away from its form or from the head ---
  const isDesk = !isTv && matchMedia("(min-width: 60rem) and (hover: hover) and (pointer: fine)").matches;
  const isOwn = document.body.matches(".final, .one-deal") || document.querySelector(".foot > [form=deal]");
  for (
    const foot of isDesk && !isOwn ? [...document.querySelectorAll("main > .foot:not(.docked)")].filter(isSeen) : []
  ) {
    const isInHead = foot.closest(".in-head") && !foot.querySelector(":scope > [form]:not([form=agree])");
    const { top, left } = [...foot.children].find(isSeen).getBoundingClientRect();
    const above = [...foot.parentElement.children].filter((part) => part !== foot && isSeen(part))
      .map((part) => part.getBoundingClientRect());
    const isBelow = top - Math.max(...above.map(({ bottom }) => bottom)) < 40 && above.some((box) => box.left === left);
    if (isInHead ? top > 20 : !isBelow) {
      note("a button away from its place", tell(foot.textContent));
    }
  }

  // --- a line again, right below the rule of a leaf ---
  for (const first of [...document.querySelectorAll(".leaf > :first-child")].filter(isSeen)) {
    const isLine = parseFloat(styleOf(first).borderTopWidth) > 0 && first.matches("details, ul, div");
    if (isLine) note("ruled twice", tell(first.textContent));
  }

  // --- what the pad is used by: below its keys, behind a strip, scrolled away ---
  const used = ".waiting p, .say :is(input, .beside button, .link)";
  for (const part of [...document.querySelectorAll(`#pad.on :is(${used})`)].filter(isSeen)) {
    const { x, y, width, height } = part.getBoundingClientRect();
    const [lies] = document.elementsFromPoint(x + width / 2, y + height / 2);
    if (!lies || !part.contains(lies)) note("out of sight", tell(part.placeholder || part.textContent));
  }
  for (const tabs of [...document.querySelectorAll("#pad.on .tabs")].filter(isSeen)) {
    if (tabs.scrollHeight > tabs.clientHeight + 1) note("cut", tell(tabs.textContent));
  }

  // --- leads nowhere, and answers nothing ---
  if (!isTv) {
    const ofSeen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const mains = ofSeen(".foot :is(a, button), main .main");
    const others = ofSeen("main :is(a[href], button, input, select, textarea)").filter((each) => !mains.includes(each));
    const [back] = ofSeen(".bar > a");
    const isBack = (main) => main.href === back.href && [back.ariaLabel, "Back"].includes(tell(main.textContent));
    const ways = back ? mains.filter(isBack) : [];
    const isAll = ways.length > 0 && ways.length === mains.length && others.length > 0;
    const isMain = mains.length > 1 && ways.some((main) => main.matches(".main"));
    if (isAll || isMain) note("only a way back", tell(ways[0].textContent));
    const isFirst = (box) => box.top < innerHeight && box.bottom > 0;
    const first = words.filter(({ element, boxes }) => element.closest("main") && isFirst(boxes[0]));
    const isAnswer = ({ node, element }) => {
      if (/\p{N}/u.test(node.data)) return true;
      if (element.closest(`h1, label, ${controls}`)) return false;
      const says = tell(element.textContent);
      return says.split(" ").length > 3 || /.[.?!]$/.test(says);
    };
    const isForm = ofSeen("main :is(input:not([type=hidden]), select, textarea, form button)")
      .some((field) => isFirst(field.getBoundingClientRect()));
    if (!isForm && !first.some(isAnswer)) note("answers nothing", document.title);
  }
  return [...new Set(found)];
});
