// Drawing: elements for any value of a view.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== "") element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== ""));
  return element;
}

// The names of a title's ids, and the labels of the fields of its view by their path.
// A number is no name: steps, tokens and tiles have the same ones.
export function dictionary({ components, words, goods, labels }) {
  const named = [...components, ...goods].filter(({ id }) => !/^-?\d+$/.test(id));
  const titles = named.map(({ id, title }) => [id, title]);
  return { names: { ...Object.fromEntries(titles), ...words }, labels };
}

const called = (id, { names }) => names[id] ?? String(id).replaceAll("_", " ");
const plain = (value) => value === null || typeof value !== "object";
const empty = (value) => value === null || value === false || (typeof value === "object" && !Object.keys(value).length);
const chip = (text) => h("span", { class: "chip" }, text);
const said = (value, book) => (typeof value === "string" ? called(value, book) : value === true ? "✓" : String(value));

// Numbers by kind and lists of words become chips; nested values are indented.
export function shown(value, book, path = "") {
  if (plain(value)) return h("span", {}, said(value, book));
  if (Array.isArray(value)) {
    if (value.every(plain)) return h("span", {}, ...value.map((each) => chip(each === null ? "–" : said(each, book))));
    return h("ol", { start: 0 }, ...value.map((each) => h("li", {}, empty(each) ? "–" : shown(each, book, path))));
  }
  const entries = Object.entries(value);
  const counts = entries.every(([key, each]) => typeof each === "number" && !(path + key in book.labels));
  if (counts)
    return h("span", {}, ...entries.filter(([, n]) => n).map(([kind, n]) => chip(`${called(kind, book)}: ${n}`)));
  // Paths name fields only, not the ids that a field has as keys.
  const below = (key) => (path + key in book.labels ? `${path}${key}.` : path);
  return h("dl", {}, ...entries.filter(([, each]) => !empty(each)).flatMap(([key, each]) =>
    [h("dt", {}, book.labels[path + key] ?? called(key, book)), h("dd", {}, shown(each, book, below(key)))]));
}
