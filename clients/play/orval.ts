// Play whole games with the functions that orval generated for fetch.
// After `make clients`: node clients/generated/compiled/play/orval.js URL RULESET …

import { createGame, getGame, legal, postTurn } from "../generated/orval/client.js";
import type { NewGame } from "../generated/orval/client.js";
import { bad, main, seen } from "./playing.js";

await main((url) => {
  // The functions ask for paths, as a browser does on the site of the service.
  const plain = globalThis.fetch;
  globalThis.fetch = (path, init) => plain(new URL(String(path), url), init);
  const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  const post = (id: string, rev: number, token: string, steps: string[]) => {
    const headers = { ...as(token).headers, "If-Match": `"${rev}"` };
    return postTurn(id, { steps }, {}, { headers });
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
      return found.status === 200 ? seen(found.data) : bad(found.data);
    },
    async options(id, token, after) {
      const found = await legal(id, { after }, as(token));
      if (found.status !== 200) return bad(found.data);
      return found.data.choices?.options.map((each) => each.step) ?? [];
    },
    async turn(game, token, steps) {
      const played = await post(game.id, game.rev, token, steps);
      return played.status === 201 ? played.data.rev : bad(played.data);
    },
    async refusal(game, token) {
      const refused = await post(game.id, game.rev, token, ["x"]);
      return refused.status === 422 ? refused.data.code : undefined;
    },
  };
});
