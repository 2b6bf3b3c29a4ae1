import type { ObjectStore } from '@shipyard/platform';
import type { DataSource, EntityManager } from 'typeorm';
import { ForeignImagesService } from './foreign-images.service';

const URL = 'https://images.example.org/a.png';

/**
 * Links a README that was rendered with the copy `shown` while the table now holds `row`. Returns whether the README
 * became stale.
 */
async function isStale(shown: string | null, row: { id: string; status: string } | null): Promise<boolean> {
  const statements: string[] = [];
  const manager = {
    query: (sql: string) => {
      statements.push(sql);
      return Promise.resolve(sql.includes('FOR SHARE') && row ? [{ ...row, url: URL }] : []);
    },
  } as unknown as EntityManager;
  const service = new ForeignImagesService({} as DataSource, {} as ObjectStore, { IMAGE_PROXY: true });
  const images = new Map(shown === null ? [] : [[URL, { url: `/api/v1/foreign-images/${shown}`, width: 1, height: 1 }]]);
  await service.link(manager, 'project', { kind: 'readme' }, { urls: [URL], shown: images });
  return statements.some((sql) => sql.includes('renderer_version = 0'));
}

describe('a document that is written with images of other hosts', () => {
  it.each<[string, boolean, string | null, { id: string; status: string } | null]>([
    ['its copy is as it was', false, 'a', { id: 'a', status: 'ready' }],
    ['its copy is not there yet', false, null, { id: 'a', status: 'pending' }],
    ['its copy became ready meanwhile', true, null, { id: 'a', status: 'ready' }],
    ['its copy was removed meanwhile', true, 'a', null],
    ['its copy was removed meanwhile, and another document asked for it again', true, 'a', { id: 'b', status: 'pending' }],
    ['the row of its copy was removed before it was fetched', true, null, null],
  ])('where %s, is stale: %s', async (_, expected, shown, row) => {
    expect(await isStale(shown, row)).toBe(expected);
  });
});
