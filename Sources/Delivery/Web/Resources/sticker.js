// The detail view of one sticker.
import { bytes, choice, day, h, icon, number } from "./dom.js";
import { frameTools } from "./frames.js";
import { isPinning } from "./pins.js";
import { compareTools, looking, noteScroll, previewCanvas, scrollCanvas, threefold, zoomTools } from "./preview-canvas.js";
import { figure, groundChoices, scaleChoices } from "./stage.js";
import { earlierVersion, points, reviewState, stateLabels, store, url } from "./store.js";

export function drawSticker(view, sticker, neighbours, redraw, decisions) {
  if (looking.key !== sticker.key) Object.assign(looking, { key: sticker.key, frame: 0, isBefore: false, isAsPublished: false });
  const held = document.activeElement?.dataset?.hold;
  noteScroll(view.querySelector(".preview-canvas"));
  const isSame = view.querySelector(".closely")?.dataset.key === sticker.key;
  const scroll = isSame ? view.querySelector(".panel").scrollTop : 0;
  view.replaceChildren(h("article", { class: "closely" + (isPinning(sticker.key) ? " is-writing" : ""), "data-key": sticker.key },
    h("div", { class: "rail" }, !sticker.bubbles && h("div", { class: "grounds", role: "group", "aria-label": "Background" }, groundChoices((side) => figure(sticker, { side, lazy: false }))), zoomTools(redraw)),
    h("div", { class: "work" }, previewCanvas(sticker, redraw)),
    panel(sticker, neighbours, redraw, decisions)));
  view.querySelector(".panel").scrollTop = scroll;
  scrollCanvas(view.querySelector(".preview-canvas"), sticker);
  if (held) view.querySelector(`[data-hold="${held}"]`)?.focus({ preventScroll: true });
  history(view.querySelector(".history"), sticker);
}

/** The way to the other stickers. */
function way(sticker, { previous, next, place, count }) {
  const to = (key, name, symbol, title) => key && h("a", { href: "#/sticker/" + encodeURI(key), "data-hold": symbol, title, "aria-label": name, class: "icon" }, icon(symbol));
  return h("nav", { class: "way", "aria-label": "Stickers" },
    h("a", { href: "#/pack/" + encodeURIComponent(sticker.pack), "data-hold": "back" }, "‹ " + (store.packs.get(sticker.pack)?.title ?? sticker.pack)),
    h("span", { class: "space" }),
    count > 1 && h("span", { class: "place" }, `${number(place)} of ${number(count)}`),
    to(previous, "Previous", "previous", "Previous (K)"), to(next, "Next", "next", "Next (J)"));
}

