// A table for any title: it knows no rules, only questions, options and their sentences.

import { Api, Problem } from "./api.js";
import { dictionary, h, shown } from "./draw.js";
import { holderWord, words } from "./words.js";

const api = new Api();
const main = document.getElementById("main");
const trouble = document.getElementById("trouble");
const where = document.getElementById("where");
let watching = null;
let busy = false;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const kept = (game) => JSON.parse(localStorage.getItem(`chasqui ${game}`) || '{"seats":{}}');
const keep = (game, tokens) => localStorage.setItem(`chasqui ${game}`, JSON.stringify(tokens));

function guarded(action) {
  return async (...args) => {
    trouble.hidden = true;
    try {
      await action(...args);
    } catch (error) {
      if (error.name === "AbortError") return;
      trouble.textContent = error.message;
      trouble.hidden = false;
      if (error instanceof Problem && error.code === "stale-revision") await Table.current?.refresh();
    }
  };
}

// Handle one click at a time: a second click meanwhile refers to an old table.
function clicked(action) {
  return guarded(async (...args) => {
    if (busy) return;
    busy = true;
    try {
      await action(...args);
    } finally {
      busy = false;
    }
  });
}

// A player's name in a list: without one the holder of the seat.
const playerName = (seat) => seat.name || holderWord(seat.holder);

// ---- The entry: titles, and games that run or wait

async function home() {
  where.textContent = "";
  const [{ rulesets }, { games }] = await Promise.all([api.rulesets(), api.games()]);
  const forms = rulesets.map((ruleset) => creation(ruleset));
  const titles = Object.fromEntries(rulesets.map((ruleset) => [ruleset.id, ruleset.title]));
  const rows = games.map((game) =>
    h("li", {}, h("a", { href: `#${game.id}` }, `${titles[game.ruleset] ?? game.ruleset} ${game.name || game.id}`),
      ` · ${words.status[game.status]} · ${game.seats.map(playerName).join(", ")}`));
  main.replaceChildren(...forms, h("h2", {}, words.publicGames), h("ul", {}, ...rows));
}

function creation(ruleset) {
  const count = h("select", {}, ...ruleset.seats.map((n) => h("option", { value: n }, words.seats(n))));
  const holders = ["user", "open", ...ruleset.bots.map((bot) => `bot:${bot}`)];
  const seats = h("span");
  const draw = () => seats.replaceChildren(...Array.from({ length: Number(count.value) }, (_, n) =>
    h("select", { "aria-label": words.seat(n) }, ...holders.map((holder) =>
      h("option", { value: holder, selected: n > 0 && holder === holders.at(-1) }, holderWord(holder))))));
  count.addEventListener("change", draw);
  draw();
  const boxes = ruleset.options.map((option) => h("label", { title: option.text },
    h("input", { type: "checkbox", value: option.id }), ` ${option.title} `));
  const start = clicked(async () => {
    const options = boxes.map((box) => box.firstChild).filter((box) => box.checked);
    const made = await api.create({
      ruleset: ruleset.id,
      seats: [...seats.children].map((seat) => ({ holder: seat.value })),
      options: options.map((box) => box.value),
      undo: "consent",
    });
    keep(made.id, made.tokens);
    location.hash = made.id;
  });
  return h("fieldset", {}, h("legend", {}, ruleset.title), h("p", {}, ruleset.summary), count, seats,
    h("div", {}, ...boxes), h("button", { onclick: start }, words.create));
}

// ---- One table

class Table {
  static current = null;

  constructor(id) {
    this.id = id;
    this.tokens = kept(id);
    this.steps = [];
    this.chosen = []; // the texts of the steps
    this.lines = new Map();
  }

  get mine() {
    return Object.keys(this.tokens.seats || {}).map(Number);
  }

  // The seat of the view: one of ours that is asked, else our first, else none.
  token(game = this.game) {
    const asked = (game?.awaited || []).map((each) => each.seat);
    this.seat = this.mine.find((seat) => asked.includes(seat)) ?? this.mine[0] ?? null;
    return this.seat === null ? undefined : this.tokens.seats[this.seat];
  }

  async refresh() {
    const game = await this.look();
    this.ruleset ??= await api.ruleset(game.ruleset);
    this.book ??= dictionary(this.ruleset);
    await this.read(Math.max(0, ...this.lines.keys()));
    if (this.game && this.game.rev > game.rev) return; // an older answer that came later
    [this.game, this.seen, this.choices, this.steps, this.chosen] = [game, game, game.choices, [], []];
    this.draw();
  }

  // The game as the seat to move sees it; the first answer may name that seat.
  async look() {
    const before = this.token();
    const game = await api.game(this.id, before);
    const after = this.token(game);
    return after === before ? game : api.game(this.id, after);
  }

  async read(after) {
    const { entries } = await api.log(this.id, this.token(), after);
    for (const entry of entries) this.lines.set(entry.rev, entry);
    const changed = entries.some((entry) => entry.kind === "retracted");
    if (changed && after > 0) await this.read(0); // older lines are marked now
  }

  async watch() {
    watching?.abort();
    watching = new AbortController();
    const { signal } = watching;
    while (!signal.aborted && !["over", "cancelled"].includes(this.game.status)) {
      try {
        const page = await api.changes(this.id, this.token(), this.game.rev, signal);
        if (!signal.aborted && !busy && page.rev > this.game.rev) await this.refresh();
        if (busy) await pause(300);
      } catch (error) {
        if (signal.aborted) return;
        await pause(1500);
      }
    }
  }

