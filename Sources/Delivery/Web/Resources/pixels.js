// Reads and resamples the pixels of pictures.

const known = new Map();
/** The maximum number of pictures whose pixels are in memory. */
const most = 12;

/** The pixels of a picture, or of the first frame of an animation, as { width, height, data } with unmultiplied alpha. */
export function pixelsOf(address) {
  if (!known.has(address)) {
    const reading = read(address);
    reading.catch(() => known.delete(address));
    known.set(address, reading);
    if (known.size > most) known.delete(known.keys().next().value);
  }
  return known.get(address);
}

async function read(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Converts a picture to premultiplied alpha: four values from 0 to 255 per pixel. Reduces the picture by an integer factor. */
export function premultiplied({ width, height, data }, reduction = 1) {
  const [columns, rows] = [Math.ceil(width / reduction), Math.ceil(height / reduction)];
  const values = new Float32Array(columns * rows * 4);
  const area = reduction * reduction;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [4 * (y * width + x), 4 * (Math.floor(y / reduction) * columns + Math.floor(x / reduction))];
      const alpha = data[from + 3];
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) values[to + channel] += data[from + channel] * alpha / 255 / area;
      values[to + 3] += alpha / area;
    }
  }
  return { width: columns, height: rows, values };
}

/** Resamples a picture onto a grid. The pixel at p moves to scale × p + (x, y), in pixels of the grid. */
export function warped(picture, { scale, x, y }, width, height) {
  const values = new Float32Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      sample(picture, (column + 0.5 - x) / scale - 0.5, (row + 0.5 - y) / scale - 0.5, values, 4 * (row * width + column));
    }
  }
  return { width, height, values };
}

/** Writes the colour at a position between pixels. Positions outside of the picture are transparent. */
function sample({ width, height, values }, x, y, into, at) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < -1 || top < -1 || left >= width || top >= height) return;
  const [right, down] = [x - left, y - top];
  for (const [column, row, weight] of [
    [left, top, (1 - right) * (1 - down)], [left + 1, top, right * (1 - down)], [left, top + 1, (1 - right) * down], [left + 1, top + 1, right * down],
  ]) {
    if (weight === 0 || column < 0 || row < 0 || column >= width || row >= height) continue;
    const from = 4 * (row * width + column);
    for (let channel = 0; channel < 4; channel += 1) into[at + channel] += values[from + channel] * weight;
  }
}