/** The sticker as people use it like an emoji: in a line of text and as a reaction, on light and on dark. */
function inline(sticker) {
  const small = (side) => figure(sticker, { scale: 3, side, lazy: false });
  const sample = (shade) => h("div", { class: "inline-sample " + shade },
    h("span", { class: "bubble" }, "See you ", small(24), " soon", h("span", { class: "reaction" }, small(28))),
    h("span", { class: "alone" }, small(40)));
  return h("section", {}, h("h3", {}, "At emoji size"),
    h("div", { class: "inline-samples" }, sample("light"), sample("dark")),
    h("p", { class: "quiet" }, "24 points in a line of text, 28 as a reaction, 40 alone."));
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** A message as Messages shows it: light and dark, and in every language. */
function bubbles(sticker) {
  const name = (each) => each.name === "light" ? "Light" : each.name === "dark" ? "Dark" : languages.of(each.name.replace("light-", ""));
  return h("section", {}, h("h3", {}, "In Messages"),
    h("ul", { class: "bubbles" }, sticker.bubbles.map((each) => h("li", {}, h("figure", {},
      h("img", { src: url(each.file), alt: sticker.label + ", " + name(each), width: 320, height: 320, loading: "lazy" }),
      h("figcaption", { class: "quiet" }, name(each)))))),
    h("p", { class: "quiet" }, "Cropped and rounded, with the texts where Messages puts them; other sizes of type and other fonts shift them."));
}

function scales(sticker) {
  const limit = sticker.bubbles ? store.settings.messageByteLimit : store.settings.byteLimit;
  const share = (each) => Math.max(1, Math.round(100 * each.bytes / limit));
  return h("section", {}, h("h3", {}, "Files"),
    h("div", { class: "segments", role: "group", "aria-label": "The file that is shown" }, scaleChoices()),
    h("ul", { class: "files" }, sticker.pictures.map((each) => h("li", {},
      h("p", {}, h("strong", {}, `@${each.scale}x`), ` ${each.width} × ${each.height}, ${each.format.toUpperCase()}${each.colours ? `, ${each.colours} colours` : ""}`),
      h("p", { class: "quiet" }, h("meter", { min: "0", max: String(limit), high: String(limit * 0.9), value: String(each.bytes), "aria-label": share(each) + "% of the limit" }),
        `${bytes(each.bytes)}, ${share(each)}% of limit`),
      h("p", { class: "quiet" }, `Fidelity ${each.fidelity.toFixed(4)}`)))),
    h("p", { class: "quiet" }, sticker.fit));
}

/** The requested changes, with the three pictures of the round in one place. */
function asked(sticker, redraw) {
  const { sentBack } = sticker;
  if (!sentBack) return null;
  return h("div", { class: "asked" },
    h("p", { class: "quiet" }, `${sentBack.reviewer || "No name"} sent back the previous version, ${day(sentBack.decided)}`),
    sentBack.comment && h("blockquote", {}, sentBack.comment),
    sentBack.file
      ? looking.mode !== "side" && h("button", { type: "button", class: "round", "data-hold": "round", title: "Side by side (C)", "aria-label": "Compare side by side", onclick: () => { looking.mode = "side"; redraw(); } }, threefold(sticker, null))
      : h("p", { class: "quiet no-picture" }, "No picture of that version is kept, so there is nothing to compare with."));
}

/** The approved version that is published until this one is approved. */
const heldWords = (sticker) => sticker.before ? `The version approved ${day(sticker.before.decided)} stays published until this one is approved.` : "Not published yet: waiting for approval.";

function panel(sticker, neighbours, redraw, decisions) {
  const state = reviewState(sticker);
  const tab = (id, name) => choice(name, looking.tab === id, () => { looking.tab = id; redraw(); }, { "data-hold": "tab-" + id });
  return h("aside", { class: "panel", "aria-label": "About the sticker" },
    way(sticker, neighbours),
    h("h2", {}, sticker.label),
    h("p", { class: "review-state " + state }, icon(state), h("span", {}, stateLabels[state]), sticker.review?.reviewer && h("span", { class: "quiet" }, "by " + sticker.review.reviewer),
      sticker.review && h("button", { type: "button", class: "undo", "data-hold": "reopen", title: "Undo decision (U)", onclick: decisions.undo }, "Undo")),
    sticker.review?.comment && h("blockquote", {}, sticker.review.comment),
    asked(sticker, redraw),
    sticker.isHeld && h("p", { class: "quiet" }, heldWords(sticker)),
    h("div", { class: "decide", role: "group", "aria-label": "Decide" },
      h("p", { class: "whose", "aria-hidden": "true" }, h("span", { class: "mark " + state }, icon(state)), h("span", { class: "label" }, sticker.label)),
      h("button", { type: "button", class: "button primary", "data-hold": "approve", title: "Approve (A)", "aria-disabled": state === "approved" ? "true" : null, onclick: state === "approved" ? null : decisions.approve }, "Approve"),
      h("button", { type: "button", class: "button", "data-hold": "send-back", title: "Send back (R)", onclick: decisions.sendBack }, "Send back")),
    compareTools(sticker, redraw),
    state === "changed" && !earlierVersion(sticker) && h("p", { class: "quiet no-picture" }, "No picture of the approved version is kept, so there is nothing to compare with."),
    sticker.animation && frameTools(sticker, redraw),
    h("div", { class: "segments tabs", role: "group", "aria-label": "Details" }, tab("review", "Review"), tab("specs", "Specs")),
    h("div", { class: "tab", hidden: looking.tab !== "review" }, reviewTab(sticker)),
    h("div", { class: "tab", hidden: looking.tab !== "specs" }, specs(sticker)));
}

function reviewTab(sticker) {
  return [
    sticker.findings.length > 0 && h("section", {}, h("h3", {}, "Findings"), h("ul", { class: "findings" }, sticker.findings.map((each) =>
      h("li", {}, icon("warning"), h("div", {}, h("p", {}, each.message), h("p", { class: "quiet" }, each.mend)))))),
    sticker.bubbles && bubbles(sticker),
    h("section", {}, h("h3", {}, "History"), h("ol", { class: "history" }, h("li", { class: "quiet" }, "…"))),
  ];
}

function specs(sticker) {
  return [
    !sticker.bubbles && inline(sticker),
    scales(sticker),
    h("section", {}, h("h3", {}, "Source"), h("dl", { class: "source" },
      fact("File", sticker.source.path), fact("Format", sticker.source.format.toUpperCase()),
      fact("Size", `${number(sticker.source.width)} × ${number(sticker.source.height)}, ${bytes(sticker.source.bytes)}`),
      sticker.bubbles ? fact("Message", "300 × 300 points") : fact("Sticker", `${sticker.size}, ${points[sticker.size]} × ${points[sticker.size]} points`),
      fact("Pixels", h("code", { title: sticker.pixels }, sticker.pixels.slice(0, 12))))),
  ];
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** The history that was shown last, so that it is not requested again on every stroke. */
let shownHistory = { about: "", items: null };
const verdictWords = { approved: "approved", sentBack: "sent back", reopened: "reopened" };

async function history(list, sticker) {
  const about = [sticker.key, sticker.pixels, sticker.review?.verdict, sticker.review?.decided].join(" ");
  if (shownHistory.about === about) return list.replaceChildren(...shownHistory.items);
  const answer = await fetch(`api/history?pack=${encodeURIComponent(sticker.pack)}&sticker=${encodeURIComponent(sticker.id)}`);
  if (!answer.ok) return;
  const { decisions } = await answer.json();
  const items = decisions.length ? decisions.reverse().map((each) => h("li", {},
    h("p", {}, h("strong", {}, each.reviewer || "No name"), " " + verdictWords[each.verdict],
      each.pixels === sticker.pixels ? "" : h("span", { class: "quiet" }, " an earlier version")),
    each.comment && h("blockquote", {}, each.comment),
    h("p", { class: "quiet" }, day(each.decided)))) : [h("li", { class: "quiet" }, "Not reviewed yet.")];
  if (!list.isConnected) return;
  shownHistory = { about, items };
  list.replaceChildren(...items);
}
