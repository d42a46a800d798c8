// The detail view of one sticker.
import { bytes, day, h, icon, number } from "./dom.js";
import { previewCanvas, looking, noteScroll, scrollCanvas } from "./preview-canvas.js";
import { figure, lay, setBackground, stage } from "./stage.js";
import { points, reviewState, stateLabels, store, url } from "./store.js";

export function drawSticker(view, sticker, neighbours, redraw, decisions) {
  if (looking.key !== sticker.key) Object.assign(looking, { key: sticker.key, frame: 0, isBefore: false });
  const held = document.activeElement?.dataset?.hold;
  noteScroll(view.querySelector(".preview-canvas"));
  view.replaceChildren(h("article", { class: "closely", "data-key": sticker.key },
    h("nav", { class: "way", "aria-label": "Stickers" },
      h("a", { href: "#/pack/" + encodeURIComponent(sticker.pack), "data-hold": "back" }, "‹ " + (store.packs.get(sticker.pack)?.title ?? sticker.pack)),
      h("span", { class: "space" }),
      neighbours.count > 1 && h("span", { class: "place" }, `${number(neighbours.place)} of ${number(neighbours.count)}`),
      neighbours.previous && h("a", { href: "#/sticker/" + encodeURI(neighbours.previous), "data-hold": "previous", title: "Previous (K)" }, "Previous"),
      neighbours.next && h("a", { href: "#/sticker/" + encodeURI(neighbours.next), "data-hold": "next", title: "Next (J)" }, "Next")),
    h("div", { class: "sides" },
      h("div", { class: "work" }, previewCanvas(sticker, redraw), !sticker.bubbles && grounds(sticker)),
      panel(sticker, decisions),
      h("div", { class: "more" }, sticker.bubbles ? bubbles(sticker) : inline(sticker), sticker.strip && frames(sticker), scales(sticker)))));
  scrollCanvas(view.querySelector(".preview-canvas"), sticker);
  if (held) view.querySelector(`[data-hold="${held}"]`)?.focus();
  history(view.querySelector(".history"), sticker);
}

/** The sticker on every background at once. */
function grounds(sticker) {
  return h("div", { class: "grounds" }, store.settings.backgrounds.map((background, index) => {
    const tile = h("button", {
      type: "button", class: "ground", "aria-pressed": String(stage.background === index), "data-hold": "ground" + index,
      onclick: () => setBackground(index),
    }, figure(sticker, { side: 64, lazy: false }), h("span", { class: "caption" }, background.name));
    lay(tile, index);
    return tile;
  }));
}

/** The sticker as people use it like an emoji: in a line of text and as a reaction, on light and on dark. */
function inline(sticker) {
  const small = (side) => figure(sticker, { scale: 3, side, lazy: false });
  const sample = (shade) => h("div", { class: "inline-sample " + shade },
    h("span", { class: "bubble" }, "See you ", small(24), " soon", h("span", { class: "reaction" }, small(28))),
    h("span", { class: "alone" }, small(40)));
  return h("section", { class: "block" }, h("h3", {}, "At emoji size"),
    h("div", { class: "inline-samples" }, sample("light"), sample("dark")),
    h("p", { class: "quiet" }, "24 points in a line of text, 28 as a reaction, 40 alone."));
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** A message as Messages shows it: light and dark, and in every language. */
function bubbles(sticker) {
  const name = (each) => each.name === "light" ? "Light" : each.name === "dark" ? "Dark" : languages.of(each.name.replace("light-", ""));
  return h("section", { class: "block" }, h("h3", {}, "In Messages"),
    h("ul", { class: "bubbles" }, sticker.bubbles.map((each) => h("li", {}, h("figure", {},
      h("img", { src: url(each.file), alt: sticker.label + ", " + name(each), width: 320, height: 320, loading: "lazy" }),
      h("figcaption", { class: "quiet" }, name(each)))))),
    h("p", { class: "quiet" }, "Cropped and rounded, with the texts where Messages puts them; other sizes of type and other fonts shift them."));
}

function frames(sticker) {
  const count = sticker.strip.times.length;
  const image = h("img", { src: url(sticker.strip.file) });
  const picked = h("span", { class: "figure still" }, image);
  picked.style.setProperty("--side", "136px");
  const { duration, frames, loopCount } = sticker.animation;
  const words = h("p", { class: "quiet" });
  const slider = h("input", {
    class: "frame-slider", type: "range", min: "0", max: String(count - 1), value: Math.min(looking.frame, count - 1),
    "aria-label": "Frame", "data-hold": "frame", oninput: show,
  });
  function show() {
    looking.frame = Number(slider.value);
    const time = sticker.strip.times[looking.frame];
    picked.style.setProperty("--frame", looking.frame);
    image.alt = `${sticker.label}, at ${time} ms`;
    slider.setAttribute("aria-valuetext", time + " ms");
    words.textContent = `${time} ms of ${number(duration)} ms · ${frames} frames · ${loopCount === 0 ? "loops forever" : loopCount === 1 ? "plays once" : "plays " + loopCount + " times"}`;
  }
  show();
  return h("section", { class: "block" }, h("h3", {}, "Frames"),
    h("div", { class: "frames" }, picked, h("div", { class: "times" }, slider, words)));
}

/** Moves to another frame of an animation. */
export function stepFrame(by) {
  const slider = document.querySelector(".frame-slider");
  if (!slider) return;
  slider.value = String(Number(slider.value) + by);
  slider.dispatchEvent(new Event("input"));
}

function scales(sticker) {
  const limit = sticker.bubbles ? store.settings.messageByteLimit : store.settings.byteLimit;
  return h("section", { class: "block" }, h("h3", {}, "Scales"),
    h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Scales" }, h("table", {},
      h("thead", {}, h("tr", {}, ["", "Scale", "Pixels", "Size", "Of the limit", "Format", "Fidelity"].map((name, place) => place ? h("th", { scope: "col" }, name) : h("td", {})))),
      h("tbody", {}, sticker.pictures.map((each) => h("tr", {},
        h("td", { class: "thumb" }, figure(sticker, { side: 34, scale: each.scale, isPicture: true })),
        h("th", { scope: "row" }, "@" + each.scale + "x"),
        h("td", {}, `${each.width} × ${each.height}`),
        h("td", {}, bytes(each.bytes)),
        h("td", {}, h("meter", { min: "0", max: String(limit), high: String(limit * 0.9), value: String(each.bytes), "aria-label": Math.round(100 * each.bytes / limit) + "% of the limit" }), h("span", { class: "quiet" }, Math.max(1, Math.round(100 * each.bytes / limit)) + "%")),
        h("td", {}, each.format.toUpperCase() + (each.colours ? `, ${each.colours} colours` : "")),
        h("td", {}, each.fidelity.toFixed(4))))))),
    h("p", { class: "quiet" }, sticker.fit));
}

