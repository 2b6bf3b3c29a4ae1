import path from 'node:path';
import { build } from 'esbuild';

const SOURCES = path.join(__dirname, '..');
const PURE = /^libs\/(?:contracts|markdown|pdf|project-folder)\//;

/** A child starts for a document or an image, so it loads only what that needs. */
describe.each(['markdown/render.process', 'clean-images', 'draw-og-images', 'draw-documents'])(
  'the child process %s',
  (entry) => {
    it('loads no server code', async () => {
      const { metafile } = await build({
        entryPoints: [path.join(SOURCES, `${entry}.ts`)],
        bundle: true,
        write: false,
        metafile: true,
        platform: 'node',
        packages: 'external',
        tsconfig: path.join(SOURCES, '../../../tsconfig.base.json'),
        logLevel: 'error',
      });
      const inputs = Object.keys(metafile.inputs);
      expect(inputs.length).toBeGreaterThan(1);
      expect(inputs.filter((input) => input.includes('libs/') && !PURE.test(input))).toEqual([]);
    });
  },
);
