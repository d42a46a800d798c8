// The page's data, synchronized with the server.

export const store = { revision: "", settings: null, packs: new Map(), stickers: new Map(), rejected: [] };

const listeners = new Set();
/** Calls a function with each change: { keys, packs, everything }. */
export const onChange = (listener) => listeners.add(listener);
const tell = (change) => listeners.forEach((listener) => listener(change));

const noted = new Set();
export const onConnection = (listener) => noted.add(listener);

/** Loads a snapshot, and follows its changes. */
export async function load() {
  const answer = await fetch("api/stickers");
  if (answer.status === 401 || answer.status === 403) return location.reload();
  if (!answer.ok) throw new Error("The stickers could not be loaded.");
  const whole = await answer.json();
  store.revision = whole.revision;
  store.settings = whole.settings;
  store.packs = new Map(whole.packs.map((pack) => [pack.id, pack]));
  store.stickers = new Map(whole.stickers.map((sticker) => [sticker.key, sticker]));
  store.rejected = whole.rejected;
  tell({ everything: true, keys: new Set(store.stickers.keys()), packs: new Set(store.packs.keys()) });
}

let source;
/** Follows changes; the browser reconnects by itself. */
export function follow() {
  source?.close();
  source = new EventSource("api/events?after=" + encodeURIComponent(store.revision));
  source.addEventListener("open", () => noted.forEach((listener) => listener(true)));
  source.addEventListener("error", () => {
    noted.forEach((listener) => listener(false));
    if (source.readyState === EventSource.CLOSED) setTimeout(again, 3000);
  });
  source.addEventListener("change", (event) => apply(JSON.parse(event.data)));
  source.addEventListener("reset", again);
}

async function again() {
  source?.close();
  try {
    await load();
    follow();
  } catch {
    setTimeout(again, 3000);
  }
}

function apply(change) {
  store.revision = change.revision;
  for (const pack of change.packs) store.packs.set(pack.id, pack);
  for (const id of change.gonePacks) store.packs.delete(id);
  for (const sticker of change.stickers) store.stickers.set(sticker.key, sticker);
  for (const key of change.goneStickers) store.stickers.delete(key);
  if (change.rejected) store.rejected = change.rejected;
  tell({
    everything: false, keys: new Set([...change.stickers.map((sticker) => sticker.key), ...change.goneStickers]),
    packs: new Set([...change.packs.map((pack) => pack.id), ...change.gonePacks]),
  });
}

/** A sticker's review state: approved, sentBack, changed (since it was approved) or open. */
export function reviewState(sticker) {
  if (sticker.review) return sticker.review.verdict;
  return sticker.before ? "changed" : "open";
}

export const stateLabels = { approved: "Approved", sentBack: "Sent back", changed: "Changed since it was approved", open: "To review" };

/** The file of a scale. */
export const picture = (sticker, scale = 3) => sticker.pictures.find((each) => each.scale === scale) ?? sticker.pictures[0];

export const url = (file) => "assets/" + file;

/** Packs in the order of their titles. */
export const packsInOrder = () => [...store.packs.values()].sort((a, b) => a.title.localeCompare(b.title));

export const points = { small: 100, regular: 136, large: 206 };
