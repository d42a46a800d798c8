// The grid view: the stickers of a pack, or of all packs.
import { byId, bytes, choice, h, icon, number, onlyNumber, slide } from "./dom.js";
import { backgroundName, figure, packIcon, stage } from "./stage.js";
import { finished, tally } from "./queue.js";
import { isLoaded, isOpen, newerFile, packsInOrder, picture, reviewState, stateLabels, store } from "./store.js";
import { findingWords, language, ruleName, t } from "./texts.js";

/** The filters by review state, each as [label, test]. The grid shows one of them at a time. */
export const states = {
  all: [t("tab.all"), () => true],
  review: [t("tab.open"), isOpen],
  approved: [t("tab.approved"), (sticker) => reviewState(sticker) === "approved"],
  sentBack: [t("tab.sentBack"), (sticker) => reviewState(sticker) === "sentBack"],
};
/** The filters by property, each as [label, test]. They are combined with the review state. */
export const properties = {
  newVersion: [t("filter.newVersions"), (sticker) => reviewState(sticker) === "newVersion"],
  changed: [t("filter.changed"), (sticker) => reviewState(sticker) === "changed"],
  held: [t("filter.held"), (sticker) => sticker.isHeld],
  animated: [t("filter.animated"), (sticker) => Boolean(sticker.animation)],
  warnings: [t("filter.warnings"), (sticker) => sticker.findings.length > 0],
  rejected: [t("filter.rejected"), () => false],
};

export const seeking = { filter: "all", property: null, rule: null, text: "", pack: null };

const hasRule = (sticker, rule) => sticker.findings.some((each) => each.rule === rule);
/** Whether a sticker matches all filters except the search text. */
const isSought = (sticker) => states[seeking.filter][1](sticker)
  && (!seeking.property || (properties[seeking.property]?.[1](sticker) ?? true))
  && (!seeking.rule || hasRule(sticker, seeking.rule));
/** The names of all active filters, for display. */
const soughtNames = () => [
  seeking.filter !== "all" && states[seeking.filter][0], seeking.property && properties[seeking.property]?.[0], seeking.rule && ruleName(seeking.rule),
].filter(Boolean).join(", ");

const made = new Map();
let order = [];
/** Keys of the visible stickers, in order. */
export const shown = () => order;
/** The card element of a visible sticker. Undefined if the sticker has no card. */
export function cardOf(key) {
  const known = made.get(key);
  if (known && !known.look) fill(known);
  return known?.element;
}

const isWanted = (thing, words) => !seeking.text || words(thing).toLowerCase().includes(seeking.text);
const wordsOfRejected = (source) => source.path + " " + source.findings.map((each) => each.message + " " + findingWords(each).message).join(" ");
const words = (sticker) => `${sticker.label} ${sticker.id} ${sticker.source.path} ${sticker.findings.map((each) => `${each.rule} ${each.message} ${ruleName(each.rule)}`).join(" ")}`;

const weight = (count) => count < 1000 ? bytes(count) : t("kilobytes", { count: Math.round(count / 1000) });

// Only the cards near the window are drawn completely. All others contain only the name, for the browser's text search and for
// screen readers. The page finds the cards near the window by the common height of a pack's cards, because observing thousands
// of elements would take 20 ms per frame.

/** Distances from the window in pixels. Cards within the first distance are drawn; cards beyond the second one are blanked. */
const [margin, distance] = [800, 6000];
const drawn = new Set();

/** The cards of a list that are within `beyond` pixels of the window, as a range [from, to]. */
function placesNear(list, beyond) {
  const box = list.getBoundingClientRect();
  if (box.height === 0 || box.bottom < -beyond || box.top > innerHeight + beyond) return [0, 0];
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const height = box.height / Math.ceil(list.children.length / columns);
  const row = (y) => Math.floor((y - box.top) / height);
  return [Math.max(0, row(-beyond)) * columns, (row(innerHeight + beyond) + 1) * columns];
}

/** Draws the cards near the window, and blanks the cards far from it. */
export function drawNear() {
  const kept = new Set();
  for (const list of document.querySelectorAll(".pack > .grid")) {
    const [from, to] = placesNear(list, margin);
    for (const element of [...list.children].slice(from, to)) fill(made.get(element.dataset.key));
    if (drawn.size > 0) for (const element of [...list.children].slice(...placesNear(list, distance))) kept.add(element.dataset.key);
  }
  for (const key of drawn) if (!kept.has(key)) blank(made.get(key));
}

