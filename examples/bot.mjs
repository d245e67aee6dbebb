// A bot in one file, for Node.js without packages: it plays one seat, at random.
// It knows no title: every question comes with all legal options.
//
//   node examples/bot.mjs http://127.0.0.1:8000 new tzolkin bot:greedy   # or: open, to wait
//   node examples/bot.mjs http://127.0.0.1:8000 join GAME

const [service, action, name, ...others] = process.argv.slice(2);
const auth = {};

/** Return the status and the JSON of an answer, and wait if the service asks for it. */
async function call(method, path, content, more = {}) {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const body = content && JSON.stringify(content);
  const sent = { method, body, headers: { ...headers, ...auth, ...more } };
  const answer = await fetch(service + path, sent);
  if (![429, 503].includes(answer.status)) return [answer.status, await answer.json()];
  const seconds = Number(answer.headers.get("Retry-After") ?? 1);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  return call(method, path, content, more);
}

const chance = ({ options }) => options[Math.floor(Math.random() * options.length)].step;

/** Return a whole turn: random options until it is complete. */
async function think(rev, choices) {
  for (const steps = [chance(choices)]; ; ) {
    const [, ahead] = await call("POST", `${game}/preview`, { rev, steps });
    if (!ahead.next) return steps; // if the game has moved on, posting the steps fails with 412
    steps.push(chance(ahead.next));
  }
}

let game = `/v1/games/${name}`;
if (action === "new") {
  const seats = ["user", ...others].map((holder) => ({ holder }));
  const [, made] = await call("POST", "/v1/games", { ruleset: name, seats });
  game = `/v1/games/${made.id}`;
  auth.Authorization = `Bearer ${made.tokens.seats["0"]}`;
} else {
  const [, joined] = await call("POST", `${game}/seats`, {});
  auth.Authorization = `Bearer ${joined.token}`;
}
console.log(game);
for (;;) {
  const [, table] = await call("GET", game);
  if (!["waiting", "running"].includes(table.status)) {
    console.log(table.status, JSON.stringify(table.result));
    break;
  }
  let [status, told] = [409, {}];
  if (table.choices) {
    const turn = { steps: await think(table.rev, table.choices) };
    [status, told] = await call("POST", `${game}/turns`, turn, { "If-Match": `"${table.rev}"` });
    if (![200, 201, 409, 412].includes(status)) throw new Error(`${turn.steps}: ${told.detail}`);
  }
  // Not our turn: wait for an event. 412: load the game again.
  if (status === 409) await call("GET", `${game}/events?after=${table.rev}&wait=25`);
}
