import type { EntityManager } from 'typeorm';

/** Statements on the gateway's schema with one fault each, which the check must find. */
export const FAULTY: Record<string, (manager: EntityManager, unknown: string) => Promise<unknown>> = {
  column: (manager) => manager.query<{ id: string }[]>('SELECT idd FROM customers'),
  table: (manager) => manager.query<unknown[]>('SELECT FROM customer'),
  type: (manager) => manager.query<{ balance_nano: number }[]>('SELECT balance_nano FROM customers'),
  name: (manager) => manager.query<{ status: string }[]>('SELECT id FROM customers'),
  nullable: (manager) => manager.query<{ finished_at: Date }[]>('SELECT finished_at FROM image_tasks'),
  outerJoin: (manager) =>
    manager.query<{ id: string }[]>(
      'SELECT holds.id FROM customers LEFT JOIN holds ON holds.customer_id = customers.id',
    ),
  required: (manager) => manager.query<{ id: string | null }[]>('SELECT id FROM customers'),
  aggregate: (manager) => manager.query<{ sum: string }[]>('SELECT sum(balance_nano) AS sum FROM customers'),
  parameterCount: (manager) => manager.query<unknown[]>('SELECT FROM customers WHERE id = $1', []),
  parameterType: (manager) => manager.query<unknown[]>('SELECT FROM customers WHERE id = $1', [1]),
  answer: (manager) => manager.query<{ id: string }[]>('DELETE FROM customers RETURNING id'),
  conflict: (manager) =>
    manager.query('INSERT INTO processes (id) VALUES ($1) ON CONFLICT (beaten_at) DO NOTHING', ['a']),
  untyped: async (manager) => {
    const answer: unknown = await manager.query('SELECT id FROM customers');
    return answer;
  },
  built: (manager, unknown) => manager.query<unknown[]>(`SELECT FROM ${unknown}`),
};
