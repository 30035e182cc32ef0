/** Draws the end of a game as a square picture, from what its page shows, and shares it with the result as text. */

import { required } from "../core/page.js";

const SIDE = 540;
const EDGE = 36;
const WIDTH = SIDE - 2 * EDGE;
const SHARPNESS = 2;
const MOST_IN_A_ROW = 5;
const SANS = "system-ui, sans-serif";

/** @typedef {CanvasRenderingContext2D} Pen */

const ink = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const wordsOf = (/** @type {Element | null | undefined} */ element) => element?.textContent?.trim() ?? "";

/**
 * Write a line, smaller if it is too long for its room, and cut if it is so even at half its size. A name takes two
 * smaller lines instead, the last of them at y.
 * @param {Pen} pen
 * @param {string} words
 * @param {[x: number, y: number, room: number]} place x is the right end if the line is to end there
 * @param {{ size: number, family?: string, weight?: string, colour?: string, ends?: boolean,
 *   isName?: boolean }} type
 */
function write(pen, words, [x, y, room], type) {
  const { size, family = ink("--serif"), weight = "400", colour = "--ink", ends, isName } = type;
  const set = (/** @type {number} */ at) => pen.font = `${weight} ${at}px ${family}`;
  set(size);
  const [middle] = [...words.matchAll(/[\s-]/g)].map(({ index }) => index + 1)
    .sort((one, other) => Math.abs(one - words.length / 2) - Math.abs(other - words.length / 2));
  if (isName && middle && pen.measureText(words).width > room * 1.5) {
    const half = { ...type, size: size / 2, isName: false };
    write(pen, words.slice(0, middle).trim(), [x, y - half.size, room], half);
    return write(pen, words.slice(middle), [x, y, room], half);
  }
  set(Math.max(size / 2, Math.min(size, size * room / pen.measureText(words).width)));
  let shown = words;
  while (pen.measureText(shown).width > room + 1 && shown.length > 2) shown = `${shown.slice(0, -2)}…`;
  pen.fillStyle = ink(colour);
  pen.textAlign = ends ? "right" : "left";
  pen.fillText(shown, x, y);
}

const figure = (/** @type {Element} */ element, /** @type {string} */ name) => Number(element.getAttribute(name));

/**
 * Write a text of the chart; its shifts are in units of the drawing or in em.
 * @param {Pen} pen
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
function drawWords(pen, element, style) {
  const size = parseFloat(style.fontSize);
  const shift = (/** @type {string} */ name) => {
    const by = element.getAttribute(name) ?? "0";
    return parseFloat(by) * (by.endsWith("em") ? size : 1);
  };
  pen.font = `${style.getPropertyValue("font-weight")} ${size}px ${style.getPropertyValue("font-family")}`;
  pen.fillStyle = style.fill;
  pen.textAlign = style.textAnchor === "end" ? "right" : style.textAnchor === "middle" ? "center" : "left";
  pen.fillText(wordsOf(element), figure(element, "x") + shift("dx"), figure(element, "y") + shift("dy"));
}

function pathOf(/** @type {Element} */ element) {
  if (element.localName !== "circle") {
    const points = element.getAttribute("points")?.replaceAll(" ", "L");
    return new Path2D(points ? `M${points}` : element.getAttribute("d") ?? "");
  }
  const path = new Path2D();
  path.arc(figure(element, "cx"), figure(element, "cy"), figure(element, "r"), 0, 2 * Math.PI);
  return path;
}

/** Draw the chart of the page as large as the room between two heights allows. */
function drawChart(/** @type {Pen} */ pen, /** @type {number} */ top, /** @type {number} */ bottom) {
  const chart = document.querySelector(".chart");
  if (!(chart instanceof SVGSVGElement)) return;
  const { width, height } = chart.viewBox.baseVal;
  const scale = Math.min(WIDTH / width, (bottom - top) / height);
  pen.save();
  pen.translate((SIDE - width * scale) / 2, top);
  pen.scale(scale, scale);
  pen.lineJoin = "round";
  for (const element of chart.querySelectorAll("path, polyline, circle, text")) {
    const style = getComputedStyle(element);
    pen.fillStyle = style.fill;
    pen.strokeStyle = style.stroke;
    pen.lineWidth = parseFloat(style.strokeWidth);
    pen.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number));
    if (element.localName === "text") drawWords(pen, element, style);
    else if (element.localName === "circle") pen.fill(pathOf(element));
    else pen.stroke(pathOf(element));
  }
  pen.restore();
}

