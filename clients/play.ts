// Play a whole game with openapi-fetch and the generated types: all seats, at random.
// `make clients` type-checks and compiles it: node clients/typescript/play.js URL RULESET.

import createClient from "openapi-fetch";
import type { components, paths } from "./typescript/schema.d.ts";

type Schemas = components["schemas"];

const [url, ruleset] = process.argv.slice(2);
if (url === undefined || ruleset === undefined) throw new Error("usage: play.js URL RULESET");
const client = createClient<paths>({ baseUrl: url });

let seed = 7;
function chance<T>(among: readonly T[]): T {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  const found = among[seed % among.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

function good<T>(answer: { data?: T; error?: Schemas["ProblemDocument"] }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

const body: Schemas["NewGame"] = { ruleset, seats: [{ holder: "user" }, { holder: "user" }] };
const made = good(await client.POST("/v1/games", { body }));
const path = { game_id: made.id };
const tokens = made.tokens.seats;

async function turn(game: Schemas["Game"], token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const after: string[] = [];
  for (;;) {
    const query = { after };
    const ahead = good(
      await client.GET("/v1/games/{game_id}/legal", { params: { path, query }, headers }),
    );
    if (ahead.choices === null) break;
    after.push(chance(ahead.choices.options).step);
  }
  const known = { "If-Match": `"${game.rev}"` };
  const played = good(
    await client.POST("/v1/games/{game_id}/turns", {
      params: { path, header: known },
      body: { steps: after },
      headers,
    }),
  );
  return played.rev; // the minimal answer has only this and the seats to move
}

for (;;) {
  const game = good(await client.GET("/v1/games/{game_id}", { params: { path } }));
  if (game.status === "over") {
    console.log(game.rev, game.result?.map((each) => each.rank));
    break;
  }
  const seat = game.awaited[0]?.seat;
  const token = tokens[String(seat)];
  if (token === undefined) throw new Error(`nobody is asked at ${game.rev}`);
  if ((await turn(game, token)) <= game.rev) throw new Error("no entry was added");
}
