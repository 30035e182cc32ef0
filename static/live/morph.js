// Changes a part of the page into what the server draws now, in place: what stays the same stays the
// same element, so focus, scrolling, opened details and whatever scripts have bound survive.
//
// An element with [data-own] belongs to its script and is left alone. So is a form that somebody is
// typing into or has typed into: it was drawn with what was known then, and says so when it is sent.

let held = false;

/** Renew those blocks of the page that the fresh document has too; whether all of them could be. */
export function renew(fresh, blocks) {
  held = false;
  const focused = document.activeElement;
  for (const block of document.querySelectorAll(blocks)) {
    const selector = block.id ? `#${block.id}` : `.${block.className}`;
    const wanted = fresh.querySelector(selector);
    if (wanted) morph(block, wanted);
  }
  if (focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true });
  }
  return !held;
}

function morph(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  if (isOwn(old)) return;
  if (isTypedInto(old)) {
    held = true;
  } else if (old.nodeType === Node.ELEMENT_NODE) {
    morphAttributes(old, wanted);
    morphChildren(old, wanted);
  } else {
    old.data = wanted.data;
  }
}

/** All attributes but whether details are open, which is the reader's. */
function morphAttributes(old, wanted) {
  for (const name of old.getAttributeNames()) {
    if (name !== "open" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function morphChildren(old, wanted) {
  const free = [...old.childNodes];
  const pairs = new Map();
  for (const isSame of [hasId, (one, other) => one.isEqualNode(other), isAlike]) {
    for (const child of wanted.childNodes) {
      const index = pairs.has(child) ? -1 : free.findIndex((each) => isSame(each, child));
      if (index >= 0) pairs.set(child, free.splice(index, 1)[0]);
    }
  }
  for (const child of free) {
    if (stays(child)) held ||= !isOwn(child);
    else child.remove();
  }
  let at = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const kept = pairs.get(child);
    while (free.includes(at)) at = at.nextSibling;
    if (kept && kept === at) at = at.nextSibling;
    else old.insertBefore(kept ?? child, at);
    if (kept) morph(kept, child);
  }
}

const hasId = (one, other) => Boolean(one.id) && one.id === other.id;

const isAlike = (one, other) =>
  one.nodeName === other.nodeName &&
  !one.id &&
  !other.id &&
  one.getAttribute?.("class") === other.getAttribute?.("class");

const isOwn = (node) => node.dataset?.own !== undefined;

const stays = (node) =>
  isOwn(node) || isTypedInto(node) || [...(node.querySelectorAll?.("form") ?? [])].some(isTypedInto);

function isTypedInto(node) {
  if (node.localName !== "form") return false;
  const { activeElement } = document;
  const isFocused = node.contains(activeElement) && activeElement.matches("input, select, textarea");
  return isFocused || [...node.elements].some(isTyped);
}

function isTyped(field) {
  if (field.type === "hidden") return false;
  if (/checkbox|radio/.test(field.type)) return field.checked !== field.defaultChecked;
  if (field.options) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return "defaultValue" in field && field.value !== field.defaultValue;
}
