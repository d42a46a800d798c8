// The page: views and navigation.
import { byId, say } from "./dom.js";
import { approve, reopen, sendBack } from "./decide.js";
import { cardOf, drawFilters, drawGrid, drawPacks, gridOf, seeking, showMarkedPack, shown } from "./grid.js";
import { listen } from "./keys.js";
import { drawMessages, room } from "./messages.js";
import { onStage, setBackground, setUp, togglePlaying } from "./stage.js";
import { drawSticker, stepFrame } from "./sticker.js";
import { follow, isLoaded, load, loadPack, onChange, onConnection, packsInOrder, store } from "./store.js";

const view = byId("view");
const route = { name: "grid", pack: null, key: null };
/** The current sticker, from which j and k move. */
let current = null;

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (parts[0] === "sticker" && parts.length >= 3) return { name: "sticker", pack: parts.slice(1, -1).join("/"), key: parts.slice(1).join("/") };
  if (parts[0] === "messages") return { name: "messages", pack: parts[1] ?? null, key: null };
  if (parts[0] === "pack" && parts[1]) return { name: "grid", pack: parts[1], key: null };
  return { name: "grid", pack: null, key: null };
}

/** How far each view was scrolled when it was left, by its address. */
const places = new Map();
let address = null;
function go() {
  const last = { ...route };
  if (address !== null) places.set(address, scrollY);
  address = location.hash;
  // What the browser comes back to has been here before.
  const isReturn = history.state?.seen === true;
  history.replaceState({ seen: true }, "");
  Object.assign(route, read());
  if (route.name !== "sticker") seeking.pack = route.pack;
  // Text that was for packs would hide the stickers of the pack that was found.
  if (store.isDivided && last.name === "grid" && last.pack === null && route.pack !== null) clearSearch();
  if (route.name !== last.name) view.replaceChildren();
  if (route.key) current = route.key;
  draw();
  if (route.pack !== last.pack || route.name !== last.name) showMarkedPack();
  const isBack = isReturn || (route.name === "grid" && last.name === "sticker");
  if (isBack || route.name !== last.name || route.pack !== last.pack) scrollTo(0, isBack ? places.get(address) ?? 0 : 0);
  if (route.name === "grid" && last.name === "sticker") focus(current);
}

/** Has a page that is loaded again begin where it was left. Browsers that keep nothing refuse; then it begins at the top. */
function recallPlace() {
  try {
    addEventListener("pagehide", () => sessionStorage.setItem("stickerd.place", JSON.stringify([location.hash, scrollY])));
    const left = JSON.parse(sessionStorage.getItem("stickerd.place") ?? "null");
    if (left) places.set(...left);
  } catch {
    places.clear();
  }
}

function clearSearch() {
  seeking.text = "";
  byId("search").value = "";
}

let loading = null;
let failed = null;
/** Has the stickers of the pack that is shown, in a large library. */
async function fetchShown() {
  const pack = route.name === "messages" ? markedPack() : route.pack;
  if (pack !== failed) failed = null;
  if (!pack || isLoaded(pack) || loading === pack || failed === pack || !store.packs.has(pack)) return;
  loading = pack;
  try {
    await loadPack(pack);
  } catch {
    failed = pack;
    say("The pack could not be loaded.", true);
  }
  loading = null;
  soon();
}

function draw() {
  fetchShown();
  document.body.dataset.view = route.name;
  byId("view-grid").setAttribute("aria-current", route.name === "grid" ? "page" : "false");
  byId("view-grid").href = gridOf(seeking.pack);
  byId("view-messages").setAttribute("aria-current", route.name === "messages" ? "page" : "false");
  byId("view-messages").href = "#/messages" + (seeking.pack ? "/" + encodeURIComponent(seeking.pack) : "");
  drawPacks(route.name === "messages" ? "#/messages" : "#/pack", markedPack());
  if (route.name === "grid") {
    drawFilters(choose);
    drawGrid(view);
    document.title = (store.packs.get(seeking.pack)?.title ?? "Stickers") + " · Review";
  } else if (route.name === "messages") {
    drawMessages(view, route.pack, draw);
    document.title = "As in Messages · Review";
  } else {
    drawOne();
  }
}

/** The pack selected in the sidebar; the Messages view always has one. */
function markedPack() {
  if (route.name !== "messages" || store.packs.has(route.pack)) return route.pack;
  return packsInOrder().find((pack) => !pack.isMessages)?.id ?? null;
}

function drawOne() {
  const sticker = store.stickers.get(route.key);
  if (!sticker) {
    // In place of the address, so that the way back does not lead here again.
    if (loading === null) location.replace(gridOf(store.packs.has(route.pack) ? route.pack : null));
    return;
  }
  document.title = sticker.label + " · Review";
  drawSticker(view, sticker, neighbours(), draw);
}

