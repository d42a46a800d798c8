// The Messages view. Shows the stickers in the sticker browser and in a conversation.
import { choice, h, icon, say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { elementOf, place, placedAt, placedStickers, removePlaced, topmost } from "./placed.js";
import { backdrop, figure, packIcon, stage } from "./stage.js";
import { packsInOrder, picture, reviewState, stateLabels, store, url } from "./store.js";
import { language, t } from "./texts.js";

export const room = { pack: null, size: null, isExpanded: false, isReal: false, isDark: matchMedia("(prefers-color-scheme: dark)").matches, sent: [] };
// The number of stickers per row on an iPhone, by sticker size.
const columns = { small: 4, regular: 3, large: 2 };

const talk = [
  ["in", t("talk.seen")],
  ["out", t("talk.notYet")],
  ["photo"],
  ["colours"],
  ["in", t("talk.try")],
  ["out", t("talk.perfect")],
];

/** The widths in millimetres of a bank card and of an iPhone screen with 390 points. */
const [cardWidth, screenWidth] = [85.6, 64.6];
const cardKey = "stickerd.card";
/** The width of a bank card on this screen, in CSS pixels. Assumes 96 pixels per inch until the reviewer has measured it. */
const card = () => Number(recall(cardKey)) || Math.round(cardWidth * 96 / 25.4);
/** The scale at which the phone is drawn. */
const scale = () => room.isReal ? card() / cardWidth * screenWidth / 390 : 1;

/** The key of the last sent sticker, about which the reviewer decides. Null if no sticker was sent. */
export const lastSent = () => room.sent.findLast((key) => store.stickers.has(key)) ?? null;

/** Replaces the last sent sticker by another one. */
export function sendInstead(key, redraw) {
  room.sent.splice(-1, 1, key);
  redraw();
}

export function drawMessages(view, packId, redraw, decisions) {
  const packs = packsInOrder().filter((pack) => !pack.isMessages);
  const pack = packs.find((pack) => pack.id === packId) ?? packs[0];
  if (!pack) {
    view.replaceChildren(h("div", { class: "nothing" }, h("p", {}, t("empty"))));
    return;
  }
  if (room.pack !== pack.id) Object.assign(room, { pack: pack.id, size: pack.size });
  const scroll = view.querySelector(".browser-grid")?.scrollTop ?? 0;
  const held = document.activeElement?.dataset?.hold;
  const stickers = pack.stickers.map((key) => store.stickers.get(key)).filter(Boolean);
  view.replaceChildren(h("div", { class: "room" }, options(pack, redraw), phone(stickers, redraw), h("div", { class: "aside" }, sentLast(decisions), room.isReal && ruler(view))));
  const grid = view.querySelector(".browser-grid");
  if (grid) grid.scrollTop = scroll;
  const thread = view.querySelector(".thread");
  thread.scrollTop = thread.scrollHeight;
  if (held) view.querySelector(`[data-hold="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** Apple's limit for the short name of an app, in letters. Apple documents no limit for names in the Messages drawer. */
const shortName = 15;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
/** The length of a title in letters. A wide character counts as two. */
const lettersOf = (title) => [...new Intl.Segmenter(language).segment(title)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);

/** The icon and title of a pack as in the Messages drawer, with a warning if the title may be truncated there. */
function drawerName(pack) {
  const isLong = lettersOf(pack.title) > shortName;
  return h("div", { class: "drawer" },
    h("div", { class: "app", "aria-hidden": "true" },
      packIcon(pack, "app-icon", 60, 45),
      h("span", { class: "name" }, pack.title)),
    isLong && h("p", { class: "warned" }, icon("warning"), h("span", {}, t("room.longTitle", { most: shortName }))));
}

function options(pack, redraw) {
  const group = (id, values, current, take) => h("div", { class: "option" }, h("span", { class: "caption" }, t("room." + id)),
    h("div", { class: "segments", role: "group", "aria-label": t("room." + id) }, values.map(([value, name]) =>
      choice(t("room." + name), current === value, () => { take(value); redraw(); }, { "data-hold": id + value }))));
  return h("div", { class: "options" },
    h("h2", {}, pack.title),
    drawerName(pack),
    group("browser", [[false, "compact"], [true, "expanded"]], room.isExpanded, (value) => { room.isExpanded = value; }),
    group("stickers", [["small", "small"], ["regular", "regular"], ["large", "large"]], room.size, (value) => { room.size = value; }),
    group("appearance", [[false, "light"], [true, "dark"]], room.isDark, (value) => { room.isDark = value; }),
    group("scale", [[false, "easy"], [true, "real"]], room.isReal, (value) => { room.isReal = value; }),
    h("p", { class: "quiet" }, t("room.about")),
    h("p", { class: "quiet" }, t("room.placing")),
    h("button", { type: "button", class: "button", "data-hold": "clear", onclick: () => { removePlaced(); room.sent = []; redraw(); } }, t("room.startOver")));
}

/** The decision buttons for the last sent sticker, and links to the other stickers. */
function sentLast(decisions) {
  const sticker = store.stickers.get(lastSent());
  if (!sticker) return h("p", { class: "quiet hint" }, t("room.decide"));
  const state = reviewState(sticker);
  const way = (by, name, symbol, key) => h("button", { type: "button", class: "icon", "data-hold": symbol, title: `${t(name)} (${key})`, "aria-label": t(name), onclick: () => decisions.step(by) }, icon(symbol));
  return h("section", { class: "last", "aria-label": t("decide") },
    h("div", { class: "who" }, h("h3", { class: "label" }, sticker.label),
      h("p", { class: "review-state " + state }, icon(state), h("span", {}, stateLabels[state]),
        sticker.review && h("button", { type: "button", class: "undo", "data-hold": "reopen", title: t("undo.title") + " (U)", onclick: decisions.undo }, t("undo")))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button primary", "data-hold": "approve", title: t("approve") + " (A)", "aria-disabled": state === "approved" ? "true" : null, onclick: state === "approved" ? null : decisions.approve }, t("approve")),
      h("button", { type: "button", class: "button", "data-hold": "send-back", title: t("sendBack") + " (R)", onclick: decisions.sendBack }, t("sendBack")),
      h("span", { class: "steps" }, way(-1, "previous", "previous", "K"), way(1, "next", "next", "J"))));
}

/** Lets the reviewer compare a bank card with an outline, so that the phone is drawn in its physical size. */
function ruler(view) {
  const outline = h("div", { class: "bank-card", "aria-hidden": "true" });
  const take = (width) => {
    outline.style.width = width + "px";
    view.querySelector(".phone").style.zoom = scale();
  };
  outline.style.width = card() + "px";
  return h("section", { class: "ruler" }, h("p", { class: "quiet" }, t("room.card")),
    h("input", { type: "range", min: "200", max: "760", value: String(card()), "data-hold": "card", "aria-label": t("room.card"), oninput: (event) => {
      remember(cardKey, event.target.value);
      take(event.target.value);
    } }), outline);
}

let known = { stickers: [], isPlaying: null, list: null };
/** The sticker browser. The list is rebuilt only if its stickers have changed, because it can contain thousands. */
function browser(stickers, redraw) {
  const { isPlaying } = stage;
  const isSame = known.isPlaying === isPlaying && known.stickers.length === stickers.length
    && stickers.every((sticker, place) => sticker === known.stickers[place]);
  if (!isSame) known = { stickers, isPlaying, list: h("ul", { class: "browser-grid" }, stickers.map((sticker) => cell(sticker, redraw))) };
  return known.list;
}

function cell(sticker, redraw) {
  const page = () => document.querySelector(".thread .page");
  return h("li", {},
    h("button", {
      type: "button", class: "cell", "data-key": sticker.key, "data-hold": "cell" + sticker.key, title: sticker.label,
      onpointerdown: (event) => peel(event, sticker, page(), redraw),
      onclick: (event) => { if (!event.currentTarget.dataset.peeled) send(sticker, redraw); },
      onkeydown: (event) => { if (event.key.toLowerCase() === "p") { event.stopPropagation(); putOn(sticker, page(), event.shiftKey, redraw); } },
    }, figure(sticker, { scale: 3, side: 0 })));
}

function phone(stickers, redraw) {
  const thread = h("div", { class: "thread", role: "region", "aria-label": t("room.conversation"), tabindex: "0" });
  const page = h("div", { class: "page" }, talk.map(bubble), room.sent.map((key) => {
    const sticker = store.stickers.get(key);
    return sticker && h("div", { class: "message out bare" }, figure(sticker, { scale: 3, lazy: false }));
  }), placedStickers(scale, redraw));
  thread.append(page);
  const grid = browser(stickers, redraw);
  grid.style.setProperty("--columns", columns[room.size]);
  const phone = h("div", { class: "phone" + (room.isDark ? " dark" : "") + (room.isExpanded ? " expanded" : ""), "data-size": room.size },
    h("div", { class: "bar" }, h("span", { class: "avatar", "aria-hidden": "true" }, "A"), h("span", {}, "Ada")),
    thread,
    h("div", { class: "entry", "aria-hidden": "true" }, h("span", { class: "plus" }, "+"), h("span", { class: "field" }, "iMessage")),
    h("div", { class: "browser", role: "region", "aria-label": t("room.stickerBrowser") }, h("div", { class: "grip", "aria-hidden": "true" }), grid));
  phone.style.zoom = scale();
  return phone;
}

function bubble([kind, text]) {
  if (kind === "colours") return h("div", { class: "message out" }, h("div", { class: "bubble photo colours", role: "img", "aria-label": t("room.colours") }));
  if (kind !== "photo") return h("div", { class: "message " + kind }, h("p", { class: "bubble" }, text));
  const photo = h("div", { class: "bubble photo", role: "img", "aria-label": t("room.photo") });
  const index = store.settings.backgrounds.findIndex((background) => !background.colour);
  if (index >= 0) photo.style.backgroundImage = backdrop(index).image;
  return h("div", { class: "message in" }, photo);
}

function send(sticker, redraw) {
  room.sent.push(sticker.key);
  redraw();
  say(t("said.sent", { name: sticker.label }));
}

/** Places a sticker with the keyboard: on the last message, or on the sticker that was placed last. */
function putOn(sticker, page, isOnPlaced, redraw) {
  const base = isOnPlaced ? topmost() : null;
  const messages = page.querySelectorAll(".bubble, .bare .figure");
  const target = (base && elementOf(base)) ?? messages[messages.length - 1];
  const spot = target.getBoundingClientRect();
  const [right, down] = base ? [spot.width / 4, spot.height / 4] : [20, 0];
  placeAt(sticker, spot.right - right, spot.top + down, page, base);
  redraw();
  // The previously focused element no longer exists.
  document.querySelector(".thread .placed:last-of-type")?.focus();
  say(t("said.placed", { name: sticker.label }));
}

/** Places a sticker at a position in the window. */
function placeAt(sticker, x, y, page, base) {
  const frame = page.getBoundingClientRect();
  place(sticker, (x - frame.left) / scale(), (y - frame.top) / scale(), base);
}

/** Drags a sticker with the pointer, and places it where the pointer is released. */
function peel(down, sticker, page, redraw) {
  const button = down.currentTarget;
  delete button.dataset.peeled;
  if (down.pointerType === "touch") button.setPointerCapture(down.pointerId);
  const ghost = h("img", { class: "ghost", src: url(picture(sticker).file), alt: "" });
  const move = (event) => {
    if (!ghost.isConnected && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 8) return;
    if (!ghost.isConnected) document.body.append(ghost);
    button.dataset.peeled = "yes";
    ghost.style.left = event.clientX + "px";
    ghost.style.top = event.clientY + "px";
  };
  const up = (event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    if (!ghost.isConnected) return;
    ghost.remove();
    const thread = page.parentElement.getBoundingClientRect();
    const isInside = event.clientX > thread.left && event.clientX < thread.right && event.clientY > thread.top && event.clientY < thread.bottom;
    if (event.type !== "pointerup" || !isInside) return;
    placeAt(sticker, event.clientX, event.clientY, page, placedAt(event.clientX, event.clientY));
    redraw();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}
