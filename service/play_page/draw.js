// Drawing: elements, and any value of a view as something to look at.

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

const called = (id, names) => names[id] ?? String(id).replaceAll("_", " ");
const plain = (value) => value === null || typeof value !== "object";
const empty = (value) => value === null || value === false || (typeof value === "object" && !Object.keys(value).length);
const chip = (text) => h("span", { class: "chip" }, text);
const said = (value, names) => (typeof value === "string" ? called(value, names) : String(value));

// Numbers by kind become chips, lists of words too; what is nested is indented.
export function shown(value, names) {
  if (plain(value)) return h("span", {}, said(value, names));
  if (Array.isArray(value)) {
    if (value.every(plain)) return h("span", {}, ...value.map((each) => chip(each === null ? "–" : said(each, names))));
    return h("ol", { start: 0 }, ...value.map((each) => h("li", {}, empty(each) ? "–" : shown(each, names))));
  }
  const entries = Object.entries(value);
  if (entries.every(([, each]) => typeof each === "number"))
    return h("span", {}, ...entries.filter(([, n]) => n).map(([kind, n]) => chip(`${n} ${called(kind, names)}`)));
  return h("dl", {}, ...entries.filter(([, each]) => !empty(each)).flatMap(([key, each]) =>
    [h("dt", {}, called(key, names)), h("dd", {}, shown(each, names))]));
}
