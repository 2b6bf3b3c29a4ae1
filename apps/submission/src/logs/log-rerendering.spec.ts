import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { type AssetsService, type ForeignImagesService, NO_FOREIGN_IMAGES } from '../assets';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import type { MarkdownRenderer } from '../markdown/markdown-renderer';
import { LogsService } from './logs.service';

const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('a log that is rendered again', () => {
  const ownerId = uuidv7();
  let dataSource: DataSource;
  let projectId: string;
  let logId: string;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, 'ada', 'Ada', 'ada@example.org', '')`,
      [ownerId],
    );
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
  });

  afterAll(() => dataSource.destroy());

  beforeEach(async () => {
    [projectId, logId] = [uuidv7(), uuidv7()];
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) VALUES ($1, $2, 'program', $3, 'Project', '#000000')`,
      [projectId, projectId.slice(-12), ownerId],
    );
    await dataSource.query(
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       VALUES ($1, $2, 1, 'Log', 'markdown', 'x', 'x', '', 0, now())`,
      [logId, projectId],
    );
  });

  /** Renders the log anew while a writer holds its project and does `meanwhile`. Answers the logs that were linked. */
  async function rerenderBehind(meanwhile: (writer: EntityManager) => Promise<unknown>): Promise<unknown[]> {
    const linked: unknown[] = [];
    const foreignImages = {
      find: () => Promise.resolve(NO_FOREIGN_IMAGES),
      link: (_manager: unknown, _projectId: string, document: unknown) => Promise.resolve(void linked.push(document)),
    } as unknown as ForeignImagesService;
    const renderer = {
      startRendering: () => ({
        read: () => Promise.resolve({ images: [] }),
        render: () => Promise.resolve({ html: '<p>x</p>' }),
      }),
    } as unknown as MarkdownRenderer;
    const assets = { findInProject: () => Promise.resolve([]) } as unknown as AssetsService;
    const logs = new LogsService(dataSource, assets, foreignImages, renderer);
    let rerendered: Promise<string | null> | undefined;
    await dataSource.transaction(async (writer) => {
      await writer.query('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
      rerendered = logs.rerender(logId, false);
      await waitUntil(
        () => dataSource.query<unknown[]>(WAITING),
        (waiting) => waiting.length > 0,
      );
      await meanwhile(writer);
    });
    expect(await rerendered).toBe('<p>x</p>');
    return linked;
  }

  it('locks its project before it writes its images, so that it cannot deadlock with a writer of the project', async () => {
    const linked = await rerenderBehind((writer) =>
      writer.query('SELECT FROM logs WHERE id = $1 FOR UPDATE NOWAIT', [logId]),
    );
    expect(linked).toEqual([{ kind: 'log', logId }]);
  });

  it('shows nothing if it was erased meanwhile', async () => {
    expect(
      await rerenderBehind((writer) =>
        writer.query(`SELECT FROM erase_project($1, 'owner', $2, NULL)`, [projectId, ownerId]),
      ),
    ).toEqual([]);
  });
});
