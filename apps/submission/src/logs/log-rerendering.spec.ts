import type { DataSource, EntityManager } from 'typeorm';
import type { AssetAddressesService, ProjectReadsService } from '../project-reads';
import { type AssetsService, type ForeignImagesService, NO_FOREIGN_IMAGES } from '../assets';
import type { MarkdownRenderer } from '../markdown/markdown-renderer';
import type { ProjectsService, ProjectWrites } from '../projects';
import { LogsService } from './logs.service';

/**
 * Rerenders a log and returns what it locks and links, in order. `isThere` is false if the log is erased during
 * rendering.
 */
async function rerenderedSteps(isThere: boolean): Promise<string[]> {
  const steps: string[] = [];
  const manager = {
    query: (sql: string) => {
      steps.push(/FROM ([a-z]+) /.exec(sql)?.[1] ?? sql);
      return Promise.resolve(isThere ? [{}] : []);
    },
  } as unknown as EntityManager;
  const dataSource = {
    manager: { findOneBy: () => Promise.resolve({ id: 'log', projectId: 'project', writtenAs: 'markdown', contentMd: 'x' }) },
    transaction: (work: (manager: EntityManager) => Promise<unknown>) => work(manager),
  } as unknown as DataSource;
  const foreignImages = {
    find: () => Promise.resolve(NO_FOREIGN_IMAGES),
    link: () => Promise.resolve(void steps.push('link')),
  } as unknown as ForeignImagesService;
  const renderer = {
    begin: () => ({ read: () => Promise.resolve({ images: [] }), render: () => Promise.resolve({ html: '<p>x</p>' }) }),
  } as unknown as MarkdownRenderer;
  const assets = { findInProject: () => Promise.resolve([]) } as unknown as AssetsService;
  const logs = new LogsService(
    dataSource,
    {} as ProjectWrites,
    {} as ProjectsService,
    {} as ProjectReadsService,
    assets,
    foreignImages,
    renderer,
    {} as AssetAddressesService,
  );
  expect(await logs.rerender('log', false)).toBe('<p>x</p>');
  return steps;
}

describe('a log that is rendered anew', () => {
  it('has its project locked before what it shows is written, so that it never waits for one who holds the project', async () => {
    expect(await rerenderedSteps(true)).toEqual(['projects', 'logs', 'link']);
  });

  it('shows nothing any more if it was erased meanwhile', async () => {
    expect(await rerenderedSteps(false)).toEqual(['projects', 'logs']);
  });
});
