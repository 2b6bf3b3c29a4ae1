import { EventEmitter } from 'node:events';
import { Pool, type PoolConfig } from 'pg';
import { closeIdle } from './close-idle';

class FakeClient extends EventEmitter {
  readonly _queryable = true;
  isEnded = false;

  connect(done: () => void): void {
    process.nextTick(done);
  }

  end(done: () => void): void {
    this.isEnded = true;
    done();
  }
}

it('closes the connections that nobody uses, and no other', async () => {
  const pool = new Pool({ max: 3, connectionTimeoutMillis: 1_000, Client: FakeClient } as unknown as PoolConfig);
  const [busy, ...idle] = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of idle) client.release();
  closeIdle(pool);
  await new Promise(setImmediate);
  expect([busy, ...idle].map((client) => (client as unknown as FakeClient).isEnded)).toEqual([false, true, true]);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 0, 0]);
  expect(idle).not.toContain(await pool.connect());
});
