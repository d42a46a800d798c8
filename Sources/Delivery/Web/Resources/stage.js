// The settings of the preview: background, scale and motion.
import { byId, choice, h, icon, say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { store, picture, points, url } from "./store.js";
import { t } from "./texts.js";

const remembered = (() => {
  try {
    return JSON.parse(recall("stickerd.stage")) ?? {};
  } catch {
    return {};
  }
})();
export const stage = {
  background: remembered.background ?? 0,
  colour: remembered.colour ?? "#34c759",
  scale: remembered.scale ?? 3,
  /** The magnification of stickers in the grid. 1 is their size on an iPhone. */
  size: remembered.size ?? 1,
  isPlaying: !matchMedia("(prefers-reduced-motion: reduce)").matches,
};

const listeners = new Set();
export const onStage = (listener) => listeners.add(listener);

function changed() {
  const { background, colour, scale, size } = stage;
  remember("stickerd.stage", JSON.stringify({ background, colour, scale, size }));
  paint();
  listeners.forEach((listener) => listener());
}

export function setBackground(index) {
  const count = store.settings?.backgrounds.length ?? 0;
  if (typeof index === "number" && index >= count) return;
  stage.background = index;
  changed();
}

export function togglePlaying() {
  stage.isPlaying = !stage.isPlaying;
  changed();
}

let photo = null;

const named = new Set(["white", "black", "red", "yellow", "photo"]);
/** The label of a background. The default backgrounds have labels in the language of the page. */
const backgroundLabel = (name) => named.has(name) ? t("background." + name) : name;

/** The name of a background in the middle of a sentence. */
export function backgroundName(index) {
  if (index === "colour") return t("background.thisColour");
  if (index === "photo") return t("background.yourPhoto");
  return backgroundLabel((store.settings?.backgrounds[index] ?? store.settings?.backgrounds[0])?.name ?? "white");
}

/** The colour and the image of a background, as CSS values. */
export function backdrop(index) {
  if (index === "colour") return { colour: stage.colour, image: "none" };
  if (index === "photo") return { colour: "#888888", image: photo ? `url("${photo}")` : "none" };
  const background = store.settings?.backgrounds[index] ?? store.settings?.backgrounds[0];
  if (!background) return { colour: "#ffffff", image: "none" };
  if (background.colour) return { colour: background.colour, image: "none" };
  return { colour: "#888888", image: `url("backgrounds/${encodeURIComponent(background.name)}")` };
}

/** Sets an element's background. */
export function lay(element, index) {
  const { colour, image } = backdrop(index);
  element.style.setProperty("--stage-colour", colour);
  element.style.setProperty("--stage-image", image);
}

const grounds = new CSSStyleSheet();
document.adoptedStyleSheets.push(grounds);

/** Sets the background of all stickers with a separate style sheet. A custom property on the root element would cause the styles of
   every element to be recomputed. */
function layAll(index) {
  const { colour, image } = backdrop(index);
  grounds.replaceSync(`.look, .preview-canvas { background-color: ${colour}; background-image: ${image}; } .pack { --zoom: ${stage.size}; }`);
}

function paint() {
  layAll(stage.background);
  const play = byId("play");
  play.querySelector("use").setAttribute("href", stage.isPlaying ? "#i-pause" : "#i-play");
  play.querySelector(".unseen").textContent = t(stage.isPlaying ? "animations.pause" : "animations.play");
  play.title = `${t(stage.isPlaying ? "animations.pause" : "animations.play")} (${t("key.space")})`;
  drawBackgrounds();
  byId("scales").replaceChildren(...scaleChoices());
}

/** Buttons that choose between the files at @3x, @2x and @1x. */
export const scaleChoices = () => [3, 2, 1].map((scale) => choice("@" + scale + "x", stage.scale === scale, () => {
  stage.scale = scale;
  changed();
}, { title: t("scale.title", { scale: "@" + scale + "x" }), "data-hold": "scale-" + scale }));

/** Tiles that choose a background, each with the sticker on it. Also tiles for a custom colour and a photo. */
export function groundChoices(picture) {
  const tiles = (store.settings?.backgrounds ?? []).map((background, index) => {
    const tile = h("button", {
      type: "button", class: "ground", "aria-pressed": String(stage.background === index), "data-hold": "ground" + index, title: backgroundLabel(background.name) + (index < 9 ? ` (${index + 1})` : ""),
      onclick: () => setBackground(index),
    }, picture(48), h("span", { class: "unseen" }, backgroundLabel(background.name)));
    lay(tile, index);
    return tile;
  });
  return [...tiles, h("span", { class: "others" }, colourChoice(), photoChoice())];
}

function drawBackgrounds() {
  const row = byId("backgrounds");
  const held = document.activeElement?.dataset?.background;
  const swatches = (store.settings?.backgrounds ?? []).map((background, index) =>
    swatch(index, backgroundLabel(background.name) + (index < 9 ? ` (${index + 1})` : ""), () => setBackground(index)));
  row.replaceChildren(...swatches, colourChoice(), photoChoice());
  if (held) row.querySelector(`[data-background="${CSS.escape(held)}"]`)?.focus();
}

function colourChoice() {
  const colour = h("label", { class: "swatch pick-colour" + (stage.background === "colour" ? " chosen" : ""), title: t("background.anyColour") },
    h("input", {
      type: "color", value: stage.colour, "aria-label": t("background.anyColour"), "data-background": "colour",
      oninput: (event) => {
        stage.colour = event.target.value;
        lay(event.target.parentElement, "colour");
        layAll("colour");
      },
      onchange: () => setBackground("colour"), onclick: () => setBackground("colour"),
    }));
  lay(colour, "colour");
  return colour;
}

function photoChoice() {
  const own = h("label", { class: "swatch own" + (stage.background === "photo" ? " chosen" : ""), title: t("background.ownPhoto.title") },
    icon("photo"),
    h("input", { type: "file", accept: "image/*", "aria-label": t("background.ownPhoto"), "data-background": "photo", onchange: takePhoto }));
  if (photo) lay(own, "photo");
  return own;
}

function swatch(index, name, choose) {
  const button = choice(h("span", { class: "unseen" }, name), stage.background === index, choose,
    { class: "swatch", title: name, "data-background": index });
  lay(button, index);
  return button;
}

async function takePhoto(event) {
  const file = event.target.files[0];
  if (!file) return;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return say(t("background.unreadable"), true);
  const shrink = Math.min(1, 1600 / Math.max(bitmap.width, bitmap.height));
  const canvas = h("canvas", { width: Math.round(bitmap.width * shrink), height: Math.round(bitmap.height * shrink) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  canvas.toBlob(async (blob) => {
    usePhoto(blob);
    setBackground("photo");
    // If the browser refuses to store the photo, it is used until the page is closed.
    await keepPhoto(blob).catch(() => {});
  }, "image/jpeg", 0.88);
}

function usePhoto(blob) {
  if (photo) URL.revokeObjectURL(photo);
  photo = URL.createObjectURL(blob);
}

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("stickerd", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function keepPhoto(blob) {
  const database = await openDatabase();
  database.transaction("photos", "readwrite").objectStore("photos").put(blob, "own");
}

async function recallPhoto() {
  const database = await openDatabase();
  return new Promise((resolve) => {
    const request = database.transaction("photos").objectStore("photos").get("own");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

/** The picture of a message's bubble for the current colour scheme. */
function bubbleFile(sticker) {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return (sticker.bubbles.find((each) => each.name === (isDark ? "dark" : "light")) ?? sticker.bubbles[0]).file;
}

/** The icon of a pack, or the first letter of its title. */
export const packIcon = (pack, className, width, height) => pack.icon ? h("img", { class: className, src: url(pack.icon), alt: "", width, height })
  : h("span", { class: className, "aria-hidden": "true" }, [...pack.title][0] ?? "");

/** The image of a sticker in its size in points, or the bubble of a message. If `side` is null, the style sheet determines the size. */
export function figure(sticker, { scale = stage.scale, lazy = true, isPicture = false, side = points[sticker.size] } = {}) {
  const box = h("span", { class: "figure" });
  if (side !== null) box.style.setProperty("--side", side + "px");
  const still = sticker.animation && !stage.isPlaying && sticker.strip;
  box.classList.toggle("still", Boolean(still));
  box.append(h("img", {
    alt: sticker.label, loading: lazy ? "lazy" : "eager", decoding: "async", draggable: "false",
    src: url(still ? sticker.strip.file : sticker.bubbles && !isPicture ? bubbleFile(sticker) : picture(sticker, scale).file),
    width: still ? null : side, height: side,
  }));
  return box;
}

export async function setUp() {
  byId("play").addEventListener("click", togglePlaying);
  byId("size").value = String(stage.size);
  byId("size").addEventListener("input", (event) => {
    stage.size = Number(event.target.value);
    layAll(stage.background);
  });
  byId("size").addEventListener("change", changed);
  if (stage.background === "photo") {
    try {
      const blob = await recallPhoto();
      if (blob) usePhoto(blob);
      else stage.background = 0;
    } catch {
      stage.background = 0;
    }
  }
  paint();
}
