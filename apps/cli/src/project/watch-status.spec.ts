import { setTimeout as wait } from 'node:timers/promises';
import { createShipyardClient } from '@shipyard/client';
import type { Connection } from '../connection/connect';
import { Output } from '../output';
import { en } from '../words/en';
import { watchStatus } from './watch-status';

jest.mock('node:timers/promises', () => ({ setTimeout: jest.fn(() => Promise.resolve()) }));

describe('watching the status of a project', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  /** A proxy that holds back the stream, from its beginning or after the headers. */
  it.each(['nothing', 'headers'])('asks again when the stream sent only %s within ten seconds', async (came) => {
    const states = ['review_pending', 'recommended'];
    const asked: string[] = [];
    const fetch = ({ url, signal }: Request) => {
      const [, route = ''] = url.split('/projects/garden/');
      asked.push(route);
      if (route === 'status') return Promise.resolve(Response.json({ ok: true, data: statusIn(states.shift()) }));
      return came === 'headers'
        ? Promise.resolve(new Response(new ReadableStream()))
        : new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    };
    const client = createShipyardClient({ baseUrl: 'https://build.example', fetch });
    const watched = watchStatus({ client } as Connection, 'garden', {
      output: new Output({ json: false, quiet: true, environment: {} }),
      words: en,
      signal: new AbortController().signal,
    });
    while (asked.length < 2) await new Promise(setImmediate);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(asked).toEqual(['status', 'status/events']);
    await jest.advanceTimersByTimeAsync(1);
    expect(await watched).toMatchObject({ state: 'recommended' });
    expect(asked).toEqual(['status', 'status/events', 'status']);
    expect(jest.mocked(wait).mock.lastCall?.[0]).toBe(3_000);
  });
});

const statusIn = (state = 'draft') => ({ state, review: null, missing: [], allowed: [], project: { slug: 'garden' } });
