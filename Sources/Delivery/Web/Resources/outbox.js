// Decisions that could not be sent to the server. They are stored in the browser, shown as if they had been made, and sent when the
// server is available again.
import { recall, remember } from "./memory.js";
import { assume, load, onChange, onConnection, store } from "./store.js";

/** The key in the browser's storage. It includes the project, because another project may have the same address at another time. */
const key = () => `stickerd.unsent:${store.settings?.project ?? ""}`;

/** The kept requests in the order of their decisions, as { id, path, body }. Other tabs of this browser can change the list. */
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

/** Whether a response leaves the decision open. The request is then repeated after the login, or when the server is available. */
const isNoAnswer = ({ status, redirected }) => status >= 500 || redirected || [401, 403, 408, 421, 429].includes(status);

/** Sends a request. Resolves to { isStored, left, error }, or to null if there is no response or if the server cannot store decisions
   now. */
async function ask(path, body) {
  // A request without a response within 30 seconds is kept and repeated.
  const signal = AbortSignal.timeout(30_000);
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal }).catch(() => null);
  if (!answer || isNoAnswer(answer)) return null;
  const told = await answer.json().catch(() => null);
  return { isStored: answer.ok, left: told?.left ?? [], error: told?.error?.message };
}

/** Sends a decision. Resolves to the answer of the server. Resolves to null if there is none; the decision is then kept. */
export async function post(path, body) {
  // Earlier decisions must be sent first.
  const answer = unsent().length > 0 ? null : await ask(path, body);
  if (answer === null) {
    const request = { id: `${Date.now()}-${Math.random()}`, path, body };
    keep([...unsent(), request]);
    show([request]);
    soon();
  }
  return answer;
}

/** Shows stickers with their kept decisions, except those whose art has changed since. */
function show(requests) {
  const changes = new Map();
  for (const request of requests) {
    const { verdict, reviewer, comment, pins } = request.body;
    const review = verdict === "reopened" ? null : { verdict, reviewer, comment, pins, decided: new Date().toISOString(), isUnsent: true };
    for (const { sticker, pixels } of subjects(request)) if (store.stickers.get(sticker)?.pixels === pixels) changes.set(sticker, review);
  }
  if (changes.size > 0) assume(changes);
}

/** Shows that a decision is stored. The server's change message may arrive later, or not at all if nothing changes. */
function settle(request) {
  const reviews = subjects(request).map(({ sticker }) => [sticker, store.stickers.get(sticker)?.review]).filter(([, review]) => review?.isUnsent);
  if (reviews.length > 0) assume(new Map(reviews.map(([sticker, review]) => [sticker, { ...review, isUnsent: false }])));
}

const listeners = new Set();
/** Adds a function that is called after kept decisions were sent. It receives { sent, refused }: the number of stored decisions, and
   the refused ones as { key, comment, pins }. */
export const onSent = (listener) => listeners.add(listener);

let sending = null;
/** Sends kept decisions in order. Concurrent calls share one run. */
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
  // Refused decisions were shown as if they had been made, so the page's data is loaded again.
  if (result.refused.length > 0) await load().catch(() => {});
  listeners.forEach((listener) => listener(result));
}

let waiting = null;
/** Sends kept decisions again after a delay. Otherwise they are sent only after a reconnection of the stream of changes. */
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(sendKept, 5000);
}

/** Shows and sends the decisions that are kept from an earlier visit. */
export function resume() {
  show(unsent());
  onChange((change) => { if (change.everything) show(unsent()); });
  onConnection((isThere) => { if (isThere) sendKept(); });
}
