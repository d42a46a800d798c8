// The stored settings of this page. If the browser refuses to store them, they are kept until the page is closed.

const here = new Map();

/** A stored text. Null if there is none. */
export function recall(key, storage = "localStorage") {
  try {
    return here.get(key) ?? window[storage].getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

export function remember(key, text, storage = "localStorage") {
  try {
    window[storage].setItem(key, text);
    here.delete(key);
  } catch {
    here.set(key, text);
  }
}
