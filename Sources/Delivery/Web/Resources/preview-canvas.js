// The preview canvas: one sticker at any zoom, alone or compared with the version that was approved last.
import { choice, day, h } from "./dom.js";
import { figure, stage } from "./stage.js";
import { picture, points, url } from "./store.js";

export const looking = { key: "", zoom: 2, mode: "now", part: 50, frame: 0 };
/** The canvas's scroll position and zoom. */
let place = { key: "", zoom: 0, left: 0, top: 0 };
const zooms = [[1, "Points"], [2, "200%"], [4, "400%"], [8, "800%"]];
const modes = { now: "Now", slider: "Slider", flicker: "Flicker", difference: "Difference" };

/** Remembers the scroll position before the canvas is redrawn. */
export function noteScroll(canvas) {
  if (canvas) Object.assign(place, { left: canvas.scrollLeft, top: canvas.scrollTop });
}

/** Restores the scroll position; after a change of zoom, the centre. */
export function scrollCanvas(canvas, sticker) {
  if (place.key !== sticker.key || place.zoom !== looking.zoom) {
    place = {
      key: sticker.key, zoom: looking.zoom,
      left: (canvas.scrollWidth - canvas.clientWidth) / 2, top: (canvas.scrollHeight - canvas.clientHeight) / 2,
    };
  }
  canvas.scrollTo(place.left, place.top);
}

export function previewCanvas(sticker, redraw) {
  const side = (sticker.bubbles ? 300 : points[sticker.size]) * looking.zoom;
  const tools = h("div", { class: "canvas-tools" },
    h("div", { class: "segments", role: "group", "aria-label": "Zoom" }, zooms.map(([zoom, name]) =>
      choice(name, looking.zoom === zoom, () => { looking.zoom = zoom; redraw(); }, { "data-hold": "zoom" + zoom }))),
    sticker.before && h("div", { class: "segments", role: "group", "aria-label": "Compare with the version that was approved last" },
      Object.entries(modes).map(([mode, name]) =>
        choice(name, looking.mode === mode, () => { looking.mode = mode; redraw(); }, { "data-hold": "mode-" + mode }))));
  const canvas = h("div", { class: "preview-canvas mode-" + looking.mode + (looking.zoom >= 4 ? " pixels" : ""), tabindex: "0", role: "region", "aria-label": "The sticker on the background" });
  if (looking.mode === "now") canvas.append(figure(sticker, { side, lazy: false, isPicture: true }));
  else canvas.append(compared(sticker, side));
  const wipe = looking.mode === "slider" && h("input", {
    class: "wipe", type: "range", min: "0", max: "100", value: looking.part, "data-hold": "wipe",
    "aria-label": "How much of the earlier version is shown",
    oninput: (event) => {
      looking.part = Number(event.target.value);
      canvas.firstChild.style.setProperty("--part", looking.part + "%");
    },
  });
  if (wipe) wiped(canvas, wipe);
  else draggable(canvas);
  return h("div", { class: "preview-canvas-frame" }, canvas, wipe, looking.mode !== "now" && h("p", { class: "quiet captions" },
    looking.mode === "difference"
      ? "What differs from the version approved " + day(sticker.before.decided) + ", four times as bright."
      : [h("span", {}, "Approved " + day(sticker.before.decided)), h("span", {}, "Now")]), tools);
}

/** The version that was approved last and the current one, on top of each other. */
function compared(sticker, side) {
  const layer = (name, file, alt) => {
    const image = h("span", { class: "layer " + name }, h("img", { src: url(file), alt, width: side, height: side, draggable: "false" }));
    return image;
  };
  const pair = h("span", { class: "pair" },
    layer("after", picture(sticker, stage.scale).file, sticker.label + ", now"),
    layer("before", sticker.before.file, sticker.label + ", as it was approved"));
  pair.style.setProperty("--side", side + "px");
  pair.style.setProperty("--part", looking.part + "%");
  return pair;
}

/** Moves the slider with the pointer on the image itself. */
function wiped(canvas, wipe) {
  const follow = (event) => {
    const box = canvas.firstChild.getBoundingClientRect();
    wipe.value = String(100 * (event.clientX - box.left) / box.width);
    wipe.dispatchEvent(new Event("input"));
  };
  canvas.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    canvas.setPointerCapture(down.pointerId);
    follow(down);
    canvas.addEventListener("pointermove", follow);
    const end = () => canvas.removeEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, end, { once: true });
  });
}

/** Pans an image that is larger than its frame. */
function draggable(canvas) {
  canvas.addEventListener("pointerdown", (down) => {
    if (canvas.scrollWidth <= canvas.clientWidth && canvas.scrollHeight <= canvas.clientHeight) return;
    const [left, top] = [canvas.scrollLeft + down.clientX, canvas.scrollTop + down.clientY];
    canvas.setPointerCapture(down.pointerId);
    const move = (event) => canvas.scrollTo(left - event.clientX, top - event.clientY);
    canvas.addEventListener("pointermove", move);
    const end = () => canvas.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, end, { once: true });
  });
}
