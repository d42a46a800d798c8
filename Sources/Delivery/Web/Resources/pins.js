// Pins mark the places in a picture to which a comment refers. A pin is a rectangle in thousandths of the picture's sides.
import { h } from "./dom.js";

/** The pins of the comment that is being written. `key` is the key of the sticker. It is null if no comment is being written. */
const draft = { key: null, pins: [] };
let redraw = () => {};
/** The side of a pin that is set by a click, in thousandths of the picture. */
const clicked = 120;
/** The minimum side of a pin that is drawn by dragging, in thousandths of the picture. */
const smallest = 20;

export const onPins = (listener) => { redraw = listener; };
export const isPinning = (key) => draft.key === key;

export function startPins(key, pins) {
  Object.assign(draft, { key, pins: [...pins] });
  redraw();
}

/** Ends writing the comment, and returns its pins. */
export function endPins() {
  const { pins } = draft;
  Object.assign(draft, { key: null, pins: [] });
  redraw();
  return pins;
}

/** A layer that shows pins over a picture. */
export function pinLayer(pins) {
  return h("span", { class: "pins", "aria-hidden": "true" }, pins.map((pin, place) => {
    const mark = h("span", { class: "pin" }, h("span", { class: "number" }, String(place + 1)));
    for (const [name, value] of [["left", pin.x], ["top", pin.y], ["width", pin.width], ["height", pin.height]]) mark.style[name] = value / 10 + "%";
    return mark;
  }));
}

/** The layer for setting pins. A click adds a pin, dragging draws one, and a click on a pin removes it. */
export function pinBoard() {
  const board = h("span", { class: "pin-board" });
  const layer = () => board.replaceChildren(pinLayer(draft.pins));
  const at = (event) => {
    const box = board.getBoundingClientRect();
    const part = (value, from, size) => Math.round(1000 * Math.min(Math.max((value - from) / size, 0), 1));
    return { x: part(event.clientX, box.left, box.width), y: part(event.clientY, box.top, box.height) };
  };
  board.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    down.preventDefault();
    down.stopPropagation();
    board.setPointerCapture(down.pointerId);
    const start = at(down);
    board.addEventListener("pointerup", (up) => {
      finish(start, at(up));
      layer();
    }, { once: true });
  });
  layer();
  return board;
}

function finish(start, end) {
  const isDrawn = Math.abs(start.x - end.x) >= smallest && Math.abs(start.y - end.y) >= smallest;
  const under = draft.pins.findIndex(({ x, y, width, height }) => start.x >= x && start.x <= x + width && start.y >= y && start.y <= y + height);
  if (!isDrawn && under >= 0) return draft.pins.splice(under, 1);
  if (draft.pins.length >= 20) return;
  draft.pins.push(isDrawn
    ? { x: Math.min(start.x, end.x), y: Math.min(start.y, end.y), width: Math.abs(start.x - end.x), height: Math.abs(start.y - end.y) }
    : around(start));
}

function around({ x, y }) {
  const inside = (value) => Math.min(Math.max(value - clicked / 2, 0), 1000 - clicked);
  return { x: inside(x), y: inside(y), width: clicked, height: clicked };
}