/** Reduces a card to its name, unless it has the focus. */
function blank(known) {
  if (known?.element.contains(document.activeElement)) return;
  drawn.delete(known?.sticker.key);
  if (!known) return;
  known.look = "";
  known.element.classList.add("blank");
  known.element.textContent = known.sticker.label;
}

let isDue = false;
/** Draws the cards near the window in the next animation frame. */
function drawNearSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawNear();
  });
}
for (const name of ["scroll", "resize"]) addEventListener(name, drawNearSoon, { passive: true });
// The height of the view also changes with the sticker size and with sections that open.
new ResizeObserver(drawNearSoon).observe(byId("view"));

function card(sticker) {
  const known = made.get(sticker.key) ?? { element: h("li", { class: "card blank" }), look: "" };
  // A changed sticker is a new object.
  const isOther = known.sticker !== sticker;
  if (isOther) {
    known.sticker = sticker;
    known.element.dataset.key = sticker.key;
    known.element.dataset.state = reviewState(sticker);
  }
  made.set(sticker.key, known);
  if (known.look) fill(known, isOther);
  else if (isOther) known.element.textContent = sticker.label;
  return known.element;
}

/** The decision buttons that are visible on hover. They are not in the tab order, because shortcuts exist for them. */
function quick(sticker, state) {
  const button = (action, name, symbol) =>
    h("button", { type: "button", tabindex: "-1", "data-decide": action, title: name, "aria-label": `${name}: ${sticker.label}` }, icon(symbol));
  return h("div", { class: "quick" }, state !== "approved" && button("approve", t("approve"), "approved"), button("sendBack", t("sendBack"), "sentBack"));
}

/** The line below the name. It shows, in this order of precedence, a newer file that did not replace the sticker, the reviewer's
   comment, or a finding. */
function remark(sticker, state) {
  const newer = newerFile(sticker);
  if (newer) {
    const words = t("newer." + newer.kind);
    return h("span", { class: "warned newer", title: words }, icon("warning"), h("span", { class: "words" }, words));
  }
  const said = state === "sentBack" ? sticker.review.comment : state === "newVersion" ? sticker.sentBack.comment : "";
  if (said) return h("span", { class: "said", title: said }, t("quoted", { text: said }));
  if (sticker.findings.length) {
    const more = sticker.findings.length > 1 ? ` +${sticker.findings.length - 1}` : "";
    return h("span", { class: "warned", title: sticker.findings.map((each) => findingWords(each).message).join("\n") },
      h("span", { class: "unseen" }, t("warning") + ": "), icon("warning"), h("span", { class: "words" }, ruleName(sticker.findings[0].rule) + more));
  }
  const { bytes: size } = picture(sticker);
  const limit = sticker.bubbles ? store.settings.messageByteLimit : store.settings.byteLimit;
  return [size > 0.8 * limit && weight(size), sticker.animation && t("filter.animated")].filter(Boolean).join(" · ") || null;
}

/** Draws a card. */
function fill(known, isOther = false) {
  if (!known) return;
  const { element, sticker } = known;
  const look = stage.scale + (sticker.animation ? String(stage.isPlaying) : "") + (newerFile(sticker)?.kind ?? "");
  if (known.look === look && !isOther) return;
  known.look = look;
  drawn.add(sticker.key);
  element.classList.remove("blank");
  const state = reviewState(sticker);
  const hadFocus = element.contains(document.activeElement);
  const isUnsent = sticker.review?.isUnsent;
  const stateWords = stateLabels[state] + (isUnsent ? ", " + t("unsent") : "");
  element.replaceChildren(
    h("a", { class: "look", href: "#/sticker/" + encodeURI(sticker.key), "aria-describedby": "about-" + sticker.key },
      figure(sticker), state !== "open" && h("span", { class: "disc " + state + (isUnsent ? " unsent" : ""), title: stateWords }, icon(state))),
    h("button", { type: "button", class: "pick", tabindex: "-1", title: t("select") + " (X)", "aria-pressed": "false", "aria-label": t("select.one", { name: sticker.label }) }, icon("approved")),
    quick(sticker, state),
    h("div", { class: "about", id: "about-" + sticker.key },
      h("span", { class: "label", title: sticker.label }, sticker.label),
      h("span", { class: "unseen" }, ", " + stateWords),
      h("span", { class: "facts" }, remark(sticker, state))));
  onFill(sticker.key);
  if (hadFocus) element.querySelector("a").focus();
}