  async choose(option) {
    const steps = [...this.steps, option.step];
    if (option.barrier) return this.post(steps);
    const ahead = await api.preview(this.id, this.token(), this.game.rev, steps);
    if (ahead.complete) return this.post(steps);
    [this.steps, this.choices, this.seen] = [steps, ahead.next, ahead];
    this.chosen = [...this.chosen, option.text];
    this.draw();
  }

  async post(steps) {
    await api.turn(this.id, this.token(), this.game.rev, steps);
    await this.refresh();
  }

  async back() {
    const steps = this.steps.slice(0, -1);
    if (!steps.length) return this.refresh();
    const ahead = await api.preview(this.id, this.token(), this.game.rev, steps);
    [this.steps, this.choices, this.seen] = [steps, ahead.next, ahead];
    this.chosen = this.chosen.slice(0, -1);
    this.draw();
  }

  draw() {
    const { game } = this;
    where.textContent = ` · ${this.ruleset.title} · ${words.status[game.status]} · ${words.round(game.round)}`;
    const left = h("section", {}, ...this.question(), this.log());
    const right = h("section", {}, ...this.players(), this.board());
    main.replaceChildren(h("div", { class: "table" }, left, right));
  }

  question() {
    const { game } = this;
    const found = [];
    if (game.result) found.push(h("h2", {}, words.result), h("ol", {}, ...game.result.map((each) =>
      h("li", {}, words.points(this.player(each.seat), each.points, each.rank)))));
    const open = game.seats.filter((seat) => seat.holder === "open");
    if (open.length) found.push(h("p", {}, words.openSeats(open.length)),
      h("button", { onclick: clicked(() => this.join()) }, words.takeSeat));
    if (this.choices) {
      found.push(h("h2", {}, words.asked(this.player(this.choices.seat), this.choices.text)));
      if (this.steps.length) found.push(h("p", { class: "muted" }, this.chosen.join(" · "), " ",
        h("button", { onclick: clicked(() => this.back()) }, words.takeBack)));
      found.push(h("div", { class: "options" }, ...this.choices.options.map((option) =>
        h("button", { class: option.barrier ? "ends" : "", title: option.step,
          onclick: clicked(() => this.choose(option)) }, option.text))));
    } else if (game.awaited.length) {
      const names = game.awaited.map((each) => this.player(each.seat));
      found.push(h("p", { class: "muted" }, words.waiting(names)));
    }
    return [...found, ...this.taking_back()];
  }

  taking_back() {
    const { game } = this;
    const asked = game.undo_request;
    if (asked) return asked.needed.filter((seat) => this.mine.includes(seat)).flatMap((seat) =>
      [true, false].map((agree) => h("button", { onclick: clicked(async () => {
        await api.answerUndo(this.id, this.tokens.seats[seat], asked.id, agree);
        await this.refresh();
      }) }, (agree ? words.agree : words.refuse)(this.player(seat), this.player(asked.seat)))));
    if (game.status !== "running" || !this.mine.length) return [];
    const last = [...this.lines.values()].filter((line) => line.kind === "turn" && !line.retracted).at(-1);
    if (!last || !this.mine.includes(last.seat)) return [];
    return [h("p", {}, h("button", { onclick: clicked(async () => {
      await api.undo(this.id, this.tokens.seats[last.seat], game.rev);
      await this.refresh();
    }) }, words.takeBackTurn(this.player(last.seat))))];
  }

  async join() {
    const joined = await api.join(this.id, prompt(words.yourName) || "");
    this.tokens.seats[joined.you] = joined.token;
    keep(this.id, this.tokens);
    await this.refresh();
  }

  // A side's name in a sentence: without one the number of the seat. A side after the seats is the automa.
  player(side) {
    const seat = this.game.seats[side];
    return (seat ? seat.name : this.book.names.automa) || words.seat(side);
  }

  players() {
    const asked = this.game.awaited.map((each) => each.seat);
    return this.seen.view.players.map((player, n) => {
      const seat = this.game.seats[n];
      const you = this.mine.includes(n) ? ` (${words.you})` : "";
      const title = seat ? `${words.seat(n)}: ${playerName(seat)}${you}` : this.player(n);
      const { title: _, ...own } = (n === this.seat && this.seen.own) || {};
      return h("div", { class: asked.includes(n) ? "seat asked" : "seat" }, h("h3", {}, title),
        shown(player, this.book, "players."),
        Object.keys(own).length
          ? h("div", {}, h("em", {}, words.onlyYou), shown(own, this.book, "players.")) : "");
    });
  }

  board() {
    const { title, players, ...rest } = this.seen.view;
    return h("details", { open: true }, h("summary", {}, words.board), shown(rest, this.book));
  }

  log() {
    const lines = [...this.lines.values()].slice(-60).reverse().map((line) => {
      const told = (line.steps || []).flatMap((step) => step.events || []).map((event) => event.text).filter(Boolean).join(" ");
      const steps = (line.steps || []).map((step) => step.step ?? "?").join(" · ");
      const what = told || words.asked(this.player(line.seat), steps || words.kind[line.kind]);
      const table = line.seat === undefined || line.seat < 0;
      return h("li", { value: line.rev, class: line.retracted ? "muted" : "" },
        table && !told ? words.kind[line.kind] : what);
    });
    return h("details", { open: true }, h("summary", {}, words.happened), h("ol", { class: "log" }, ...lines));
  }
}

const route = guarded(async () => {
  watching?.abort();
  const id = location.hash.slice(1);
  if (!id) return home();
  Table.current = new Table(id);
  await Table.current.refresh();
  Table.current.watch();
});

addEventListener("hashchange", route);
document.querySelector("header a").addEventListener("click", (event) => {
  event.preventDefault();
  location.hash = "";
});
route();
