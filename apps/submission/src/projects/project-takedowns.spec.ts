import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { eraseFromProject, setHidden, type TakedownBy } from './project-takedowns';

jest.setTimeout(120_000);

describe('takedowns in the database', () => {
  const [ownerId, staffId] = [uuidv7(), uuidv7()];
  const by: TakedownBy = { actor: 'reviewer', actorId: staffId, reason: 'A reason.' };
  let dataSource: DataSource;
  let projectId: string;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(servingUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
    for (const [id, handle] of [
      [ownerId, 'ada'],
      [staffId, 'bob'],
    ])
      await dataSource.query(
        `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'A', $2 || '@example.org', '')`,
        [id, handle],
      );
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
  });

  afterAll(() => dataSource.destroy());

  beforeEach(async () => {
    projectId = uuidv7();
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) VALUES ($1, $2, 'program', $3, 'Project', 'red')`,
      [projectId, projectId.slice(-12), ownerId],
    );
  });

  const hide = (isHidden: boolean) => dataSource.transaction((manager) => setHidden(manager, projectId, isHidden, by));
  const update = (change: string) => dataSource.query(`UPDATE projects SET ${change} WHERE id = $1`, [projectId]);
  const seen = async () => {
    const [row] = await dataSource.query<{ visibility: string; declared: string; count: number }[]>(
      `SELECT project.visibility, project.declared_visibility AS declared, program.project_count AS count
       FROM projects project JOIN programs program ON program.id = project.program_id WHERE project.id = $1`,
      [projectId],
    );
    return row;
  };
  const audit = () =>
    dataSource.query<unknown[]>(
      'SELECT actor, action, from_state AS "from", to_state AS "to", reason, subject FROM audit_entries WHERE project_id = $1',
      [projectId],
    );

  it('make a project private and uncounted, whatever its owner chooses meanwhile', async () => {
    const { count = 0 } = (await seen()) ?? {};
    expect(await hide(true)).toBe(true);
    expect(await seen()).toEqual({ visibility: 'private', declared: 'public', count: count - 1 });
    await update(`declared_visibility = 'unlisted'`);
    expect(await seen()).toMatchObject({ visibility: 'private', declared: 'unlisted' });
    expect(await hide(false)).toBe(true);
    expect(await seen()).toEqual({ visibility: 'unlisted', declared: 'unlisted', count: count - 1 });
  });

  it('hold for processes of the version before, which write only the visibility', async () => {
    await update(`visibility = 'unlisted'`);
    expect(await seen()).toMatchObject({ visibility: 'unlisted', declared: 'unlisted' });
    await hide(true);
    await update(`visibility = 'public'`);
    expect(await seen()).toMatchObject({ visibility: 'private', declared: 'public' });
  });

  it('write one audit entry for each change, and none if nothing changes', async () => {
    expect(await Promise.all([hide(true), hide(true)]).then((done) => done.sort())).toEqual([false, true]);
    expect(await hide(false)).toBe(true);
    expect(await hide(false)).toBe(false);
    const entry = { actor: 'reviewer', from: 'draft', to: 'draft', reason: 'A reason.', subject: null };
    expect(await audit()).toEqual([
      { ...entry, action: 'hide' },
      { ...entry, action: 'unhide' },
    ]);
  });

  it('leave only the sequence of a log, and only the function can do it', async () => {
    await dataSource.query(
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       VALUES ($1, $2, 3, 'Log', 'markdown', 'x', 'x', '<p>x</p>', 1, now())`,
      [uuidv7(), projectId],
    );
    await update('log_count = 1, last_sequence = 3');
    const erase = () => dataSource.transaction((manager) => eraseFromProject(manager, projectId, { sequence: 3 }, by));
    expect(await erase()).toEqual([]);
    expect(
      await dataSource.query(
        'SELECT sequence::integer, title, written_as AS written, text, content_md AS md, content_html AS html FROM logs WHERE project_id = $1',
        [projectId],
      ),
    ).toEqual([
      { sequence: 3, title: 'removed', written: 'text', text: 'removed', md: 'removed', html: '<p>removed</p>' },
    ]);
    expect(await audit()).toMatchObject([{ action: 'remove_log', subject: 'log 3', reason: 'A reason.' }]);
    await expect(erase()).rejects.toThrow(/no rows/);
    await expect(dataSource.query(`UPDATE logs SET title = 'B'`)).rejects.toThrow(/permission denied/);
  });
});
