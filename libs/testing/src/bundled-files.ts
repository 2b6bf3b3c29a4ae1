import path from 'node:path';
import { build } from 'esbuild';

/** Returns the paths of our files that an entry loads, from the root of the workspace. */
export async function bundledFiles(entry: string): Promise<string[]> {
  const workspace = path.join(__dirname, '../../..');
  const { metafile } = await build({
    absWorkingDir: workspace,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    packages: 'external',
    tsconfig: path.join(workspace, 'tsconfig.base.json'),
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}
