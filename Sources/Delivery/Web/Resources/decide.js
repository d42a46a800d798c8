// Decisions: approve, request changes, undo.
import { byId, h, say, sayProblem } from "./dom.js";
import { recall, remember } from "./memory.js";
import { onSent, post, sendKept, unsentCount } from "./outbox.js";
import { endPins, startPins } from "./pins.js";
import { nextOpen } from "./queue.js";
import { isOpen, onChange, reviewState, store } from "./store.js";
import { t } from "./texts.js";

const nameKey = "stickerd.reviewer";

/** Shows a dialog, and resolves to its return value. */
function ask(dialog, isModal = true) {
  for (const field of dialog.querySelectorAll(".reviewer")) field.value = recall(nameKey) ?? "";
  dialog.returnValue = "cancel";
  if (isModal) dialog.showModal();
  else dialog.show();
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

// The unsent comments, by sticker key.
const drafts = new Map();

const commentsKey = "stickerd.comments";
/** The maximum number of comments that are remembered. */
const mostComments = 5;

/** The last comments that were sent, the newest first. */
function lastComments() {
  try {
    return JSON.parse(recall(commentsKey)) ?? [];
  } catch {
    return [];
  }
}

function noteComment(comment) {
  const text = comment.trim();
  if (text) remember(commentsKey, JSON.stringify([text, ...lastComments().filter((each) => each !== text)].slice(0, mostComments)));
}

/** Shows the last comments below the field. ArrowUp inserts the newest one. */
function offerComments() {
  const [field, list] = [byId("send-back-comment"), byId("send-back-recent")];
  const comments = lastComments();
  list.hidden = comments.length === 0;
  list.replaceChildren(...comments.map((comment) => h("button", { type: "button", class: "undo", title: comment, onclick: () => {
    field.value = comment;
    field.focus();
  } }, comment)));
}

/** Inserts the next or previous of the last comments, if the field is empty or contains one of them. */
function bringBack(event) {
  const comments = lastComments();
  const place = comments.indexOf(event.target.value);
  if (event.target.value !== "" && place < 0) return;
  const next = place + (event.key === "ArrowUp" ? 1 : -1);
  if (next >= comments.length || next < -1) return;
  event.preventDefault();
  event.target.value = comments[next] ?? "";
}

/** Identifies the version of a sticker that the reviewer sees, by its pixels and the time of the displayed decision. */
const seen = ({ key, pixels, review }) => ({ sticker: key, pixels, seen: review?.decided ?? "" });

/**
 * Sends one decision about several stickers.
 *
 * Resolves to { isKept, left }. `isKept` is whether the decision is stored in the browser until the server answers. `left` has the
 * keys of the stickers to which the decision was not applied. Resolves to null if the server refused the decision.
 */
async function send(stickers, verdict, comment, name, pins = []) {
  const about = { verdict, reviewer: name, comment };
  const [only] = stickers;
  const answer = stickers.length === 1
    ? await post("api/decisions", { ...seen(only), ...about, pins }) : await post("api/decisions/bulk", { stickers: stickers.map(seen), ...about });
  if (answer === null) return { isKept: true, left: [] };
  if (answer.isStored) return { isKept: false, left: answer.left };
  say(answer.error ?? t("save.failed", { count: stickers.length }), true);
  return null;
}

/** Shows a message about a decision. If the decision could not be sent, the message says that it is kept. */
function sayDone(words, { isKept }, undo) {
  if (!isKept) return say(words, false, undo);
  sayProblem(t("kept", { words, count: unsentCount() }), sendKept);
}

/** Shows the result of a decision about several stickers. `count` is the number of stickers to which it was applied. */
function sayBulk(verdict, count, done, undo) {
  const words = t("bulk.done." + verdict, { count });
  if (done.left.length === 0) return sayDone(words, done, undo);
  say(t("bulk.left", { words, count: done.left.length }), false, count > 0 ? undo : null);
}

// Each function resolves to whether its decision was stored or kept. It calls `leave` when it needs no more input from the
// reviewer.

export async function approve(key, leave, undo) {
  const sticker = store.stickers.get(key);
  const name = sticker ? await reviewer() : null;
  if (name === null) return false;
  leave();
  const done = await send([sticker], "approved", "", name);
  if (done) sayDone(t("said.approved", { name: sticker.label }), done, undo);
  return done !== null;
}

export async function sendBack(key, leave, undo) {
  const sticker = store.stickers.get(key);
  if (!sticker) return false;
  const earlier = sticker.review?.verdict === "sentBack" ? sticker.review : { comment: "", pins: [] };
  const draft = drafts.get(key) ?? { comment: earlier.comment, pins: earlier.pins ?? [] };
  startPins(key, draft.pins);
  const comment = await askWhy(sticker.label, draft.comment);
  const pins = endPins();
  drafts.set(key, { comment: comment ?? byId("send-back-comment").value, pins });
  if (comment === null) return false;
  leave();
  const done = await send([sticker], "sentBack", comment, recall(nameKey) ?? "", pins);
  if (done === null) return false;
  drafts.delete(key);
  noteComment(comment);
  sayDone(t("said.sentBack", { name: sticker.label }), done, undo);
  return true;
}

/** Asks for the requested changes, while the reviewer can also set pins. Resolves to the comment, or to null if the reviewer cancels. */
async function askWhy(name, draft) {
  const dialog = byId("send-back");
  byId("send-back-of").textContent = name;
  const card = document.activeElement.closest(".card")?.getBoundingClientRect();
  dialog.classList.toggle("at-left", Boolean(card) && card.left > innerWidth / 2);
  byId("send-back-comment").value = draft;
  offerComments();
  const answer = await ask(dialog, document.body.dataset.view !== "sticker");
  return answer === "send" ? byId("send-back-comment").value : null;
}

export async function reopen(key) {
  const sticker = store.stickers.get(key);
  if (!sticker) return false;
  const done = await send([sticker], "reopened", "", recall(nameKey) ?? "");
  if (done) sayDone(t("said.reopened", { name: sticker.label }), done);
  return done !== null;
}

/** Shows the result of sending kept decisions. Reports decisions that were refused because another reviewer decided first. */
export function listenToDecisions() {
  onSent(({ sent, refused }) => {
    const words = t("kept.sent", { count: sent });
    for (const { key, comment, pins } of refused) if (comment) drafts.set(key, { comment, pins });
    if (refused.length === 0) say(words);
    else say(t("bulk.left", { words, count: refused.length }), true);
  });
  onChange(({ before }) => {
    for (const [key, earlier] of before ?? []) {
      const [was, is] = [earlier?.review, store.stickers.get(key)?.review];
      if (!was || !is || was.verdict === is.verdict || was.reviewer === is.reviewer || was.reviewer !== recall(nameKey)) continue;
      say(t("overruled." + is.verdict, { name: is.reviewer || t("noName"), sticker: store.stickers.get(key).label }), true);
    }
  });
}

/** Sends the comment on Control+Enter or Command+Enter. Closes the panel on Escape, which browsers do only for modal dialogs. */
export function listenToComment() {
  byId("send-back").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    byId("send-back").close("cancel");
  });
  byId("send-back-comment").addEventListener("keydown", (event) => {
    if (["ArrowUp", "ArrowDown"].includes(event.key)) return bringBack(event);
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.target.form.requestSubmit(byId("send-back").querySelector("[value=send]"));
  });
}

