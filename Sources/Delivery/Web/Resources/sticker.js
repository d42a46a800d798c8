// The detail view of one sticker.
import { bytes, choice, day, h, icon, number } from "./dom.js";
import { frameTools } from "./frames.js";
import { isPinning } from "./pins.js";
import { compareTools, looking, noteScroll, previewCanvas, scrollCanvas, threefold, zoomTools } from "./preview-canvas.js";
import { figure, groundChoices, scaleChoices } from "./stage.js";
import { earlierVersion, newerFile, points, reviewState, stateLabels, store, url } from "./store.js";
import { findingWords, language, parts, t } from "./texts.js";

export function drawSticker(view, sticker, neighbours, redraw, decisions) {
  if (looking.key !== sticker.key) Object.assign(looking, { key: sticker.key, frame: 0, isBefore: false, isAsPublished: false });
  const held = document.activeElement?.dataset?.hold;
  noteScroll(view.querySelector(".preview-canvas"));
  const isSame = view.querySelector(".closely")?.dataset.key === sticker.key;
  const scroll = isSame ? view.querySelector(".panel").scrollTop : 0;
  view.replaceChildren(h("article", { class: "closely" + (isPinning(sticker.key) ? " is-writing" : ""), "data-key": sticker.key },
    h("div", { class: "rail" }, !sticker.bubbles && h("div", { class: "grounds", role: "group", "aria-label": t("background") }, groundChoices((side) => figure(sticker, { side, lazy: false }))), zoomTools(redraw)),
    h("div", { class: "work" }, previewCanvas(sticker, redraw)),
    panel(sticker, neighbours, redraw, decisions)));
  view.querySelector(".panel").scrollTop = scroll;
  scrollCanvas(view.querySelector(".preview-canvas"), sticker);
  if (held) view.querySelector(`[data-hold="${held}"]`)?.focus({ preventScroll: true });
  history(view.querySelector(".history"), sticker);
}

/** Links to the pack, and to the previous and next sticker. */
function way(sticker, { previous, next, place, count }) {
  const to = (key, name, symbol, title) => key && h("a", { href: "#/sticker/" + encodeURI(key), "data-hold": symbol, title, "aria-label": name, class: "icon" }, icon(symbol));
  return h("nav", { class: "way", "aria-label": t("stickers") },
    h("a", { href: "#/pack/" + encodeURIComponent(sticker.pack), "data-hold": "back" }, "‹ " + (store.packs.get(sticker.pack)?.title ?? sticker.pack)),
    h("span", { class: "space" }),
    count > 1 && h("span", { class: "place" }, t("place", { place, all: count })),
    to(previous, t("previous"), "previous", t("previous") + " (K)"), to(next, t("next"), "next", t("next") + " (J)"));
}

/** The sticker at emoji size: in a line of text, as a reaction, and alone. Each on a light and a dark background. */
function inline(sticker) {
  const small = (side) => figure(sticker, { scale: 3, side, lazy: false });
  const sample = (shade) => h("div", { class: "inline-sample " + shade },
    h("span", { class: "bubble" }, t("inline.before") + " ", small(24), " " + t("inline.after"), h("span", { class: "reaction" }, small(28))),
    h("span", { class: "alone" }, small(40)));
  return h("section", {}, h("h3", {}, t("inline.title")),
    h("div", { class: "inline-samples" }, sample("light"), sample("dark")),
    h("p", { class: "quiet" }, t("inline.about")));
}

const languages = new Intl.DisplayNames(language, { type: "language" });

/** The bubbles of a message: light, dark, and in each language. */
function bubbles(sticker) {
  const name = (each) => each.name === "light" ? t("room.light") : each.name === "dark" ? t("room.dark") : languages.of(each.name.replace("light-", ""));
  return h("section", {}, h("h3", {}, t("bubbles.title")),
    h("ul", { class: "bubbles" }, sticker.bubbles.map((each) => h("li", {}, h("figure", {},
      h("img", { src: url(each.file), alt: sticker.label + ", " + name(each), width: 320, height: 320, loading: "lazy" }),
      h("figcaption", { class: "quiet" }, name(each)))))),
    h("p", { class: "quiet" }, t("bubbles.about")));
}

