// The review as a queue: the next undecided sticker, the progress, and what the page shows after the last decision.
import { byId, h, number, onlyNumber } from "./dom.js";
import { isLoaded, isOpen, packsInOrder, reviewState, store } from "./store.js";
import { t } from "./texts.js";

/** The next undecided sticker after `key`. Continues from the beginning at the end of the list. Undefined if there is none. */
export function nextOpen(keys, key, isPassedOver) {
  const place = keys.indexOf(key);
  return [...keys.slice(place + 1), ...keys.slice(0, Math.max(place, 0))]
    .find((each) => each !== key && store.stickers.has(each) && isOpen(store.stickers.get(each)) && !isPassedOver(each));
}

/** The number of stickers per state, of one pack or of all packs. Null if the stickers are not loaded. */
export function tally(pack) {
  if (store.isDivided && (pack === null || !isLoaded(pack))) return null;
  const counts = { total: 0, approved: 0, sentBack: 0, open: 0 };
  const keys = pack === null ? store.stickers.keys() : store.packs.get(pack)?.stickers ?? [];
  for (const key of keys) {
    const sticker = store.stickers.get(key);
    if (!sticker) continue;
    counts.total += 1;
    counts[isOpen(sticker) ? "open" : reviewState(sticker)] += 1;
  }
  return counts;
}

/** Draws the progress bar below the header, and its numbers. */
export function drawProgress(pack) {
  const counts = tally(pack);
  const [bar, words] = [byId("progress"), byId("reviewed")];
  bar.hidden = words.hidden = !counts?.total;
  if (bar.hidden) return;
  const decided = counts.total - counts.open;
  bar.style.setProperty("--approved", 100 * counts.approved / counts.total + "%");
  bar.style.setProperty("--decided", 100 * decided / counts.total + "%");
  bar.setAttribute("aria-valuemax", counts.total);
  bar.setAttribute("aria-valuenow", decided);
  words.textContent = t("place", { place: decided, all: counts.total });
  bar.setAttribute("aria-valuetext", t("progress", { place: words.textContent, count: counts.sentBack }));
}

/** All other packs, starting after the given one, in the order of the sidebar. */
function packsAfter(pack) {
  const packs = packsInOrder();
  const place = packs.findIndex((each) => each.id === pack);
  return [...packs.slice(place + 1), ...packs.slice(0, Math.max(place, 0))];
}

const openOf = (pack) => tally(pack.id)?.open ?? pack.summary?.open ?? 0;

/** What the page shows after the last decision: the numbers and the next step. Null if undecided stickers are left. */
export function finished(pack, gridOf, choose) {
  const counts = tally(pack);
  if (!counts?.total || counts.open) return null;
  const next = packsAfter(pack).find((each) => openOf(each) > 0);
  const back = counts.sentBack > 0 && h("button", { type: "button", class: "button", "data-hold": "show-sent-back", onclick: () => choose("sentBack") },
    t("end.showSentBack", { count: counts.sentBack }));
  return h("section", { class: "finished", id: "finished", tabindex: "-1" },
    h("h2", {}, t("end.all", { count: counts.total })),
    h("p", { class: "quiet" }, counts.sentBack ? t("end.counts", { approved: counts.approved, count: counts.sentBack }) : t("end.approved")),
    h("p", { class: "row" },
      next && h("a", { class: "button primary", href: gridOf(next.id) }, h("span", { class: "name" }, t("end.next", { name: next.title })), h("span", { class: "count" }, onlyNumber("open.count", openOf(next)))),
      back,
      !next && h("a", { class: "button", href: "api/decisions.csv" }, t("end.csv"))));
}
