// Play whole games with openapi-fetch and the types of openapi-typescript.
// After `make clients`: node clients/generated/compiled/play/openapi-fetch.js URL RULESET …

import createClient from "openapi-fetch";
import type { components, paths } from "../generated/openapi-fetch/schema.d.ts";
import { good, main, seen } from "./playing.js";

type NewGame = components["schemas"]["NewGame"];

await main((url) => {
  const client = createClient<paths>({ baseUrl: url });
  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const post = (id: string, rev: number, token: string, steps: string[]) =>
    client.POST("/v1/games/{game_id}/turns", {
      params: { path: { game_id: id }, header: { "If-Match": `"${rev}"` } },
      body: { steps },
      headers: as(token),
    });
  return {
    async create(ruleset) {
      const seats: NewGame["seats"] = [{ holder: "user" }, { holder: "user" }];
      const body: NewGame = { ruleset: ruleset as NewGame["ruleset"], seats };
      const { data, error } = await client.POST("/v1/games", { body });
      const made = good(data, error);
      return { id: made.id, tokens: made.tokens.seats };
    },
    async game(id) {
      const params = { path: { game_id: id } };
      const { data, error } = await client.GET("/v1/games/{game_id}", { params });
      return seen(good(data, error));
    },
    async options(id, token, after) {
      const { data, error } = await client.GET("/v1/games/{game_id}/legal", {
        params: { path: { game_id: id }, query: { after } },
        headers: as(token),
      });
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
