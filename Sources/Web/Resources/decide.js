// Yes or no.
import { byId, say } from "./dom.js";
import { store } from "./store.js";

const nameKey = "stickerd.reviewer";

/** Shows a dialog; what it was closed with. */
function ask(dialog) {
  for (const field of dialog.querySelectorAll(".reviewer")) field.value = localStorage.getItem(nameKey) ?? "";
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    const answer = dialog.returnValue;
    if (answer !== "cancel" && answer !== "") {
      localStorage.setItem(nameKey, dialog.querySelector(".reviewer").value.trim());
    }
    resolve(answer);
  }, { once: true }));
}

async function reviewer() {
  const known = localStorage.getItem(nameKey);
  if (known !== null) return known;
  return (await ask(byId("who"))) === "go" ? localStorage.getItem(nameKey) : null;
}

async function send(sticker, verdict, comment, name) {
  const answer = await fetch("api/decisions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sticker: sticker.key, pixels: sticker.pixels, verdict, reviewer: name, comment }),
  });
  if (answer.ok) return true;
  const told = await answer.json().catch(() => null);
  say(told?.error?.message ?? "The decision could not be kept.", true);
  return false;
}

export async function approve(key) {
  const sticker = store.stickers.get(key);
  const name = sticker ? await reviewer() : null;
  if (name === null) return false;
  const done = await send(sticker, "approved", "", name);
  if (done) say(`Approved: ${sticker.label}`);
  return done;
}

export async function sendBack(key) {
  const sticker = store.stickers.get(key);
  if (!sticker) return false;
  byId("send-back-of").textContent = sticker.label;
  byId("send-back-comment").value = sticker.review?.verdict === "sentBack" ? sticker.review.comment : "";
  if ((await ask(byId("send-back"))) !== "send") return false;
  const done = await send(sticker, "sentBack", byId("send-back-comment").value, localStorage.getItem(nameKey) ?? "");
  if (done) say(`Sent back: ${sticker.label}`);
  return done;
}

export async function reopen(key) {
  const sticker = store.stickers.get(key);
  if (!sticker?.review) return false;
  const done = await send(sticker, "reopened", "", localStorage.getItem(nameKey) ?? "");
  if (done) say(`Open again: ${sticker.label}`);
  return done;
}
