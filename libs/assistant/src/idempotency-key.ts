/** For a write that is the same work however often it is asked for. The command line replaces it by keys that it keeps. */
export const freshKey = () => ({ 'idempotency-key': globalThis.crypto.randomUUID() });

/** For a write that must not happen twice when an assistant repeats a call whose answer it did not get. */
export async function keyOf(tool: string, content: readonly unknown[]): Promise<{ 'idempotency-key': string }> {
  const bytes = new TextEncoder().encode(JSON.stringify([tool, ...content]));
  const hash = await globalThis.crypto.subtle.digest('SHA-256', bytes);
  return { 'idempotency-key': `${tool}-${Buffer.from(hash).toString('base64url')}` };
}
