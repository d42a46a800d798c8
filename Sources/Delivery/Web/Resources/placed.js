// Stickers that are placed in the conversation, on messages and on each other. A sticker that is placed on another sticker moves,
// turns and scales with it.
import { h } from "./dom.js";
import { figure } from "./stage.js";
import { store } from "./store.js";
import { t } from "./texts.js";

/**
 * The placed stickers, from the lowest to the topmost one.
 *
 * Each has an id, the sticker's key, the centre in page pixels, the size, the angle in degrees, and the id of the sticker on which it
 * is placed, or null.
 */
let placed = [];
let count = 0;
const [smallest, largest] = [0.2, 2];

/** Places a sticker with its centre at a point of the page. `base` is the placed sticker below, if any. */
export function place(sticker, x, y, base) {
  // crypto.randomUUID is available only in secure contexts.
  count += 1;
  placed.push({ id: "placed" + count, key: sticker.key, x, y, size: 0.62, turn: -6, base: base?.id ?? null });
}

export function removePlaced() {
  placed = [];
}

/** The topmost placed sticker, if any. */
export const topmost = () => placed.at(-1);

export const elementOf = (each) => document.querySelector(`.placed[data-hold=${each.id}]`);

/** The topmost placed sticker at a point of the window. Stickers in `others` are ignored. */
export function placedAt(x, y, others = []) {
  const ids = document.elementsFromPoint(x, y).map((element) => element.closest(".placed")?.dataset.hold);
  return ids.map((id) => placed.find((each) => each.id === id)).find((each) => each && !others.includes(each));
}

/** A placed sticker and all stickers that are directly or indirectly placed on it. */
const stackOn = (base) => [base, ...placed.filter((each) => each.base === base.id).flatMap(stackOn)];

/** Moves, turns and scales a sticker, together with all stickers on it. */
function alter(base, { x = 0, y = 0, turn = 0, factor = 1 }) {
  const by = Math.min(largest, Math.max(smallest, base.size * factor)) / base.size;
  const [middleX, middleY, angle] = [base.x, base.y, turn * Math.PI / 180];
  for (const each of stackOn(base)) {
    const [right, down] = [each.x - middleX, each.y - middleY];
    each.x = middleX + x + by * (right * Math.cos(angle) - down * Math.sin(angle));
    each.y = middleY + y + by * (right * Math.sin(angle) + down * Math.cos(angle));
    each.turn += turn;
    each.size *= by;
    lay(each, elementOf(each));
  }
}

function lay(each, element) {
  if (!element) return;
  element.style.left = each.x + "px";
  element.style.top = each.y + "px";
  element.style.transform = `translate(-50%, -50%) rotate(${each.turn}deg) scale(${each.size})`;
}

/** The elements of all placed stickers. `scale` returns the number of window pixels per page pixel. */
export const placedStickers = (scale, redraw) => placed.map((each) => element(each, scale, redraw)).filter(Boolean);

function element(each, scale, redraw) {
  const sticker = store.stickers.get(each.key);
  if (!sticker) return null;
  const base = store.stickers.get(placed.find((other) => other.id === each.base)?.key);
  const label = base ? t("room.placedOn", { name: sticker.label, other: base.label }) : t("room.placed", { name: sticker.label });
  const button = h("button", {
    type: "button", class: "placed", "data-hold": each.id, "aria-label": label,
    onpointerdown: (down) => hold(each, down, scale, redraw), onkeydown: (event) => press(each, event, redraw),
  }, figure(sticker, { scale: 3, lazy: false }));
  lay(each, button);
  return button;
}

/** Drags a sticker with the pointer. A second finger anywhere in the conversation turns and scales the sticker. */
function hold(each, down, scale, redraw) {
  down.preventDefault();
  down.currentTarget.focus();
  // Only the first finger starts a drag.
  if (down.pointerType === "touch" && !down.isPrimary) return;
  const fingers = new Map([[down.pointerId, down]]);
  let hasMoved = false;
  const grip = () => {
    const [first, second = first] = [...fingers.values()];
    const [x, y] = [second.clientX - first.clientX, second.clientY - first.clientY];
    return { x: first.clientX + x / 2, y: first.clientY + y / 2, length: Math.hypot(x, y), angle: Math.atan2(y, x) * 180 / Math.PI };
  };
  const add = (event) => { if (event.pointerType === "touch" && fingers.size === 1) fingers.set(event.pointerId, event); };
  const move = (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = grip();
    fingers.set(event.pointerId, event);
    const now = grip();
    hasMoved = true;
    const factor = before.length > 0 ? now.length / before.length : 1;
    alter(each, { x: (now.x - before.x) / scale(), y: (now.y - before.y) / scale(), turn: now.angle - before.angle, factor });
  };
  const end = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    for (const [name, listener] of listeners) removeEventListener(name, listener);
    if (hasMoved) settle(each, event, redraw);
  };
  const listeners = [["pointerdown", add], ["pointermove", move], ["pointerup", end], ["pointercancel", end]];
  for (const [name, listener] of listeners) addEventListener(name, listener);
}

/** Moves a sticker and all stickers on it to the top, and attaches it to the sticker below the pointer, if any. */
function settle(each, event, redraw) {
  const stack = stackOn(each);
  each.base = placedAt(event.clientX, event.clientY, stack)?.id ?? null;
  placed = [...placed.filter((other) => !stack.includes(other)), ...stack];
  redraw();
}

function press(each, event, redraw) {
  const step = event.shiftKey ? 10 : 2;
  const change = {
    ArrowLeft: { x: -step }, ArrowRight: { x: step }, ArrowUp: { y: -step }, ArrowDown: { y: step },
    "+": { factor: 1.1 }, "-": { factor: 1 / 1.1 }, "[": { turn: -5 }, "]": { turn: 5 },
  }[event.key];
  if (change) alter(each, change);
  else if (event.key === "Delete" || event.key === "Backspace") {
    // The stickers on the removed one are attached to the sticker below it.
    for (const other of placed) if (other.base === each.id) other.base = each.base;
    placed = placed.filter((other) => other !== each);
    redraw();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
