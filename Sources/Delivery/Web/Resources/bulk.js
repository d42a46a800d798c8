// The selection of several stickers for one decision.
import { byId, h } from "./dom.js";
import { cardOf, shown, whenDrawn } from "./grid.js";
import { isOpen, reviewState, store } from "./store.js";
import { t } from "./texts.js";

const marked = new Set();
/** The sticker at which a range selection starts. */
let anchor = null;

/** The keys of the selected visible stickers, in display order. */
const selection = () => shown().filter((key) => marked.has(key));

/** The keys of the selected visible stickers that are not approved. */
const toApprove = () => selection().filter((key) => reviewState(store.stickers.get(key)) !== "approved");

/** Shows the selection on the cards and in the bar. */
function drawSelection(act) {
  const keys = selection();
  for (const card of document.querySelectorAll(".card")) showMark(card, marked.has(card.dataset.key));
  const bar = byId("bulk");
  bar.hidden = keys.length === 0;
  document.body.classList.toggle("selecting", keys.length > 0);
  if (bar.hidden) return bar.replaceChildren();
  const approvable = toApprove();
  const warned = approvable.filter((key) => store.stickers.get(key).findings.length > 0).length;
  const words = warned ? t("bulk.approveWarned", { all: approvable.length, count: warned }) : t("bulk.approve", { count: approvable.length });
  const held = document.activeElement?.dataset?.hold;
  bar.replaceChildren(...[
    h("p", { role: "status" }, t("bulk.selected", { count: keys.length })),
    h("button", { type: "button", class: "button", "data-hold": "bulk-clear", title: t("bulk.clear.title") + " (Esc)", onclick: act.clear }, t("bulk.clear")),
    h("button", { type: "button", class: "button", "data-hold": "bulk-send-back", title: t("sendBack") + " (R)", onclick: act.sendBack }, t("bulk.sendBack", { count: keys.length })),
    approvable.length > 0 && h("button", { type: "button", class: "button primary", "data-hold": "bulk-approve", title: t("approve") + " (A)", onclick: act.approve }, words)].filter(Boolean));
  if (held?.startsWith("bulk-")) bar.querySelector(`[data-hold="${held}"]`)?.focus();
}

function showMark(card, isMarked) {
  card.toggleAttribute("data-marked", isMarked);
  card.querySelector(".pick")?.setAttribute("aria-pressed", String(isMarked));
}

/** Selects or deselects a sticker. */
function toggle(key) {
  if (!key || !store.stickers.has(key)) return false;
  if (!marked.delete(key)) marked.add(key);
  anchor = key;
  return true;
}

/** Selects all stickers between the last selected one and this one. */
function extend(key) {
  const keys = shown();
  const [from, to] = [keys.indexOf(anchor), keys.indexOf(key)].sort((a, b) => a - b);
  if (from < 0) return toggle(key);
  for (const each of keys.slice(from, to + 1)) marked.add(each);
  return true;
}

/** Selects all visible stickers of a pack, or of all packs if `pack` is null. With `isOpenOnly`, only the undecided ones. */
function selectAll({ isOpenOnly = false, pack = null } = {}) {
  for (const key of shown()) {
    const sticker = store.stickers.get(key);
    if ((!isOpenOnly || isOpen(sticker)) && (pack === null || sticker.pack === pack)) marked.add(key);
  }
}

function clear() {
  const had = marked.size > 0;
  marked.clear();
  anchor = null;
  return had;
}

/** Restores the selection mark of a redrawn card. */
function markCard(key) {
  const element = marked.size > 0 && cardOf(key)?.closest(".card");
  if (element) showMark(element, marked.has(key));
}
/** Whether a tap selects a card. True on a touch screen if at least one card is selected. */
const isHeld = () => marked.size > 0 && matchMedia("(pointer: coarse)").matches;

/** Whether a key event is Control+A or Command+A outside of a text field. */
function isAll(event) {
  const isKey = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isKey && !event.target.closest?.("input, textarea") && !document.querySelector("dialog[open]");
}

/**
 * Sets up the selection in the grid.
 *
 * `page` has `isGrid`; `focused` and `focus` for cards; `decideAll`; `show`, which goes to the next sticker; and `choose`, which sets
 * a filter.
 */
export function listenToSelection(view, page) {
  const draw = () => drawSelection({ clear: clearAll, approve: () => decide("approved"), sendBack: () => decide("sentBack") });
  const clearAll = () => {
    const had = page.isGrid() && clear();
    if (had) draw();
    return had;
  };

  /** Runs an action on the selection and redraws it. Returns false outside of the grid, or if the action returns false. */
  function select(action) {
    if (!page.isGrid() || action() === false) return false;
    draw();
  }
  const take = (key, isRange = false) => select(() => isRange ? extend(key) : toggle(key));

  /** Decides about the selected stickers, and then focuses the sticker after them. */
  async function decide(verdict) {
    const keys = verdict === "approved" ? toApprove() : selection();
    const after = shown().slice(shown().indexOf(keys.at(-1)) + 1).find((key) => !keys.includes(key));
    if (!(await page.decideAll(keys, verdict))) return;
    clear();
    draw();
    if (after && document.activeElement === document.body) page.show(after);
  }

  view.addEventListener("click", (event) => {
    const { select: pack, rule } = event.target.closest("[data-select], [data-rule]")?.dataset ?? {};
    if (rule) return page.choose({ property: null, rule });
    if (pack) return select(() => selectAll({ isOpenOnly: true, pack }));
    const key = event.target.closest(".card")?.dataset.key;
    const isPick = event.target.closest(".pick");
    const isLook = event.target.closest(".look") && (event.shiftKey || event.ctrlKey || event.metaKey || isHeld());
    if (!key || !(isPick || isLook)) return;
    // A click with a modifier key would otherwise open a window.
    event.preventDefault();
    page.focus(key);
    take(key, event.shiftKey);
  }, true);
  addEventListener("keydown", (event) => { if (isAll(event) && select(() => selectAll()) !== false) event.preventDefault(); });
  whenDrawn(markCard);

  return { draw, clear: clearAll, take, decide, isActive: () => page.isGrid() && selection().length > 0, selectOpen: () => select(() => selectAll({ isOpenOnly: true })) };
}
