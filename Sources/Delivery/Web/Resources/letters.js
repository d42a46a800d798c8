// Shows a letter on each visible card. Typing the letter requests changes for that card.
import { say } from "./dom.js";
import { t } from "./texts.js";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
/** The labels of the visible cards, by sticker key. Null while no labels are shown. */
let given = null;
let typed = "";

/** Creates `count` labels, none of which is a prefix of another. These are single letters, and then pairs that begin with one of the
   last letters. */
function labels(count) {
  const firsts = Math.max(0, Math.ceil((count - alphabet.length) / (alphabet.length - 1)));
  const single = alphabet.slice(0, alphabet.length - firsts);
  const pairs = alphabet.slice(alphabet.length - firsts).flatMap((first) => alphabet.map((second) => first + second));
  return [...single, ...pairs].slice(0, count);
}

/** The cards whose centre is between the toolbar and the lower edge of the window. */
function inSight() {
  const top = document.getElementById("tools").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#view .card")].filter((card) => {
    const box = card.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return middle > top && middle < innerHeight;
  });
}

/** Assigns labels to cards. A card keeps its label while it is visible, so that it can be read before it is needed. */
function assign(cards) {
  const pool = labels(Math.max(cards.length, given.pool));
  const kept = new Map();
  for (const { dataset: { key } } of cards) if (pool.includes(given.get(key))) kept.set(key, given.get(key));
  const free = pool.filter((label) => ![...kept.values()].includes(label));
  for (const { dataset: { key } } of cards) if (!kept.has(key)) kept.set(key, free.shift());
  kept.pool = pool.length;
  given = kept;
}

function draw() {
  if (given) assign(inSight());
  for (const card of document.querySelectorAll("#view .card")) {
    const label = given?.get(card.dataset.key);
    if (label) card.dataset.letter = label;
    else delete card.dataset.letter;
  }
}

function end() {
  if (!given) return false;
  given = null;
  typed = "";
  draw();
  return true;
}

function begin() {
  given = Object.assign(new Map(), { pool: 0 });
  draw();
  say(t("letters"));
}

/** Adds a letter to the typed text. Returns the key of the card whose label is now complete, or else null. */
function read(letter) {
  const text = typed + letter;
  const found = [...given].find(([, label]) => label === text)?.[0] ?? null;
  typed = found === null && [...given.values()].some((label) => label.startsWith(text)) ? text : "";
  return found;
}

/**
 * Sets up the labels in the grid. `pick` is called with the key of the chosen card.
 *
 * The returned `take` receives each key event before all other handlers, and returns whether the key belonged to a label.
 */
export function listenToLetters(isGrid, pick) {
  let waiting = false;
  addEventListener("scroll", () => {
    if (!given || waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  }, { passive: true });

  function take(event) {
    if (!given || event.key.length !== 1) return false;
    const letter = event.key.toLowerCase();
    if (!alphabet.includes(letter)) return false;
    // A letter with Shift is an ordinary shortcut.
    if (event.shiftKey) return end() && letter === "r";
    const key = read(letter);
    if (key !== null) pick(key);
    return true;
  }
  return { take, begin, end, draw: () => isGrid() ? draw() : end() };
}
