// Shows the frames of an animation on the canvas, one at a time or in slow motion.
import { choice, h, icon } from "./dom.js";
import { framesOf } from "./apng.js";
import { figure, stage, togglePlaying } from "./stage.js";
import { looking } from "./preview-canvas.js";
import { picture, url } from "./store.js";
import { t } from "./texts.js";

const known = new Map();
/** The maximum number of animations whose frames are in memory. */
const most = 3;

/** The frames of a file. Null if they cannot be read. */
function frames(file) {
  if (!known.has(file)) {
    known.set(file, load(file).catch(() => null));
    if (known.size > most) known.delete(known.keys().next().value);
  }
  return known.get(file);
}

async function load(file) {
  const answer = await fetch(url(file));
  if (!answer.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (file.endsWith(".png")) return framesOf(bytes);
  return globalThis.ImageDecoder ? decoded(bytes, answer.headers.get("Content-Type")) : null;
}

/** Decodes the frames of another format with the browser's decoder. */
async function decoded(bytes, type) {
  const decoder = new ImageDecoder({ data: bytes, type });
  await decoder.tracks.ready;
  await decoder.completed;
  const seen = [];
  for (let index = 0, time = 0; index < decoder.tracks.selectedTrack.frameCount; index += 1) {
    const { image } = await decoder.decode({ frameIndex: index });
    const delay = (image.duration ?? 0) / 1000;
    seen.push({ bitmap: await createImageBitmap(image), delay, time });
    image.close();
    time += delay;
  }
  return seen;
}

/** Whether animations run at normal speed. The browser then plays them. */
const isOrdinary = () => stage.isPlaying && looking.speed === 1;

/** The picture of a sticker. For a paused or slowed animation, a canvas with the current frame. Messages always use the still picture. */
export function framePicture(sticker, side) {
  const whole = figure(sticker, { side, lazy: false, isPicture: true });
  if (!sticker.animation || sticker.bubbles || isOrdinary()) return whole;
  frames(picture(sticker, stage.scale).file).then((list) => {
    if (!list?.length || !whole.isConnected) return;
    const canvas = h("canvas", { class: "frame", role: "img", "aria-label": sticker.label, width: list[0].bitmap.width, height: list[0].bitmap.height });
    whole.classList.remove("still");
    whole.replaceChildren(canvas);
    show(canvas, list, looking.frame);
    if (stage.isPlaying) run(canvas, list);
  });
  return whole;
}

/** Draws a frame, and shows its number in the controls. */
function show(canvas, list, index) {
  looking.frame = (index + list.length) % list.length;
  const { bitmap, time } = list[looking.frame];
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0);
  const slider = document.querySelector(".frame-slider");
  if (!slider) return;
  slider.max = String(list.length - 1);
  slider.value = String(looking.frame);
  const words = t("frames.place", { place: looking.frame + 1, all: list.length, time: Math.round(time) });
  slider.setAttribute("aria-valuetext", words);
  document.querySelector(".frame-words").textContent = words;
}

/** Plays in slow motion until the canvas is replaced. */
function run(canvas, list) {
  if (!canvas.isConnected) return;
  show(canvas, list, looking.frame);
  setTimeout(() => {
    if (!canvas.isConnected) return;
    looking.frame += 1;
    run(canvas, list);
  }, Math.max(list[looking.frame].delay, 10) / looking.speed);
}

/** Shows a frame, and pauses the animation. */
async function goTo(sticker, index) {
  const count = sticker.animation.frames;
  // The number is set before the frames are read, so that quick repeated key presses are not lost.
  looking.frame = (index + count) % count;
  if (stage.isPlaying) return togglePlaying();
  const list = await frames(picture(sticker, stage.scale).file);
  const canvas = document.querySelector(".preview-canvas canvas.frame");
  if (list && canvas) show(canvas, list, looking.frame);
}

/** Moves the displayed animation by a number of frames. */
export function stepFrame(by) {
  document.querySelector(`[data-step="${by}"]`)?.click();
}

/** The controls of an animation. */
export function frameTools(sticker, redraw) {
  const { frames: count, duration, loopCount } = sticker.animation;
  const step = (by, name, symbol) => h("button", { type: "button", class: "icon", "data-step": by, "data-hold": "frame" + by, title: name, "aria-label": name, onclick: () => goTo(sticker, looking.frame + by) }, icon(symbol));
  const slow = (value) => {
    looking.speed = value;
    if (stage.isPlaying) redraw();
    else togglePlaying();
  };
  const speed = (value, name) => choice(name, looking.speed === value, () => slow(value), { "data-hold": "speed-" + value, title: value === 1 ? t("frames.ownSpeed") : t("frames.slower", { speed: name }) });
  return h("section", { class: "frames" },
    h("div", { class: "frame-row" }, step(-1, t("frames.previous") + " (,)", "previous"),
      h("button", { type: "button", class: "icon", "data-hold": "play", title: `${t(stage.isPlaying ? "pause" : "play")} (${t("key.space")})`, "aria-label": t(stage.isPlaying ? "pause" : "play"), onclick: togglePlaying }, icon(stage.isPlaying ? "pause" : "play")),
      step(1, t("frames.next") + " (.)", "next"),
      h("input", { class: "frame-slider", type: "range", min: "0", max: String(count - 1), value: String(Math.min(looking.frame, count - 1)), "aria-label": t("frames.frame"), "data-hold": "frame", oninput: (event) => goTo(sticker, Number(event.target.value)) })),
    h("div", { class: "frame-row" }, h("span", { class: "quiet frame-words" }, t(loopCount === 0 ? "frames.looping" : "frames.once", { count, time: duration })),
      h("div", { class: "segments", role: "group", "aria-label": t("frames.speed") }, speed(1, "1×"), speed(0.5, "½×"), speed(0.25, "¼×"))));
}
