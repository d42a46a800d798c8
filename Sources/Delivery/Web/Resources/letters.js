// Letters on the visible cards: the letter of a card sends its sticker back from anywhere in the grid.
import { say } from "./dom.js";
import { t } from "./texts.js";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
/** The letters of the visible cards, by key. Null while none are shown. */
let given = null;
let typed = "";

/** The given number of labels, none of which is a prefix of another: letters, then pairs that begin with the last letters. */
function labels(count) {
  const firsts = Math.max(0, Math.ceil((count - alphabet.length) / (alphabet.length - 1)));
  const single = alphabet.slice(0, alphabet.length - firsts);
  const pairs = alphabet.slice(alphabet.length - firsts).flatMap((first) => alphabet.map((second) => first + second));
  return [...single, ...pairs].slice(0, count);
}

/** The cards of which at least half is visible between the tools and the lower edge. */
function inSight() {
  const top = document.getElementById("tools").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#view .card")].filter((card) => {
    const box = card.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return middle > top && middle < innerHeight;
  });
}

/** Assigns letters. A card keeps its letters while it is visible, so that people can read ahead. */
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

/** Compares the typed letters with the labels. Returns the card's key if they are complete. */
function read(letter) {
  const text = typed + letter;
  const found = [...given].find(([, label]) => label === text)?.[0] ?? null;
  typed = found === null && [...given.values()].some((label) => label.startsWith(text)) ? text : "";
  return found;
}

/**
 * The letters of the grid. `take` receives a key event before all other handlers, and returns whether it was meant for a card. `pick`
 * is called with the key of the card.
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
    // With Shift, the letter is an ordinary shortcut.
    if (event.shiftKey) return end() && letter === "r";
    const key = read(letter);
    if (key !== null) pick(key);
    return true;
  }
  return { take, begin, end, draw: () => isGrid() ? draw() : end() };
}
