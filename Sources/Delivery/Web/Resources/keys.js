// Keyboard shortcuts.
import { byId } from "./dom.js";

const isWriting = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  || (target instanceof HTMLInputElement && !["button", "checkbox", "radio", "file", "color", "range"].includes(target.type));

/** Handles Escape in a field. Clears a search field, or else removes the focus from the field. Browsers do this too, but report it too
   late. */
function leave(event) {
  const field = event.target;
  if (field.type === "search" && field.value) {
    event.preventDefault();
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }
  field.blur();
}

/** Opens the help at its top. The browser scrolls to the focused button at its end. */
export function showHelp() {
  byId("help").showModal();
  byId("help").scrollTop = 0;
}

/** Calls actions by the names of keys. If an action returns false, the browser handles the key. `take` receives keys before all actions. */
export function listen(actions, take) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    if (isWriting(event.target)) {
      if (event.key === "Escape") leave(event);
      return;
    }
    // The space bar activates the focused button, input or summary.
    if (event.key === " " && event.target.closest?.("button, input, summary")) return;
    // A focused slider handles the arrow keys itself.
    if (event.key.startsWith("Arrow") && event.target.type === "range") return;
    if (take(event)) return event.preventDefault();
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
  byId("help-button").addEventListener("click", showHelp);
}
