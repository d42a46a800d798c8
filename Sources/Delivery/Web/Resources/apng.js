// Decodes every frame of an animated PNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation). The decoder of the browser is
// available only in secure contexts.

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const crcs = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function chunk(name, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, 8 + data.length)) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8);
  view.setUint32(8 + data.length, (crc ^ 0xffffffff) >>> 0);
  return bytes;
}

/** The chunks of a PNG as { name, data }. */
function* chunks(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    yield { name: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** The control data of a frame: its position and size, its duration in milliseconds, and how its area is drawn and cleared. */
function control(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [numerator, denominator] = [view.getUint16(20), view.getUint16(22)];
  return {
    width: view.getUint32(4), height: view.getUint32(8), x: view.getUint32(12), y: view.getUint32(16),
    delay: 1000 * numerator / (denominator || 100), disposal: data[24], isBlended: data[25] === 1, parts: [],
  };
}

/** Parses an animated PNG into its header, the chunks that all frames share, and the frames. */
function taken(bytes) {
  const animation = { header: null, shared: [], frames: [] };
  for (const { name, data } of chunks(bytes)) {
    if (name === "IHDR") animation.header = data;
    else if (name === "fcTL") animation.frames.push(control(data));
    // Image data before the first frame is only for programs that do not support animations.
    else if (name === "IDAT") animation.frames.at(-1)?.parts.push(data);
    else if (name === "fdAT") animation.frames.at(-1).parts.push(data.subarray(4));
    else if (animation.frames.length <= 1 && ["PLTE", "tRNS", "sRGB", "gAMA", "cHRM", "iCCP", "sBIT", "cICP"].includes(name)) animation.shared.push(chunk(name, data));
  }
  return animation;
}

/** Decodes the picture of a single frame. */
function image({ header, shared }, frame) {
  const own = header.slice();
  const view = new DataView(own.buffer);
  view.setUint32(0, frame.width);
  view.setUint32(4, frame.height);
  const blob = new Blob([Uint8Array.from(signature), chunk("IHDR", own), ...shared, ...frame.parts.map((part) => chunk("IDAT", part)), chunk("IEND", new Uint8Array())], { type: "image/png" });
  return createImageBitmap(blob);
}

/** The composed frames: [{ bitmap, delay, time }], with the delay and the start time in milliseconds. */
export async function framesOf(bytes) {
  const animation = taken(bytes);
  const view = new DataView(animation.header.buffer, animation.header.byteOffset);
  const canvas = new OffscreenCanvas(view.getUint32(0), view.getUint32(4));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const seen = [];
  let time = 0;
  for (const frame of animation.frames) {
    const { x, y, width, height, delay } = frame;
    const saved = frame.disposal === 2 ? context.getImageData(x, y, width, height) : null;
    if (!frame.isBlended) context.clearRect(x, y, width, height);
    context.drawImage(await image(animation, frame), x, y);
    seen.push({ bitmap: await createImageBitmap(canvas), delay, time });
    time += delay;
    if (saved) context.putImageData(saved, x, y);
    else if (frame.disposal === 1) context.clearRect(x, y, width, height);
  }
  return seen;
}