/**
 * Creates the actions for reviewing the queue. After each decision, the next undecided sticker is shown without waiting for the
 * server's answer.
 *
 * `subject` returns the current sticker and `queue` the stickers to review. `show` goes to a sticker, and `toEnd` to the end of the
 * queue. `giveUp` cancels a move that is still pending.
 */
export function decisions({ subject, queue, show, toEnd, giveUp }) {
  // The answers to sent decisions, by sticker key. An answer is removed when the server's change arrives.
  const sending = new Map();
  // The decisions since the page was loaded, each as a list of sticker keys. The newest is last.
  const decided = [];
  const forget = (keys) => {
    const place = decided.findLastIndex((each) => each.join() === keys.join());
    if (place >= 0) decided.splice(place, 1);
  };
  const isStillOpen = (key) => store.stickers.has(key) && isOpen(store.stickers.get(key));

  /** Waits for the answer to a decision about one sticker. Resolves to whether the decision was stored. */
  async function sent(key, answer, isAwaited) {
    sending.set(key, answer);
    const done = await answer;
    if (!done || !isAwaited()) sending.delete(key);
    return done;
  }

  async function decide(action, key = subject()) {
    if (!key) return say(t(document.body.dataset.view === "messages" ? "decide.sendFirst" : "decide.selectFirst"));
    if (sending.has(key) || !store.stickers.has(key)) return;
    if (action === approve && reviewState(store.stickers.get(key)) === "approved") return moveOn(key);
    let next = null;
    const leave = () => {
      decided.push([key]);
      next = moveOn(key);
    };
    if (await sent(key, action(key, leave, undo), () => isStillOpen(key))) return;
    forget([key]);
    giveUp();
    if (subject() === next || document.activeElement === document.body) show(key);
  }

  /** Goes to the next undecided sticker. Returns its key, or null at the end of the queue. */
  function moveOn(key) {
    const keys = queue();
    const wasOpen = isStillOpen(key);
    const next = nextOpen(keys, key, (each) => sending.has(each)) ?? (wasOpen ? null : keys[keys.indexOf(key) + 1]) ?? null;
    if (next) show(next);
    else if (wasOpen) toEnd();
    return next;
  }

  let undoing = Promise.resolve();
  /** Undoes the decision about the current sticker. Without one, undoes the last decision. Repeated calls undo earlier decisions, one
     per call. */
  const undo = () => { undoing = undoing.then(takeBack); };

  async function takeBack() {
    const own = subject();
    const last = decided.findLast((keys) => keys.some((key) => store.stickers.has(key)));
    const isOwn = own && !sending.has(own) && store.stickers.get(own)?.review && !(last?.length > 1 && last.includes(own));
    const keys = isOwn ? [own] : last;
    if (!keys) return say(t("undo.nothing"));
    if (keys.length > 1) return takeBackAll(keys);
    const [key] = keys;
    if (await sending.get(key) === false) return;
    forget(keys);
    if (await sent(key, reopen(key), () => Boolean(store.stickers.get(key)?.review))) show(key);
  }

  async function takeBackAll(keys) {
    await Promise.all(keys.map((key) => sending.get(key)));
    const stickers = keys.map((key) => store.stickers.get(key)).filter((sticker) => sticker?.review);
    const done = await send(stickers, "reopened", "", recall(nameKey) ?? "");
    if (done === null) return;
    forget(keys);
    sayBulk("reopened", stickers.length - done.left.length, done);
  }

  /** Decides about several stickers in one request. Resolves to whether the decision was stored. */
  async function decideAll(keys, verdict) {
    const stickers = keys.map((key) => store.stickers.get(key)).filter((sticker) => sticker && !sending.has(sticker.key));
    if (stickers.length === 0) return false;
    const comment = verdict === "sentBack" ? await askWhy(t("count.stickers", { count: stickers.length }), "") : "";
    const name = comment === null ? null : await reviewer();
    if (name === null) return false;
    const answer = send(stickers, verdict, comment, name);
    for (const { key } of stickers) sending.set(key, answer.then((done) => done !== null));
    const done = await answer;
    for (const { key } of stickers) sending.delete(key);
    if (done === null) return false;
    noteComment(comment);
    const taken = stickers.map(({ key }) => key).filter((key) => !done.left.includes(key));
    if (taken.length) decided.push(taken);
    sayBulk(verdict, taken.length, done, undo);
    return true;
  }

  /** Removes the pending decisions about the stickers in a change. */
  function arrived(change) {
    for (const key of change.everything ? [...sending.keys()] : change.keys) sending.delete(key);
  }

  return { decide, decideAll, undo, arrived };
}
