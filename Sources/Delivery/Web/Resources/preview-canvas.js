// The preview canvas. Shows one sticker at any zoom, alone or compared with an earlier version.
import { changes, changeWords } from "./changes.js";
import { choice, day, h } from "./dom.js";
import { framePicture } from "./frames.js";
import { isPinning, pinBoard, pinLayer } from "./pins.js";
import { registration, unmoved } from "./registration.js";
import { stage } from "./stage.js";
import { earlierVersion, picture, points, url } from "./store.js";
import { t } from "./texts.js";

export const looking = { key: "", zoom: "fit", mode: "now", part: 50, frame: 0, speed: 1, isBefore: false, isHeld: false, isAsPublished: false, tab: "review" };
/** The last scroll position and zoom of the canvas. */
let place = { key: "", zoom: "", left: 0, top: 0 };
/** The point that does not move at the next zoom: u and v are its position as fractions of the picture's side, x and y its position in
   the canvas. */
let anchor = null;
// A numeric zoom is an integer multiple of the file's pixels. Other factors would draw pixels with different sizes.
const zooms = [
  ["fit", t("zoom.fit"), t("zoom.fit.title") + " (0)"], ["points", "100%", t("zoom.phone")],
  [1, "1:1", t("zoom.exact")], ...[2, 4, 8].map((times) => [times, times + ":1", t("zoom.times", { times })]),
];
export const modes = {
  now: [t("mode.now"), t("mode.now.title")], side: [t("mode.side"), t("mode.side.title") + " (C)"],
  slider: [t("mode.slider"), t("mode.slider.title") + " (S)"], flicker: [t("mode.flicker"), t("mode.flicker.title")],
  difference: [t("mode.difference"), t("mode.difference.title") + " (D)"],
};

/** Stores the scroll position. Called before the canvas is redrawn. */
export function noteScroll(canvas) {
  if (canvas) Object.assign(place, { left: canvas.scrollLeft, top: canvas.scrollTop });
}

/** Restores the scroll position. After a change of zoom, keeps the point under the pointer in place, or else the centre. */
export function scrollCanvas(canvas, sticker) {
  const subject = canvas.firstElementChild;
  if (anchor && subject) {
    place.left = subject.offsetLeft + anchor.u * subject.offsetWidth - anchor.x;
    place.top = subject.offsetTop + anchor.v * subject.offsetHeight - anchor.y;
  } else if (place.key !== sticker.key || place.zoom !== looking.zoom) {
    place.left = (canvas.scrollWidth - canvas.clientWidth) / 2;
    place.top = (canvas.scrollHeight - canvas.clientHeight) / 2;
  }
  anchor = null;
  Object.assign(place, { key: sticker.key, zoom: looking.zoom });
  canvas.scrollTo(place.left, place.top);
}

/** Changes the zoom by one step. If `by` is 0, resets it to "fit". */
export function zoomed(by) {
  const last = zooms.findIndex(([zoom]) => zoom === looking.zoom);
  looking.zoom = zooms[by ? Math.min(Math.max(last + by, 0), zooms.length - 1) : 0][0];
}

/** The current comparison mode. "now" if there is no earlier version. */
function modeOf(sticker) {
  if (!earlierVersion(sticker)) return "now";
  return looking.isHeld ? "before" : looking.mode;
}

/** Switches a comparison on or off. */
export function toggleMode(mode) {
  looking.mode = looking.mode === mode ? "now" : mode;
}

/** The side of the picture in CSS pixels. Null for "fit", because the side then depends on the canvas. */
function sideOf(sticker) {
  if (looking.zoom === "fit") return null;
  if (looking.zoom === "points") return sticker.bubbles ? 300 : points[sticker.size];
  // The earlier version is always the file at @3x.
  const file = picture(sticker, modeOf(sticker) === "now" ? stage.scale : 3);
  return Math.max(file.width, file.height) * looking.zoom / devicePixelRatio;
}

export function zoomTools(redraw) {
  return h("div", { class: "segments zooms", role: "group", "aria-label": t("zoom") }, zooms.map(([zoom, name, title]) =>
    choice(name, looking.zoom === zoom, () => { looking.zoom = zoom; redraw(); }, { title, "data-hold": "zoom-" + zoom })));
}

/** The buttons for comparisons with the earlier version, and the controls of the current comparison. Null if there is no earlier
   version. */
