export const BLOCK_TOKENS = 80;
const IMAGE_TOKENS = 3_000;
const PROMPT_TOKENS = 2_500;
const USED_PERCENT = 90;
const README_PERCENT = 70;
const WHOLE_LOGS_PERCENT = 70;
const IMAGES_PERCENT = 25;
const IMAGES_LIMIT = 8;
const DIGEST = { least: 60, most: 400 };
const PASSES_LIMIT = 8;
const SMALLEST_ROOM = 500;

export interface SizedLog {
  sequence: number;
  tokens: number;
}

export interface ReadingPlan {
  readmeLimit: number | null;
  whole: number[];
  cut: Map<number, number>;
  passes: number[][];
  digestTokens: number;
  left: number[];
}

export const roomOf = (maxInputTokens: number, images: number) =>
  Math.max(SMALLEST_ROOM, Math.floor((maxInputTokens * USED_PERCENT) / 100) - PROMPT_TOKENS - images * IMAGE_TOKENS);

export const imagesLimit = (maxInputTokens: number) =>
  Math.min(IMAGES_LIMIT, Math.floor((maxInputTokens * IMAGES_PERCENT) / 100 / IMAGE_TOKENS));

export const mostLogTokens = (maxInputTokens: number) => (PASSES_LIMIT + 1) * roomOf(maxInputTokens, 0);

/**
 * Plans the reading:
 * 1. If README and logs fit together, read all of them in full.
 * 2. Otherwise read the README, or as much of it as leaves room for logs, and the newest logs that fit.
 * 3. Condense older logs in passes, as many as leave room for a useful digest.
 * 4. Skip the rest.
 * `logs` has the newest first. `room` is for the texts, `passRoom` for the logs of one pass.
 */
export function planReading(
  readmeTokens: number,
  logs: readonly SizedLog[],
  { room, passRoom }: { room: number; passRoom: number },
): ReadingPlan {
  const withFence = logs.map(({ sequence, tokens }) => ({ sequence, tokens: tokens + BLOCK_TOKENS }));
  const all = withFence.reduce((sum, { tokens }) => sum + tokens, 0);
  const readmeMost = Math.max(Math.floor((room * README_PERCENT) / 100), room - all);
  const readme = Math.min(readmeTokens, readmeMost);
  const plan: ReadingPlan = {
    readmeLimit: readmeTokens > readme ? readme : null,
    whole: [],
    cut: new Map(),
    passes: [],
    digestTokens: 0,
    left: [],
  };
  const logRoom = room - readme;
  const older = takeWhole(plan, withFence, all <= logRoom ? logRoom : Math.floor((logRoom * WHOLE_LOGS_PERCENT) / 100));
  if (older.length === 0) return plan;
  const digestRoom = Math.floor((logRoom * (100 - WHOLE_LOGS_PERCENT)) / 100);
  const condensed = takePasses(plan, older.slice(0, Math.floor(digestRoom / (DIGEST.least + BLOCK_TOKENS))), passRoom);
  plan.left = older.slice(condensed).map(({ sequence }) => sequence);
  plan.digestTokens = condensed === 0 ? 0 : Math.min(DIGEST.most, Math.floor(digestRoom / condensed) - BLOCK_TOKENS);
  return plan;
}

function takeWhole(plan: ReadingPlan, logs: readonly SizedLog[], room: number): readonly SizedLog[] {
  let used = 0;
  for (const [at, { sequence, tokens }] of logs.entries()) {
    if (used + tokens > room && at > 0) return logs.slice(at);
    if (used + tokens > room) plan.cut.set(sequence, Math.max(1, room - BLOCK_TOKENS));
    plan.whole.push(sequence);
    used += Math.min(tokens, room);
  }
  return [];
}

function takePasses(plan: ReadingPlan, logs: readonly SizedLog[], passRoom: number): number {
  let used = passRoom;
  for (const [at, { sequence, tokens }] of logs.entries()) {
    const taken = Math.min(tokens, passRoom);
    if (used + taken > passRoom) {
      if (plan.passes.length === PASSES_LIMIT) return at;
      plan.passes.push([]);
      used = 0;
    }
    if (tokens > passRoom) plan.cut.set(sequence, Math.max(1, passRoom - BLOCK_TOKENS));
    plan.passes.at(-1)?.push(sequence);
    used += taken;
  }
  return logs.length;
}
