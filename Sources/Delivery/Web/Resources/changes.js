// A map of the changes between two versions. Changes at a place where a reviewer requested one are green, all others magenta.
import { percent } from "./dom.js";
import { pixelsOf, premultiplied, warped } from "./pixels.js";
import { registration, unmoved } from "./registration.js";
import { t } from "./texts.js";

/** The smallest difference of a channel value that is visible. Values are from 0 to 255. */
const visible = 24;
/** The minimum number of pixels of a changed area. Smaller areas are artefacts of scaling. */
const leastPiece = 12;
/** The maximum distance between a pin and a change that it requested, as a fraction of the picture's side. */
const margin = 0.02;
const art = 12;
export const colours = { asked: [26, 158, 75], unasked: [224, 0, 160], plain: [10, 98, 196] };

const known = new Map();

/** Compares two versions. Resolves to { share, askedShare, unaskedShare, isAsked, picture }. Shares are fractions of the area that the
   art of either version covers. */
export function changes(before, now, pins, isRegistered) {
  const about = JSON.stringify([before, now, pins, isRegistered]);
  if (!known.has(about)) {
    known.set(about, compare(before, now, pins, isRegistered));
    if (known.size > 24) known.delete(known.keys().next().value);
  }
  return known.get(about);
}

async function compare(before, now, pins, isRegistered) {
  const [earlier, current] = await Promise.all([pixelsOf(before), pixelsOf(now)]);
  const place = isRegistered ? await registration(before, now) : unmoved;
  const { width, height } = current;
  const ratio = width / earlier.width;
  const one = warped(premultiplied(earlier), { scale: place.scale * ratio, x: place.x * width, y: place.y * height }, width, height);
  const other = premultiplied(current);
  const map = withoutSeams(differences(one, other), width);
  const isAsked = pins.length > 0;
  const areas = pins.map((pin) => ({
    left: (place.scale * pin.x / 1000 + place.x - margin) * width, right: (place.scale * (pin.x + pin.width) / 1000 + place.x + margin) * width,
    top: (place.scale * pin.y / 1000 + place.y - margin) * height, bottom: (place.scale * (pin.y + pin.height) / 1000 + place.y + margin) * height,
  }));
  return { isAsked, ...painted(map, one, other, areas) };
}

/** Marks the pixels whose colour does not occur near the same place in the other version. Compares in both directions. */
function differences(one, other) {
  const map = new Uint8Array(one.width * one.height);
  const ranges = [surroundings(one), surroundings(other)];
  for (let pixel = 0; pixel < map.length; pixel += 1) {
    for (let channel = 0; channel < 4; channel += 1) {
      const at = 4 * pixel + channel;
      const isOutside = (value, { low, high }) => value < low[at] - visible || value > high[at] + visible;
      if (isOutside(other.values[at], ranges[0]) || isOutside(one.values[at], ranges[1])) {
        map[pixel] = 1;
        break;
      }
    }
  }
  return map;
}

/** The smallest and the largest value of each channel in the 3 × 3 pixels around each pixel. */
function surroundings({ width, height, values }) {
  const [low, high] = [values.slice(), values.slice()];
  const spread = (step, isInside) => {
    const [lows, highs] = [low.slice(), high.slice()];
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      for (const by of [-step, step]) {
        if (!isInside(pixel, by)) continue;
        for (let channel = 0; channel < 4; channel += 1) {
          const [at, from] = [4 * pixel + channel, 4 * (pixel + by) + channel];
          if (lows[from] < low[at]) low[at] = lows[from];
          if (highs[from] > high[at]) high[at] = highs[from];
        }
      }
    }
  };
  spread(1, (pixel, by) => by < 0 ? pixel % width > 0 : pixel % width < width - 1);
  spread(width, (pixel, by) => pixel + by >= 0 && pixel + by < width * height);
  return { low, high };
}

/** Removes changed areas with only a few pixels. */
function withoutSeams(map, width) {
  const isSeen = new Uint8Array(map.length);
  for (let start = 0; start < map.length; start += 1) {
    if (!map[start] || isSeen[start]) continue;
    const piece = [start];
    isSeen[start] = 1;
    for (let next = 0; next < piece.length; next += 1) {
      const column = piece[next] % width;
      for (const [step, isInside] of [[-1, column > 0], [1, column < width - 1], [-width, true], [width, true]]) {
        const at = piece[next] + step;
        if (!isInside || at < 0 || at >= map.length || !map[at] || isSeen[at]) continue;
        isSeen[at] = 1;
        piece.push(at);
      }
    }
    if (piece.length < leastPiece) for (const pixel of piece) map[pixel] = 0;
  }
  return map;
}

/** Draws the map as a picture, and computes the shares of changed pixels. */
function painted(map, one, other, areas) {
  const { width, height } = other;
  const picture = new ImageData(width, height);
  const counts = { art: 0, asked: 0, unasked: 0 };
  for (let pixel = 0; pixel < map.length; pixel += 1) {
    if (one.values[4 * pixel + 3] > art || other.values[4 * pixel + 3] > art) counts.art += 1;
    if (!map[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const isInside = areas.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
    counts[isInside ? "asked" : "unasked"] += 1;
    const colour = areas.length === 0 ? colours.plain : isInside ? colours.asked : colours.unasked;
    picture.data.set([...colour, 255], 4 * pixel);
  }
  const share = (count) => counts.art ? count / counts.art : 0;
  return { picture, share: share(counts.asked + counts.unasked), askedShare: share(counts.asked), unaskedShare: share(counts.unasked) };
}

/** Describes the changes in a sentence. */
export function changeWords({ share, askedShare, unaskedShare, isAsked }) {
  if (share === 0) return t("changes.none");
  if (!isAsked) return t("changes.share", { share: percent(share) });
  if (askedShare === 0) return t("changes.elsewhere", { share: percent(unaskedShare) });
  if (unaskedShare === 0) return t("changes.asked", { share: percent(askedShare) });
  return t("changes.both", { asked: percent(askedShare), elsewhere: percent(unaskedShare) });
}
