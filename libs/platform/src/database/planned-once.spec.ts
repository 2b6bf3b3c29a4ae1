import { EventEmitter } from 'node:events';
import type { PoolClient, QueryConfig } from 'pg';
import { nameMarkedStatements, plannedOnce } from './planned-once';

const FIND = plannedOnce('SELECT id FROM projects WHERE slug = $1');
const OTHER = 'SELECT id FROM projects WHERE title = $1';

describe('statements that are planned once', () => {
  async function connect(told: number, session: number | Error) {
    const sent: (QueryConfig | string)[] = [];
    const connection = new EventEmitter();
    const query = (asked: QueryConfig | string) => {
      // A connection that breaks says so to its queries and to its listeners.
      if (session instanceof Error) connection.emit('error', session);
      sent.push(asked);
      return session instanceof Error ? Promise.reject(session) : Promise.resolve({ rows: [{ pid: session }] });
    };
    const client = Object.assign(connection, { processID: told, query }) as unknown as PoolClient;
    const failure = await new Promise<Error | undefined>((resolve) => nameMarkedStatements(client, resolve));
    sent.length = 0;
    expect(connection.listenerCount('error')).toBe(0);
    return { client, sent, failure };
  }

  it('have one name for each text', async () => {
    const { client, sent } = await connect(7, 7);
    for (const statement of [FIND, OTHER, FIND, plannedOnce(OTHER)]) await client.query(statement, ['x']);
    const [first, second, third, fourth] = sent as QueryConfig[];
    expect(first).toEqual({ text: FIND, name: expect.stringMatching(/^[0-9a-f]{40}$/) as string });
    expect([second, third]).toEqual([OTHER, first]);
    expect(fourth?.name).not.toBe(first?.name);
  });

  it('are sent as text behind a pooler', async () => {
    const { client, sent } = await connect(7, 8);
    await client.query(FIND, ['x']);
    expect(sent).toEqual([FIND]);
  });

  it('leave a connection that fails at once to the pool', async () => {
    const { failure } = await connect(7, new Error('gone'));
    expect(failure?.message).toBe('gone');
  });
});
