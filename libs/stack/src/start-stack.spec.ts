import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type StackOptions, startStack } from './start-stack';

jest.setTimeout(60_000);

const WORKSPACE = path.join(__dirname, '../../..');

const SERVICE = `
  const fs = require('node:fs');
  const write = (what) => fs.appendFileSync(process.env.DATA_DIR + '/journal', process.env.ENTRY + ' ' + what + '\\n');
  const end = (why) => { write('ends by ' + why); process.exit(0); };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('disconnect', () => end('disconnect'));
  setInterval(() => {}, 1e6);
  process.send('ready');`;
const PREPARE = `require('node:fs').readFileSync(process.env.DATA_DIR + '/credentials.json');`;

describe('starting the stack', () => {
  let folder: string;
  let lines: string[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'shipyard-stack-'));
    lines = [];
    for (const service of ['submission', 'gateway']) {
      for (const entry of ['main', 'worker'])
        writeBundle(service, entry, `process.env.ENTRY = '${service} ${entry}';${SERVICE}`);
      writeBundle(service, 'prepare', PREPARE);
      writeBundle(service, 'showcase', PREPARE);
    }
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function writeBundle(service: string, entry: string, program: string): void {
    mkdirSync(path.join(folder, 'bundles', service), { recursive: true });
    writeFileSync(path.join(folder, 'bundles', service, `${entry}.js`), program);
  }

  const dataDir = () => path.join(folder, 'data');
  const journal = () => readFileSync(path.join(dataDir(), 'journal'), 'utf8').trim().split('\n').sort();

  function options(environment: NodeJS.ProcessEnv = {}): StackOptions {
    return {
      dataDir: dataDir(),
      environment: { PATH: process.env.PATH, SUBMISSION_PORT: '0', GATEWAY_PORT: '0', ...environment },
      queue: 'postgres',
      output: 'files',
      report: (line) => lines.push(line),
      command: 'a suite',
      bundlesDir: path.join(folder, 'bundles'),
    };
  }

  it('refuses data in use and names the holder, ends every service once, and starts again on the same data', async () => {
    const stack = await startStack(options());
    await expect(startStack(options())).rejects.toThrow(
      new RegExp(`^DATA_DIR: .* is in use by a suite \\(process ${process.pid}, since`),
    );
    await Promise.all([stack.stop(), stack.stop()]);
    expect(journal()).toEqual(
      ['gateway main', 'gateway worker', 'submission main', 'submission worker'].map(
        (entry) => `${entry} ends by SIGTERM`,
      ),
    );

    const again = await startStack(options());
    expect(again.credentials).toEqual({
      ...stack.credentials,
      submission_url: `${again.addresses.submissionUrl}/api/v1`,
      gateway_url: again.addresses.gatewayUrl,
    });
    expect(again.servers).toEqual(stack.servers);
    await again.stop();
  });

  it('gives each process exactly the secrets that it uses', async () => {
    const secrets: [string, string, string[]][] = [
      [
        'submission',
        'main',
        [
          'S3_ACCESS_KEY_ID',
          'S3_SECRET_ACCESS_KEY',
          'SESSION_KEYS',
          'SHIPMENT_MASTER_KEYS',
          'SUBMISSION_DATABASE_URL',
          'URL_SIGNING_KEYS',
        ],
      ],
      [
        'submission',
        'worker',
        [
          'REVIEW_GATEWAY_KEY',
          'S3_ACCESS_KEY_ID',
          'S3_SECRET_ACCESS_KEY',
          'SUBMISSION_DATABASE_URL',
          'URL_SIGNING_KEYS',
        ],
      ],
      ['submission', 'prepare', ['SUBMISSION_DATABASE_URL', 'SUBMISSION_OWNER_DATABASE_URL']],
      ['submission', 'showcase', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SUBMISSION_DATABASE_URL']],
      [
        'gateway',
        'main',
        [
          'GATEWAY_DATABASE_URL',
          'GATEWAY_MASTER_KEYS',
          'S3_ACCESS_KEY_ID',
          'S3_SECRET_ACCESS_KEY',
          'SESSION_KEYS',
          'URL_SIGNING_KEYS',
        ],
      ],
      [
        'gateway',
        'worker',
        ['GATEWAY_DATABASE_URL', 'GATEWAY_MASTER_KEYS', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'URL_SIGNING_KEYS'],
      ],
      [
        'gateway',
        'prepare',
        ['GATEWAY_DATABASE_URL', 'GATEWAY_MASTER_KEYS', 'GATEWAY_OWNER_DATABASE_URL', 'REVIEW_GATEWAY_KEY'],
      ],
    ];
    for (const [service, entry] of secrets)
      writeBundle(
        service,
        entry,
        `require('node:fs').writeFileSync(process.env.DATA_DIR + '/${service} ${entry}', Object.keys(process.env).join(' '));${['main', 'worker'].includes(entry) ? SERVICE : ''}`,
      );
    const stack = await startStack({
      ...options({ DATABASE_URL: '', IMAGE_URL_TTL_SECONDS: '60', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }),
      showcase: true,
    });
    await stack.stop();
    for (const [service, entry, used] of secrets) {
      const told = readFileSync(path.join(dataDir(), `${service} ${entry}`), 'utf8').split(' ');
      expect(told).toContain('IMAGE_URL_TTL_SECONDS');
      const given = told.filter((name) => /DATABASE_URL|_KEYS?$|_KEY_ID$/.test(name));
      expect([service, entry, given.sort()]).toEqual([service, entry, used]);
    }
  });

  it('stops with the whole error of the process that failed to start, and releases the data', async () => {
    writeBundle('gateway', 'worker', `process.stderr.write('GATEWAY_CONFIG is wrong: line 7\\n'); process.exit(1);`);
    await expect(startStack(options())).rejects.toThrow(
      'gateway worker did not start (exit code 1): GATEWAY_CONFIG is wrong: line 7',
    );
    writeBundle('gateway', 'worker', `console.log('{"level":"info"}'); throw new Error('The list is empty');`);
    // The line of code, the message, the stack trace, and the version of Node.js.
    await expect(startStack(options())).rejects.toThrow(
      /exit code 1\): .*worker\.js:1\nconsole.log.*\nError: The list is empty\n +at .*\nNode\.js v[\d.]+$/s,
    );
    writeBundle('submission', 'prepare', `process.stderr.write('No such table\\n'); process.exit(1);`);
    await expect(startStack(options())).rejects.toThrow('submission prepare failed (exit code 1): No such table');
    expect(lines.filter((line) => /earlier start|in use/.test(line))).toEqual([]);
  });

  it('fills the showcase only if asked to and only in a demo, and starts without it if that fails', async () => {
    writeBundle('submission', 'showcase', `process.stderr.write('No drawing\\n'); process.exit(1);`);
    await (await startStack(options())).stop();
    const keys = `test:${Buffer.alloc(32, 1).toString('base64')}`;
    const secrets = ['SHIPMENT_MASTER_KEYS', 'GATEWAY_MASTER_KEYS', 'URL_SIGNING_KEYS', 'SESSION_KEYS'];
    const production = { DEMO: '0', ...Object.fromEntries(secrets.map((name) => [name, keys])) };
    await (await startStack({ ...options(production), showcase: true })).stop();
    expect(lines.filter((line) => /project/.test(line))).toEqual([]);
    await (await startStack({ ...options(), showcase: true })).stop();
    expect(lines.filter((line) => /project/.test(line))).toEqual([
      'The demo has no projects to show: Error: submission showcase failed (exit code 1): No drawing',
    ]);
  });

  it('refuses a port in use before anything starts', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await expect(startStack(options({ GATEWAY_PORT: String(port) }))).rejects.toThrow(
      `GATEWAY_PORT: port ${port} on 127.0.0.1 is in use`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('ends the orphans of a killed launcher, and starts on its data', async () => {
    const launcher = path.join(folder, 'launcher.cjs');
    writeFileSync(
      launcher,
      `require(${JSON.stringify(path.join(WORKSPACE, 'node_modules/@swc-node/register'))});
       const { startStack } = require(${JSON.stringify(path.join(WORKSPACE, 'libs/stack/src/start-stack.ts'))});
       const options = ${JSON.stringify(options())};
       startStack({ ...options, report() {} }).then((stack) => process.send(stack.postgres.pid));`,
    );
    const child = fork(launcher, {
      cwd: WORKSPACE,
      env: { ...process.env, SWC_NODE_PROJECT: path.join(WORKSPACE, 'tsconfig.base.json') },
    });
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const stack = await startStack(options());
    expect(lines.find((line) => line.startsWith('Stopping processes that an earlier start left running'))).toMatch(
      /Postgres/,
    );
    expect(journal()).toHaveLength(4);
    await stack.stop();
    expect(journal()).toHaveLength(8);
  });
});
