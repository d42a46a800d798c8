// Aligns an earlier version with the current one. stickerd trims transparent margins and scales art to the size of the sticker, so
// a dot that is added at the edge moves and shrinks all other parts.
import { pixelsOf, premultiplied } from "./pixels.js";

/** The transform that changes nothing. */
export const unmoved = { scale: 1, x: 0, y: 0 };

const known = new Map();

/**
 * Computes the transform from the earlier version to the current one, as { scale, x, y }.
 *
 * The point p of the earlier version is at scale × p + (x, y) in the current one. All values are fractions of the picture's side. The
 * art is neither rotated nor distorted.
 */
export function registration(before, now) {
  const pair = before + " " + now;
  if (!known.has(pair)) known.set(pair, register(before, now).catch(() => unmoved));
  return known.get(pair);
}

/** The largest fraction of the difference that may remain after the alignment. The same art at another place leaves up to 0.3,
   different art at least 0.78. */
const largestRest = 0.7;

async function register(before, now) {
  const pictures = await Promise.all([pixelsOf(before), pixelsOf(now)]);
  const levels = [6, 3, 1].map((reduction) => pictures.map((picture) => premultiplied(picture, reduction)));
  let best = coarse(levels[0]);
  // Each level starts from the result of the previous one. The last level is accurate to a twentieth of a pixel.
  for (const pair of levels) best = refined(pair, best, pair === levels.at(-1) ? 0.05 : 0.2);
  const [last] = levels.slice(-1);
  // Different art cannot be aligned, so it is not moved.
  return cost(last, best, 2) < largestRest * cost(last, unmoved, 2) ? best : unmoved;
}

/** The best transform among many candidates on a grid. */
function coarse(pair) {
  let [best, least] = [unmoved, cost(pair, unmoved, 1)];
  for (let power = -8; power <= 8; power += 1) {
    const scale = 1.06 ** power;
    const room = 0.24;
    for (let x = -room; x <= room; x += 0.04) {
      for (let y = -room; y <= room; y += 0.04) {
        // Scales around the centre, so that a change of scale does not move the art.
        const guess = { scale, x: x + (1 - scale) / 2, y: y + (1 - scale) / 2 };
        const value = cost(pair, guess, 3);
        if (value < least * 0.999) [best, least] = [guess, value];
      }
    }
  }
  return best;
}

/** Improves a transform. Halves the step until it is smaller than `least` pixels. */
function refined(pair, start, least) {
  const pixel = 1 / pair[1].width;
  const every = Math.max(1, Math.round(pair[1].width / 140));
  let [best, value] = [start, cost(pair, start, every)];
  for (let step = 3 * pixel; step >= least * pixel; step /= 2) {
    for (let moved = true, round = 0; moved && round < 12; round += 1) {
      moved = false;
      for (const [scale, x, y] of [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]) {
        const change = scale * step * 2;
        const guess = { scale: best.scale + change, x: best.x + x * step - change / 2, y: best.y + y * step - change / 2 };
        const next = cost(pair, guess, every);
        if (next < value) [best, value, moved] = [guess, next, true];
      }
    }
  }
  return best;
}

/** The upper limit for the difference of a channel. It prevents redrawn parts from affecting the alignment of all others. */
const most = 48;

/** The average difference between two aligned pictures. Compares every n-th pixel of the current picture, where n is `every`. */
function cost([before, now], { scale, x, y }, every) {
  const { width, height, values } = now;
  const [left, top] = [x * width, y * height];
  let [sum, count] = [0, 0];
  for (let row = every >> 1; row < height; row += every) {
    const fromRow = Math.round((row + 0.5 - top) / scale - 0.5);
    for (let column = every >> 1; column < width; column += every) {
      const fromColumn = Math.round((column + 0.5 - left) / scale - 0.5);
      const isInside = fromRow >= 0 && fromRow < before.height && fromColumn >= 0 && fromColumn < before.width;
      const [here, there] = [4 * (row * width + column), 4 * (fromRow * before.width + fromColumn)];
      for (let channel = 0; channel < 4; channel += 1) {
        sum += Math.min(most, Math.abs(values[here + channel] - (isInside ? before.values[there + channel] : 0)));
      }
      count += 1;
    }
  }
  return sum / count;
}
