import path from 'node:path';
import { bundledFiles } from '@shipyard/testing';

const PURE = /^libs\/(?:contracts|markdown|pdf|project-folder)\//;

/** A child starts for a document or an image, so it loads only what that needs. */
describe.each(['markdown/render.process', 'clean-images', 'draw-og-images', 'draw-documents'])(
  'the child process %s',
  (entry) => {
    it('loads no server code', async () => {
      const files = await bundledFiles(path.join(__dirname, `${entry}.ts`));
      expect(files.length).toBeGreaterThan(1);
      expect(files.filter((file) => file.includes('libs/') && !PURE.test(file))).toEqual([]);
    });
  },
);
