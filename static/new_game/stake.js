/** Computes amounts in minor units (cents), so that none is a fraction. */

/**
 * @param {string} text such as "1.50"
 * @param {number} digits of the currency's minor unit
 */
export function minorOf(text, digits) {
  const found = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  if (!found || (found[2] ?? "").length > digits) return null;
  return Number(found[1] + (found[2] ?? "").padEnd(digits, "0"));
}

/** @type {(minor: number, digits: number) => string} with all digits; empty for nothing */
export function amountOf(minor, digits) {
  if (!minor) return "";
  const text = String(minor).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

/**
 * Return the stake after a tap on "More" or "Less"; empty for none.
 * @param {string} text the stake now
 * @param {number[]} steps usual stakes in minor units, in order
 * @param {number} digits
 * @param {boolean} up
 */
export function nextStep(text, steps, digits, up) {
  const now = minorOf(text, digits) ?? 0;
  const next = up ? (steps.find((each) => each > now) ?? now) : (steps.findLast((each) => each < now) ?? 0);
  return amountOf(next, digits);
}

/**
 * Return "$1 per 100"; empty where nothing is played for, and as typed where it is no amount.
 * @param {string} text
 * @param {string} currency
 * @param {string} per points
 */
export function moneyWords(text, currency, per) {
  const amount = text.trim();
  if (!amount) return "";
  const code = currency.trim().toUpperCase();
  try {
    const money = new Intl.NumberFormat("en", { style: "currency", currency: code });
    const minor = minorOf(amount, money.resolvedOptions().maximumFractionDigits ?? 0);
    if (minor === 0) return "";
    if (minor === null) throw new RangeError();
    const points = per.trim();
    const words = money.format(Number(amount.replace(",", "."))).replace(/\.0+$/, "");
    return `${words} per ${points === "1" ? "point" : points}`;
  } catch {
    return `${amount} ${code}`.trim();
  }
}
