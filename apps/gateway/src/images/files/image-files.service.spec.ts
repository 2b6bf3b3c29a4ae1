import type { Logger } from '@shipyard/platform/logger';
import type { ObjectStore } from '@shipyard/platform/object-store';
import type { DataSource } from 'typeorm';
import type { GatewayConfig } from '../../config';
import { ImageFilesService } from './image-files.service';

describe('the sweep of images', () => {
  it('deletes what it can, fails for the rest, and tries others first the next time', async () => {
    const expired = ['a', 'b', 'c'].map((id) => ({ id, extension: 'png', expiresAt: new Date(0) }));
    const gone: string[] = [];
    const manager = {
      find: () => Promise.resolve(expired),
      delete: (_: unknown, { id }: { id: string }) => Promise.resolve(gone.push(id)),
      update: (_: unknown, { id }: { id: string }, changes: object) =>
        Promise.resolve(Object.assign(expired.find((file) => file.id === id) ?? {}, changes)),
    };
    const store = {
      delete: (key: string) =>
        key === 'images/a.png' ? Promise.reject(new Error('not permitted')) : Promise.resolve(),
    };
    const files = new ImageFilesService(
      { manager } as unknown as DataSource,
      store as unknown as ObjectStore,
      {} as GatewayConfig,
      {} as Logger,
    );
    await expect(files.sweep()).rejects.toThrow('not permitted');
    expect(gone).toEqual(['b', 'c']);
    expect(expired.map(({ expiresAt }) => expiresAt.getTime() > Date.now())).toEqual([true, false, false]);
  });
});
