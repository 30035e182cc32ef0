/**
 * Changes a part of the page into what the server draws now. An element that is still there stays the
 * same element, and keeps its focus, scrolling, opened details and listeners.
 *
 * Two kinds of elements are not changed: those with [data-own], which belong to a script, and a form
 * with something typed into it, which is sent for the version of the game with which it was drawn.
 */

let hasSkipped = false;
/** @type {Element | null} what had the focus last; a button that is hidden while it sends loses it */
let last = null;
document.addEventListener("focusin", ({ target }) => (last = target instanceof Element ? target : null));

/**
 * Renew the blocks of the page that the fresh document has too; return whether all of them could be.
 * @param {Document} fresh
 * @param {string} blocks selects the blocks
 */
export function renew(fresh, blocks) {
  hasSkipped = false;
  const focused = document.activeElement;
  /** @type {Element[]} */
  const around = [];
  for (let each = last; each; each = each.parentElement) around.push(each);
  for (const block of document.querySelectorAll(blocks)) {
    const wanted = fresh.querySelector(block.id ? `#${block.id}` : `.${block.className}`);
    if (wanted) morph(block, wanted);
  }
  // If what had the focus is gone, the focus goes to the beginning of what stood around it.
  const [next] = around.filter((each) => each.isConnected && each.getClientRects().length)
    .flatMap((each) => (each === last ? focused : each.querySelector("summary, a[href], button")) ?? []);
  if (next instanceof HTMLElement && document.activeElement !== next) next.focus({ preventScroll: true });
  return !hasSkipped;
}

/** @type {(old: Node, wanted: Node) => void} */
function morph(old, wanted) {
  if (old.isEqualNode(wanted) || isOwn(old)) return;
  if (isTypedInto(old)) {
    hasSkipped = true;
  } else if (old instanceof Element && wanted instanceof Element) {
    morphAttributes(old, wanted);
    morphChildren(old, wanted);
  } else {
    old.nodeValue = wanted.nodeValue;
  }
}

/**
 * Set all attributes except `open`: which details are open is the reader's choice.
 * @param {Element} old
 * @param {Element} wanted
 */
function morphAttributes(old, wanted) {
  for (const name of old.getAttributeNames()) {
    if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** @type {(old: Element, wanted: Element) => void} */
function morphChildren(old, wanted) {
  const { pairs, unpaired } = pairChildren(old, wanted);
  for (const child of unpaired) {
    if (!stays(child)) child.remove();
    else if (!isOwn(child)) hasSkipped = true;
  }
  let at = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const kept = pairs.get(child);
    while (at && unpaired.includes(at)) at = at.nextSibling;
    if (kept && kept === at) at = at.nextSibling;
    else old.insertBefore(kept ?? child, at);
    if (kept) morph(kept, child);
  }
}

/**
 * Pair each wanted child with an old one: by its id, else an equal one, else one of the same kind.
 * @param {Element} old
 * @param {Element} wanted
 */
function pairChildren(old, wanted) {
  const unpaired = [...old.childNodes];
  /** @type {Map<ChildNode, ChildNode>} */
  const pairs = new Map();
  for (const isSame of [hasSameId, isEqual, isSameKind]) {
    for (const child of wanted.childNodes) {
      const index = pairs.has(child) ? -1 : unpaired.findIndex((each) => isSame(each, child));
      if (index >= 0) pairs.set(child, unpaired.splice(index, 1)[0]);
    }
  }
  return { pairs, unpaired };
}

/** @param {Node} node */
const idOf = (node) => node instanceof Element ? node.id : "";

/** @type {(one: Node, other: Node) => boolean} */
const hasSameId = (one, other) => idOf(one) !== "" && idOf(one) === idOf(other) && one.nodeName === other.nodeName;

/** @type {(one: Node, other: Node) => boolean} */
const isEqual = (one, other) => one.isEqualNode(other);

/** @param {Node} node */
const classOf = (node) => node instanceof Element ? node.getAttribute("class") : null;

/** @type {(one: Node, other: Node) => boolean} */
const isSameKind = (one, other) =>
  one.nodeName === other.nodeName && !idOf(one) && !idOf(other) && classOf(one) === classOf(other) &&
  isOwn(one) === isOwn(other);

/** @param {Node} node */
const isOwn = (node) => node instanceof Element && node.hasAttribute("data-own");

/** @param {Node} node */
const stays = (node) =>
  isOwn(node) || isTypedInto(node) || (node instanceof Element && [...node.querySelectorAll("form")].some(isTypedInto));

/** @param {Node} node */
function isTypedInto(node) {
  if (!(node instanceof HTMLFormElement)) return false;
  const { activeElement } = document;
  const isFocused = node.contains(activeElement) && activeElement?.matches("input, select, textarea");
  return isFocused || [...node.elements].some(isTyped);
}

/** @param {Element} field */
function isTyped(field) {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (/checkbox|radio/.test(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
