"use strict";
// A review without a server. The file contains all data, and the decisions are saved as another file.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const plurals = new Intl.PluralRules(data.language);
const numbers = new Intl.NumberFormat(data.language);
/** The text of a key with values in place of the placeholders. `count` selects the plural form. */
function t(key, values = {}) {
  const forms = data.texts[key] ?? {};
  const template = forms["=" + values.count] ?? forms[plurals.select(values.count ?? 0)] ?? forms.other ?? key;
  return template.replaceAll(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? numbers.format(values[name]) : values[name]);
}
const decided = new Map();
const cards = [];
let isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let frame = 0;
/** Whether all decisions were saved as a file. */
let isSaved = true;
/** Whether only stickers without a decision are shown. */
let isOpenOnly = false;

// The key under which the browser stores the review. A decision is about pixels, so it is valid in any file with the same sticker.
// If the browser refuses to store data, the decisions are kept until the page is closed.
const storage = "stickerd.offline";
const identity = ({ pack, sticker, pixels }) => [pack, sticker, pixels].join(" ");

function recall() {
  try {
    return JSON.parse(localStorage.getItem(storage)) ?? {};
  } catch {
    return {};
  }
}

function remember() {
  const kept = recall();
  const decisions = { ...kept.decisions };
  for (const card of cards) {
    delete decisions[identity(card.sticker)];
    const decision = decided.get(card.sticker);
    if (decision) decisions[identity(card.sticker)] = { ...decision, comment: card.comment.value };
  }
  try {
    localStorage.setItem(storage, JSON.stringify({ name: byId("reviewer").value, isSaved, decisions }));
  } catch {
    return;
  }
}

/** Restores the decisions that were made before the page was closed. */
function restore() {
  const kept = recall();
  byId("reviewer").value = kept.name ?? "";
  for (const card of cards) {
    const decision = kept.decisions?.[identity(card.sticker)];
    if (!decision) continue;
    const { comment, ...rest } = decision;
    decided.set(card.sticker, rest);
    card.comment.value = comment ?? "";
    paint(card);
  }
  if (decided.size > 0) isSaved = kept.isSaved ?? false;
}

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
  lay(byId("large"), background);
  [...byId("backgrounds").children].forEach((button, place) => button.setAttribute("aria-pressed", String(place === index)));
}

/** Starts all animations at the same time, or shows one frame of each. */
function show() {
  byId("play").textContent = t(isPlaying ? "pause" : "play");
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
  count();
  remember();
}

function count() {
  byId("count").textContent = decided.size === 0 ? t("count.stickers", { count: data.stickers.length }) : t("offline.decided", { place: decided.size, count: data.stickers.length });
}

/** Switches between the earlier and the current version. */
function compare(card, isBefore) {
  if (!card.sticker.before) return;
  card.before.setAttribute("aria-pressed", String(isBefore));
  card.image.src = isBefore ? card.sticker.before : card.sticker.image;
  card.image.alt = isBefore ? t("offline.earlier", { name: card.sticker.label }) : card.sticker.label;
}

/** Shows a sticker as large as possible. */
function enlarge(card) {
  const image = make("img", { src: card.image.src, alt: card.sticker.label });
  byId("large").replaceChildren(make("form", { method: "dialog" }, make("button", { "aria-label": t("close") }, image)));
  byId("large").showModal();
}

function filter(isOpen) {
  isOpenOnly = isOpen;
  byId("all").setAttribute("aria-pressed", String(!isOpen));
  byId("open").setAttribute("aria-pressed", String(isOpen));
  for (const card of cards) card.element.hidden = isOpen && decisionOf(card.sticker) !== "open";
  for (const list of document.querySelectorAll("main ul:not(.rejected)")) list.previousSibling.hidden = [...list.children].every((each) => each.hidden);
}

const decisionOf = (sticker) => decided.get(sticker)?.verdict ?? sticker.outcome ?? "open";

function paint(card) {
  const decision = decisionOf(card.sticker);
  card.element.className = "card " + decision;
  card.decision.textContent = t("state." + decision);
  card.yes.setAttribute("aria-pressed", String(decision === "approved"));
  card.no.setAttribute("aria-pressed", String(decision === "sentBack"));
  card.comment.hidden = decided.get(card.sticker)?.verdict !== "sentBack";
}

/** A finding. In languages other than English, the stored English sentence follows it. */
const words = ({ text, detail }, kind) => make("p", { class: kind }, text, detail && make("span", { class: "detail", lang: "en" }, " " + detail));