function scales(sticker) {
  const limit = sticker.bubbles ? store.settings.messageByteLimit : store.settings.byteLimit;
  const share = (each) => Math.max(1, Math.round(100 * each.bytes / limit));
  return h("section", {}, h("h3", {}, t("files.title")),
    h("div", { class: "segments", role: "group", "aria-label": t("files.shown") }, scaleChoices()),
    h("ul", { class: "files" }, sticker.pictures.map((each) => h("li", {},
      h("p", {}, h("strong", {}, `@${each.scale}x`), ` ${each.width} × ${each.height}, ${each.format.toUpperCase()}${each.colours ? ", " + t("count.colours", { count: each.colours }) : ""}`),
      h("p", { class: "quiet" }, h("meter", { min: "0", max: String(limit), high: String(limit * 0.9), value: String(each.bytes), "aria-label": t("files.share", { percent: share(each) }) }),
        t("files.size", { size: bytes(each.bytes), percent: share(each) })),
      h("p", { class: "quiet" }, t("files.fidelity", { value: each.fidelity.toFixed(4) }))))),
    h("p", { class: "quiet", lang: "en" }, sticker.fit));
}

/** The requested changes, with a comparison of the earlier and the new version. Null if no changes were requested. */
function asked(sticker, redraw) {
  const { sentBack } = sticker;
  if (!sentBack) return null;
  return h("div", { class: "asked" },
    h("p", { class: "quiet" }, t("asked.by", { name: sentBack.reviewer || t("noName"), time: day(sentBack.decided) })),
    sentBack.comment && h("blockquote", {}, sentBack.comment),
    sentBack.file
      ? looking.mode !== "side" && h("button", { type: "button", class: "round", "data-hold": "round", title: t("asked.side") + " (C)", "aria-label": t("asked.compare"), onclick: () => { looking.mode = "side"; redraw(); } }, threefold(sticker, null))
      : h("p", { class: "quiet no-picture" }, t("asked.noPicture")));
}

/** A note about a newer file that did not replace the sticker. The page shows the earlier file. Null if there is no such file. */
function newer(sticker) {
  const found = newerFile(sticker);
  if (!found) return null;
  const reasons = found.kind === "rejected" ? found.file.findings.filter((each) => each.level === "error").map(findingWords)
    : [language === "en" ? { message: found.file.reason } : { message: t("waiting.about"), detail: found.file.reason }];
  return h("div", { class: "newer", role: "note" }, icon("warning"), h("div", {}, h("p", {}, h("strong", {}, t("newer." + found.kind))),
    reasons.flatMap(({ message, fix, detail }) => [h("p", {}, message), fix && h("p", { class: "quiet" }, fix), detail && h("p", { class: "quiet", lang: "en" }, detail)]),
    h("p", { class: "quiet" }, t("newer.about"))));
}

/** The note for a sticker that awaits approval. It tells whether an approved version is published until then. */
const heldWords = (sticker) => sticker.before ? t("held.before", { time: day(sticker.before.decided) }) : t("held.new");

