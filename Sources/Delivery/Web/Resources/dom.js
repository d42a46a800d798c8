// Creates elements. Strings are inserted as text: file names and labels are never parsed as markup.
import { language, locale, parts, t } from "./texts.js";

/** Creates an element. Keys of `given` that begin with a dot are properties, keys that begin with "on" are listeners, and all others
   are attributes. */
export function h(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith(".")) element[key.slice(1)] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An icon of the page's sprite. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#i-" + name);
  svg.append(use);
  return svg;
}

export const byId = (id) => document.getElementById(id);

const numbers = new Intl.NumberFormat(language);
export const number = (value) => numbers.format(value);
const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
export const percent = (share) => share > 0 && share < 0.001 ? t("percent.least") : percents.format(share);
export const bytes = (value) => t("bytes", { count: value });
/** A time in the reviewer's format. For today, only the time of day. */
export function day(time) {
  const date = new Date(time);
  const hour = { hour: "2-digit", minute: "2-digit" };
  if (date.toDateString() === new Date().toDateString()) return t("time.today", { time: date.toLocaleTimeString(locale, hour) });
  return date.toLocaleString(locale, { day: "numeric", month: "short", year: "numeric", ...hour });
}

/** A text with a number, of which only the number is visible. Screen readers read the whole text. */
export const onlyNumber = (key, count) => parts(key, { count }, (text) => h("span", { class: "unseen" }, text));

let fading;
/** Shows a short message, also to screen readers. If `undo` is a function, the message has a button that calls it. */
export function say(text, isBad = false, undo = null) {
  show([h("span", {}, text), undo && h("button", { type: "button", class: "undo", title: t("undo.title") + " (U)", onclick: () => undo() }, t("undo"))], isBad);
  fading = setTimeout(hide, isBad || undo ? 8000 : 2600);
}

/** Shows a problem with a button that calls `again`. The message is visible until it is closed or replaced. */
export function sayProblem(text, again) {
  show([
    h("span", {}, text), h("button", { type: "button", class: "undo", onclick: () => { hide(); again(); } }, t("again")),
    h("button", { type: "button", class: "icon", title: t("close"), "aria-label": t("close"), onclick: hide }, icon("close")),
  ], true);
}

function show(children, isBad) {
  const toast = byId("toast");
  toast.replaceChildren(...children.filter(Boolean));
  toast.classList.toggle("bad", isBad);
  toast.classList.add("shown");
  clearTimeout(fading);
}

const hide = () => byId("toast").classList.remove("shown");

const connection = { isThere: true, note: "" };
let noted = null;
/** Shows the connection state in the header, or the latest changes for a short time. */
function drawState() {
  const state = byId("state");
  state.classList.toggle("lost", !connection.isThere);
  const text = connection.isThere ? connection.note || t("live") : t("reconnecting");
  if (state.lastElementChild?.textContent !== text) state.replaceChildren(h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: "words" }, text));
}

export function showConnection(isThere) {
  connection.isThere = isThere;
  drawState();
}

/** Shows the latest changes in the header for a short time. */
export function noteState(text) {
  connection.note = text;
  drawState();
  clearTimeout(noted);
  noted = setTimeout(() => {
    connection.note = "";
    drawState();
  }, 8000);
}

/** Changes a list, and animates its children to their new places. Does not animate if the reviewer prefers reduced motion. */
export function slide(list, change) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return change();
  const isInSight = (box) => box.bottom > 0 && box.top < innerHeight;
  const places = new Map([...list.children].map((child) => [child, child.getBoundingClientRect()]));
  change();
  for (const child of list.children) {
    const [from, to] = [places.get(child), child.getBoundingClientRect()];
    if (!from || (!isInSight(from) && !isInSight(to)) || (from.left === to.left && from.top === to.top)) continue;
    child.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
}

/** A button of a group in which one button is selected. */
export function choice(label, isChosen, choose, given = {}) {
  return h("button", { type: "button", "aria-pressed": String(isChosen), onclick: choose, ...given }, label);
}
