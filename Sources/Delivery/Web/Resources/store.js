// The page's data, synchronized with the server.
import { t } from "./texts.js";

// A large library is divided: only the stickers of viewed packs are loaded.
export const store = {
  revision: "", settings: null, packs: new Map(), stickers: new Map(), rejected: [], waiting: [], isDivided: false, loaded: new Set(),
};

const listeners = new Set();
/** Calls a function with each change: { keys, packs, everything }. A change by the server also has the earlier stickers in `before`. */
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

/** The pack with which a pack is loaded. Messages are loaded together with the stickers in the same folder. */
const owner = (id) => id.replace(/\/messages$/, "");
/** Whether the stickers of a pack are loaded. */
export const isLoaded = (id) => !store.isDivided || store.loaded.has(owner(id));

/** Loads the stickers of a pack of a large library. */
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

/** Adopts packs with all their stickers and rejected files. */
function replace(packs, stickers) {
  for (const pack of packs) {
    const keys = new Set(pack.stickers);
    for (const key of store.packs.get(pack.id)?.stickers ?? []) if (!keys.has(key)) store.stickers.delete(key);
    store.packs.set(pack.id, pack);
    if (pack.rejected) store.rejected = [...store.rejected.filter((source) => source.pack !== pack.id), ...pack.rejected];
  }
  for (const sticker of stickers) store.stickers.set(sticker.key, sticker);
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

/** For a divided library: applies a change, and requests incomplete packs again. */
function applyDivided(change) {
  for (const pack of change.packs) {
    if (isLoaded(pack.id) && !pack.summary.isComplete) {
      store.packs.get(pack.id).summary = pack.summary;
      loadPack(pack.id).catch(() => store.loaded.delete(pack.id));
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

/** Shows other reviews of stickers until the server sends theirs. Null means no review. */
export function assume(reviews) {
  for (const [key, review] of reviews) store.stickers.set(key, { ...store.stickers.get(key), review });
  tell({ everything: false, keys: new Set(reviews.keys()), packs: new Set() });
}

let newerFiles = { rejected: null, waiting: null, byKey: new Map() };
/**
 * The newer file of a sticker that did not replace it, as { kind, file }: it was rejected or is waiting. Undefined if there is none.
 */
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

/** A sticker's review state: approved, sentBack, newVersion (after it was sent back), changed (since its approval) or open. */
export function reviewState(sticker) {
  if (sticker.review) return sticker.review.verdict;
  if (sticker.sentBack) return "newVersion";
  return sticker.before ? "changed" : "open";
}

/** Whether the current image has no decision. */
export const isOpen = (sticker) => ["open", "changed", "newVersion"].includes(reviewState(sticker));

export const stateLabels = Object.fromEntries(["approved", "sentBack", "newVersion", "changed", "open"].map((state) => [state, t("state." + state)]));

/**
 * The version to compare with: the one that was sent back, or else the one that was approved last. Undefined without a picture.
 * `verdict` is the decision about it.
 */
export function earlierVersion(sticker) {
  if (sticker.sentBack) return sticker.sentBack.file ? { ...sticker.sentBack, verdict: "sentBack" } : undefined;
  return sticker.before?.file ? { ...sticker.before, verdict: "approved" } : undefined;
}

/** The file of a scale. */
export const picture = (sticker, scale = 3) => sticker.pictures.find((each) => each.scale === scale) ?? sticker.pictures[0];

export const url = (file) => "assets/" + file;

/** Packs in the order of their titles. */
export const packsInOrder = () => [...store.packs.values()].sort((a, b) => a.title.localeCompare(b.title));

export const points = { small: 100, regular: 136, large: 206 };