/** The stickers before and after the current one: in the grid as it was, or in its pack. */
function neighbours() {
  const keys = shown().includes(route.key) ? shown() : store.packs.get(route.pack)?.stickers ?? [];
  const place = keys.indexOf(route.key);
  return { previous: keys[place - 1], next: keys[place + 1] };
}

function choose(filter) {
  seeking.filter = filter;
  draw();
}

function focus(key) {
  const link = key && cardOf(key)?.querySelector("a");
  if (!link?.isConnected) return false;
  link.focus();
  link.closest(".card").scrollIntoView({ block: "nearest" });
  return true;
}

function step(by) {
  if (route.name === "sticker") {
    const next = by > 0 ? neighbours().next : neighbours().previous;
    if (next) location.hash = "#/sticker/" + encodeURI(next);
    return;
  }
  if (route.name !== "grid") return;
  const keys = shown();
  const place = keys.indexOf(focused() ?? current);
  const next = keys[Math.min(Math.max(place + by, 0), keys.length - 1)];
  if (next) {
    current = next;
    focus(next);
  }
}

const focused = () => document.activeElement?.closest?.(".card")?.dataset.key ?? null;
const subject = () => route.name === "sticker" ? route.key : route.name === "grid" ? focused() : null;

let decided = null;
async function decide(action) {
  let key = subject();
  // In the grid a decision moves to the next sticker, so that undo applies to the previous one.
  if (action === reopen && route.name === "grid" && decided && !store.stickers.get(key)?.review) key = decided;
  if (!key) return say("Select a sticker first (J / K).");
  const keys = shown();
  const next = keys[keys.indexOf(key) + 1];
  current = key;
  const done = await action(key);
  if (done) decided = action === reopen ? null : key;
  // In the grid, move to the next sticker.
  if (done && action !== reopen && route.name === "grid" && next) {
    current = next;
    requestAnimationFrame(() => focus(next));
  } else if (route.name === "grid") {
    focus(key);
  }
}

const actions = {
  j: () => step(1), k: () => step(-1), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  a: () => decide(approve), r: () => decide(sendBack), u: () => decide(reopen),
  ",": () => stepFrame(-1), ".": () => stepFrame(1), " ": togglePlaying, "?": () => byId("help").showModal(), "/": () => byId("search").focus(),
  m: () => { location.hash = byId("view-messages").getAttribute("href"); },
  Escape: () => { if (route.name !== "grid") location.hash = byId("view-grid").getAttribute("href"); },
};
for (let place = 1; place <= 9; place += 1) actions[place] = () => setBackground(place - 1);

let drawing = false;
function soon() {
  if (drawing) return;
  drawing = true;
  const paint = () => {
    if (!drawing) return;
    drawing = false;
    draw();
  };
  // A background page gets no animation frames, and is updated all the same.
  if (document.hidden) setTimeout(paint, 100);
  else requestAnimationFrame(paint);
}

/** Whether the visible part has changed: otherwise dragging and scrolling are not interrupted. */
function concerns(change) {
  if (change.everything || route.name === "grid") return true;
  if (route.name === "sticker") return change.keys.has(route.key) || change.packs.has(route.pack);
  const pack = room.pack;
  return change.packs.has(pack) || [...change.keys].some((key) => key.startsWith(pack + "/"));
}

let typing = null;
/** Searches when somebody has stopped typing. Of a large library only the pack that is shown can be searched. */
function seek(event) {
  seeking.text = event.target.value.trim().toLowerCase();
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (route.name !== "grid") location.hash = store.isDivided ? gridOf(route.pack) : "#/";
    else soon();
  }, 120);
}

async function start() {
  listen(actions);
  byId("search").addEventListener("input", seek);
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  history.scrollRestoration = "manual";
  recallPlace();
  addEventListener("hashchange", go);
  onStage(soon);
  onChange((change) => {
    if (concerns(change)) soon();
    else drawPacks(route.name === "messages" ? "#/messages" : "#/pack", markedPack());
    if (!change.everything && !change.isLoading && change.keys.size > 1) byId("state").textContent = change.keys.size + " stickers changed";
  });
  onConnection((isThere) => {
    const state = byId("state");
    state.textContent = isThere ? "" : "Reconnecting…";
    state.classList.toggle("lost", !isThere);
    document.documentElement.dataset.live = isThere ? "yes" : "no";
  });
  try {
    await load();
  } catch {
    say("The stickers could not be loaded. Retrying…", true);
    setTimeout(() => location.reload(), 3000);
    return;
  }
  await setUp();
  go();
  follow();
  document.documentElement.dataset.ready = "yes";
}

start();
