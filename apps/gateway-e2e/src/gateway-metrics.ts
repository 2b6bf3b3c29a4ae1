import type { JoinedStack } from '@shipyard/testing';

/** The port of metrics is not part of the API, so no document describes its answer. */
export async function metricsOf({ view }: JoinedStack, process: 'gateway' | 'worker'): Promise<string> {
  const port = (view.metricsPort ?? 0) + (process === 'gateway' ? 2 : 3);
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}
