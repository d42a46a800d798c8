// The texts of the page in the reviewer's language. Each language has one table, which the server reads too.

/** The supported languages, with their native names. */
export const languages = { en: "English", de: "Deutsch", ja: "日本語", "pt-BR": "Português (Brasil)", ru: "Русский", "zh-Hans": "简体中文" };

const cookie = "stickerd.language";

/** The supported language for a language tag, such as "pt-BR" for "pt" and "pt-PT". Undefined if there is none. */
function languageOf(tag) {
  const primary = tag.toLowerCase().split("-")[0];
  return Object.keys(languages).find((each) => each.toLowerCase().split("-")[0] === primary);
}

/** The language that was chosen on the page. It is in a cookie that the server reads too, or in the address if cookies are disabled. */
function chosen() {
  const kept = document.cookie.split("; ").find((each) => each.startsWith(cookie + "="))?.slice(cookie.length + 1);
  const given = new URLSearchParams(location.search).get("language") ?? kept;
  return given && languageOf(given);
}

const preferred = navigator.languages.map((tag) => [tag, languageOf(tag)]).find(([, known]) => known);
/** The language of the page: the chosen one, or else the browser's first supported language. */
export const language = chosen() ?? preferred?.[1] ?? "en";
/** The locale for dates and numbers. It is the browser's tag if it is a variant of the page's language, such as `en-GB`. */
export const locale = preferred?.[1] === language ? preferred[0] : language;

/** Shows the page in another language. */
export function choose(wanted) {
  document.cookie = `${cookie}=${wanted}; Path=/review; SameSite=Strict; Max-Age=31536000`;
  const address = new URL(location.href);
  if (document.cookie.includes(`${cookie}=${wanted}`)) address.searchParams.delete("language");
  else address.searchParams.set("language", wanted);
  if (address.href === location.href) location.reload();
  else location.assign(address);
}

async function load() {
  try {
    const answer = await fetch(language + ".json");
    if (answer.ok) return await answer.json();
  } catch {
    // The server could not be reached, because it is restarting.
  }
  setTimeout(() => location.reload(), 3000);
  return {};
}

const table = await load();
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** The template of a key. If the key has several plural forms, selects the one for `count`. */
function template(key, count) {
  const text = table[key];
  if (text === undefined || typeof text === "string") return text ?? key;
  return text["=" + count] ?? text[plurals.select(count)] ?? text.other;
}

/**
 * The text of a key, as an array of pieces with values in place of the placeholders.
 *
 * A value can be an element. Numbers are formatted for the language. `wrap` is called with each piece of text between the values.
 */
export function parts(key, values = {}, wrap = (text) => text) {
  return template(key, values.count).split(/\{(\w+)\}/).map((piece, place) => {
    if (place % 2 === 0) return piece && wrap(piece);
    const value = values[piece];
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/** The text of a key with values in place of the placeholders. */
export const t = (key, values) => parts(key, values).join("");

/** Whether a text exists for a key. */
const has = (key) => key in table;

/** The name of a rule. If the page has no name for it, the words of its id. */
export const ruleName = (rule) => has("rule." + rule) ? t("rule." + rule) : (rule[0].toUpperCase() + rule.slice(1)).replaceAll("-", " ");

/**
 * A finding as { message, fix, detail }.
 *
 * Findings are stored in English. In other languages, the message is the rule's text with the measured value, and the detail is the
 * stored sentence.
 */
export function findingWords({ rule, message, mend, measured, limit, unit }) {
  if (language === "en" || !has(`rule.${rule}.summary`)) return { message, fix: mend, detail: null };
  const isMeasured = typeof measured === "number" && typeof limit === "number" && has("unit." + unit);
  const summary = t(`rule.${rule}.summary`);
  const [found, wanted] = [measured, limit].map((count) => isMeasured && t("unit." + unit, { count }));
  return {
    message: isMeasured ? t("list.sentences", { first: summary, second: t("finding.measured", { measured: found, limit: wanted }) }) : summary,
    fix: t(`rule.${rule}.fix`), detail: message,
  };
}

/** Fills in the static texts of the page. `data-t="key"` sets the text of an element, and `data-t-title="key"` its title. */
export function fillIn(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "data-t") element.textContent = t(value);
      else if (name.startsWith("data-t-")) element.setAttribute(name.slice(7), t(value));
    }
  }
}

