// Stakes in minor units, so that no amount is ever a fraction.

function minorOf(text, digits) {
  const found = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  if (!found || (found[2] ?? "").length > digits) return null;
  return Number(found[1] + (found[2] ?? "").padEnd(digits, "0"));
}

function amountOf(minor, digits) {
  const text = String(minor).padStart(digits + 1, "0");
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

export function nextStep(text, steps, digits, up) {
  const now = minorOf(text, digits) ?? 0;
  const next = up ? (steps.find((each) => each > now) ?? now) : (steps.filter((each) => each < now).pop() ?? 0);
  return next ? amountOf(next, digits) : "";
}

// "$1.00 per 100"; nothing where nothing is played for; as typed where it is no amount.
export function moneyWords(text, currency, per) {
  if (!text.trim()) return "";
  const code = currency.trim().toUpperCase();
  try {
    const money = new Intl.NumberFormat("en", { style: "currency", currency: code });
    const minor = minorOf(text, money.resolvedOptions().maximumFractionDigits);
    if (minor === 0) return "";
    if (minor === null) throw new RangeError();
    return `${money.format(text.trim().replace(",", "."))} per ${per.trim() === "1" ? "point" : per.trim()}`;
  } catch {
    return `${text.trim()} ${code}`.trim();
  }
}
