// Decisions that could not be sent to the server. They are stored in this browser, shown as made, and sent when the
// server answers again.
import { recall, remember } from "./memory.js";
import { assume, load, onChange, onConnection, store } from "./store.js";

/** Contains the project, because other projects can have the same address at other times. */
const key = () => `stickerd.unsent:${store.settings?.project ?? ""}`;

/** The kept requests in the order of the decisions, as { id, path, body }. Other tabs of this browser change them too. */
export function unsent() {
  try {
    return JSON.parse(recall(key())) ?? [];
  } catch {
    return [];
  }
}

const keep = (requests) => remember(key(), JSON.stringify(requests));

/** The stickers of a request, each with the pixels that the reviewer saw. */
const subjects = ({ body }) => body.stickers ?? [body];
/** The number of kept decisions. */
export const unsentCount = () => unsent().reduce((sum, request) => sum + subjects(request).length, 0);

/** Whether an answer leaves the decision open. It is then sent again after the login or when the server is available. */
const isNoAnswer = ({ status, redirected }) => status >= 500 || redirected || [401, 403, 408, 421, 429].includes(status);

/** The server's answer as { isStored, left, error }. Null without an answer, or if the server is temporarily unable to store the decision. */
async function ask(path, body) {
  // A request that gets no answer is kept, and sent again.
  const signal = AbortSignal.timeout(30_000);
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal }).catch(() => null);
  if (!answer || isNoAnswer(answer)) return null;
  const told = await answer.json().catch(() => null);
  return { isStored: answer.ok, left: told?.left ?? [], error: told?.error?.message };
}

/** Sends a decision, or keeps it until the server answers: then it resolves to null. */
export async function post(path, body) {
  // Earlier decisions are sent first.
  const answer = unsent().length > 0 ? null : await ask(path, body);
  if (answer === null) {
    const request = { id: `${Date.now()}-${Math.random()}`, path, body };
    keep([...unsent(), request]);
    show([request]);
    soon();
  }
  return answer;
}

/** Shows stickers as kept decisions leave them, unless their art has changed. */
function show(requests) {
  const changes = new Map();
  for (const request of requests) {
    const { verdict, reviewer, comment, pins } = request.body;
    const review = verdict === "reopened" ? null : { verdict, reviewer, comment, pins, decided: new Date().toISOString(), isUnsent: true };
    for (const { sticker, pixels } of subjects(request)) if (store.stickers.get(sticker)?.pixels === pixels) changes.set(sticker, review);
  }
  if (changes.size > 0) assume(changes);
}

/** Shows that a decision is stored. The change that the server sends about it may come later, or not at all if nothing changes. */
function settle(request) {
  const reviews = subjects(request).map(({ sticker }) => [sticker, store.stickers.get(sticker)?.review]).filter(([, review]) => review?.isUnsent);
  if (reviews.length > 0) assume(new Map(reviews.map(([sticker, review]) => [sticker, { ...review, isUnsent: false }])));
}

const listeners = new Set();
/** Calls a function with { sent, refused } after kept decisions were sent: the number of stored ones, and the refused ones as { key, comment, pins }. */
export const onSent = (listener) => listeners.add(listener);

let sending = null;
/** Sends kept decisions one after the other. Only one call runs at a time. */
export function sendKept() {
  sending ??= sendAll().finally(() => { sending = null; });
  return sending;
}

async function sendAll() {
  const result = { sent: 0, refused: [] };
  for (let request = unsent()[0]; request; request = unsent()[0]) {
    const answer = await ask(request.path, request.body);
    if (answer === null) {
      soon();
      break;
    }
    keep(unsent().filter((each) => each.id !== request.id));
    const refused = subjects(request).filter(({ sticker }) => !answer.isStored || answer.left.includes(sticker));
    result.sent += subjects(request).length - refused.length;
    result.refused.push(...refused.map(({ sticker }) => ({ key: sticker, comment: request.body.comment, pins: request.body.pins ?? [] })));
    if (answer.isStored) settle(request);
  }
  if (result.sent + result.refused.length === 0) return;
  // Refused decisions were shown as made, so the page is loaded again.
  if (result.refused.length > 0) await load().catch(() => {});
  listeners.forEach((listener) => listener(result));
}

let waiting = null;
/** Retries when the stream of changes reconnects, and after a delay if only decisions did not reach the server. */
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(sendKept, 5000);
}

/** Shows and sends the decisions that an earlier page kept. */
export function resume() {
  show(unsent());
  onChange((change) => { if (change.everything) show(unsent()); });
  onConnection((isThere) => { if (isThere) sendKept(); });
}
