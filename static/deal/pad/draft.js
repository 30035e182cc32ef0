/**
 * The draft on the phone: the presses of a deal, until the table has it.
 *
 * A draft that was sent counts only where the same form comes back: with its entry id (refused), or
 * on the same version of the game (the post never arrived). Otherwise the deal was saved.
 */

const PREFIX = "pad:";
// By its table and not by its link: whoever comes back by a new link finds the draft.
const game = `${PREFIX}${document.body.dataset.table}/`;

/** Where a form keeps its draft, and what tells whether a draft that was sent is still wanted. */
export function draftOf(form, number) {
  const { version, entry_id: entry } = form.elements;
  const name = `${form.action.replace(/.*\/game\/[^/]+\//, game)}#${number}`;
  const wanted = (draft) => !draft.sent || draft.sent === entry.value || draft.version === version.value;

  function read() {
    const draft = parse(recall(name));
    if (!draft || !Array.isArray(draft.presses)) return null;
    if (wanted(draft)) return draft;
    forget(name);
    return null;
  }

  const write = (draft) => keep(name, JSON.stringify({ ...draft, version: version.value }));
  const send = (draft) => keep(name, JSON.stringify({ ...draft, version: version.value, sent: entry.value }));
  return { read, write, send, drop: () => forget(name) };
}

/** Forget drafts of the same game that were sent and saved: the game has gone on since. */
export function dropSaved(form) {
  const version = Number(form.elements.version.value);
  for (const name of names()) {
    const draft = name.startsWith(game) ? parse(recall(name)) : null;
    const isBack = draft?.sent === form.elements.entry_id.value;
    if (draft?.sent && !isBack && Number(draft.version) < version) forget(name);
  }
}

function parse(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

// A browser may refuse its storage: then there is no draft, and the pad works all the same.
function attempt(act, otherwise) {
  try {
    return act(window.localStorage);
  } catch {
    return otherwise;
  }
}

const names = () => attempt((storage) => Object.keys(storage), []);
export const recall = (name) => attempt((storage) => storage.getItem(name), null);
export const keep = (name, text) => attempt((storage) => storage.setItem(name, text));
const forget = (name) => attempt((storage) => storage.removeItem(name));

/** What the fields hold, by name. */
export function readForm(form) {
  return Object.fromEntries(
    [...new FormData(form)].filter(([, value]) => typeof value === "string"),
  );
}

/** Put texts into the fields; choices are chosen and boxes ticked. */
export function writeForm(form, values) {
  for (const [name, text] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field instanceof RadioNodeList) {
      for (const each of field) each.checked = each.value === text;
    } else if (field.type === "checkbox") field.checked = text === field.value;
    else if (field.type === "radio") field.checked = field.value === text;
    else field.value = text;
  }
}

/** Everything on the page that is neither the pad nor around it. */
export function hideOthers(pad, hides) {
  for (let inner = pad; inner !== document.body; inner = inner.parentElement) {
    for (const each of inner.parentElement.children) {
      if (each !== inner && each.localName !== "script") each.classList.toggle("under-pad", hides);
    }
  }
  document.body.classList.toggle("pad-on", hides);
}
