// Decisions: approve, request changes, undo.
import { byId, say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { nextOpen } from "./queue.js";
import { isOpen, reviewState, store } from "./store.js";

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

/**
 * The way through the queue: each decision moves on to the next undecided sticker without waiting for the answer.
 *
 * `subject` is the current sticker, `queue` the stickers that are gone through; `show` goes to one of them, `toEnd` to the end of
 * the queue, and `giveUp` forgets where it was going.
 */
export function decisions({ subject, queue, show, toEnd, giveUp }) {
  // Decisions on their way, by sticker, until their changes arrive.
  const sending = new Map();
  // The stickers decided about since the page was loaded, the last one at the end.
  const decided = [];
  const forget = (key) => {
    const place = decided.lastIndexOf(key);
    if (place >= 0) decided.splice(place, 1);
  };
  const isStillOpen = (key) => store.stickers.has(key) && isOpen(store.stickers.get(key));

  /** Resolves to whether the decision was stored. */
  async function sent(key, answer, isAwaited) {
    sending.set(key, answer);
    const done = await answer;
    if (!done || !isAwaited()) sending.delete(key);
    return done;
  }

  async function decide(action) {
    const key = subject();
    if (!key) return say(document.body.dataset.view === "messages" ? "Decide in the grid, or beside the sticker." : "Select a sticker first (J / K).");
    if (sending.has(key) || !store.stickers.has(key)) return;
    if (action === approve && reviewState(store.stickers.get(key)) === "approved") return moveOn(key);
    let next = null;
    const leave = () => {
      decided.push(key);
      next = moveOn(key);
    };
    if (await sent(key, action(key, leave, undo), () => isStillOpen(key))) return;
    forget(key);
    giveUp();
    if (subject() === next || document.activeElement === document.body) show(key);
  }

  /** Leaves a sticker, and returns where to; null at the end. */
  function moveOn(key) {
    const keys = queue();
    const wasOpen = isStillOpen(key);
    const next = nextOpen(keys, key, (each) => sending.has(each)) ?? (wasOpen ? null : keys[keys.indexOf(key) + 1]) ?? null;
    if (next) show(next);
    else if (wasOpen) toEnd();
    return next;
  }

  let undoing = Promise.resolve();
  /** Undoes the decision about the current sticker, or else the last one; again, the one before. One at a time, in this order. */
  const undo = () => { undoing = undoing.then(takeBack); };

  async function takeBack() {
    const own = subject();
    const key = own && !sending.has(own) && store.stickers.get(own)?.review ? own : decided.findLast((each) => store.stickers.has(each));
    if (!key) return say("Nothing to undo.");
    if (await sending.get(key) === false) return;
    forget(key);
    if (await sent(key, reopen(key), () => Boolean(store.stickers.get(key)?.review))) show(key);
  }

  /** Takes note of a change: what it brings is no longer on its way. */
  function arrived(change) {
    for (const key of change.everything ? [...sending.keys()] : change.keys) sending.delete(key);
  }

  return { decide, undo, arrived };
}
