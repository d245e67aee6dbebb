// Play whole games with the client that @hey-api/openapi-ts generated.
// After `make clients`: node clients/generated/compiled/play/hey-api.js URL RULESET …

import { createClient } from "../generated/hey-api/client/index.js";
import { createGame, getGame, legal, postTurn, preview } from "../generated/hey-api/sdk.gen.js";
import type { NewGame } from "../generated/hey-api/types.gen.js";
import type { Seen } from "./playing.js";
import { good, main, ranks, seen } from "./playing.js";

await main((url) => {
  const as = (token?: string) => createClient({ baseUrl: url, auth: token });
  const minimal = "return=minimal" as const;
  const post = (game: Seen, token: string, steps: string[], short = false) =>
    postTurn({
      client: as(token),
      path: { game_id: game.id },
      headers: { "If-Match": `"${game.rev}"`, ...(short && { Prefer: minimal }) },
      body: { steps },
    });
  return {
    async create(ruleset) {
      const seats: NewGame["seats"] = [{ holder: "user" }, { holder: "user" }];
      const body: NewGame = { ruleset: ruleset as NewGame["ruleset"], seats };
      const { data, error } = await createGame({ client: as(), body });
      const made = good(data, error);
      return { id: made.id, tokens: made.tokens.seats };
    },
    async game(id) {
      const { data, error } = await getGame({ client: as(), path: { game_id: id } });
      const found = good(data, error);
      return { seen: seen(id, found), ranks: ranks(found) };
    },
    async options(game, token, after) {
      const path = { game_id: game.id };
      const { data, error } = await legal({ client: as(token), path, query: { after } });
      return good(data, error).choices?.options ?? [];
    },
    async completes(game, token, steps) {
      const body = { rev: game.rev, steps };
      const path = { game_id: game.id };
      const { data, error } = await preview({ client: as(token), path, body });
      return good(data, error).complete;
    },
    async turn(game, token, steps, short) {
      const { data, error } = await post(game, token, steps, short);
      return seen(game.id, good(data, error));
    },
    async refusal(game, token) {
      const { error } = await post(game, token, ["x"]);
      return error?.code;
    },
  };
});
