// Letters on the cards in sight: the letter of a card sends its sticker back, from anywhere in the grid.
import { say } from "./dom.js";
import { t } from "./texts.js";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
/** The letters of the cards in sight, by key; null while there are none. */
let given = null;
let typed = "";

/** As many labels as wanted, none of which begins another: letters, then pairs that begin with the last letters. */
function labels(count) {
  const firsts = Math.max(0, Math.ceil((count - alphabet.length) / (alphabet.length - 1)));
  const single = alphabet.slice(0, alphabet.length - firsts);
  const pairs = alphabet.slice(alphabet.length - firsts).flatMap((first) => alphabet.map((second) => first + second));
  return [...single, ...pairs].slice(0, count);
}

/** The cards of which at least half is below the tools and above the lower edge. */
function inSight() {
  const top = document.getElementById("tools").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#view .card")].filter((card) => {
    const box = card.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return middle > top && middle < innerHeight;
  });
}

/** A card keeps its letters while it is in sight, so that they can be read ahead. */
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

/** What was typed as the label of a card; its key if it is complete. */
function read(letter) {
  const text = typed + letter;
  const found = [...given].find(([, label]) => label === text)?.[0] ?? null;
  typed = found === null && [...given.values()].some((label) => label.startsWith(text)) ? text : "";
  return found;
}

/**
 * The letters of the grid. `take` takes a key before all others do, and returns whether it was for a card; `pick` is called with the
 * key of the card.
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
    // With Shift, the letter is a command again.
    if (event.shiftKey) return end() && letter === "r";
    const key = read(letter);
    if (key !== null) pick(key);
    return true;
  }
  return { take, begin, end, draw: () => isGrid() ? draw() : end() };
}
