// The review page: its views and the navigation between them.
import { byId, h, noteState, say, showConnection } from "./dom.js";
import { adopt, note as noteAddress, pathOf, viewOf } from "./address.js";
import { listenToSelection } from "./bulk.js";
import { approve, decisions, listenToComment, listenToDecisions, sendBack } from "./decide.js";
import { cardOf, closeMenu, drawFilters, drawGrid, drawPacks, findOrder, gridOf, seeking, showMarkedPack, shown } from "./grid.js";
import { listen, showHelp } from "./keys.js";
import { listenToLetters } from "./letters.js";
import { recall, remember } from "./memory.js";
import { drawMessages, lastSent, room, sendInstead } from "./messages.js";
import { resume } from "./outbox.js";
import { onPins } from "./pins.js";
import { followPixels, looking, toggleMode, zoomed } from "./preview-canvas.js";
import { drawProgress } from "./queue.js";
import { onStage, setBackground, setUp, togglePlaying } from "./stage.js";
import { stepFrame } from "./frames.js";
import { drawSticker } from "./sticker.js";
import { earlierVersion, follow, isLoaded, load, loadPack, onChange, onConnection, packsInOrder, store } from "./store.js";
import { choose as chooseLanguage, fillIn, language, languages, t } from "./texts.js";
import { listenToTouch } from "./touch.js";
import { showVanishing } from "./vanish-view.js";

const view = byId("view");
const route = { name: "grid", pack: null, key: null };
/** The key of the current sticker. J and K move from it to the next and previous one. */
let current = null;

/** The last scroll position of each view, by the view's part of the address. */
const places = new Map();
let address = null;
/** Whether the sticker was opened from the grid, so that going back returns there. */
let isAboveGrid = false;
function go() {
  if (address === location.hash) return;
  const last = { ...route };
  const isFirst = address === null;
  if (address !== null) places.set(pathOf(address), scrollY);
  address = location.hash;
  // The comment panel belongs to the view in which it was opened.
  if (byId("send-back").open) byId("send-back").close("cancel");
  // Whether the browser navigates back to an entry that was shown before.
  const isReturn = history.state?.seen === true;
  history.replaceState({ seen: true }, "");
  adopt(address, isReturn);
  byId("search").value = document.activeElement === byId("search") ? byId("search").value : seeking.text;
  Object.assign(route, viewOf(address));
  if (route.name !== "sticker" || last.name !== "sticker") isAboveGrid = route.name === "sticker" && last.name === "grid" && !isFirst;
  if (route.name !== "sticker") seeking.pack = route.pack;
  // A search text for packs would hide the stickers of the opened pack.
  if (store.isDivided && last.name === "grid" && last.pack === null && route.pack !== null) clearSearch();
  if (route.name !== last.name) view.replaceChildren();
  if (route.key) current = route.key;
  if (route.name === "sticker" && address.includes("?") && shown().length === 0) {
    seeking.pack = route.pack;
    findOrder();
  }
  draw();
  if (route.pack !== last.pack || route.name !== last.name) showMarkedPack();
  const isBack = isReturn || (route.name === "grid" && last.name === "sticker");
  if (isBack || route.name !== last.name || route.pack !== last.pack) scrollTo(0, isBack ? places.get(pathOf(address)) ?? 0 : 0);
  if (route.name === "grid" && last.name === "sticker" && goal === null) focus(current);
}

