import type { Logger, ObjectStore } from '@shipyard/platform';
import type { DataSource } from 'typeorm';
import type { GatewayConfig } from '../config';
import { ImageFilesService } from './image-files.service';

describe('the sweep of pictures', () => {
  it('clears away what it can, and fails with what it cannot', async () => {
    const expired = ['a', 'b', 'c'].map((id) => ({ id, extension: 'png' }));
    const gone: string[] = [];
    const manager = { find: () => Promise.resolve(expired), delete: (_: unknown, { id }: { id: string }) => Promise.resolve(gone.push(id)) };
    const store = { delete: (key: string) => (key === 'images/a.png' ? Promise.reject(new Error('not permitted')) : Promise.resolve()) };
    const files = new ImageFilesService({ manager } as unknown as DataSource, store as unknown as ObjectStore, {} as GatewayConfig, {} as Logger);
    await expect(files.sweep()).rejects.toThrow('not permitted');
    expect(gone).toEqual(['b', 'c']);
  });
});
