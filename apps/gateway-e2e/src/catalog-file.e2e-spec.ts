import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { REPLICA_KEYS } from './gateway-replica';

const PREPARE = path.resolve(__dirname, '../../../dist/apps/gateway/prepare.js');

describe('a bad catalog file', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-catalog-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['is no YAML', 'suppliers:\n  - { id: a\nmodels: []', 'line 3: '],
    ['has an unknown field', 'suppliers:\n  - id: a\n    kind: sandbox\n    developer: false\nmodels: []', 'line 4: suppliers[0].developer: is not a known field'],
    ['names a variable that is not set', 'suppliers:\n  - id: a\n    kind: openai\n    base_url: ${HOST_OF_NOBODY}\nmodels: []', 'line 4: suppliers[0].base_url: the variable HOST_OF_NOBODY is not set'],
  ])('that %s stops the start with one line, which names its own', async (_, text, message) => {
    const file = path.join(folder, 'gateway.yaml');
    await writeFile(file, text);
    // It is read before Postgres is asked, so nobody needs to be at this address.
    const environment = { NODE_ENV: 'test', DATA_DIR: folder, GATEWAY_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing', GATEWAY_CONFIG: file, SESSION_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS, URL_SIGNING_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS, ...REPLICA_KEYS };
    const failure = await promisify(execFile)(process.execPath, [PREPARE], { env: environment }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure?.code).toBe(1);
    expect(failure?.stderr.trim().split('\n')).toEqual([expect.stringContaining(`GATEWAY_CONFIG ${file}, ${message}`)]);
  });
});
