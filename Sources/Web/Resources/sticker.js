// One sticker, looked at closely.
import { bytes, choice, day, h, icon, number } from "./dom.js";
import { approve, reopen, sendBack } from "./decide.js";
import { figure, lay, setBackground, stage } from "./stage.js";
import { picture, points, standing, standingWords, store, url } from "./store.js";

const looking = { key: "", zoom: 2, mode: "now", part: 50, frame: 0 };
const zooms = [[1, "Points"], [2, "200%"], [4, "400%"], [8, "800%"]];
const modes = { now: "Now", slider: "Slider", flicker: "Flicker", difference: "Difference" };

export function drawSticker(view, sticker, neighbours, redraw) {
  if (looking.key !== sticker.key) Object.assign(looking, { key: sticker.key, mode: "now", frame: 0 });
  if (!sticker.before) looking.mode = "now";
  const held = document.activeElement?.dataset?.hold;
  const scroll = view.querySelector(".easel")?.scrollTop ?? 0;
  view.replaceChildren(h("article", { class: "closely", "data-key": sticker.key },
    h("nav", { class: "way", "aria-label": "Stickers" },
      h("a", { href: "#/pack/" + encodeURIComponent(sticker.pack), "data-hold": "back" }, "‹ " + (store.packs.get(sticker.pack)?.title ?? sticker.pack)),
      h("span", { class: "space" }),
      neighbours.previous && h("a", { href: "#/sticker/" + encodeURI(neighbours.previous), "data-hold": "previous", title: "Previous (K)" }, "Previous"),
      neighbours.next && h("a", { href: "#/sticker/" + encodeURI(neighbours.next), "data-hold": "next", title: "Next (J)" }, "Next")),
    h("div", { class: "sides" },
      panel(sticker),
      h("div", { class: "work" }, easel(sticker, redraw), grounds(sticker), sticker.strip && frames(sticker, redraw), scales(sticker)))));
  const stand = view.querySelector(".easel");
  if (stand) stand.scrollTop = scroll;
  if (held) view.querySelector(`[data-hold="${held}"]`)?.focus();
  history(view.querySelector(".history"), sticker);
}

function easel(sticker, redraw) {
  const side = points[sticker.size] * looking.zoom;
  const tools = h("div", { class: "easel-tools" },
    h("div", { class: "segments", role: "group", "aria-label": "Zoom" }, zooms.map(([zoom, name]) =>
      choice(name, looking.zoom === zoom, () => { looking.zoom = zoom; redraw(); }, { "data-hold": "zoom" + zoom }))),
    sticker.before && h("div", { class: "segments", role: "group", "aria-label": "Compare with the version that was approved last" },
      Object.entries(modes).map(([mode, name]) =>
        choice(name, looking.mode === mode, () => { looking.mode = mode; redraw(); }, { "data-hold": "mode-" + mode }))));
  const stand = h("div", { class: "easel mode-" + looking.mode + (looking.zoom >= 4 ? " pixels" : ""), tabindex: "0", role: "region", "aria-label": "The sticker on the background" });
  if (looking.mode === "now") stand.append(figure(sticker, { side, lazy: false }));
  else stand.append(compared(sticker, side));
  draggable(stand);
  return h("div", { class: "easel-frame" }, stand, looking.mode === "slider" && h("input", {
    class: "wipe", type: "range", min: "0", max: "100", value: looking.part, "data-hold": "wipe",
    "aria-label": "How much of the earlier version is shown",
    oninput: (event) => {
      looking.part = Number(event.target.value);
      stand.style.setProperty("--part", looking.part + "%");
    },
  }), looking.mode !== "now" && h("p", { class: "quiet captions" },
    looking.mode === "difference"
      ? "What differs from the version approved " + day(sticker.before.decided) + ", four times as bright."
      : [h("span", {}, "Approved " + day(sticker.before.decided)), h("span", {}, "Now")]), tools);
}

/** The version that was approved last, and the one that is there now, over one another. */
function compared(sticker, side) {
  const layer = (name, file, alt) => {
    const image = h("span", { class: "layer " + name }, h("img", { src: url(file), alt, width: side, height: side, draggable: "false" }));
    return image;
  };
  const pair = h("span", { class: "pair" },
    layer("after", picture(sticker, stage.scale).file, sticker.label + ", now"),
    layer("before", sticker.before.file, sticker.label + ", as it was approved"));
  pair.style.setProperty("--side", side + "px");
  pair.style.setProperty("--part", looking.part + "%");
  return pair;
}