let onFill = () => {};
/** Sets the function that is called with the key of each card that was drawn. */
export const whenDrawn = (listener) => { onFill = listener; };

/** Puts children into a parent in the given order. Children in the right place are not moved, because a moved element loses the focus. */
function place(parent, children) {
  const wanted = new Set(children);
  const leaving = [...parent.childNodes].filter((child) => !wanted.has(child));
  // Animates the change if only a few cards are removed. Otherwise shows the new list immediately.
  const isStep = parent.isConnected && leaving.length > 0 && leaving.length <= 3 && children.length > 0 && parent.matches(".grid");
  const leave = () => leaving.forEach((child) => child.remove());
  if (isStep) slide(parent, leave);
  else leave();
  const held = document.activeElement;
  let next = parent.firstChild;
  for (const child of children) {
    // Moves this one child instead of all children before its new place.
    if (next && next !== child && next.nextSibling === child) {
      next.remove();
      next = child;
    }
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
  if (held !== document.activeElement && parent.contains(held)) held.focus({ preventScroll: true });
}

/** A list item for an unused file: its path, the reasons and the fixes. English messages begin with the path. */
function unused(path, reasons, note) {
  const isNamed = reasons.length > 0 && reasons.every(({ message }) => message.startsWith(path));
  const named = (message) => isNamed ? [h("strong", {}, path), message.slice(path.length)] : message;
  return h("li", { class: "rejection" },
    !isNamed && h("p", { class: "file" }, path),
    reasons.map(({ message, fix, detail }) =>
      h("div", { class: "why" }, h("p", {}, named(message)), fix && h("p", { class: "fix" }, fix), detail && h("p", { class: "quiet", lang: "en" }, detail))),
    note && h("p", { class: "quiet" }, note));
}

const rejection = (source) =>
  unused(source.path, source.findings.filter((each) => each.level === "error").map(findingWords), source.keepsEarlierVersion && t("rejected.keeps"));
/** A list item for a file that is not complete yet. The server sends the reason only in English. */
const arriving = (file) => unused(file.path, [language === "en" ? { message: file.reason } : { message: t("waiting.about"), detail: file.reason }], null);

/** The unused files of a pack, as one line that can be expanded. */
function drawUnused(known, rejected, waiting, isOpened) {
  const { details, summary, list } = known;
  details.hidden = rejected.length + waiting.length === 0;
  if (details.hidden) return list.replaceChildren();
  const counts = [rejected.length && t("rejected.count", { count: rejected.length }), waiting.length && t("waiting.count", { count: waiting.length })];
  const names = [...rejected, ...waiting].map((file) => file.path.split("/").at(-1)).join(", ");
  summary.replaceChildren(icon("warning"), h("span", { class: "counts" }, counts.filter(Boolean).join(" · ")), h("span", { class: "quiet names" }, names));
  if (isOpened) details.open = true;
  list.replaceChildren(...rejected.map(rejection), ...waiting.map(arriving));
}

const vanishing = "vanishes-on-background";
/** Whether a finding says that a part of the sticker is invisible on the current background. */
function losesSomething(sticker) {
  const name = store.settings.backgrounds[stage.background]?.name;
  const isNamed = ({ message }) => [":", ",", " and "].some((end) => message.includes(` on ${name}${end}`));
  return name !== undefined && sticker.findings.some((each) => each.rule === vanishing && isNamed(each));
}

const sections = new Map();
function section(pack) {
  const known = sections.get(pack.id) ?? (() => {
    const made = {
      element: h("section", { class: "pack" }), title: h("h2", {}), count: h("span", { class: "quiet" }),
      sheet: h("a", { class: "sheet-link", href: "sheet?pack=" + encodeURIComponent(pack.id) }, t("sheet")),
      select: h("button", { type: "button", class: "undo", "data-select": pack.id, title: t("select.open.title") }),
      loses: h("button", { type: "button", class: "undo", "data-rule": vanishing, title: t("loses.title") }),
      unused: { summary: h("summary", {}), list: h("ul", { class: "rejected" }) }, list: h("ul", { class: "grid" }),
    };
    made.unused.details = h("details", { class: "unused" }, made.unused.summary, made.unused.list);
    made.element.append(h("header", { class: "title" }, made.title, made.count, made.select, made.loses, made.sheet), made.unused.details, made.list);
    sections.set(pack.id, made);
    return made;
  })();
  const stickers = pack.stickers.map((key) => store.stickers.get(key)).filter(Boolean)
    .filter((sticker) => (isAtEnd || isSought(sticker)) && isWanted(sticker, words));
  // New versions of stickers that were sent back come first in the queue.
  if (seeking.filter === "review") stickers.sort((a, b) => Boolean(b.sentBack) - Boolean(a.sentBack));
  const rejected = store.rejected.filter((source) => source.pack === pack.id && isWanted(source, wordsOfRejected));
  const isAboutFiles = seeking.property === "rejected";
  const waiting = store.waiting.filter((file) => file.pack === pack.id && isWanted(file, () => file.path + " " + file.reason));
  const showsFiles = (isAboutFiles || (seeking.filter === "all" && !seeking.property && !seeking.rule)) && rejected.length + waiting.length > 0;
  known.title.textContent = pack.title;
  known.count.textContent = isAboutFiles ? t("count.files", { count: rejected.length + waiting.length }) : t(pack.isMessages ? "count.messages" : "count.stickers", { count: stickers.length });
  // The sheets of smaller packs are pictures in the output folder.
  known.sheet.hidden = !store.settings.sheetsFrom || pack.stickers.length < store.settings.sheetsFrom;
  const open = stickers.filter(isOpen).length;
  known.select.hidden = open === 0;
  known.select.textContent = t("select.open", { count: open });
  const losing = stickers.filter(losesSomething).length;
  known.loses.hidden = losing === 0;
  known.loses.textContent = t("loses", { background: backgroundName(stage.background), count: losing, all: stickers.length });
  known.element.dataset.size = pack.size;
  known.element.toggleAttribute("data-open", open > 0);
  drawUnused(known.unused, showsFiles ? rejected : [], showsFiles ? waiting : [], isAboutFiles || stickers.length === 0);
  place(known.list, stickers.map(card));
  known.list.hidden = stickers.length === 0;
  order.push(...stickers.map((sticker) => sticker.key));
  return stickers.length > 0 || showsFiles ? known.element : null;
}

/** Published packs, and packs with only unused files. */
function packs() {
  const known = packsInOrder();
  const ids = new Set(known.map((pack) => pack.id));
  const others = [...new Set([...store.rejected, ...store.waiting].map((source) => source.pack))].filter((id) => !ids.has(id));
  return [...known, ...others.map((id) => ({ id, title: id, size: "regular", stickers: [] }))];
}

/** Whether the end of the queue is shown. Set each time the grid is drawn. */
let isAtEnd = false;
/** Whether all stickers of the queue are decided. The grid then shows the decided stickers. */
function isFinished() {
  if (seeking.filter !== "review" || seeking.text || seeking.property || seeking.rule) return false;
  const counts = tally(seeking.pack);
  return Boolean(counts?.total) && counts.open === 0;
}

/** The element at the end of the queue. It is reused while its content is unchanged, because it may have the focus. */
let end = null;
function ending(isAlone, choose) {
  if (seeking.text || seeking.property || seeking.rule || !(isAlone || ["all", "review"].includes(seeking.filter))) return null;
  const latest = finished(seeking.pack, gridOf, choose);
  if (!latest?.isEqualNode(end)) end = latest;
  return end;
}

/** Computes the stickers that the grid would show, for a page that was opened with a single sticker. */
export function findOrder() {
  if (order.length === 0) drawGrid(h("div"), () => {});
}

export function drawGrid(view, choose) {
  order = [];
  for (const [key, known] of made) {
    if (store.stickers.has(key)) continue;
    made.delete(key);
    drawn.delete(key);
  }
  const wanted = packs().filter((pack) => seeking.pack === null || pack.id === seeking.pack);
  if (seeking.pack !== null && wanted.length === 0) return place(view, [noPack()]);
  if (isDivision()) return place(view, [division()]);
  isAtEnd = isFinished();
  const found = wanted.map(section).filter(Boolean);
  const last = ending(isAtEnd || found.length === 0, choose);
  if (last) found.unshift(last);
  place(view, found.length ? found : [nothing(choose)]);
  if (view.isConnected) drawNear();
}

/** Whether the stickers for the current grid are not loaded. */
const isDivision = () => store.isDivided && (seeking.pack === null || !isLoaded(seeking.pack));

/** Whether the search finds packs instead of stickers. True for all packs of a large library, whose stickers are not loaded. */
const seeksPacks = () => store.isDivided && seeking.pack === null;
const isFound = (pack) => isWanted(pack, () => pack.title + " " + pack.id);
/** The address of the grid of a pack, or of all packs. */
export const gridOf = (id) => id ? "#/pack/" + encodeURIComponent(id) : "#/";

/** The content of the grid of a large library if its stickers are not loaded. */
function division() {
  if (seeking.pack !== null) return h("div", { class: "nothing" }, h("p", { class: "quiet" }, t("loading")));
  if (seeking.text) return foundPacks();
  const count = packsInOrder().reduce((sum, pack) => sum + pack.summary.stickers, 0);
  return h("div", { class: "nothing" },
    h("p", {}, t("division.count", { stickers: t("count.stickers", { count }), count: store.packs.size })),
    h("p", { class: "quiet" }, t("division.about")));
}

function foundPacks() {
  const found = packs().filter(isFound);
  if (found.length === 0) return h("div", { class: "nothing" }, h("p", {}, t("packs.none")), h("p", { class: "quiet" }, t("packs.none.about")));
  return h("div", { class: "nothing" },
    h("p", {}, t("count.packs", { count: found.length })),
    h("ul", { class: "found" }, found.slice(0, 50).map((pack) => h("li", {},
      h("a", { href: gridOf(pack.id) }, h("span", {}, pack.title), h("span", { class: "quiet" }, number(pack.summary?.stickers ?? pack.stickers.length)))))),
    found.length > 50 ? h("p", { class: "quiet" }, t("packs.first", { count: 50 })) : null);
}

/** The content of the grid for a pack that does not exist. */
const noPack = () => h("div", { class: "nothing" },
  h("p", {}, t("pack.gone", { name: seeking.pack })), h("p", { class: "quiet" }, t("pack.gone.about")));

function nothing(choose) {
  const isEmpty = !store.isDivided && store.stickers.size === 0 && store.rejected.length + store.waiting.length === 0;
  if (isEmpty) {
    return h("div", { class: "nothing" }, h("p", {}, t("empty")),
      h("p", { class: "quiet" }, t("empty.about")));
  }
  const names = soughtNames();
  return h("div", { class: "nothing" },
    h("p", {}, t("nothing." + (seeking.text ? names ? "textIn" : "text" : names ? "in" : "all"), { text: seeking.text, names })),
    names && h("p", {}, h("button", { type: "button", class: "undo", onclick: () => choose("all") }, t(seeking.text ? "nothing.searchAll" : "nothing.showAll"))));
}

/** Draws the buttons of the states with their counts, and the filter menu. */
export function drawFilters(choose) {
  // If no stickers are loaded, there is nothing to count or to filter.
  if (isDivision()) return byId("filters").replaceChildren();
  const stickers = [...store.stickers.values()].filter((sticker) => seeking.pack === null || sticker.pack === seeking.pack);
  const held = document.activeElement?.dataset?.filter;
  const wasOpen = byId("filter-menu")?.open ?? false;
  byId("filters").replaceChildren(
    h("div", { class: "segments states", role: "group", "aria-label": t("state") }, Object.entries(states).map(([id, [name, test]]) =>
      choice([name, h("span", { class: "count" }, number(stickers.filter(test).length))], seeking.filter === id, () => choose(id), { "data-filter": id }))),
    menu(stickers, wasOpen, choose));
  if (held) byId("filters").querySelector(`[data-filter="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** The filter menu with properties and rules. Each has the number of its stickers in the current state. */
function menu(stickers, isOpenNow, choose) {
  const inState = stickers.filter(states[seeking.filter][1]);
  const files = [...store.rejected, ...store.waiting].filter((source) => seeking.pack === null || source.pack === seeking.pack);
  const item = (id, name, count, isChosen, take) => count === 0 && !isChosen ? null
    : choice([h("span", { class: "name" }, name), h("span", { class: "count" }, number(count))], isChosen, take, { "data-filter": id });
  const close = (given) => {
    byId("filter-menu").open = false;
    byId("filter-menu").firstChild.focus({ preventScroll: true });
    choose(given);
  };
  const rules = [...new Set(inState.flatMap((sticker) => sticker.findings.map((each) => each.rule)))].sort();
  const chosen = seeking.rule ? ruleName(seeking.rule) : seeking.property ? properties[seeking.property]?.[0] : null;
  const list = h("div", { class: "menu-list", role: "group", "aria-label": t("filter") },
    item("any", t("filter.any"), inState.length, !chosen, () => close({ property: null, rule: null })),
    Object.entries(properties).map(([id, [name, test]]) => item(id, name, id === "rejected" ? files.length : inState.filter(test).length,
      seeking.property === id && !seeking.rule, () => close({ property: id, rule: null }))),
    rules.length > 0 && h("p", { class: "quiet" }, t("filter.warnings")),
    rules.map((rule) => item("rule-" + rule, ruleName(rule), inState.filter((sticker) => hasRule(sticker, rule)).length, seeking.rule === rule, () => close({ property: null, rule }))));
  return h("details", { id: "filter-menu", class: "menu", open: isOpenNow },
    h("summary", { class: "button" + (chosen ? " chosen" : ""), "data-filter": "menu" }, icon("filter"), chosen ?? t("filter")), list);
}

/** Closes the filter menu. Returns whether it was open. */
export function closeMenu() {
  const menu = byId("filter-menu");
  const isOpen = Boolean(menu?.open);
  if (isOpen) menu.open = false;
  return isOpen;
}

/** The remaining work in a pack: the number of undecided stickers, or else of stickers that were sent back. A check mark if all are
   approved. */
function standing({ total, open, sentBack }) {
  if (!total) return null;
  if (open) return h("span", { class: "count", title: t("open.count", { count: open }) }, onlyNumber("open.count", open));
  if (sentBack) return h("span", { class: "count back", title: t("sentBack.count", { count: sentBack }) }, t("sentBack.short", { count: sentBack }));
  return h("span", { class: "count", title: t("allApproved") }, icon("approved"), h("span", { class: "unseen" }, t("allApproved")));
}

const badges = new Map();
/** The icon of a pack, or the first letter of its title. The element is reused, so that it does not flicker. */
function badge(pack) {
  const about = (pack.icon ?? "") + pack.title;
  if (badges.get(pack.id)?.about !== about) {
    badges.set(pack.id, { about, element: packIcon(pack, "badge", 28, 21) });
  }
  return badges.get(pack.id).element;
}

/** Draws the sidebar of packs. */
export function drawPacks(way, shownPack) {
  const all = packs();
  const held = byId("packs").contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const link = (id, title, counts, mark) => {
    const element = h("a", { href: id === null ? (way === "#/pack" ? "#/" : way) : way + "/" + encodeURIComponent(id), "aria-current": shownPack === id ? "page" : null },
      mark, h("span", { class: "name" }, title), standing(counts));
    const done = counts.total ? 100 * (counts.total - counts.open) / counts.total : 0;
    element.classList.toggle("begun", done > 0 && done < 100);
    element.style.setProperty("--done", done + "%");
    // The numbers of approved and sent-back stickers are not known for a pack that is not loaded.
    element.style.setProperty("--approved", (counts.total ? 100 * (counts.total - counts.open - counts.sentBack) / counts.total : 0) + "%");
    return element;
  };
  // Only the number of undecided stickers is known for a pack that is not loaded.
  const counts = new Map(all.map((pack) => [pack.id, tally(pack.id) ?? { total: pack.summary?.stickers ?? 0, open: pack.summary?.open ?? 0, sentBack: 0 }]));
  const sum = (name) => [...counts.values()].reduce((total, each) => total + each[name], 0);
  const found = seeksPacks() && way === "#/pack" ? all.filter(isFound) : all;
  byId("packs").replaceChildren(
    link(null, t("packs.all"), { total: sum("total"), open: sum("open"), sentBack: sum("sentBack") }, h("span", { class: "badge", "aria-hidden": "true" }, icon("packs"))),
    ...found.map((pack) => link(pack.id, pack.title, counts.get(pack.id), badge(pack))));
  if (held) byId("packs").querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/** Scrolls the sidebar so that the selected pack is visible. Does not scroll the page. */
export function showMarkedPack() {
  const list = byId("packs");
  const marked = list.querySelector("[aria-current=page]");
  if (!marked) return;
  const [frame, box] = [list.getBoundingClientRect(), marked.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop += box.top - frame.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
  if (box.left < frame.left) list.scrollLeft += box.left - frame.left - 16;
  if (box.right > frame.right) list.scrollLeft += box.right - frame.right + 16;
}
