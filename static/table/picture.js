/** Draws the end of a game as a square picture, from what its page shows, and shares it with the result as text. */

import { required } from "../core/page.js";

const SIDE = 540;
const EDGE = 36;
const WIDTH = SIDE - 2 * EDGE;
const SHARPNESS = 2;
const MOST_IN_A_ROW = 5;

/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{ size: number, family: string, weight?: string, colour: string, align?: CanvasTextAlign }} Type */

/**
 * Write a line, smaller if it is too long for its place, and cut if it is so even then.
 * @param {Pen} pen
 * @param {string} words
 * @param {{ x: number, y: number, room: number }} place
 * @param {Type} type
 */
function write(pen, words, { x, y, room }, { size, family, weight = "400", colour, align = "left" }) {
  const set = (/** @type {number} */ at) => pen.font = `${weight} ${at}px ${family}`;
  set(size);
  set(Math.max(size / 2, Math.min(size, size * room / pen.measureText(words).width)));
  let shown = words;
  while (pen.measureText(shown).width > room + 1 && shown.length > 2) shown = `${shown.slice(0, -2)}…`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(shown, x, y);
}

/**
 * Break words into lines of this width.
 * @param {Pen} pen
 * @param {string} words
 * @param {number} room
 */
function linesOf(pen, words, room) {
  const lines = [""];
  for (const word of words.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** @param {Element} element @param {string} name */
const figure = (element, name) => Number(element.getAttribute(name));

/**
 * Draw a text of the chart; its shifts are in units of the drawing or in em.
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
  const words = (element.textContent ?? "").trim();
  pen.fillText(words, figure(element, "x") + shift("dx"), figure(element, "y") + shift("dy"));
}

/** @param {Element} element */
function pathOf(element) {
  const points = element.getAttribute("points")?.replaceAll(" ", "L");
  return new Path2D(points ? `M${points}` : element.getAttribute("d") ?? "");
}

/**
 * Draw the chart of the page as large as a box allows.
 * @param {Pen} pen
 * @param {SVGSVGElement} chart
 * @param {number} top
 * @param {number} height
 */
function drawChart(pen, chart, top, height) {
  const { width: wide, height: high } = chart.viewBox.baseVal;
  const scale = Math.min(WIDTH / wide, height / high);
  pen.save();
  pen.translate((SIDE - wide * scale) / 2, top);
  pen.scale(scale, scale);
  pen.lineJoin = "round";
  for (const element of chart.querySelectorAll("path, polyline, circle, text")) {
    const style = getComputedStyle(element);
    if (element.localName === "text") drawWords(pen, element, style);
    else if (element.localName === "circle") {
      pen.beginPath();
      pen.arc(figure(element, "cx"), figure(element, "cy"), figure(element, "r"), 0, 2 * Math.PI);
      pen.fillStyle = style.fill;
      pen.fill();
    } else {
      pen.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number));
      pen.lineWidth = parseFloat(style.strokeWidth);
      pen.strokeStyle = style.stroke;
      pen.stroke(pathOf(element));
    }
  }
  pen.restore();
}

/**
 * Draw what each has in the end, at most five side by side.
 * @param {Pen} pen
 * @param {(name: string) => string} ink a colour of the page
 * @param {string} serif
 * @param {number} top
 */
function drawResults(pen, ink, serif, top) {
  const rows = [...document.querySelectorAll(".ranks tr")];
  const small = rows.length > MOST_IN_A_ROW;
  const beside = small ? Math.ceil(rows.length / 2) : rows.length;
  const column = WIDTH / beside;
  const [line, name, result] = small ? [46, 14, 24] : [75, 19, 40];
  pen.fillStyle = ink("--strong");
  pen.fillRect(EDGE, top, WIDTH, 1);
  rows.forEach((row, at) => {
    const x = EDGE + column * (at % beside + 1) - 8;
    const y = top + line * Math.floor(at / beside);
    const room = column - 16;
    const type = { family: serif, colour: ink("--ink"), align: /** @type {const} */ ("right") };
    const cell = row.querySelector("td");
    const weight = cell?.classList.contains("won") ? "700" : "400";
    write(pen, row.querySelector("th")?.textContent?.trim() ?? "", { x, y: y + name + 4, room }, {
      ...type,
      size: name,
    });
    write(pen, cell?.textContent?.trim() ?? "", { x, y: y + name + result, room }, { ...type, size: result, weight });
    pen.fillStyle = ink("--hair");
    if (at % beside) pen.fillRect(x + 8 - column, y + 1, 1, line - 2);
  });
}

/** @param {Pen} pen @param {(name: string) => string} ink */
function drawSuits(pen, ink) {
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
 * Draw the picture on light paper, whatever the look of the page.
 * @param {Pen} pen
 * @param {DOMStringMap} about the title of the game, its variant and deals, and where it was played
 */
function drawAll(pen, { title = "", terms = "", place = "" }) {
  const page = getComputedStyle(document.documentElement);
  const ink = (/** @type {string} */ name) => page.getPropertyValue(name).trim();
  const serif = ink("--serif");
  const sans = "system-ui, sans-serif";
  const words = (/** @type {string} */ selector) => document.querySelector(selector)?.textContent?.trim() ?? "";
  pen.fillStyle = ink("--sheet");
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = ink("--strong");
  pen.fillRect(EDGE, 30, WIDTH, 4);
  pen.fillRect(EDGE, 36, WIDTH, 1);
  write(pen, title, { x: EDGE, y: 65, room: WIDTH - 120 }, { size: 20, family: serif, colour: ink("--ink") });
  drawSuits(pen, ink);
  write(pen, words(".win"), { x: EDGE, y: 131, room: WIDTH }, { size: 64, family: serif, colour: ink("--ink") });
  pen.font = `19px ${sans}`;
  const story = linesOf(pen, words(".story > span").replace(/\.$/, ""), WIDTH);
  story.slice(0, 2).forEach((line, at) => {
    write(pen, line, { x: EDGE, y: 170 + 24 * at, room: WIDTH }, { size: 19, family: sans, colour: ink("--quiet") });
  });
  const few = document.querySelectorAll(".ranks tr").length <= MOST_IN_A_ROW;
  const results = few ? 403 : 390;
  const top = 182 + 24 * Math.min(1, story.length - 1);
  const chart = document.querySelector(".chart");
  if (chart instanceof SVGSVGElement) drawChart(pen, chart, top, results - 6 - top);
  drawResults(pen, ink, serif, results);
  const foot = { size: 16, family: sans, colour: ink("--quiet") };
  write(pen, terms, { x: EDGE, y: 507, room: WIDTH / 2 - 8 }, foot);
  write(pen, place, { x: SIDE - EDGE, y: 507, room: WIDTH / 2 - 8 }, { ...foot, align: "right" });
}

/** @param {HTMLElement} link */
async function makePicture(link) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE * SHARPNESS;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.scale(SHARPNESS, SHARPNESS);
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = "light";
  drawAll(pen, link.dataset);
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  const picture = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, "image/png"));
  return picture && new File([picture], "result.png", { type: "image/png" });
}

/**
 * Share the picture with the text, the text alone where pictures cannot be shared, or lead to the page that has it.
 * @param {HTMLAnchorElement} link
 */
export async function shareResult(link) {
  const { text } = link.dataset;
  const picture = await makePicture(link).catch(() => null);
  const both = { text, files: picture ? [picture] : [] };
  try {
    // deno-lint-ignore oldest/lacks
    await navigator.share(picture && navigator.canShare(both) ? both : { text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) location.assign(link.href);
  }
}
