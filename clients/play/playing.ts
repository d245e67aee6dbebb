// A whole game with any TypeScript client: all seats, at random.

export interface Seen {
  id: string;
  rev: number;
  /** The seat to move; -1 after the end. */
  seat: number;
}

/** A legal step, and whether it ends the turn. */
export interface Step {
  step: string;
  barrier: boolean;
}

/** A generated client. */
export interface Client {
  create(ruleset: string): Promise<{ id: string; tokens: Record<string, string> }>;
  /** Return the game, and the ranks of its result. */
  game(id: string): Promise<{ seen: Seen; ranks: number[] }>;
  /** Return the legal steps after some steps; none if the turn is complete. */
  options(game: Seen, token: string, after: string[]): Promise<Step[]>;
  /** Preview a turn; return whether it is complete. */
  completes(game: Seen, token: string, steps: string[]): Promise<boolean>;
  /** Play a turn, and ask for the full answer or the minimal one. */
  turn(game: Seen, token: string, steps: string[], short: boolean): Promise<Seen>;
  /** Play a turn that is not legal; return the code of the problem. */
  refusal(game: Seen, token: string): Promise<string | undefined>;
}

/** Return what a player needs of an answer. */
export function seen(id: string, found: { rev: number; awaited: { seat: number }[] }): Seen {
  return { id, rev: found.rev, seat: found.awaited[0]?.seat ?? -1 };
}

export function ranks(found: { result: { rank: number }[] | null }): number[] {
  return (found.result ?? []).map((each) => each.rank);
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

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
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

async function play(client: Client, ruleset: string): Promise<{ rev: number; ranks: number[] }> {
  const { id, tokens } = await client.create(ruleset);
  let { seen } = await client.game(id);
  await attempt(client, seen, tokens);
  while (seen.seat >= 0) {
    const steps = await chosen(client, seen, tokens);
    const played = await client.turn(seen, at(tokens, seen), steps, seen.rev % 2 === 1);
    check(played.rev > seen.rev, "no entry was added");
    seen = played;
  }
  const end = await client.game(id);
  check(end.seen.rev === seen.rev && end.seen.seat === -1, "the game goes on");
  return { rev: end.seen.rev, ranks: end.ranks };
}

function at(tokens: Record<string, string>, seen: Seen): string {
  const token = tokens[String(seen.seat)];
  if (token === undefined) throw new Error(`nobody is asked at ${seen.rev}`);
  return token;
}

/** Choose a turn; no question is left after a step that ends it. */
async function chosen(client: Client, seen: Seen, tokens: Record<string, string>) {
  const steps: string[] = [];
  for (;;) {
    const options = await client.options(seen, at(tokens, seen), steps);
    if (options.length === 0) return steps;
    const { step, barrier } = chance(options);
    steps.push(step);
    if (barrier) return steps;
  }
}

/** Preview a turn without playing it, and be refused one. */
async function attempt(client: Client, seen: Seen, tokens: Record<string, string>): Promise<void> {
  const steps = await chosen(client, seen, tokens);
  const token = at(tokens, seen);
  check(await client.completes(seen, token, steps), "the turn is not complete");
  check((await client.options(seen, token, steps)).length === 0, "a question is left");
  const code = await client.refusal(seen, token);
  check(code === "illegal-step", `refused as ${code}`);
}