function panel(sticker, neighbours, redraw, decisions) {
  const state = reviewState(sticker);
  const tab = (id, name) => choice(name, looking.tab === id, () => { looking.tab = id; redraw(); }, { "data-hold": "tab-" + id });
  return h("aside", { class: "panel", "aria-label": t("about") },
    way(sticker, neighbours),
    h("h2", {}, sticker.label),
    newer(sticker),
    h("p", { class: "review-state " + state }, icon(state), h("span", {}, stateLabels[state]), sticker.review?.reviewer && h("span", { class: "quiet" }, t("by", { name: sticker.review.reviewer })),
      sticker.review && h("button", { type: "button", class: "undo", "data-hold": "reopen", title: t("undo.title") + " (U)", onclick: decisions.undo }, t("undo"))),
    sticker.review?.isUnsent && h("p", { class: "quiet" }, t("unsent.about")),
    sticker.review?.overruled && h("p", { class: "quiet overruled" }, t("overruled.before." + sticker.review.overruled.verdict, { name: sticker.review.overruled.reviewer || t("noName") })),
    sticker.review?.comment && h("blockquote", {}, sticker.review.comment),
    asked(sticker, redraw),
    sticker.isHeld && h("p", { class: "quiet" }, heldWords(sticker)),
    h("div", { class: "decide", role: "group", "aria-label": t("decide") },
      h("p", { class: "whose", "aria-hidden": "true" }, h("span", { class: "mark " + state }, icon(state)), h("span", { class: "label" }, sticker.label)),
      h("button", { type: "button", class: "button primary", "data-hold": "approve", title: t("approve") + " (A)", "aria-disabled": state === "approved" ? "true" : null, onclick: state === "approved" ? null : decisions.approve }, t("approve")),
      h("button", { type: "button", class: "button", "data-hold": "send-back", title: t("sendBack") + " (R)", onclick: decisions.sendBack }, t("sendBack"))),
    compareTools(sticker, redraw),
    state === "changed" && !earlierVersion(sticker) && h("p", { class: "quiet no-picture" }, t("changed.noPicture")),
    sticker.animation && !sticker.bubbles && frameTools(sticker, redraw),
    h("div", { class: "segments tabs", role: "group", "aria-label": t("details") }, tab("review", t("review")), tab("specs", t("specs"))),
    h("div", { class: "tab", hidden: looking.tab !== "review" }, reviewTab(sticker)),
    h("div", { class: "tab", hidden: looking.tab !== "specs" }, specs(sticker)));
}

function reviewTab(sticker) {
  return [
    sticker.findings.length > 0 && h("section", {}, h("h3", {}, t("findings")), h("ul", { class: "findings" }, sticker.findings.map(findingWords).map(({ message, fix, detail }) =>
      h("li", {}, icon("warning"), h("div", {}, h("p", {}, message), h("p", { class: "quiet" }, fix), detail && h("p", { class: "quiet", lang: "en" }, detail)))))),
    sticker.bubbles && bubbles(sticker),
    h("section", {}, h("h3", {}, t("history")), h("ol", { class: "history" }, h("li", { class: "quiet" }, "…"))),
  ];
}

function specs(sticker) {
  return [
    !sticker.bubbles && inline(sticker),
    scales(sticker),
    h("section", {}, h("h3", {}, t("source")), h("dl", { class: "source" },
      fact(t("source.file"), sticker.source.path), fact(t("source.format"), sticker.source.format.toUpperCase()),
      fact(t("source.size"), `${number(sticker.source.width)} × ${number(sticker.source.height)}, ${bytes(sticker.source.bytes)}`),
      sticker.bubbles ? fact(t("source.message"), t("source.points", { side: 300 })) : fact(t("source.sticker"), t("source.class", { name: t("class." + sticker.size), side: points[sticker.size] })),
      fact(t("source.pixels"), h("code", { title: sticker.pixels }, sticker.pixels.slice(0, 12))))),
  ];
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** The last displayed history. It is cached, so that a redraw does not request it again. */
let shownHistory = { about: "", items: null };

async function history(list, sticker) {
  const about = [sticker.key, sticker.pixels, sticker.review?.verdict, sticker.review?.decided].join(" ");
  if (shownHistory.about === about) return list.replaceChildren(...shownHistory.items);
  const answer = await fetch(`api/history?pack=${encodeURIComponent(sticker.pack)}&sticker=${encodeURIComponent(sticker.id)}`);
  if (!answer.ok) return;
  const { decisions } = await answer.json();
  const items = decisions.length ? decisions.reverse().map((each) => h("li", {},
    h("p", {}, parts((each.pixels === sticker.pixels ? "history." : "history.earlier.") + each.verdict, { name: h("strong", {}, each.reviewer || t("noName")) })),
    each.comment && h("blockquote", {}, each.comment),
    h("p", { class: "quiet" }, day(each.decided)))) : [h("li", { class: "quiet" }, t("history.none"))];
  if (!list.isConnected) return;
  shownHistory = { about, items };
  list.replaceChildren(...items);
}
