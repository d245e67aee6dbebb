// Play whole games with the client that @hey-api/openapi-ts generated.
// After `make clients`: node clients/generated/compiled/play/hey-api.js URL RULESET …

import { createClient } from "../generated/hey-api/client/index.js";
import { createGame, getGame, legal, postTurn } from "../generated/hey-api/sdk.gen.js";
import type { NewGame } from "../generated/hey-api/types.gen.js";
import { good, main, seen } from "./playing.js";

await main((url) => {
  const as = (token?: string) => createClient({ baseUrl: url, auth: token });
  const post = (id: string, rev: number, token: string, steps: string[]) =>
    postTurn({
      client: as(token),
      path: { game_id: id },
      headers: { "If-Match": `"${rev}"` },
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
      return seen(good(data, error));
    },
    async options(id, token, after) {
      const path = { game_id: id };
      const { data, error } = await legal({ client: as(token), path, query: { after } });
      return good(data, error).choices?.options.map((each) => each.step) ?? [];
    },
    async turn(game, token, steps) {
      const { data, error } = await post(game.id, game.rev, token, steps);
      return good(data, error).rev;
    },
    async refusal(game, token) {
      const { error } = await post(game.id, game.rev, token, ["x"]);
      return error?.code;
    },
  };
});