/** Write what each has in the end, at most five side by side. */
function writeResults(/** @type {Pen} */ pen, /** @type {Element[]} */ rows, /** @type {number} */ top) {
  const isSmall = rows.length > MOST_IN_A_ROW;
  const beside = isSmall ? Math.ceil(rows.length / 2) : rows.length;
  const [line, name, result] = isSmall ? [48, 14, 24] : [75, 19, 40];
  const column = WIDTH / beside;
  pen.fillStyle = ink("--strong");
  pen.fillRect(EDGE, top, WIDTH, 1);
  rows.forEach((row, at) => {
    const cell = row.querySelector("td");
    const x = EDGE + column * (at % beside + 1) - 8;
    const y = top + line * Math.floor(at / beside);
    const weight = cell?.classList.contains("won") ? "700" : "400";
    write(pen, wordsOf(row.querySelector("th")), [x, y + name + 4, column - 16], {
      size: name,
      ends: true,
      isName: true,
    });
    write(pen, wordsOf(cell), [x, y + name + result + 2, column - 16], { size: result, weight, ends: true });
    pen.fillStyle = ink("--hair");
    if (at % beside) pen.fillRect(x + 8 - column, y + 1, 1, line - 2);
  });
}

function drawSuits(/** @type {Pen} */ pen) {
  ["spade", "heart", "diamond", "club"].forEach((suit, at) => {
    pen.save();
    pen.translate(SIDE - EDGE - 18 - 26 * (3 - at), 49);
    pen.scale(.75, .75);
    pen.fillStyle = ink(at === 1 || at === 2 ? "--red" : "--ink");
    pen.fill(pathOf(required(`#icon-${suit} path`, SVGPathElement)));
    pen.restore();
  });
}

/**
 * @param {Pen} pen
 * @param {DOMStringMap} about the title of the game, its variant and deals, and where it was played
 */
function drawAll(pen, { title = "", terms = "", place = "" }) {
  const rows = [...document.querySelectorAll(".ranks tr")];
  const results = rows.length > MOST_IN_A_ROW ? 388 : 403;
  const quiet = { family: SANS, colour: "--quiet" };
  pen.fillStyle = ink("--sheet");
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = ink("--strong");
  pen.fillRect(EDGE, 30, WIDTH, 4);
  pen.fillRect(EDGE, 36, WIDTH, 1);
  drawSuits(pen);
  write(pen, title, [EDGE, 65, WIDTH - 120], { size: 20 });
  write(pen, wordsOf(document.querySelector(".win")), [EDGE, 131, WIDTH], { size: 64, isName: true });
  const story = wordsOf(document.querySelector(".story > span")).replace(/\.$/, "");
  write(pen, story, [EDGE, 170, WIDTH], { ...quiet, size: 19 });
  drawChart(pen, 182, results - 6);
  writeResults(pen, rows, results);
  write(pen, terms, [EDGE, 507, WIDTH / 2 - 8], { ...quiet, size: 16 });
  write(pen, place, [SIDE - EDGE, 507, WIDTH / 2 - 8], { ...quiet, size: 16, ends: true });
}

/** Draw the picture on light paper, whatever the look of the page. */
async function makePicture(/** @type {DOMStringMap} */ about) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE * SHARPNESS;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.scale(SHARPNESS, SHARPNESS);
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = "light";
  drawAll(pen, about);
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  const picture = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, "image/png"));
  return picture && new File([picture], "result.png", { type: "image/png" });
}

/** Download the picture: the way where nothing can be shared. */
export async function savePicture(/** @type {DOMStringMap} */ about) {
  const picture = await makePicture(about);
  const link = Object.assign(document.createElement("a"), { download: "result.png" });
  if (picture) link.href = URL.createObjectURL(picture);
  link.click();
}

/** Share the picture with the text, the text alone where no picture can be shared, or lead to the page that has it. */
export async function shareResult(/** @type {HTMLAnchorElement} */ { dataset, href }) {
  const { text } = dataset;
  const picture = await makePicture(dataset).catch(() => null);
  const both = { text, files: picture ? [picture] : [] };
  try {
    // deno-lint-ignore oldest/lacks
    await navigator.share(picture && navigator.canShare(both) ? both : { text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(href);
  }
}