export function compareTools(sticker, redraw) {
  if (!earlierVersion(sticker)) return null;
  const mode = modeOf(sticker);
  const laid = h("button", { type: "button", class: "undo", "data-hold": "as-published", "aria-pressed": String(looking.isAsPublished), hidden: true,
    title: t("laid.title"), onclick: () => { looking.isAsPublished = !looking.isAsPublished; redraw(); } }, t(looking.isAsPublished ? "laid.lay" : "laid.asPublished"));
  registration(...filesOf(sticker)).then((found) => { laid.hidden = found === unmoved; });
  return h("div", { class: "compare" },
    h("div", { class: "segments", role: "group", "aria-label": t("compare") }, Object.entries(modes).map(([each, [name, title]]) =>
      choice(name, looking.mode === each, () => { looking.mode = each; redraw(); }, { title, "data-hold": "mode-" + each }))),
    mode === "slider" && wipe(), mode === "flicker" && turns(sticker, redraw), laid);
}

const filesOf = (sticker) => [url(earlierVersion(sticker).file), url(picture(sticker).file)];

export function previewCanvas(sticker, redraw) {
  const [side, mode] = [sideOf(sticker), modeOf(sticker)];
  const classes = ["preview-canvas", "mode-" + mode, looking.zoom > 1 && "pixels", looking.zoom === "fit" && "fit", looking.isBefore && "is-before"].filter(Boolean).join(" ");
  const canvas = h("div", { class: classes, tabindex: "0", role: "region", "aria-label": t("canvas") });
  if (mode === "now") canvas.append(alone(sticker, side));
  else if (mode === "side") canvas.append(threefold(sticker, side));
  else canvas.append(compared(sticker, side));
  if (isPinning(sticker.key)) canvas.classList.add("pinning");
  else if (mode === "slider") wiped(canvas);
  else draggable(canvas);
  zoomable(canvas, redraw);
  return h("div", { class: "preview-canvas-frame" }, canvas, captions(sticker, mode));
}

const sized = (element, side) => {
  if (side !== null) element.style.setProperty("--side", side + "px");
  return element;
};

/** The current version with pins: those of the comment that is being written, or else those of the request for changes. */
function alone(sticker, side) {
  const pins = sticker.review?.verdict === "sentBack" ? sticker.review.pins ?? [] : [];
  return sized(h("span", { class: "subject", "data-key": sticker.key }, framePicture(sticker, side),
    isPinning(sticker.key) ? pinBoard() : pins.length > 0 && pinLayer(pins)), side);
}

function captions(sticker, mode) {
  if (mode === "now") return null;
  const earlier = h("span", {}, whenDecided(earlierVersion(sticker)));
  const words = h("span", { class: "change-words", role: "status" });
  if (mode === "difference" || mode === "side") changesOf(sticker).then((found) => { words.textContent = changeWords(found); }, () => {});
  return h("p", { class: "captions" }, mode !== "difference" && earlier, ["slider", "flicker"].includes(mode) && h("span", {}, t("mode.now")), words);
}

const whenDecided = (earlier) => t("decided." + earlier.verdict, { time: day(earlier.decided) });
const stateOf = (earlier) => t("state." + earlier.verdict);
const alt = (sticker, earlier) => t("picture." + earlier.verdict, { name: sticker.label });
const pinsOf = (sticker) => sticker.sentBack?.pins ?? [];
const changesOf = (sticker) => changes(...filesOf(sticker), pinsOf(sticker), !looking.isAsPublished);

/** A canvas with the map of the changes. The map is drawn as soon as it is calculated. */
function changeMap(sticker) {
  const canvas = h("canvas", { class: "changes", "aria-hidden": "true" });
  changesOf(sticker).then(({ picture: map }) => {
    Object.assign(canvas, { width: map.width, height: map.height });
    canvas.getContext("2d").putImageData(map, 0, 0);
    canvas.dataset.drawn = "yes";
  }, () => {});
  return canvas;
}

const layer = (name, file, alt) => h("span", { class: "layer " + name }, h("img", { src: file, alt, draggable: "false" }));

/** Three pictures side by side: the version that was sent back with its pins, the new version, and the changes. */
export function threefold(sticker, side) {
  const [before, now] = filesOf(sticker);
  const earlier = earlierVersion(sticker);
  const pane = (name, ...content) => sized(h("span", { class: "pane" }, h("span", { class: "subject" }, content), h("span", { class: "pane-name" }, name)), side);
  return laid(sticker, h("span", { class: "threefold" },
    pane(stateOf(earlier), layer("before as-published", before, alt(sticker, earlier)), pinLayer(pinsOf(sticker))),
    pane(t("mode.now"), layer("after", now, t("picture.now", { name: sticker.label }))),
    pane(t("mode.difference"), layer("after faded", now, ""), changeMap(sticker))));
}

