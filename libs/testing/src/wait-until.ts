/** Throws with the last answer at the limit, which only ends failed tests. */
export async function waitUntil<Answer>(
  ask: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
  options: { giveUpAfterMs?: number; askEveryMs?: number } = {},
): Promise<Answer> {
  const giveUpAt = Date.now() + (options.giveUpAfterMs ?? 150_000);
  for (;;) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > giveUpAt) throw new Error(`It never came. The last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, options.askEveryMs ?? 50));
  }
}
