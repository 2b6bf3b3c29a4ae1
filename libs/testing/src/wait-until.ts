const SOONEST_MS = 10;
const SELDOMEST_MS = 200;

/**
 * What comes soon is seen soon, and a long wait asks seldom: the next question comes after a tenth of the time so far.
 * Throws with the last answer at the limit, which only ends failed tests.
 */
export async function waitUntil<Answer>(
  ask: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  options: { giveUpAfterMs?: number; askEveryMs?: number } = {},
): Promise<Answer> {
  const beganAt = Date.now();
  const giveUpAt = beganAt + (options.giveUpAfterMs ?? 150_000);
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    const now = Date.now();
    if (now > giveUpAt) throw new Error(`It never came. The last answer was ${JSON.stringify(answer)}`);
    const pauseMs = options.askEveryMs ?? Math.min(Math.max((now - beganAt) / 10, SOONEST_MS), SELDOMEST_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
