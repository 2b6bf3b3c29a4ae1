import type { JoinedStack } from '@shipyard/testing';

/** Leaves a shared stack as it was. Only its owner may remove prices that have started. */
export async function removeModels(stack: JoinedStack, models: string[]): Promise<void> {
  const owner = await stack.connect('gateway');
  try {
    await owner.query('BEGIN');
    await owner.query('ALTER TABLE prices DISABLE TRIGGER prices_keep_started');
    for (const table of ['prices', 'model_routes'])
      await owner.query(`DELETE FROM ${table} WHERE model_id = ANY ($1)`, [models]);
    await owner.query('DELETE FROM models WHERE id = ANY ($1)', [models]);
    await owner.query('ALTER TABLE prices ENABLE TRIGGER prices_keep_started');
    await owner.query('COMMIT');
  } finally {
    await owner.end();
  }
}
