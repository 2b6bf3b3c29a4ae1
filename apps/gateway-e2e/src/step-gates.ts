import type { TestStack } from '@shipyard/testing';
import type { Client } from 'pg';
import { waitUntil } from '@shipyard/testing';

/**
 * Blocks an image task just before a statement: the task whose `user` is `<table> <step>` waits there, so that a test
 * can kill its process at that step.
 */
export class StepGates {
  private constructor(
    private readonly stack: TestStack,
    private readonly holder: Client,
  ) {}

  static async close(stack: TestStack): Promise<StepGates> {
    for (const statement of GATE) await stack.query('gateway', statement);
    const holder = await stack.connect('gateway');
    await holder.query('SELECT pg_advisory_lock(4711)');
    return new StepGates(stack, holder);
  }

  /** Returns the connections that wait. */
  async untilWaiting(count: number): Promise<unknown[]> {
    const waiting = await waitUntil(
      () => this.stack.query('gateway', WAITING),
      (rows) => rows.length >= count,
    );
    return waiting.map(({ pid }) => pid);
  }

  /**
   * Aborts the statements of a dead process. Otherwise Postgres would still execute them. The next process may wait at
   * the same gates by now.
   */
  async drop(connections: unknown[]): Promise<void> {
    await this.stack.query('gateway', 'SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [connections]);
    await waitUntil(
      () => this.stack.query('gateway', 'SELECT FROM pg_stat_activity WHERE pid = ANY ($1)', [connections]),
      (alive) => alive.length === 0,
    );
  }

  async open(): Promise<void> {
    // First, because the triggers cannot be dropped under a statement that waits.
    await this.holder.end();
    await this.stack.query('gateway', 'DROP FUNCTION wait_at_gate CASCADE');
  }
}

const WAITING = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`;

const GATE = [
  `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     written jsonb := to_jsonb(NEW);
     gate text;
   BEGIN
     SELECT user_label INTO gate FROM image_tasks WHERE id = COALESCE(written ->> 'task_id', written ->> 'id');
     IF gate = TG_TABLE_NAME || ' ' || COALESCE(written ->> 'step', written ->> 'status') THEN
       PERFORM pg_advisory_xact_lock_shared(4711);
     END IF;
     RETURN NEW;
   END $$`,
  'CREATE TRIGGER gate BEFORE UPDATE OF status ON image_tasks FOR EACH ROW EXECUTE FUNCTION wait_at_gate()',
  'CREATE TRIGGER gate BEFORE INSERT OR UPDATE OF step ON image_purchases FOR EACH ROW EXECUTE FUNCTION wait_at_gate()',
];
