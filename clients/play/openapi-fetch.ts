// Play whole games with openapi-fetch and the types of openapi-typescript.
// After `make clients`: node clients/generated/compiled/play/openapi-fetch.js URL RULESET …

import createClient from "openapi-fetch";
import type { components, paths } from "../generated/openapi-fetch/schema.d.ts";
import type { Seen } from "./playing.js";
import { good, main, ranks, seen } from "./playing.js";

type NewGame = components["schemas"]["NewGame"];

await main((url) => {
  const client = createClient<paths>({ baseUrl: url });
  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const minimal = "return=minimal" as const;
  const post = (game: Seen, token: string, steps: string[], short = false) => {
    const header = { "If-Match": `"${game.rev}"`, ...(short && { Prefer: minimal }) };
    return client.POST("/v1/games/{game_id}/turns", {
      params: { path: { game_id: game.id }, header },
      body: { steps },
      headers: as(token),
    });
  };
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
      const found = good(data, error);
      return { seen: seen(id, found), ranks: ranks(found) };
    },
    async options(game, token, after) {
      const { data, error } = await client.GET("/v1/games/{game_id}/legal", {
        params: { path: { game_id: game.id }, query: { after } },
        headers: as(token),
      });
      return good(data, error).choices?.options ?? [];
    },
    async completes(game, token, steps) {
      const { data, error } = await client.POST("/v1/games/{game_id}/preview", {
        params: { path: { game_id: game.id } },
        body: { rev: game.rev, steps },
        headers: as(token),
      });
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