function panel(sticker, decisions) {
  const state = reviewState(sticker);
  return h("aside", { class: "panel", "aria-label": "About the sticker" },
    h("h2", {}, sticker.label),
    h("p", { class: "review-state " + state }, icon(state), h("span", {}, stateLabels[state]), sticker.review?.reviewer && h("span", { class: "quiet" }, "by " + sticker.review.reviewer),
      sticker.review && h("button", { type: "button", class: "undo", "data-hold": "reopen", title: "Undo decision (U)", onclick: decisions.undo }, "Undo")),
    sticker.review?.comment && h("blockquote", {}, sticker.review.comment),
    sticker.sentBack && h("div", { class: "asked" },
      h("p", { class: "quiet" }, `${sticker.sentBack.reviewer || "No name"} sent back the previous version on ${day(sticker.sentBack.decided)}`),
      sticker.sentBack.comment && h("blockquote", {}, sticker.sentBack.comment)),
    sticker.isHeld && h("p", { class: "quiet" }, sticker.before ? `The version approved ${day(sticker.before.decided)} stays published until this one is approved.` : "Not published yet: waiting for approval."),
    h("div", { class: "decide", role: "group", "aria-label": "Decide" },
      h("p", { class: "whose", "aria-hidden": "true" }, h("span", { class: "mark " + state }, icon(state)), h("span", { class: "label" }, sticker.label)),
      h("button", { type: "button", class: "button primary", "data-hold": "approve", title: "Approve (A)", "aria-disabled": state === "approved" ? "true" : null, onclick: state === "approved" ? null : decisions.approve }, "Approve"),
      h("button", { type: "button", class: "button", "data-hold": "send-back", title: "Send back (R)", onclick: decisions.sendBack }, "Send back")),
    sticker.findings.length > 0 && h("section", {}, h("h3", {}, "Findings"), h("ul", { class: "findings" }, sticker.findings.map((each) =>
      h("li", {}, icon("warning"), h("div", {}, h("p", {}, each.message), h("p", { class: "quiet" }, each.mend)))))),
    h("section", {}, h("h3", {}, "Source"), h("dl", { class: "source" },
      fact("File", sticker.source.path), fact("Format", sticker.source.format.toUpperCase()),
      fact("Size", `${number(sticker.source.width)} × ${number(sticker.source.height)}, ${bytes(sticker.source.bytes)}`),
      sticker.bubbles ? fact("Message", "300 × 300 points") : fact("Sticker", `${sticker.size}, ${points[sticker.size]} × ${points[sticker.size]} points`),
      fact("Pixels", h("code", { title: sticker.pixels }, sticker.pixels.slice(0, 12))))),
    h("section", {}, h("h3", {}, "History"), h("ol", { class: "history" }, h("li", { class: "quiet" }, "…"))));
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
