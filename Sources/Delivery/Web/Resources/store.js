// The data of the page, synchronized with the server.
import { t } from "./texts.js";

// In a large library, the data is divided: only the stickers of packs that were viewed are loaded.
export const store = {
  revision: "", settings: null, packs: new Map(), stickers: new Map(), rejected: [], waiting: [], isDivided: false, loaded: new Set(),
};

const listeners = new Set();
/** Adds a function that is called with each change, as { keys, packs, everything }. A change from the server also has the earlier
   stickers in `before`. */
export const onChange = (listener) => listeners.add(listener);
const tell = (change) => listeners.forEach((listener) => listener(change));

const noted = new Set();
export const onConnection = (listener) => noted.add(listener);

/** Loads the current state, and follows later changes. */
export async function load() {
  const answer = await fetch("api/stickers");
  if (answer.status === 401 || answer.status === 403) return location.reload();
  if (!answer.ok) throw new Error("The stickers could not be loaded.");
  const whole = await answer.json();
  const wanted = store.loaded;
  store.isDivided = Boolean(whole.isDivided);
  store.loaded = new Set();
  store.revision = whole.revision;
  store.settings = whole.settings;
  store.packs = new Map(whole.packs.map((pack) => [pack.id, pack]));
  store.stickers = new Map(whole.stickers.map((sticker) => [sticker.key, sticker]));
  store.rejected = whole.rejected;
  store.waiting = whole.waiting ?? [];
  if (store.isDivided) await Promise.all([...wanted].map((id) => loadPack(id).catch(() => {})));
  tell({ everything: true, keys: new Set(store.stickers.keys()), packs: new Set(store.packs.keys()) });
}

/** The id under which a pack is loaded. The messages of a folder are loaded together with its stickers. */
const owner = (id) => id.replace(/\/messages$/, "");
/** Whether the stickers of a pack are loaded. */
export const isLoaded = (id) => !store.isDivided || store.loaded.has(owner(id));

/** Loads the stickers of one pack of a large library. */
export async function loadPack(id) {
  const answer = await fetch("api/stickers?pack=" + encodeURIComponent(owner(id)));
  if (!answer.ok) throw new Error("The pack could not be loaded.");
  const part = await answer.json();
  store.loaded.add(owner(id));
  replace(part.packs, part.stickers);
  tell({
    everything: false, isLoading: true, keys: new Set(part.stickers.map((sticker) => sticker.key)),
    packs: new Set(part.packs.map((pack) => pack.id)),
  });
}

/** Replaces packs together with their stickers and rejected files. */
function replace(packs, stickers) {
  for (const pack of packs) {
    const keys = new Set(pack.stickers);
    for (const key of store.packs.get(pack.id)?.stickers ?? []) if (!keys.has(key)) store.stickers.delete(key);
    store.packs.set(pack.id, pack);
    if (pack.rejected) store.rejected = [...store.rejected.filter((source) => source.pack !== pack.id), ...pack.rejected];
  }
  for (const sticker of stickers) store.stickers.set(sticker.key, sticker);
}

let source, retry;
const note = (isThere) => noted.forEach((listener) => listener(isThere));
const later = () => {
  note(false);
  clearTimeout(retry);
  retry = setTimeout(again, 3000);
};

/** Follows the server's changes. The browser reconnects automatically. */
export function follow() {
  clearTimeout(retry);
  source?.close();
  source = new EventSource("api/events?after=" + encodeURIComponent(store.revision));
  source.addEventListener("open", () => {
    note(true);
    if (document.hidden) disconnect();
  });
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED ? later() : note(false));
  source.addEventListener("change", (event) => apply(JSON.parse(event.data)));
  source.addEventListener("reset", again);
}

async function again() {
  clearTimeout(retry);
  source?.close();
  try {
    await load();
    follow();
  } catch {
    later();
  }
}

// A browser opens at most six connections per server over HTTP/1.1, for all its tabs and for the pages in its back/forward cache. A page is
// therefore only connected while it is visible.
const disconnect = () => { if (source?.readyState === EventSource.OPEN) source.close(); };
function reconnect() {
  if (source?.readyState !== EventSource.CLOSED) return;
  follow();
  const opened = source;
  setTimeout(() => { if (source === opened && opened.readyState === EventSource.CONNECTING) note(false); }, 2000);
}
document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : reconnect());
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", reconnect);

