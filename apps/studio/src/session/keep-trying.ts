const WAITS_MS = [1_000, 3_000, 8_000];

/**
 * Sends again after a connection was lost, a few times. What is sent must carry a key, because the service may have taken it
 * before the connection broke.
 */
export async function keepTrying<Answer>(
  send: () => Promise<Answer>,
  isLost: (answer: Answer) => boolean,
  wait = pause,
): Promise<Answer> {
  for (const ms of WAITS_MS) {
    const answer = await send();
    if (!isLost(answer) || !navigator.onLine) return answer;
    await wait(ms);
  }
  return send();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