/** Restores the scroll position after the page was reloaded. */
function recallPlace() {
  addEventListener("pagehide", () => remember("stickerd.place", JSON.stringify([pathOf(location.hash), scrollY]), "sessionStorage"));
  try {
    const left = JSON.parse(recall("stickerd.place", "sessionStorage"));
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
/** Loads the stickers of the current pack if it belongs to a large library and is not loaded. */
async function fetchShown() {
  const pack = route.name === "messages" ? markedPack() : route.pack;
  if (pack !== failed) failed = null;
  if (!pack || isLoaded(pack) || loading === pack || failed === pack || !store.packs.has(pack)) return;
  loading = pack;
  try {
    await loadPack(pack);
  } catch {
    failed = pack;
    say(t("load.pack"), true);
  }
  loading = null;
  soon();
}

/** The element that gets the focus when it is drawn: a sticker's key for its card, or `endOfQueue`. */
let goal = null;
const endOfQueue = "#finished";

/** Draws the grid. If the focused card was removed, focuses the card that is now in its place. */
function drawCards() {
  const held = focused();
  const keys = shown();
  drawGrid(view, choose);
  if (held !== null && focused() === null) {
    const place = keys.indexOf(held);
    const isShown = new Set(shown());
    const heir = keys.slice(place).find((key) => isShown.has(key)) ?? keys.slice(0, Math.max(place, 0)).findLast((key) => isShown.has(key));
    if (heir) focus(heir);
  }
  if (goal !== null && reach(goal)) goal = null;
}

/** Focuses the card of a key, or the end of the queue. Returns whether the element exists. */
function reach(target) {
  if (target !== endOfQueue) return focus(target);
  const end = document.querySelector(endOfQueue);
  end?.focus({ preventScroll: true });
  if (end) scrollTo(0, 0);
  return Boolean(end);
}

/** The address of Messages with a pack, or with the pack to which messages belong. */
const messagesOf = (pack) => "#/messages" + (pack ? "/" + encodeURIComponent(pack.split("/")[0]) : "");

function draw() {
  fetchShown();
  document.body.dataset.view = route.name;
  byId("view-grid").setAttribute("aria-current", route.name === "grid" ? "page" : "false");
  byId("view-grid").href = gridOf(seeking.pack);
  byId("view-messages").setAttribute("aria-current", route.name === "messages" ? "page" : "false");
  byId("view-messages").href = messagesOf(route.name === "sticker" ? route.pack : seeking.pack);
  drawAround();
  noteAddress(route.name === "sticker");
  address = location.hash;
  if (route.name === "grid") {
    drawFilters(choose);
    drawCards();
    selection.draw();
    document.title = (store.packs.get(seeking.pack)?.title ?? t("stickers")) + " · " + t("review");
  } else if (route.name === "messages") {
    drawMessages(view, route.pack, draw, { approve: () => decide(approve), sendBack: () => decide(sendBack), step, undo });
    document.title = t("asInMessages") + " · " + t("review");
  } else {
    drawOne();
  }
  letters.draw();
}

/** Draws the sidebar and the progress bar. */
function drawAround() {
  drawPacks(route.name === "messages" ? "#/messages" : "#/pack", markedPack());
  drawProgress(scope());
}

/** The id of the pack under review. Null for all packs. */
function scope() {
  if (route.name === "messages") return markedPack();
  return route.name === "sticker" && !shown().includes(route.key) ? route.pack : seeking.pack;
}

/** The id of the pack that is selected in the sidebar. In the Messages view, the first pack if none is selected. */
function markedPack() {
  if (route.name !== "messages" || store.packs.has(route.pack)) return route.pack;
  return packsInOrder().find((pack) => !pack.isMessages)?.id ?? null;
}

/** The neighbours of the displayed sticker. One of them is shown if the displayed sticker is removed. */
let beside = {};
function drawOne() {
  const sticker = store.stickers.get(route.key);
  if (!sticker) {
    if (loading !== null) return;
    if (view.querySelector(".closely")?.dataset.key === route.key) {
      say(t("removed"));
      current = beside.next ?? beside.previous;
    }
    // Replaces the history entry, so that going back does not return to the removed sticker.
    replaceAddress(gridOf(store.packs.has(route.pack) ? route.pack : null));
    return;
  }
  document.title = sticker.label + " · " + t("review");
  beside = neighbours();
  drawSticker(view, sticker, beside, draw, { approve: () => decide(approve), sendBack: () => decide(sendBack), undo });
}

/** The keys of the stickers under review: those in the grid, or else all stickers of the pack. */
function queue() {
  if (route.name === "messages") return store.packs.get(markedPack())?.stickers ?? [];
  return route.name !== "sticker" || shown().includes(route.key) ? shown() : store.packs.get(route.pack)?.stickers ?? [];
}

/** The neighbours of the current sticker, its position from 1, and the number of stickers. */
function neighbours() {
  const keys = queue();
  const place = keys.indexOf(route.key);
  return { previous: keys[place - 1], next: keys[place + 1], place: place + 1, count: keys.length };
}

/** Filters by a review state if `given` is a string, or else by the given property or rule. */
function choose(given) {
  if (typeof given !== "string") Object.assign(seeking, given);
  else Object.assign(seeking, { filter: given }, given === "all" ? { property: null, rule: null } : {});
  selection.clear();
  draw();
}

function focus(key) {
  const link = key && cardOf(key)?.querySelector("a");
  if (!link?.isConnected) return false;
  current = key;
  link.focus();
  link.closest(".card").scrollIntoView({ block: "nearest" });
  return true;
}

/** Moves to the next or previous sticker. In the grid, if no card is focused, first focuses the current sticker. */
function step(by) {
  if (route.name === "sticker") {
    const next = by > 0 ? neighbours().next : neighbours().previous;
    if (next) lookAt(next);
    return;
  }
  if (route.name === "messages") return sendNeighbour(by);
  const keys = shown();
  const held = focused();
  if (held === null && keys.includes(current)) return focus(current);
  const next = keys[Math.min(Math.max(keys.indexOf(held) + by, 0), keys.length - 1)];
  if (next) focus(next);
}

/** Focuses the nearest card in the row below or above. Returns false if no card is focused. */
function stepRow(by) {
  const held = route.name === "grid" ? focused() : null;
  if (held === null) return false;
  const middle = (box) => box.left + box.width / 2;
  const from = cardOf(held).getBoundingClientRect();
  const boxes = [...view.querySelectorAll(".card")].map((card) => [card.dataset.key, card.getBoundingClientRect()])
    .filter(([, box]) => by > 0 ? box.top > from.top + 1 : box.top < from.top - 1);
  const row = by > 0 ? Math.min(...boxes.map(([, box]) => box.top)) : Math.max(...boxes.map(([, box]) => box.top));
  const nearest = boxes.filter(([, box]) => Math.abs(box.top - row) < 2)
    .sort(([, a], [, b]) => Math.abs(middle(a) - middle(from)) - Math.abs(middle(b) - middle(from)))[0];
  return nearest ? focus(nearest[0]) : false;
}

const focused = () => document.activeElement?.closest?.(".card")?.dataset.key ?? null;
const subject = () => route.name === "sticker" ? route.key : route.name === "grid" ? focused() : lastSent();

/** In the Messages view, decisions are about the sticker that was sent last. Replaces it by the next or previous sticker. */
function sendNeighbour(by) {
  const keys = queue();
  const place = keys.indexOf(lastSent());
  const next = place < 0 ? keys[by > 0 ? 0 : keys.length - 1] : keys[place + by];
  if (next) show(next);
}

/** Shows the end of the queue when the result of the last decision arrives. */
function toEnd() {
  goal = endOfQueue;
  if (route.name !== "grid") replaceAddress(gridOf(scope()));
}

/** Shows a sticker: in the grid, focuses its card; in the detail view, opens its page. */
function show(key) {
  current = key;
  if (route.name === "sticker") lookAt(key);
  else if (route.name === "messages") sendInstead(key, draw);
  else if (route.name === "grid" && !focus(key)) goal = key;
}

/** Opens the page of another sticker. Going back still leads to the grid. */
const lookAt = (key) => replaceAddress("#/sticker/" + encodeURI(key));

/** Replaces the address and navigates immediately. The browser's event could come after the next key press. */
function replaceAddress(address) {
  location.replace(address);
  go();
}

const { decide, decideAll, undo, arrived } = decisions({ subject, queue, show, toEnd, giveUp: () => { goal = null; } });
/** Decides about a card of the grid. Focuses it first, because not all browsers focus a clicked link. */
const decideAbout = (key, action) => { if (focus(key)) decide(action, key); };
const letters = listenToLetters(() => route.name === "grid", (key) => decideAbout(key, sendBack));
const selection = listenToSelection(view, { isGrid: () => route.name === "grid", focus, focused, decideAll, show, choose });

/** Handles the decision buttons on a card. */
view.addEventListener("click", (event) => {
  const button = event.target.closest("[data-decide]");
  if (button) decideAbout(button.closest(".card").dataset.key, button.dataset.decide === "approve" ? approve : sendBack);
});

const actions = {
  j: () => step(1), k: () => step(-1), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  a: (event) => event.shiftKey ? selection.selectOpen() : selection.isActive() ? selection.decide("approved") : decide(approve),
  r: (event) => event.shiftKey ? route.name === "grid" && letters.begin() : selection.isActive() ? selection.decide("sentBack") : decide(sendBack), u: undo,
  x: (event) => selection.take(focused(), event.shiftKey),
  "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1), 0: () => zoom(0),
  b: () => holdBefore(true), d: () => compare("difference"), s: () => compare("slider"), c: () => compare("side"),
  v: () => showVanishing(true),
  ",": () => stepFrame(-1), ".": () => stepFrame(1), " ": togglePlaying, "?": showHelp, "/": toSearch,
  m: () => { location.hash = messagesOf(route.name === "sticker" ? route.pack : store.stickers.get(focused())?.pack ?? seeking.pack); },
  ArrowDown: () => stepRow(1), ArrowUp: () => stepRow(-1),
  Escape: () => {
    if (closeMenu() || letters.end() || selection.clear()) return;
    if (isAboveGrid) history.back();
    else if (route.name === "sticker") replaceAddress(byId("view-grid").getAttribute("href"));
    else if (route.name !== "grid") location.hash = byId("view-grid").getAttribute("href");
  },
};
for (let place = 1; place <= 9; place += 1) actions[place] = () => setBackground(place - 1);

function zoom(by) {
  if (route.name !== "sticker") return;
  zoomed(by);
  draw();
}

/** Switches to a comparison with the earlier version. In the grid, opens the page of the focused sticker. */
function compare(mode) {
  if (route.name === "sticker") {
    toggleMode(mode);
    return draw();
  }
  const key = focused();
  if (key === null || !earlierVersion(store.stickers.get(key))) return false;
  looking.mode = mode;
  location.hash = "#/sticker/" + encodeURI(key);
}

/** Shows the earlier version while a key is pressed. Returns false outside of the detail view. */
function holdBefore(isHeld) {
  if (looking.isHeld === isHeld) return;
  if (isHeld && route.name !== "sticker") return false;
  looking.isHeld = isHeld;
  if (route.name === "sticker") draw();
}
const letGo = { b: () => holdBefore(false), v: () => showVanishing(false) };
addEventListener("keyup", (event) => letGo[event.key.toLowerCase()]?.());
addEventListener("blur", () => { for (const release of Object.values(letGo)) release(); });

let drawing = false;
function soon() {
  if (drawing) return;
  drawing = true;
  const paint = () => {
    if (!drawing) return;
    drawing = false;
    draw();
  };
  // The browser draws no animation frames for a page in the background, but the page must still be updated.
  if (document.hidden) setTimeout(paint, 100);
  else requestAnimationFrame(paint);
}

/** Whether a change affects the current view. If not, the view is not redrawn, so that dragging and scrolling are not interrupted. */
function concerns(change) {
  if (change.everything || route.name === "grid") return true;
  if (route.name === "sticker") return change.keys.has(route.key) || change.packs.has(route.pack) || change.isAboutFiles;
  const pack = room.pack;
  return change.packs.has(pack) || [...change.keys].some((key) => key.startsWith(pack + "/"));
}

let typing = null;
/** Starts the search when the reviewer stops typing. In a large library, only the current pack can be searched. */
function seek(event) {
  seeking.text = event.target.value.trim().toLowerCase();
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (route.name !== "grid") location.hash = store.isDivided ? gridOf(route.pack) : "#/";
    else soon();
  }, 120);
}

