// The easel: one sticker as large as one likes, or the version that was approved last beside it.
import { choice, day, h } from "./dom.js";
import { figure, stage } from "./stage.js";
import { picture, points, url } from "./store.js";

export const looking = { key: "", zoom: 2, mode: "now", part: 50, frame: 0 };
/** Where the easel was scrolled to, and at which zoom. */
let place = { key: "", zoom: 0, left: 0, top: 0 };
const zooms = [[1, "Points"], [2, "200%"], [4, "400%"], [8, "800%"]];
const modes = { now: "Now", slider: "Slider", flicker: "Flicker", difference: "Difference" };

/** Remembers what is shown of the easel before it is drawn again. */
export function noteScroll(stand) {
  if (stand) Object.assign(place, { left: stand.scrollLeft, top: stand.scrollTop });
}

/** Shows the part of the easel that was shown before; after another zoom, its middle. */
export function scrollEasel(stand, sticker) {
  if (place.key !== sticker.key || place.zoom !== looking.zoom) {
    place = {
      key: sticker.key, zoom: looking.zoom,
      left: (stand.scrollWidth - stand.clientWidth) / 2, top: (stand.scrollHeight - stand.clientHeight) / 2,
    };
  }
  stand.scrollTo(place.left, place.top);
}

export function easel(sticker, redraw) {
  const side = points[sticker.size] * looking.zoom;
  const tools = h("div", { class: "easel-tools" },
    h("div", { class: "segments", role: "group", "aria-label": "Zoom" }, zooms.map(([zoom, name]) =>
      choice(name, looking.zoom === zoom, () => { looking.zoom = zoom; redraw(); }, { "data-hold": "zoom" + zoom }))),
    sticker.before && h("div", { class: "segments", role: "group", "aria-label": "Compare with the version that was approved last" },
      Object.entries(modes).map(([mode, name]) =>
        choice(name, looking.mode === mode, () => { looking.mode = mode; redraw(); }, { "data-hold": "mode-" + mode }))));
  const stand = h("div", { class: "easel mode-" + looking.mode + (looking.zoom >= 4 ? " pixels" : ""), tabindex: "0", role: "region", "aria-label": "The sticker on the background" });
  if (looking.mode === "now") stand.append(figure(sticker, { side, lazy: false }));
  else stand.append(compared(sticker, side));
  const wipe = looking.mode === "slider" && h("input", {
    class: "wipe", type: "range", min: "0", max: "100", value: looking.part, "data-hold": "wipe",
    "aria-label": "How much of the earlier version is shown",
    oninput: (event) => {
      looking.part = Number(event.target.value);
      stand.firstChild.style.setProperty("--part", looking.part + "%");
    },
  });
  if (wipe) wiped(stand, wipe);
  else draggable(stand);
  return h("div", { class: "easel-frame" }, stand, wipe, looking.mode !== "now" && h("p", { class: "quiet captions" },
    looking.mode === "difference"
      ? "What differs from the version approved " + day(sticker.before.decided) + ", four times as bright."
      : [h("span", {}, "Approved " + day(sticker.before.decided)), h("span", {}, "Now")]), tools);
}

/** The version that was approved last, and the one that is there now, over one another. */
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

/** Has the slider follow the pointer on the picture itself. */
function wiped(stand, wipe) {
  const follow = (event) => {
    const box = stand.firstChild.getBoundingClientRect();
    wipe.value = String(100 * (event.clientX - box.left) / box.width);
    wipe.dispatchEvent(new Event("input"));
  };
  stand.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    stand.setPointerCapture(down.pointerId);
    follow(down);
    stand.addEventListener("pointermove", follow);
    const end = () => stand.removeEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) stand.addEventListener(name, end, { once: true });
  });
}

/** Moves what is larger than its frame with the pointer. */
function draggable(stand) {
  stand.addEventListener("pointerdown", (down) => {
    if (stand.scrollWidth <= stand.clientWidth && stand.scrollHeight <= stand.clientHeight) return;
    const [left, top] = [stand.scrollLeft + down.clientX, stand.scrollTop + down.clientY];
    stand.setPointerCapture(down.pointerId);
    const move = (event) => stand.scrollTo(left - event.clientX, top - event.clientY);
    stand.addEventListener("pointermove", move);
    const end = () => stand.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) stand.addEventListener(name, end, { once: true });
  });
}
