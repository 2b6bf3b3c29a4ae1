import type { QueryResultRow } from 'pg';
import { StatementTurns } from './statement-turns';

it('sends so many statements at once, and the others in their order', async () => {
  const sent: string[] = [];
  const replies: (() => void)[] = [];
  const turns = new StatementTurns(
    {
      async query<Row extends QueryResultRow>(statement: string): Promise<Row[]> {
        sent.push(statement);
        await new Promise<void>((resolve) => replies.push(resolve));
        if (statement === 'b') throw new Error('refused');
        return [];
      },
    },
    2,
  );
  const asked = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((statement) => turns.query(statement, [])));
  await new Promise(setImmediate);
  expect(sent).toEqual(['a', 'b']);
  for (let reply = replies.pop(); reply; reply = replies.shift()) {
    reply();
    await new Promise(setImmediate);
  }
  expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect((await asked).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
