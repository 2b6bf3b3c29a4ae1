import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run test:node22` and `npm run test:node24`: runs `npm test` on another major version of Node.
 *
 * 1. Install the newest release of that major from npm (the platform packages of `node`) into dist, outside the lock.
 * 2. Run `npm test` with it first on the PATH, so that all processes use it.
 */

const workspace = path.join(__dirname, '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

async function main(): Promise<void> {
  const [major = '', ...command] = process.argv.slice(2);
  if (!/^\d+$/.test(major))
    throw new Error('Say which major version of Node: node tools/run.cjs tools/run-on-node.ts 24 [command]');
  const folder = path.join(workspace, 'dist', `node${major}`);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const bin = path.join(folder, 'node_modules', name, 'bin');
  if (!existsSync(bin))
    await run(
      npm,
      ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${major}`],
      process.env,
    );
  const environment = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
    NX_DAEMON: 'false',
    NX_SKIP_NX_CACHE: 'true',
  };
  await run(path.join(bin, 'node'), ['--version'], environment);
  const [program = npm, ...rest] = command.length > 0 ? command : [npm, 'test'];
  await run(program, rest, environment);
}

function run(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: workspace, stdio: 'inherit', env: environment });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} ended with ${code}`)),
    );
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
