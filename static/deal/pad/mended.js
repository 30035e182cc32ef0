/** Hides what the site said is wrong with a deal, problem by problem, as soon as it is changed. */

/** @import { Texts } from "./write_fields.js" */

/**
 * Return a function that hides each problem whose fields have changed, and shows it where they are as before.
 * @param {HTMLElement} place where the problems stand
 * @param {Texts} before the fields when the problems were found
 * @returns {(now: Texts) => void}
 */
export function watchProblems(place, before) {
  const note = place.querySelector(".note[role=alert]:has(a[href^='#'])");
  const problems = [...note?.querySelectorAll("li") ?? []];
  return (now) => {
    const changed = Object.keys(now).filter((name) => now[name] !== (before[name] ?? ""));
    for (const each of problems) {
      const hand = /^#(hand\d+)/.exec(each.querySelector("a")?.getAttribute("href") ?? "")?.[1];
      each.hidden = changed.some((name) => !hand || !name.startsWith("hand") || name.startsWith(`${hand}-`));
    }
    note?.toggleAttribute("hidden", problems.length > 0 && problems.every(({ hidden }) => hidden));
  };
}