/** Moves what is larger than its frame with the pointer. */
function draggable(stand) {
  stand.style.setProperty("--part", looking.part + "%");
  stand.addEventListener("pointerdown", (down) => {
    if (stand.scrollWidth <= stand.clientWidth && stand.scrollHeight <= stand.clientHeight) return;
    const [left, top] = [stand.scrollLeft + down.clientX, stand.scrollTop + down.clientY];
    stand.setPointerCapture(down.pointerId);
    const move = (event) => stand.scrollTo(left - event.clientX, top - event.clientY);
    stand.addEventListener("pointermove", move);
    stand.addEventListener("pointerup", () => stand.removeEventListener("pointermove", move), { once: true });
  });
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

function frames(sticker, redraw) {
  const count = sticker.strip.times.length;
  looking.frame = Math.min(looking.frame, count - 1);
  const picked = h("span", { class: "figure still" }, h("img", { src: url(sticker.strip.file), alt: `${sticker.label}, at ${sticker.strip.times[looking.frame]} ms` }));
  picked.style.setProperty("--side", "136px");
  picked.style.setProperty("--frame", looking.frame);
  return h("section", { class: "block" }, h("h3", {}, "Frames"),
    h("div", { class: "frames" }, picked, h("div", { class: "times" }, h("input", {
      type: "range", min: "0", max: String(count - 1), value: looking.frame, "aria-label": "Frame", "data-hold": "frame",
      oninput: (event) => { looking.frame = Number(event.target.value); redraw(); },
    }), h("p", { class: "quiet" }, `${sticker.strip.times[looking.frame]} ms of ${number(sticker.animation.duration)} ms · ${sticker.animation.frames} frames · ${sticker.animation.loopCount === 0 ? "plays for ever" : "plays " + sticker.animation.loopCount + " times"}`))));
}

function scales(sticker) {
  const limit = store.settings.byteLimit;
  return h("section", { class: "block" }, h("h3", {}, "Scales"),
    h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Scales" }, h("table", {},
      h("thead", {}, h("tr", {}, ["", "Scale", "Pixels", "Size", "Of the limit", "Format", "Fidelity"].map((name, place) => place ? h("th", { scope: "col" }, name) : h("td", {})))),
      h("tbody", {}, sticker.pictures.map((each) => h("tr", {},
        h("td", { class: "thumb" }, figure(sticker, { side: 34, scale: each.scale })),
        h("th", { scope: "row" }, "@" + each.scale + "x"),
        h("td", {}, `${each.width} × ${each.height}`),
        h("td", {}, bytes(each.bytes)),
        h("td", {}, h("meter", { min: "0", max: String(limit), high: String(limit * 0.9), value: String(each.bytes), "aria-label": Math.round(100 * each.bytes / limit) + "% of the limit" }), h("span", { class: "quiet" }, Math.max(1, Math.round(100 * each.bytes / limit)) + "%")),
        h("td", {}, each.format.toUpperCase() + (each.colours ? `, ${each.colours} colours` : "")),
        h("td", {}, each.fidelity.toFixed(4))))))),
    h("p", { class: "quiet" }, sticker.fit));
}

function panel(sticker) {
  const state = standing(sticker);
  return h("aside", { class: "panel", "aria-label": "About the sticker" },
    h("h2", {}, sticker.label),
    h("p", { class: "standing " + state }, icon(state), h("span", {}, standingWords[state]), sticker.review?.reviewer && h("span", { class: "quiet" }, "by " + sticker.review.reviewer)),
    sticker.review?.comment && h("blockquote", {}, sticker.review.comment),
    sticker.isHeld && h("p", { class: "quiet" }, "Kept out of the catalog until somebody approves it."),
    h("div", { class: "decide" },
      h("button", { type: "button", class: "button primary", "data-hold": "approve", title: "Approve (A)", disabled: state === "approved", onclick: () => approve(sticker.key) }, "Approve"),
      h("button", { type: "button", class: "button", "data-hold": "send-back", title: "Send back (R)", onclick: () => sendBack(sticker.key) }, "Send back"),
      sticker.review && h("button", { type: "button", class: "button plain", "data-hold": "reopen", title: "Take the decision back (U)", onclick: () => reopen(sticker.key) }, "Undo")),
    sticker.findings.length > 0 && h("section", {}, h("h3", {}, "Findings"), h("ul", { class: "findings" }, sticker.findings.map((each) =>
      h("li", {}, icon("warning"), h("div", {}, h("p", {}, each.message), h("p", { class: "quiet" }, each.mend)))))),
    h("section", {}, h("h3", {}, "Source"), h("dl", { class: "source" },
      fact("File", sticker.source.path), fact("Format", sticker.source.format.toUpperCase()),
      fact("Size", `${number(sticker.source.width)} × ${number(sticker.source.height)}, ${bytes(sticker.source.bytes)}`),
      fact("Sticker", `${sticker.size}, ${points[sticker.size]} × ${points[sticker.size]} points`),
      fact("Pixels", h("code", { title: sticker.pixels }, sticker.pixels.slice(0, 12))))),
    h("section", {}, h("h3", {}, "History"), h("ol", { class: "history" }, h("li", { class: "quiet" }, "…"))));
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

const verdictWords = { approved: "approved", sentBack: "sent back", reopened: "opened again" };

async function history(list, sticker) {
  const answer = await fetch(`api/history?pack=${encodeURIComponent(sticker.pack)}&sticker=${encodeURIComponent(sticker.id)}`);
  if (!answer.ok || !list.isConnected) return;
  const { decisions } = await answer.json();
  list.replaceChildren(...(decisions.length ? decisions.reverse().map((each) => h("li", {},
    h("p", {}, h("strong", {}, each.reviewer || "Somebody"), " " + verdictWords[each.verdict],
      each.pixels === sticker.pixels ? "" : h("span", { class: "quiet" }, " an earlier version")),
    each.comment && h("blockquote", {}, each.comment),
    h("p", { class: "quiet" }, day(each.decided)))) : [h("li", { class: "quiet" }, "Nobody has decided yet.")]));
}