function cardOf(sticker) {
  const image = make("img", { alt: sticker.label, src: sticker.image });
  const figure = make("div", { class: "figure" }, image);
  figure.style.setProperty("--side", sticker.points + "px");
  const card = { sticker, image, figure };
  card.decision = make("p", { class: "decision" });
  card.yes = make("button", { type: "button", onclick: () => decide(card, "approved") }, t("approve"));
  card.no = make("button", { type: "button", onclick: () => decide(card, "sentBack") }, t("sendBack"));
  card.comment = make("textarea", { rows: "2", maxlength: "2000", placeholder: t("sendBack.question"), "aria-label": t("sendBack.question"), oninput: () => { isSaved = false; remember(); } });
  card.before = sticker.before ? make("button", { type: "button", class: "before", "aria-pressed": "false", title: t("offline.before.title"), onclick: () => compare(card, card.before.getAttribute("aria-pressed") !== "true") }, t("offline.before")) : null;
  card.element = make("li", { tabindex: "0" }, make("div", { class: "look", title: t("offline.enlarge"), onclick: () => enlarge(card) }, figure),
    make("p", { class: "label" }, sticker.label),
    sticker.asked ? make("p", { class: "said" }, sticker.asked) : null, card.before,
    ...sticker.findings.map((finding) => words(finding, "finding")),
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
  remember();
  byId("count").textContent = t("offline.saved");
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const packs = Map.groupBy ? Map.groupBy(data.stickers, (sticker) => sticker.pack) : data.stickers.reduce((map, sticker) =>
  map.set(sticker.pack, [...(map.get(sticker.pack) ?? []), sticker]), new Map());
for (const stickers of packs.values()) {
  byId("main").append(make("h2", {}, stickers[0].packTitle), make("ul", {}, ...stickers.map(cardOf)));
}
if (data.rejected.length) {
  byId("main").append(make("h2", {}, t("sheet.notPublished")), make("ul", { class: "rejected" }, ...data.rejected.map((source) =>
    make("li", {}, make("strong", {}, source.path), ...source.reasons.map((reason) => words(reason))))));
}
byId("backgrounds").append(...data.backgrounds.map((background, index) => {
  const button = make("button", { type: "button", title: background.name, "aria-label": background.name, onclick: () => setBackground(index) });
  lay(button, background);
  return button;
}));
byId("all").addEventListener("click", () => filter(false));
byId("open").addEventListener("click", () => filter(true));
byId("reviewer").addEventListener("input", remember);
byId("large").addEventListener("click", () => byId("large").close());
restore();
count();
byId("play").addEventListener("click", () => { isPlaying = !isPlaying; show(); });
byId("back").addEventListener("click", () => step(-1));
byId("forth").addEventListener("click", () => step(1));
byId("save").addEventListener("click", save);
setBackground(0);
show();

// Unsaved decisions exist only in this page, so the browser asks before it is closed.
addEventListener("beforeunload", (event) => { if (!isSaved) event.preventDefault(); });

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) return event.target.closest(".card").focus();
  if (byId("large").open) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  if ([" ", "Enter"].includes(event.key) && event.target instanceof HTMLButtonElement) return;
  const place = cards.findIndex((card) => card.element.contains(document.activeElement));
  const shown = cards.filter((card) => !card.element.hidden);
  const at = shown.indexOf(cards[place]);
  const go = (by) => shown[Math.min(Math.max(at + by, 0), shown.length - 1)]?.element.focus();
  const actions = {
    j: () => go(1), k: () => go(-1), " ": () => byId("play").click(), ",": () => step(-1), ".": () => step(1),
    a: () => { if (place >= 0) { decide(cards[place], "approved"); go(1); } },
    r: () => { if (place >= 0) decide(cards[place], "sentBack"); },
    b: () => { if (place >= 0) compare(cards[place], true); },
    enter: () => { if (place >= 0) enlarge(cards[place]); },
    u: () => { if (place >= 0) decide(cards[place], null); },
  };
  const action = actions[event.key.toLowerCase()] ?? (/^[1-9]$/.test(event.key) ? () => setBackground(Number(event.key) - 1) : null);
  if (!action) return;
  event.preventDefault();
  action();
});
addEventListener("keyup", (event) => {
  if (event.key.toLowerCase() !== "b" || event.target instanceof HTMLTextAreaElement) return;
  const card = cards.find((each) => each.element.contains(document.activeElement));
  if (card) compare(card, false);
});
