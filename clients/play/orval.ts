// Play whole games with the functions that orval generated for fetch.
// After `make clients`: node clients/generated/compiled/play/orval.js URL RULESET …

import { createGame, getGame, legal, postTurn, preview } from "../generated/orval/client.js";
import type { NewGame } from "../generated/orval/client.js";
import type { Seen } from "./playing.js";
import { bad, main, ranks, seen } from "./playing.js";

await main((url) => {
  // The functions ask for paths, as a browser does on the site of the service.
  const plain = globalThis.fetch;
  globalThis.fetch = (path, init) => plain(new URL(String(path), url), init);
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const post = (game: Seen, token: string, steps: string[], short = false) => {
    const known = { ...as(token).headers, "If-Match": `"${game.rev}"` };
    const headers = short ? { ...known, Prefer: "return=minimal" } : known;
    return postTurn(game.id, { steps }, {}, { headers });
  };
  return {
    async create(ruleset) {
      const seats: NewGame["seats"] = [{ holder: "user" }, { holder: "user" }];
      const made = await createGame({ ruleset: ruleset as NewGame["ruleset"], seats });
      if (made.status !== 201) return bad(made.data);
      return { id: made.data.id, tokens: made.data.tokens.seats };
    },
    async game(id) {
      const found = await getGame(id);
      if (found.status !== 200) return bad(found.data);
      return { seen: seen(id, found.data), ranks: ranks(found.data) };
    },
    async options(game, token, after) {
      const found = await legal(game.id, { after }, as(token));
      return found.status === 200 ? (found.data.choices?.options ?? []) : bad(found.data);
    },
    async completes(game, token, steps) {
      const tried = await preview(game.id, { rev: game.rev, steps }, {}, as(token));
      return tried.status === 200 ? tried.data.complete : bad(tried.data);
    },
    async turn(game, token, steps, short) {
      const played = await post(game, token, steps, short);
      return played.status === 201 ? seen(game.id, played.data) : bad(played.data);
    },
    async refusal(game, token) {
      const refused = await post(game, token, ["x"]);
      return refused.status === 422 ? refused.data.code : undefined;
    },
  };
});
