// Decisions: approve, request changes, undo.
import { byId, say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { store } from "./store.js";

const nameKey = "stickerd.reviewer";

/** Shows a dialog, and resolves to its return value. */
function ask(dialog) {
  for (const field of dialog.querySelectorAll(".reviewer")) field.value = recall(nameKey) ?? "";
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    const answer = dialog.returnValue;
    if (answer !== "cancel" && answer !== "") {
      remember(nameKey, dialog.querySelector(".reviewer").value.trim());
    }
    resolve(answer);
  }, { once: true }));
}

async function reviewer() {
  const known = recall(nameKey);
  if (known) return known;
  return (await ask(byId("who"))) === "go" ? recall(nameKey) : null;
}

// Unsent comments, by sticker.
const drafts = new Map();

async function send(sticker, verdict, comment, name) {
  const answer = await fetch("api/decisions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sticker: sticker.key, pixels: sticker.pixels, verdict, reviewer: name, comment }),
  }).catch(() => null);
  if (!answer) {
    say("Can't reach the server. Your decision was not saved.", true);
    return false;
  }
  if (answer.ok) return true;
  const told = await answer.json().catch(() => null);
  say(told?.error?.message ?? "Your decision could not be saved.", true);
  return false;
}

// Each of these resolves to whether its decision was stored, and calls `leave` when nothing more is asked about it.

export async function approve(key, leave, undo) {
  const sticker = store.stickers.get(key);
  const name = sticker ? await reviewer() : null;
  if (name === null) return false;
  leave();
  const done = await send(sticker, "approved", "", name);
  if (done) say(`Approved: ${sticker.label}`, false, undo);
  return done;
}

export async function sendBack(key, leave, undo) {
  const sticker = store.stickers.get(key);
  if (!sticker) return false;
  byId("send-back-of").textContent = sticker.label;
  const card = document.activeElement.closest(".card")?.getBoundingClientRect();
  byId("send-back").classList.toggle("at-left", Boolean(card) && card.left > innerWidth / 2);
  const earlier = sticker.review?.verdict === "sentBack" ? sticker.review.comment : "";
  byId("send-back-comment").value = drafts.get(key) ?? earlier;
  if ((await ask(byId("send-back"))) !== "send") return false;
  const comment = byId("send-back-comment").value;
  leave();
  const done = await send(sticker, "sentBack", comment, recall(nameKey) ?? "");
  if (done) {
    drafts.delete(key);
    say(`Sent back: ${sticker.label}`, false, undo);
  } else {
    drafts.set(key, comment);
  }
  return done;
}

export async function reopen(key) {
  const sticker = store.stickers.get(key);
  if (!sticker) return false;
  const done = await send(sticker, "reopened", "", recall(nameKey) ?? "");
  if (done) say(`Reopened: ${sticker.label}`);
  return done;
}

/** Sends the comment with Control or Command and Enter. */
export function listenToComment() {
  byId("send-back-comment").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.target.form.requestSubmit(byId("send-back").querySelector("[value=send]"));
  });
}
