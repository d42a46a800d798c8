// While V is pressed, art that is invisible on the current background is painted magenta.
import { h, percent, say } from "./dom.js";
import { pixelsOf } from "./pixels.js";
import { backdrop, backgroundName, stage } from "./stage.js";
import { picture, store, url } from "./store.js";
import { t } from "./texts.js";
import { vanished } from "./vanish.js";

let isHeld = false;

/** Shows or hides the magenta layer over the invisible art. */
export function showVanishing(isWanted) {
  if (isHeld === isWanted) return;
  isHeld = isWanted;
  document.body.classList.toggle("vanishing", isWanted);
  for (const layer of document.querySelectorAll(".vanished")) layer.remove();
  if (isWanted) paintAll();
}

/** Paints the stickers in the window one after the other, so that the page remains responsive. */
async function paintAll() {
  const figures = [...document.querySelectorAll(".look > .figure, .mode-now > .subject > .figure")].filter(isInWindow);
  let [lost, share] = [0, 0];
  for (const figure of figures) {
    const found = await paint(figure).catch(() => null);
    if (!isHeld) return;
    if (found) [lost, share] = [lost + 1, found.share];
  }
  const name = backgroundName(stage.background);
  if (document.body.dataset.view === "sticker") say(lost ? t("vanish.share", { share: percent(share), background: name }) : t("vanish.nothing", { background: name }));
  else say(t("vanish.count", { background: name, count: lost, all: figures.length }));
}

function isInWindow(element) {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}

async function paint(figure) {
  const ground = figure.closest(".look, .preview-canvas");
  const sticker = store.stickers.get((figure.closest(".card") ?? figure.closest(".subject")).dataset.key);
  const found = await vanished(url(picture(sticker).file), (columns, rows) => behind(figure, ground, columns, rows));
  if (!found || !isHeld) return found;
  const canvas = h("canvas", { class: "vanished", width: found.picture.width, height: found.picture.height });
  canvas.getContext("2d").putImageData(found.picture, 0, 0);
  figure.append(canvas);
  return found;
}

/** The colours behind a figure at the given resolution. For a photo, the colours of the part that is behind the figure. */
async function behind(figure, ground, columns, rows) {
  const { colour, image } = backdrop(stage.background);
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.fillStyle = colour;
  context.fillRect(0, 0, columns, rows);
  const address = image.match(/^url\("(.*)"\)$/)?.[1];
  if (address) {
    const pixels = await pixelsOf(address);
    const whole = new OffscreenCanvas(pixels.width, pixels.height);
    whole.getContext("2d").putImageData(pixels, 0, 0);
    // Positioned like `background-size: cover`.
    const [box, part] = [ground.getBoundingClientRect(), figure.getBoundingClientRect()];
    const scale = Math.max(box.width / pixels.width, box.height / pixels.height);
    const [left, top] = [box.left + (box.width - pixels.width * scale) / 2, box.top + (box.height - pixels.height * scale) / 2];
    context.drawImage(whole, (part.left - left) / scale, (part.top - top) / scale, part.width / scale, part.height / scale, 0, 0, columns, rows);
  }
  return context.getImageData(0, 0, columns, rows).data;
}
