import { setTimeout as wait } from 'node:timers/promises';
import { dataOf } from '@shipyard/client';
import { createParser } from 'eventsource-parser';
import type { CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { Interrupted } from '../failure';
import { progressLine, type StatusView } from './status-lines';

const POLL_MS = 3000;
/** The service sends the status at once. A proxy that lets no stream through holds it back. */
const STREAM_BEGINS_WITHIN_MS = 10_000;

type Watching = Pick<CommandContext, 'output' | 'words' | 'signal'>;

/** Tells each change on stderr. Returns the status once nothing runs any more. */
export async function watchStatus(connection: Connection, slug: string, context: Watching): Promise<StatusView> {
  const { output, words, signal } = context;
  let told = '';
  for (;;) {
    const status = await readStatus(connection, slug);
    for await (const each of isRunning(status) ? changesFrom(connection, status, slug, signal) : [status]) {
      const line = progressLine(each, words);
      if (line !== told) output.tell(line);
      told = line;
      if (!isRunning(each)) return each;
    }
    // The stream ends after ten minutes, and some proxies let none through.
    await wait(POLL_MS, undefined, { signal }).catch(() => {
      throw new Interrupted(words.interrupted);
    });
  }
}

export const isRunning = ({ state, review }: StatusView): boolean =>
  state === 'review_pending' || review?.status === 'queued' || review?.status === 'running';

function readStatus({ client }: Connection, slug: string): Promise<StatusView> {
  return dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
}

async function* changesFrom(
  { client }: Connection,
  first: StatusView,
  slug: string,
  signal: AbortSignal,
): AsyncGenerator<StatusView> {
  yield first;
  const found: StatusView[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'status') found.push(JSON.parse(data) as StatusView);
    },
  });
  const held = new AbortController();
  const holding = setTimeout(() => held.abort(), STREAM_BEGINS_WITHIN_MS);
  try {
    const { response } = await client.GET('/api/v1/projects/{slug}/status/events', {
      params: { path: { slug } },
      parseAs: 'stream',
      signal: held.signal,
    });
    if (!response.ok || response.body === null) return;
    const decoder = new TextDecoder();
    // A body does not hold on to the signal of its request.
    const reader = response.body.getReader();
    held.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(holding);
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* found.splice(0);
    }
  } catch (error) {
    // A stream that breaks off is no failure: the next round reads the status again.
    if (signal.aborted) throw error;
  } finally {
    clearTimeout(holding);
    held.abort();
  }
}
