/** A page that nobody uses stops asking, because each call keeps the session alive. */
const IDLE_MS = 10 * 60_000;

/** Asks again and again while the page is looked at, and hands over what has changed. Ends with the session. */
export async function pollWhileUsed(
  place: HTMLElement,
  url: string,
  everyMs: number,
  show: (answer: unknown) => void,
): Promise<void> {
  let etag = '';
  let usedAt = performance.now();
  const use = () => (usedAt = performance.now());
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'scroll'])
    addEventListener(name, use, { passive: true });
  while (place.isConnected) {
    if (!document.hidden && performance.now() - usedAt < IDLE_MS) {
      const headers = { accept: 'application/json', 'if-none-match': etag };
      const answer = await fetch(url, { headers }).catch(() => null);
      // A session or a role that has ended shows when the next form is sent.
      if (answer && (answer.status === 401 || answer.status === 403 || answer.redirected)) return;
      if (answer?.ok) {
        etag = answer.headers.get('etag') ?? '';
        show(await answer.json().catch(() => null));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
