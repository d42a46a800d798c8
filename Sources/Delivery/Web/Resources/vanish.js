// Paints art magenta if it is invisible on a background. Uses the same measure as the rule "vanishes-on-background".
// docs/decisions/what-vanishes.md explains the numbers.
import { pixelsOf } from "./pixels.js";

const magenta = [224, 0, 160];
/** Distances in points. */
const [farDistance, leastDepth] = [8, 12];
/** The lengths of a straight and of a diagonal step, and the width of a soft edge, in thirds of a point. */
const [unit, corner, softEdge] = [3, 4, 4];
const openEdge = 0.42;
const leastShare = 0.015;
const leastRatio = 1.3;
const leastDifference = 28;

/** The parts of a @3x picture that are invisible on the colours behind it, as { picture, share }. Null if everything is visible. */
export async function vanished(address, behind) {
  const { width, height, data } = await pixelsOf(address);
  const [columns, rows] = [Math.ceil(width / 3), Math.ceil(height / 3)];
  const grounds = await behind(columns, rows);
  const cells = cellsOf(data, width, height, columns, rows);
  const isArt = new Uint8Array(columns * rows).map((_, cell) => cells[4 * cell + 3] > 127 ? 1 : 0);
  const isSeen = new Uint8Array(columns * rows).map((_, cell) => cells[4 * cell + 3] > 0 && isVisible(laid(cells, grounds, cell), grounds, cell) ? 1 : 0);
  const map = mapOf(isArt, isSeen, columns);
  const count = isArt.reduce((sum, each) => sum + each, 0);
  const lost = map.reduce((sum, each) => sum + each, 0);
  if (count === 0 || lost < leastShare * count) return null;
  const picture = new ImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if (map[Math.floor(y / 3) * columns + Math.floor(x / 3)] && data[4 * pixel + 3] > 127) picture.data.set([...magenta, 255], 4 * pixel);
  }
  return { picture, share: lost / count };
}

/** The average premultiplied colour and alpha of each point. */
function cellsOf(data, width, height, columns, rows) {
  const cells = new Float32Array(columns * rows * 4);
  const counts = new Uint8Array(columns * rows);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const cell = Math.floor(Math.floor(pixel / width) / 3) * columns + Math.floor((pixel % width) / 3);
    const alpha = data[4 * pixel + 3];
    counts[cell] += 1;
    for (let channel = 0; channel < 3; channel += 1) cells[4 * cell + channel] += data[4 * pixel + channel] * alpha / 255;
    cells[4 * cell + 3] += alpha;
  }
  return cells.map((value, place) => Math.round(value / counts[place >> 2]));
}

const laid = (cells, grounds, cell) => [0, 1, 2].map((channel) => cells[4 * cell + channel] + grounds[4 * cell + channel] * (255 - cells[4 * cell + 3]) / 255);

const linear = Float32Array.from({ length: 256 }, (_, level) => level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
const luminance = (red, green, blue) => linear[Math.round(red)] * 0.2126 + linear[Math.round(green)] * 0.7152 + linear[Math.round(blue)] * 0.0722;

/** Whether a colour can be distinguished from the colour behind it, by contrast (WCAG 2.1) or by hue (BT.601). */
function isVisible(colour, grounds, cell) {
  const ground = [0, 1, 2].map((channel) => grounds[4 * cell + channel]);
  const [red, green, blue] = colour.map((value, channel) => value - ground[channel]);
  const luma = red * 0.299 + green * 0.587 + blue * 0.114;
  if (Math.abs(blue - luma) * 0.564 >= leastDifference || Math.abs(red - luma) * 0.713 >= leastDifference) return true;
  const [one, other] = [luminance(...colour), luminance(...ground)].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05) >= leastRatio;
}

/** Marks the invisible cells: those that are far from all visible cells, and whose edge mostly borders on the background. */
function mapOf(isArt, isSeen, columns) {
  const distances = distancesFrom(isSeen, columns);
  const isFar = isArt.map((each, cell) => each && distances[cell] > farDistance * unit ? 1 : 0);
  const core = new Uint8Array(isArt.length);
  for (const part of regions(isFar, columns)) {
    if (!part.some((cell) => distances[cell] >= leastDepth * unit) || openShare(part, isFar, isArt, columns) < openEdge) continue;
    for (const cell of part) core[cell] = 1;
  }
  const toCore = distancesFrom(core, columns);
  return isArt.map((each, cell) => each && distances[cell] > softEdge && toCore[cell] <= farDistance * unit ? 1 : 0);
}

/** The chamfer distance 3-4 of each cell from the nearest marked cell (Borgefors 1986). */
function distancesFrom(marked, columns) {
  const rows = marked.length / columns;
  const distances = new Uint16Array(marked.length).fill(30_000);
  const near = (at, row, column, steps) => {
    let least = marked[at] ? 0 : distances[at];
    for (const [right, down, weight] of steps) {
      if (column + right < 0 || column + right >= columns || row + down < 0 || row + down >= rows) continue;
      least = Math.min(least, distances[at + down * columns + right] + weight);
    }
    distances[at] = least;
  };
  const [ahead, back] = [[[-1, 0, unit], [0, -1, unit], [-1, -1, corner], [1, -1, corner]], [[1, 0, unit], [0, 1, unit], [1, 1, corner], [-1, 1, corner]]];
  for (let at = 0; at < marked.length; at += 1) near(at, Math.floor(at / columns), at % columns, ahead);
  for (let at = marked.length - 1; at >= 0; at -= 1) near(at, Math.floor(at / columns), at % columns, back);
  return distances;
}

/** Groups marked cells that touch each other at an edge or a corner. */
function regions(marked, columns) {
  const [isOpen, found] = [marked.slice(), []];
  for (let start = 0; start < marked.length; start += 1) {
    if (!isOpen[start]) continue;
    isOpen[start] = 0;
    const region = [start];
    for (let next = 0; next < region.length; next += 1) {
      const column = region[next] % columns;
      for (const down of [-columns, 0, columns]) {
        for (const right of [-1, 0, 1]) {
          const at = region[next] + down + right;
          if (column + right < 0 || column + right >= columns || !isOpen[at]) continue;
          isOpen[at] = 0;
          region.push(at);
        }
      }
    }
    found.push(region);
  }
  return found;
}

/** The fraction of a region's edge that borders on the background instead of other art. */
function openShare(part, isFar, isArt, columns) {
  let [open, closed] = [0, 0];
  for (const cell of part) {
    const column = cell % columns;
    let [isOpen, isClosed] = [false, false];
    for (const [step, isInside] of [[-columns, cell >= columns], [columns, cell + columns < isArt.length], [-1, column > 0], [1, column < columns - 1]]) {
      if (!isInside || !isArt[cell + step]) isOpen = true;
      else if (!isFar[cell + step]) isClosed = true;
    }
    if (isOpen) open += 1;
    else if (isClosed) closed += 1;
  }
  return open === 0 ? 0 : open / (open + closed);
}
