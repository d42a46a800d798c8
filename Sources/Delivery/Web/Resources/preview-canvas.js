// The preview canvas: one sticker at any zoom, alone or compared with an earlier version.
import { choice, day, h } from "./dom.js";
import { figure, stage } from "./stage.js";
import { earlierVersion, picture, points, url } from "./store.js";

export const looking = { key: "", zoom: "fit", mode: "now", part: 50, frame: 0, isBefore: false, isHeld: false };
/** The canvas's scroll position and zoom. */
let place = { key: "", zoom: "", left: 0, top: 0 };
// A number is a multiple of the file's pixels: between them, pixels would be drawn unevenly large.
const zooms = [
  ["fit", "Fit", "As large as there is room (0)"], ["points", "100%", "As large as on a phone"],
  [1, "1:1", "One pixel of the screen per pixel of the file"], [2, "2:1", "Pixels doubled"], [4, "4:1", "Pixels times 4"], [8, "8:1", "Pixels times 8"],
];
const modes = {
  now: ["Now", "The current version; hold B for the earlier one"], slider: ["Slider", "Both versions side by side (S)"],
  flicker: ["Flicker", "Both versions in turn"], difference: ["Difference", "Only the differences (D)"],
};

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

/** The zoom one step further in or out; 0 is back to fit. */
export function zoomed(by) {
  const last = zooms.findIndex(([zoom]) => zoom === looking.zoom);
  looking.zoom = zooms[by ? Math.min(Math.max(last + by, 0), zooms.length - 1) : 0][0];
}

/** The comparison that is shown: none where there is nothing to compare with. */
function modeOf(sticker) {
  if (!earlierVersion(sticker)) return "now";
  return looking.isHeld ? "before" : looking.mode;
}

/** Switches a comparison on, or off again. */
export function toggleMode(mode) {
  looking.mode = looking.mode === mode ? "now" : mode;
}

/** The side of the picture in CSS pixels; of "fit", the canvas says it. */
function sideOf(sticker) {
  if (looking.zoom === "fit") return null;
  if (looking.zoom === "points") return sticker.bubbles ? 300 : points[sticker.size];
  // Frames of a paused animation, and the version before, are those of the file at @3x.
  const isLargest = modeOf(sticker) !== "now" || (sticker.animation && !stage.isPlaying);
  const file = picture(sticker, isLargest ? 3 : stage.scale);
  return Math.max(file.width, file.height) * looking.zoom / devicePixelRatio;
}

export function previewCanvas(sticker, redraw) {
  const side = sideOf(sticker);
  const mode = modeOf(sticker);
  const earlier = earlierVersion(sticker);
  const tools = h("div", { class: "canvas-tools" },
    h("div", { class: "segments", role: "group", "aria-label": "Zoom" }, zooms.map(([zoom, name, title]) =>
      choice(name, looking.zoom === zoom, () => { looking.zoom = zoom; redraw(); }, { title, "data-hold": "zoom-" + zoom }))),
    earlier && h("div", { class: "segments", role: "group", "aria-label": "Compare with the earlier version" },
      Object.entries(modes).map(([each, [name, title]]) =>
        choice(name, looking.mode === each, () => { looking.mode = each; redraw(); }, { title, "data-hold": "mode-" + each }))));
  const canvas = h("div", { class: "preview-canvas mode-" + mode + (looking.zoom > 1 ? " pixels" : "") + (looking.zoom === "fit" ? " fit" : "") + (looking.isBefore ? " is-before" : ""), tabindex: "0", role: "region", "aria-label": "The sticker on the background" });
  if (mode === "now") canvas.append(figure(sticker, { side, lazy: false, isPicture: true }));
  else canvas.append(compared(sticker, side));
  const wipe = mode === "slider" && h("input", {
    class: "wipe", type: "range", min: "0", max: "100", value: looking.part, "data-hold": "wipe",
    "aria-label": "How much of the earlier version is shown",
    oninput: (event) => {
      looking.part = Number(event.target.value);
      canvas.firstChild.style.setProperty("--part", looking.part + "%");
    },
  });
  if (wipe) wiped(canvas, wipe);
  else draggable(canvas);
  return h("div", { class: "preview-canvas-frame" }, canvas, wipe, mode === "flicker" && turns(sticker, redraw), mode !== "now" && h("p", { class: "quiet captions" },
    mode === "difference"
      ? `Differences from the version ${earlier.verb.toLowerCase()} ${day(earlier.decided)}, amplified 4×.`
      : [h("span", {}, whenDecided(earlier)), mode !== "before" && h("span", {}, "Now")]), tools);
}

const whenDecided = (earlier) => `${earlier.verb} ${day(earlier.decided)}`;

/** In place of flicker for people who want no movement: one version at a time. */
function turns(sticker, redraw) {
  const turn = (isBefore, name) => choice(name, looking.isBefore === isBefore, () => { looking.isBefore = isBefore; redraw(); }, { "data-hold": "turn-" + isBefore });
  return h("div", { class: "turns" }, h("div", { class: "segments", role: "group", "aria-label": "Version" },
    turn(true, whenDecided(earlierVersion(sticker))), turn(false, "Now")));
}

/** Redraws when the screen's pixels change their size: in another window, or at another zoom of the browser. */
export function followPixels(redraw) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    redraw();
    followPixels(redraw);
  }, { once: true });
}

/** The earlier version and the current one, on top of each other. */
function compared(sticker, side) {
  const earlier = earlierVersion(sticker);
  const layer = (name, file, alt) => {
    const image = h("span", { class: "layer " + name }, h("img", { src: url(file), alt, draggable: "false" }));
    return image;
  };
  const pair = h("span", { class: "pair" },
    layer("after", picture(sticker).file, sticker.label + ", now"),
    layer("before", earlier.file, `${sticker.label}, ${earlier.verb.toLowerCase()}`));
  if (side !== null) pair.style.setProperty("--side", side + "px");
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
