// The page's address. It contains the view with its filter, search and comparison, so it can be bookmarked and shared.
import { seeking, states } from "./grid.js";
import { looking, modes } from "./preview-canvas.js";
import { store } from "./store.js";

/** The part of an address that identifies the view. */
export const pathOf = (hash) => hash.split("?")[0];

/** The parameters of an address, such as `?show=review&only=warnings&rule=&q=ear&compare=slider`. Empty if all have their default
   values. */
function settings(isSticker) {
  const given = new URLSearchParams();
  if (seeking.filter !== "all") given.set("show", seeking.filter);
  if (seeking.property) given.set("only", seeking.property);
  if (seeking.rule) given.set("rule", seeking.rule);
  if (seeking.text) given.set("q", seeking.text);
  if (isSticker && looking.mode !== "now") given.set("compare", looking.mode);
  const text = given.toString();
  return text && "?" + text;
}

/** Applies the filter, search and comparison of an address. An address without parameters changes nothing, unless the browser navigates
   back to it. */
export function adopt(hash, isReturn) {
  if (!hash.includes("?") && !isReturn) return;
  const given = new URLSearchParams(hash.split("?")[1] ?? "");
  seeking.filter = Object.hasOwn(states, given.get("show")) ? given.get("show") : "all";
  seeking.property = given.get("only");
  seeking.rule = given.get("rule");
  seeking.text = given.get("q") ?? "";
  if (pathOf(hash).startsWith("#/sticker/")) looking.mode = Object.hasOwn(modes, given.get("compare")) ? given.get("compare") : "now";
}

/** Writes the filter, the search and the comparison to the address without a new history entry. */
export function note(isSticker) {
  const wanted = (pathOf(location.hash) || (settings(isSticker) && "#/")) + settings(isSticker);
  if (location.hash !== wanted) history.replaceState(history.state, "", wanted || location.pathname + location.search);
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id of a pack, from its id or from the name of its folder. */
function packNamed(name) {
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return !store.packs.has(name) && store.packs.has(id) ? id : name;
}

/** The view for an address, as { name, pack, key }. */
export function viewOf(hash) {
  const parts = pathOf(hash).replace(/^#\/?/, "").split("/").map(decoded);
  if (parts[0] === "sticker" && parts.length >= 3) return { name: "sticker", pack: parts.slice(1, -1).join("/"), key: parts.slice(1).join("/") };
  if (parts[0] === "messages") return { name: "messages", pack: parts[1] ?? null, key: null };
  if (parts[0] === "pack" && parts[1]) return { name: "grid", pack: packNamed(parts[1]), key: null };
  return { name: "grid", pack: null, key: null };
}
