/**
 * Asks again until the answer is there, and fails with the last one when it never comes.
 * The limit is only there to end a test that has failed: nothing is measured by it.
 */
export async function waitUntil<Answer>(
  ask: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  options: { giveUpAfterMs?: number; askEveryMs?: number } = {},
): Promise<Answer> {
  const giveUpAt = Date.now() + (options.giveUpAfterMs ?? 60_000);
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > giveUpAt) throw new Error(`It never came. The last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, options.askEveryMs ?? 50));
  }
}