/** The earlier and the current version on top of each other. */
function compared(sticker, side) {
  const [before, now] = filesOf(sticker);
  const earlier = earlierVersion(sticker);
  const pair = h("span", { class: "pair" }, layer("after", now, t("picture.now", { name: sticker.label })),
    layer("before", before, alt(sticker, earlier)), modeOf(sticker) === "difference" && changeMap(sticker));
  pair.style.setProperty("--part", looking.part + "%");
  return laid(sticker, sized(pair, side));
}

/** Aligns the earlier version with the current one. */
function laid(sticker, element) {
  if (looking.isAsPublished) return element;
  registration(...filesOf(sticker)).then(({ scale, x, y }) => {
    element.style.setProperty("--laid", `translate(${100 * x}%, ${100 * y}%) scale(${scale})`);
    element.dataset.laid = [scale, x, y].map((each) => each.toFixed(4)).join(" ");
  });
  return element;
}

function wipe() {
  return h("input", {
    class: "wipe", type: "range", min: "0", max: "100", value: looking.part, "data-hold": "wipe", "aria-label": t("slider"),
    oninput: (event) => {
      looking.part = Number(event.target.value);
      document.querySelector(".pair")?.style.setProperty("--part", looking.part + "%");
    },
  });
}

/** The replacement for flicker if the reviewer prefers reduced motion. Two buttons show one version at a time. */
function turns(sticker, redraw) {
  const turn = (isBefore, name) => choice(name, looking.isBefore === isBefore, () => { looking.isBefore = isBefore; redraw(); }, { "data-hold": "turn-" + isBefore });
  return h("div", { class: "turns" }, h("div", { class: "segments", role: "group", "aria-label": t("version") },
    turn(true, stateOf(earlierVersion(sticker))), turn(false, t("mode.now"))));
}

/** Redraws when the pixel size of the screen changes, because of another screen or another browser zoom. */
export function followPixels(redraw) {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    redraw();
    followPixels(redraw);
  }, { once: true });
}

/** Calls `move` for each movement of a pressed pointer until it is released. */
function follow(canvas, down, move) {
  canvas.setPointerCapture(down.pointerId);
  canvas.addEventListener("pointermove", move);
  const end = () => canvas.removeEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, end, { once: true });
}

/** Moves the comparison slider by dragging on the picture. */
function wiped(canvas) {
  const move = (event) => {
    const box = canvas.firstChild.getBoundingClientRect();
    const slider = document.querySelector(".wipe");
    slider.value = String(100 * (event.clientX - box.left) / box.width);
    slider.dispatchEvent(new Event("input"));
  };
  canvas.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    follow(canvas, down, move);
    move(down);
  });
}

/** Lets the reviewer pan a picture that is larger than the canvas. */
function draggable(canvas) {
  canvas.addEventListener("pointerdown", (down) => {
    if (canvas.scrollWidth <= canvas.clientWidth && canvas.scrollHeight <= canvas.clientHeight) return;
    const [left, top] = [canvas.scrollLeft + down.clientX, canvas.scrollTop + down.clientY];
    follow(canvas, down, (event) => canvas.scrollTo(left - event.clientX, top - event.clientY));
  });
}

/** The wheel movement, and the ratio of finger distances, that equal one zoom step. */
const [wheelStep, pinchStep] = [60, 1.35];
let turned = 0;

/** Zooms by wheel, pinch or double click. The point under the pointer does not move. */
function zoomable(canvas, redraw) {
  const zoom = (by, x, y) => {
    const last = looking.zoom;
    if (by === "toggle") looking.zoom = looking.zoom === "fit" ? 2 : "fit";
    else zoomed(by);
    if (looking.zoom === last) return;
    const [box, subject] = [canvas.getBoundingClientRect(), canvas.firstElementChild.getBoundingClientRect()];
    anchor = { u: (x - subject.left) / subject.width, v: (y - subject.top) / subject.height, x: x - box.left, y: y - box.top };
    redraw();
  };
  canvas.addEventListener("wheel", (event) => {
    // If the page can scroll, a wheel without a modifier key scrolls the page.
    const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
    if (scrolls && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    turned += event.deltaY * (event.ctrlKey ? 4 : 1);
    if (Math.abs(turned) < wheelStep) return;
    const by = turned < 0 ? 1 : -1;
    turned = 0;
    zoom(by, event.clientX, event.clientY);
  }, { passive: false });
  canvas.addEventListener("dblclick", (event) => { if (!isPinning(looking.key)) zoom("toggle", event.clientX, event.clientY); });
  pinched(canvas, zoom);
}

function pinched(canvas, zoom) {
  const fingers = new Map();
  let start = 0;
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) start = spread();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size !== 2) return;
    const [by, [one, other]] = [spread() / start, [...fingers.values()]];
    if (by < pinchStep && by > 1 / pinchStep) return;
    fingers.clear();
    zoom(by > 1 ? 1 : -1, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
}
