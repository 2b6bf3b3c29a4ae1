import { hash } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';

const MARK = '/* planned once */';

/**
 * Marks a frequent statement, which each connection then plans once. For statements of which one plan is good for all
 * values. Wrap the constant, so that every caller sends the same text.
 */
export const plannedOnce = (text: string) => `${MARK} ${text}`;

const names = new Map<string, string>();

/** All connections share the names, so a name must mean one text. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = hash('sha1', text);
  names.set(text, name);
  return name;
}

type Send = (asked: QueryConfig | string, ...rest: unknown[]) => unknown;

/**
 * Lets a new connection of a pool send the marked statements by name. Behind a pooler it sends them as text: the next
 * transaction may get a session that does not know the name, and a refused name would break it. A pooler tells its
 * clients a process id of its own, not that of the session.
 */
export function nameMarkedStatements(client: PoolClient, done: (error?: Error) => void): void {
  // Until the pool has handed the connection over, nothing else hears its errors, and one would end the process.
  const hear = () => undefined;
  client.on('error', hear);
  const end = (error?: Error) => {
    client.removeListener('error', hear);
    done(error);
  };
  client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid').then(({ rows: [session] }) => {
    if (session?.pid === (client as unknown as { processID: number | null }).processID) sendNames(client);
    end();
  }, end);
}

function sendNames(client: PoolClient): void {
  const send = client.query.bind(client) as Send;
  const sendByName: Send = (asked, ...rest) =>
    typeof asked === 'string' && asked.startsWith(MARK)
      ? send({ text: asked, name: nameOf(asked) }, ...rest)
      : send(asked, ...rest);
  client.query = sendByName as PoolClient['query'];
}
