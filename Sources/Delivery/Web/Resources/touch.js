// Touch gestures. A swipe on a card decides, a long press selects it, and a swipe on a sticker's page opens the next or previous
// sticker.

/** The minimum length of a swipe in pixels, and the duration of a long press in milliseconds. */
const [far, long] = [64, 450];

/** Handles touch gestures in the view. `act` has `approve`, `sendBack` and `select`, which take the key of a card, and `step`. */
export function listenToTouch(view, act) {
  view.addEventListener("pointerdown", (down) => {
    if (down.pointerType !== "touch" || !down.isPrimary) return;
    const card = down.target.closest(".card");
    const canvas = down.target.closest(".preview-canvas.fit:not(.mode-slider, .pinning)");
    if (card) followCard(card, down, act);
    else if (canvas) followCanvas(canvas, down, act);
  });
  // Prevents the browser's menu on a long press, which selects the card.
  view.addEventListener("contextmenu", (event) => { if (event.target.closest(".card") && matchMedia("(pointer: coarse)").matches) event.preventDefault(); });
}

/** Calls `move` with each movement of a finger until it is lifted, and once at the end. */
function follow(down, move) {
  const moved = (event) => { if (event.pointerId === down.pointerId) move(event.clientX - down.clientX, event.clientY - down.clientY, event.type); };
  const end = (event) => {
    if (event.pointerId !== down.pointerId) return;
    for (const name of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(name, name === "pointermove" ? moved : end);
    moved(event);
  };
  addEventListener("pointermove", moved);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
}

function followCard(card, down, act) {
  const { key } = card.dataset;
  let hasSelected = false;
  const timer = setTimeout(() => {
    hasSelected = true;
    navigator.vibrate?.(10);
    act.select(key);
  }, long);
  follow(down, (x, y, type) => {
    const isSideways = Math.abs(x) > 12 && Math.abs(x) > 2 * Math.abs(y);
    if (isSideways || Math.abs(y) > 12 || type !== "pointermove") clearTimeout(timer);
    const isOver = type !== "pointermove";
    card.style.setProperty("--swipe", isSideways && !isOver && !hasSelected ? x + "px" : "0px");
    card.classList.toggle("swiping", isSideways && !isOver && !hasSelected);
    if (!isOver) return;
    if (hasSelected || (isSideways && Math.abs(x) > 12)) stopClick(card);
    if (type === "pointerup" && !hasSelected && isSideways && Math.abs(x) >= far) (x > 0 ? act.approve : act.sendBack)(key);
  });
}

function followCanvas(canvas, down, act) {
  follow(down, (x, y, type) => {
    if (type === "pointerup" && Math.abs(x) >= far && Math.abs(x) > 2 * Math.abs(y)) act.step(x < 0 ? 1 : -1);
  });
}

/**
 * Suppresses the click at the end of a swipe or a long press.
 *
 * A busy browser sends the click late, but always before the next touch. The listener is on the window, because it must run before the
 * view's listener, which selects the card.
 */
function stopClick(card) {
  const stop = (event) => {
    // A click with detail 0 comes from the keyboard.
    if (event.detail === 0 || !card.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const end = () => {
    removeEventListener("click", stop, true);
    removeEventListener("pointerdown", end, true);
  };
  addEventListener("click", stop, true);
  addEventListener("pointerdown", end, true);
}
