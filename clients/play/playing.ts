// A whole game with any TypeScript client: all seats, at random.

export interface Seen {
  id: string;
  rev: number;
  /** The seat to move; -1 after the end. */
  seat: number;
  /** The ranks of the result; empty before the end. */
  ranks: number[];
}

/** A generated client. */
export interface Client {
  create(ruleset: string): Promise<{ id: string; tokens: Record<string, string> }>;
  game(id: string): Promise<Seen>;
  /** Return the legal steps after some steps; none if the turn is complete. */
  options(id: string, token: string, after: string[]): Promise<string[]>;
  /** Play a turn; return the revision after it. */
  turn(game: Seen, token: string, steps: string[]): Promise<number>;
  /** Play a turn that is not legal; return the code of the problem. */
  refusal(game: Seen, token: string): Promise<string | undefined>;
}

interface Result {
  rank: number;
}

/** Return what a player needs of a game. */
export function seen(game: {
  id: string;
  rev: number;
  status: string;
  awaited: { seat: number }[];
  result: Result[] | null;
}): Seen {
  const over = game.status === "over";
  const ranks = over ? (game.result ?? []).map((each) => each.rank) : [];
  return { id: game.id, rev: game.rev, seat: over ? -1 : (game.awaited[0]?.seat ?? -1), ranks };
}

let seed = 7;
function chance<T>(among: readonly T[]): T {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  const found = among[seed % among.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

export function bad(problem: unknown): never {
  throw new Error(JSON.stringify(problem));
}

export function good<T>(data: T | undefined, problem: unknown): T {
  return data === undefined ? bad(problem) : data;
}

/** Play a game of each title that the command names. */
export async function main(at: (url: string) => Client): Promise<void> {
  const [url, ...rulesets] = process.argv.slice(2);
  if (url === undefined) throw new Error("usage: URL RULESET …");
  for (const ruleset of rulesets) {
    const end = await play(at(url), ruleset);
    console.log(end.rev, ...end.ranks);
  }
}

async function play(client: Client, ruleset: string): Promise<Seen> {
  const { id, tokens } = await client.create(ruleset);
  for (;;) {
    const game = await client.game(id);
    if (game.ranks.length > 0) return game;
    const token = tokens[String(game.seat)];
    if (token === undefined) throw new Error(`nobody is asked at ${game.rev}`);
    const steps: string[] = [];
    for (;;) {
      const options = await client.options(id, token, steps);
      if (options.length === 0) break;
      steps.push(chance(options));
    }
    const code = game.rev === 0 ? await client.refusal(game, token) : "illegal-step";
    if (code !== "illegal-step") throw new Error(`refused as ${code}`);
    if ((await client.turn(game, token, steps)) <= game.rev) throw new Error("no entry was added");
  }
}
