import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sharedStack } from '@shipyard/testing';
import { Admin } from './admin-client';
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
    [
      'has an unknown field',
      'suppliers:\n  - id: a\n    kind: sandbox\n    developer: false\nmodels: []',
      'line 4: suppliers[0].developer: is not a known field',
    ],
    [
      'names a variable that is not set',
      'suppliers:\n  - id: a\n    kind: openai\n    base_url: ${HOST_OF_NOBODY}\nmodels: []',
      'line 4: suppliers[0].base_url: the environment variable HOST_OF_NOBODY is not set',
    ],
  ])('that %s stops the start with one line, which names the line in the file', async (_, text, message) => {
    const file = path.join(folder, 'gateway.yaml');
    await writeFile(file, text);
    // Read before Postgres is asked, so nothing needs to listen at this address.
    const environment = {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      GATEWAY_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      GATEWAY_CONFIG: file,
      SESSION_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
      URL_SIGNING_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
      ...REPLICA_KEYS,
    };
    const failure = await promisify(execFile)(process.execPath, [PREPARE], { env: environment }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure?.code).toBe(1);
    expect(failure?.stderr.trim().split('\n')).toEqual([expect.stringContaining(`GATEWAY_CONFIG ${file}, ${message}`)]);
  });
});

describe('a catalog file', () => {
  const MODEL = 'seeded-image';
  const terms = {
    priority: 2,
    weight: 3,
    max_concurrency: 4,
    max_images_per_call: 1,
    supplier_prices: [{ unit_type: 'image', price_cny: '0.03' }],
    on_disconnect: 'drain',
    usage_grace_ms: 60_000,
    ignore_parameters: ['seed'],
    enabled: false,
  };
  const usual = {
    priority: 0,
    weight: 1,
    max_concurrency: null,
    max_images_per_call: 10,
    supplier_prices: [],
    on_disconnect: 'stop',
    usage_grace_ms: 5_000,
    ignore_parameters: [],
    enabled: true,
  };
  const stack = sharedStack();
  const admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-catalog-'));
  });

  afterAll(async () => {
    await stack.query('gateway', 'DELETE FROM model_routes WHERE model_id = $1', [MODEL]);
    await stack.query('gateway', 'DELETE FROM models WHERE id = $1', [MODEL]);
    await rm(folder, { recursive: true, force: true });
  });

  it('can set everything about routes that operators can', async () => {
    const file = path.join(folder, 'gateway.yaml');
    const model = {
      id: MODEL,
      product: 'image',
      owned_by: 'us',
      display_name: 'Seeded',
      supports_streaming: false,
      supports_function_calling: false,
      supports_vision: false,
      max_input_tokens: 1,
      max_output_tokens: 0,
      input_modalities: ['text'],
      output_modalities: ['image'],
      sizes: ['8x8'],
      active: false,
      routes: [
        { supplier_id: 'sandbox', upstream_model: 'all', ...terms },
        { supplier_id: 'sandbox', upstream_model: 'nothing' },
      ],
    };
    await writeFile(file, JSON.stringify({ suppliers: [{ id: 'sandbox', kind: 'sandbox' }], models: [model] }));
    const environment = {
      NODE_ENV: 'test',
      DEMO: '0',
      DATA_DIR: folder,
      GATEWAY_DATABASE_URL: stack.view.databaseUrls.gateway,
      GATEWAY_OWNER_DATABASE_URL: stack.view.ownerUrls.gateway,
      GATEWAY_CONFIG: file,
      SESSION_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
      URL_SIGNING_KEYS: REPLICA_KEYS.GATEWAY_MASTER_KEYS,
      ...REPLICA_KEYS,
    };
    await promisify(execFile)(process.execPath, [PREPARE], { env: environment });
    const { items } = await admin.do<{ items: { upstream_model: string }[] }>('GET', `/models/${MODEL}/routes`);
    expect(items.toSorted((one, other) => one.upstream_model.localeCompare(other.upstream_model))).toMatchObject([
      { supplier_id: 'sandbox', upstream_model: 'all', ...terms },
      { supplier_id: 'sandbox', upstream_model: 'nothing', ...usual },
    ]);
  });
});
