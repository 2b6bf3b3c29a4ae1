import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { KeptReadings } from './kept-readings.service';

describe('figures that take long to count', () => {
  let dataSource: DataSource;
  let kept: KeptReadings;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(servingUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
    kept = new KeptReadings(dataSource, createLogger('specs'));
  });

  afterAll(() => dataSource.destroy());

  let counted = 0;
  const count = () => Promise.resolve({ projects: (counted += 1) });
  const age = (column: string, seconds: number) =>
    dataSource.query(`UPDATE kept_readings SET ${column} = now() - make_interval(secs => $1)`, [seconds]);

  it('are counted each time in a small installation', async () => {
    expect(await kept.read('all', count)).toEqual({ value: { projects: 1 }, asOf: null });
    expect(await kept.read('all', count)).toEqual({ value: { projects: 2 }, asOf: null });
  });

  it('are kept in a large one, say when they were counted, and are counted anew after a minute and after a day', async () => {
    // The estimate of a table that was never analyzed.
    kept.manyProjects = -1;
    expect(await kept.read('all', count)).toEqual({ value: { projects: 3 }, asOf: null });
    const again = await kept.read('all', count);
    expect([again.value, again.asOf instanceof Date]).toEqual([{ projects: 3 }, true]);
    expect(await kept.read('one program', count)).toEqual({ value: { projects: 4 }, asOf: null });

    await age('renewed_at', 61);
    let letCount = () => {};
    const allowed = new Promise<void>((resolve) => (letCount = resolve));
    const countLate = () => allowed.then(count);
    const both = await Promise.all([kept.read('all', countLate), kept.read('all', countLate)]);
    letCount();
    expect(both.map(({ value }) => value)).toEqual([{ projects: 3 }, { projects: 3 }]);
    await waitUntil(
      () => kept.read('all', count),
      ({ value }) => value.projects === 5,
    );
    expect(counted).toBe(5);

    await age('made_at', 86_401);
    expect(await kept.read('all', count)).toEqual({ value: { projects: 6 }, asOf: null });
    expect(await dataSource.query('SELECT name FROM kept_readings')).toEqual([{ name: 'all' }]);
  });
});
