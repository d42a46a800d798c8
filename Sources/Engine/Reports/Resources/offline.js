"use strict";
// A review without a server: everything is in this file, and decisions leave as another.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const decided = new Map();
const cards = [];
let isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let frame = 0;
/** Whether the file of decisions has all that was decided here. */
let isSaved = true;

function make(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function lay(element, background) {
  element.style.setProperty("--colour", background.colour ?? "#888888");
  element.style.setProperty("--image", background.image ? `url("${background.image}")` : "none");
}

function setBackground(index) {
  const background = data.backgrounds[index];
  if (!background) return;
  lay(byId("main"), background);
  [...byId("backgrounds").children].forEach((button, place) => button.setAttribute("aria-pressed", String(place === index)));
}

/** Shows what moves, all from its beginning at the same moment; or a frame of it. */
function show() {
  byId("play").textContent = isPlaying ? "Pause" : "Play";
  byId("play").setAttribute("aria-pressed", String(isPlaying));
  for (const { sticker, figure, image } of cards) {
    if (!sticker.strip) continue;
    figure.classList.toggle("still", !isPlaying);
    figure.style.setProperty("--frame", frame % sticker.times.length);
    image.src = "";
    image.src = isPlaying ? sticker.image : sticker.strip;
  }
}

function step(by) {
  isPlaying = false;
  frame = Math.max(0, frame + by);
  show();
}

function decide(card, verdict) {
  const { sticker } = card;
  isSaved = false;
  if (verdict === null) decided.delete(sticker);
  else decided.set(sticker, { verdict, decided: new Date().toISOString().slice(0, 19) + "Z" });
  paint(card);
  if (verdict === "sentBack") card.comment.focus();
  byId("count").textContent = `${decided.size} of ${data.stickers.length} decided`;
}

function paint(card) {
  const verdict = decided.get(card.sticker)?.verdict ?? null;
  const decision = verdict ?? card.sticker.outcome ?? "open";
  card.element.className = "card " + decision;
  card.decision.textContent = { approved: "Approved", sentBack: "Sent back", open: "To review" }[decision];
  card.yes.setAttribute("aria-pressed", String(verdict === "approved"));
  card.no.setAttribute("aria-pressed", String(verdict === "sentBack"));
  card.comment.hidden = verdict !== "sentBack";
}

function cardOf(sticker) {
  const image = make("img", { alt: sticker.label, src: sticker.image });
  const figure = make("div", { class: "figure" }, image);
  figure.style.setProperty("--side", sticker.points + "px");
  const card = { sticker, image, figure };
  card.decision = make("p", { class: "decision" });
  card.yes = make("button", { type: "button", onclick: () => decide(card, "approved") }, "Approve");
  card.no = make("button", { type: "button", onclick: () => decide(card, "sentBack") }, "Send back");
  card.comment = make("textarea", { rows: "2", maxlength: "2000", placeholder: "What should change?", "aria-label": "What should change?", oninput: () => { isSaved = false; } });
  card.element = make("li", { tabindex: "0" }, make("div", { class: "look" }, figure),
    make("p", { class: "label" }, sticker.label),
    make("p", { class: "facts" }, sticker.bytes.toLocaleString("en") + " bytes"),
    ...sticker.findings.map((finding) => make("p", { class: "finding" }, finding)),
    card.decision, make("div", { class: "choose" }, card.yes, card.no), card.comment);
  cards.push(card);
  paint(card);
  return card.element;
}

function save() {
  if (!byId("reviewer").reportValidity()) return;
  const decisions = data.stickers.filter((sticker) => decided.has(sticker)).map((sticker) => ({
    pack: sticker.pack, sticker: sticker.sticker, pixels: sticker.pixels, picture: sticker.picture,
    reviewer: byId("reviewer").value.trim(), comment: cards.find((card) => card.sticker === sticker).comment.value.trim(),
    ...decided.get(sticker),
  }));
  const blob = new Blob([JSON.stringify({ kind: "stickerd-decisions", version: 1, decisions }, null, 2) + "\n"], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: "decisions.json" });
  link.click();
  isSaved = true;
  byId("count").textContent = "Saved. Mail decisions.json to the person who sent you this page.";
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const packs = Map.groupBy ? Map.groupBy(data.stickers, (sticker) => sticker.pack) : data.stickers.reduce((map, sticker) =>
  map.set(sticker.pack, [...(map.get(sticker.pack) ?? []), sticker]), new Map());
for (const stickers of packs.values()) {
  byId("main").append(make("h2", {}, stickers[0].packTitle), make("ul", {}, ...stickers.map(cardOf)));
}
if (data.rejected.length) {
  byId("main").append(make("h2", {}, "Rejected"), make("ul", { class: "rejected" }, ...data.rejected.map((source) =>
    make("li", {}, make("strong", {}, source.path), ...source.reasons.map((reason) => make("p", {}, reason))))));
}
byId("backgrounds").append(...data.backgrounds.map((background, index) => {
  const button = make("button", { type: "button", title: background.name, "aria-label": background.name, onclick: () => setBackground(index) });
  lay(button, background);
  return button;
}));
byId("count").textContent = `${data.stickers.length} stickers`;
byId("play").addEventListener("click", () => { isPlaying = !isPlaying; show(); });
byId("back").addEventListener("click", () => step(-1));
byId("forth").addEventListener("click", () => step(1));
byId("save").addEventListener("click", save);
setBackground(0);
show();

// The decisions are only in this page until they are saved: a browser asks before it closes it.
addEventListener("beforeunload", (event) => { if (!isSaved) event.preventDefault(); });

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) return event.target.closest(".card").focus();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  if (event.key === " " && event.target instanceof HTMLButtonElement) return;
  const place = cards.findIndex((card) => card.element.contains(document.activeElement));
  const go = (index) => cards[Math.min(Math.max(index, 0), cards.length - 1)]?.element.focus();
  const actions = {
    j: () => go(place + 1), k: () => go(place - 1), " ": () => byId("play").click(), ",": () => step(-1), ".": () => step(1),
    a: () => { if (place >= 0) { decide(cards[place], "approved"); go(place + 1); } },
    r: () => { if (place >= 0) decide(cards[place], "sentBack"); },
    u: () => { if (place >= 0) decide(cards[place], null); },
  };
  const action = actions[event.key.toLowerCase()] ?? (/^[1-9]$/.test(event.key) ? () => setBackground(Number(event.key) - 1) : null);
  if (!action) return;
  event.preventDefault();
  action();
});