/** Focuses the search field. It searches in the grid, so the Messages view is left. */
function toSearch() {
  if (route.name === "messages") replaceAddress(gridOf(markedPack()));
  byId("search").focus();
}

/** Ends typing in the search field, and shows the first sticker that was found. */
function toFirst() {
  clearTimeout(typing);
  if (route.name === "grid") draw();
  const first = shown()[0];
  if (first) show(first);
}

/** Fills the language menu in the help dialog. */
function drawLanguages() {
  byId("language").replaceChildren(...Object.entries(languages).map(([tag, name]) => h("option", { value: tag, lang: tag, selected: tag === language }, name)));
  byId("language").addEventListener("change", (event) => chooseLanguage(event.target.value));
}

async function start() {
  fillIn();
  drawLanguages();
  listen(actions, letters.take);
  listenToComment();
  listenToDecisions();
  addEventListener("pointerdown", (event) => { if (!event.target.closest?.("#filter-menu")) closeMenu(); });
  for (const name of ["keydown", "pointerdown"]) addEventListener(name, () => { goal = null; }, true);
  view.addEventListener("focusin", () => { current = focused() ?? current; });
  byId("search").addEventListener("input", seek);
  byId("search").addEventListener("keydown", (event) => { if (event.key === "Enter") toFirst(); });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  history.scrollRestoration = "manual";
  recallPlace();
  addEventListener("hashchange", go);
  onStage(soon);
  followPixels(soon);
  onPins(() => {
    if (route.name !== "sticker") return;
    scrollTo(0, 0);
    draw();
  });
  listenToTouch(view, {
    approve: (key) => decideAbout(key, approve), sendBack: (key) => decideAbout(key, sendBack),
    select: (key) => selection.take(key), step,
  });
  onChange((change) => {
    if (concerns(change)) soon();
    else drawAround();
    arrived(change);
    if (!change.everything && !change.isLoading && change.keys.size > 1) noteState(t("changes.count", { count: change.keys.size }));
  });
  onConnection((isThere) => {
    showConnection(isThere);
    document.documentElement.dataset.live = isThere ? "yes" : "no";
  });
  try {
    await load();
  } catch {
    say(t("load.all"), true);
    setTimeout(() => location.reload(), 3000);
    return;
  }
  byId("project").textContent = store.settings.project ?? t("stickers");
  byId("state").title = store.settings.version ?? "";
  resume();
  await setUp();
  go();
  follow();
  document.documentElement.dataset.ready = "yes";
}

start();
