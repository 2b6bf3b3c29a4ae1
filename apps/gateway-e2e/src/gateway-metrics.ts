import type { JoinedStack } from '@shipyard/testing';

/** The port of metrics is not part of the API, so no document describes its answer. */
export async function metricsOf({ view }: JoinedStack, process: 'gateway' | 'worker'): Promise<string> {
  const port = (view.metricsPort ?? 0) + (process === 'gateway' ? 2 : 3);
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** Nor is the debug port. */
export async function queuesAt(debugPort: number, host = '127.0.0.1'): Promise<string[]> {
  const answer = await fetch(`http://${host}:${debugPort}/pools`);
  return Object.keys(((await answer.json()) as { queues: Record<string, unknown> }).queues);
}
