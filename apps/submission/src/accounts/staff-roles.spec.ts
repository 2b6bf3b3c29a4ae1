import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';

describe('the rows of roles of staff', () => {
  let operator: DataSource;
  let service: DataSource;

  const open = async (url: string) => {
    const dataSource = submissionDataSource(url, createLogger('specs'), 'specs');
    await dataSource.initialize();
    return dataSource;
  };

  beforeAll(async () => {
    const { ownerUrl, servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    [operator, service] = [await open(ownerUrl), await open(servingUrl)];
  });

  afterAll(() => Promise.all([operator.destroy(), service.destroy()]));

  const register = async (roles: string[] = ['participant'], by = operator) => {
    const id = uuidv7();
    await by.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash, roles) VALUES ($1, $2, 'Ada', $3, 'a', $4)`,
      [id, id.slice(-12), `${id}@example.org`, roles],
    );
    return id;
  };
  const setRoles = (by: DataSource, id: string, roles: string[]) =>
    by.query('UPDATE accounts SET roles = $2 WHERE id = $1', [id, roles]);
  const rowsOf = (id: string) =>
    operator.query<{ role: string; confirmed: boolean }[]>(
      'SELECT role, confirmed_at IS NOT NULL AS confirmed FROM staff_roles WHERE account_id = $1 ORDER BY role',
      [id],
    );

  it('are confirmed if an operator of the database writes the role, also with another search path', async () => {
    const id = await register(['participant', 'admin']);
    await operator.query('SET search_path TO public');
    await operator.query(`UPDATE submission.accounts SET roles = '{participant,admin,reviewer}' WHERE id = $1`, [id]);
    await operator.query('SET search_path TO submission');
    expect(await rowsOf(id)).toEqual([
      { role: 'admin', confirmed: true },
      { role: 'reviewer', confirmed: true },
    ]);
  });

  it('wait if the service writes a role, whatever else it writes', async () => {
    for (const id of [await register(), await register(['participant', 'admin'], service)]) {
      await setRoles(service, id, ['participant', 'admin']);
      expect(await rowsOf(id)).toEqual([{ role: 'admin', confirmed: false }]);
    }
  });

  it('go with the role, so that a role that is granted again waits again', async () => {
    const id = await register(['participant', 'admin', 'fulfilment']);
    await setRoles(service, id, ['participant', 'admin']);
    expect(await rowsOf(id)).toEqual([{ role: 'admin', confirmed: true }]);
    await setRoles(service, id, ['participant', 'admin', 'fulfilment']);
    expect(await rowsOf(id)).toEqual([
      { role: 'admin', confirmed: true },
      { role: 'fulfilment', confirmed: false },
    ]);
  });
});