const loads = new Map();
/** Loads a pack again. While it is being loaded, further calls lead to a single further load. */
function loadAgain(id) {
  if (loads.has(id)) return loads.set(id, true);
  loads.set(id, false);
  loadPack(id).catch(() => store.loaded.delete(id)).finally(() => {
    const isOutdated = loads.get(id);
    loads.delete(id);
    if (isOutdated) loadAgain(id);
  });
}

/** Applies a change of a divided library. Loads packs again for which the change does not contain all data. */
function applyDivided(change) {
  for (const pack of change.packs) {
    if (isLoaded(pack.id) && !pack.summary.isComplete) {
      store.packs.get(pack.id).summary = pack.summary;
      loadAgain(pack.id);
    } else {
      replace([isLoaded(pack.id) ? pack : { ...pack, stickers: [], rejected: null }], []);
    }
  }
  for (const sticker of change.stickers) if (isLoaded(sticker.pack)) store.stickers.set(sticker.key, sticker);
}

function apply(change) {
  store.revision = change.revision;
  const before = new Map(change.stickers.map(({ key }) => [key, store.stickers.get(key)]));
  if (store.isDivided) {
    applyDivided(change);
  } else {
    for (const pack of change.packs) store.packs.set(pack.id, pack);
    for (const sticker of change.stickers) store.stickers.set(sticker.key, sticker);
  }
  for (const id of change.gonePacks) {
    store.packs.delete(id);
    store.loaded.delete(id);
  }
  for (const key of change.goneStickers) store.stickers.delete(key);
  if (change.rejected) store.rejected = change.rejected;
  if (change.waiting) store.waiting = change.waiting;
  tell({
    everything: false, keys: new Set([...change.stickers.map((sticker) => sticker.key), ...change.goneStickers]),
    packs: new Set([...change.packs.map((pack) => pack.id), ...change.gonePacks]), before, isAboutFiles: Boolean(change.rejected || change.waiting),
  });
}

/** Shows the given reviews until the server sends its own. Null means that the sticker has no review. */
export function assume(reviews) {
  for (const [key, review] of reviews) store.stickers.set(key, { ...store.stickers.get(key), review });
  tell({ everything: false, keys: new Set(reviews.keys()), packs: new Set() });
}

let newerFiles = { rejected: null, waiting: null, byKey: new Map() };
/** The newer file that did not replace a sticker, as { kind, file }. `kind` is "rejected" or "waiting". Undefined if there is none. */
export function newerFile({ pack, id, source }) {
  const { rejected, waiting } = store;
  if (newerFiles.rejected !== rejected || newerFiles.waiting !== waiting) {
    newerFiles = { rejected, waiting, byKey: new Map([
      ...waiting.map((file) => [file.path, { kind: "waiting", file }]),
      ...rejected.filter((file) => file.keepsEarlierVersion).map((file) => [`${file.pack}/${file.id}`, { kind: "rejected", file }]),
    ]) };
  }
  return newerFiles.byKey.get(source.path) ?? newerFiles.byKey.get(`${pack}/${id}`);
}

/** The review state of a sticker: "approved", "sentBack", "newVersion" (new since it was sent back), "changed" (since its approval), or
   "open". */
export function reviewState(sticker) {
  if (sticker.review) return sticker.review.verdict;
  if (sticker.sentBack) return "newVersion";
  return sticker.before ? "changed" : "open";
}

/** Whether the current image awaits a decision. */
export const isOpen = (sticker) => ["open", "changed", "newVersion"].includes(reviewState(sticker));

export const stateLabels = Object.fromEntries(["approved", "sentBack", "newVersion", "changed", "open"].map((state) => [state, t("state." + state)]));

/**
 * The earlier version for a comparison, with the decision about it in `verdict`.
 *
 * This is the version that was sent back, or else the last approved one. Undefined if there is none, or if its picture was not kept.
 */
export function earlierVersion(sticker) {
  if (sticker.sentBack) return sticker.sentBack.file ? { ...sticker.sentBack, verdict: "sentBack" } : undefined;
  return sticker.before?.file ? { ...sticker.before, verdict: "approved" } : undefined;
}

/** The file of a scale. If the scale does not exist, the first file. */
export const picture = (sticker, scale = 3) => sticker.pictures.find((each) => each.scale === scale) ?? sticker.pictures[0];

export const url = (file) => "assets/" + file;

/** The packs, sorted by title. */
export const packsInOrder = () => [...store.packs.values()].sort((a, b) => a.title.localeCompare(b.title));

export const points = { small: 100, regular: 136, large: 206 };
