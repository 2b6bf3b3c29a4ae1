import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type KeyRing, keyRing, unseal, unsealByRing } from '@shipyard/platform/sealing';
import { callApi, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { RECIPIENT, shippingParties, type StaffShipment } from './shipment';

const run = promisify(execFile);
const COMMAND = path.resolve(__dirname, '../../../dist/apps/submission/rotate-shipment-keys.js');
const LAST_MONTH = '2020-01';

interface Report {
  current_key: string;
  added: boolean;
  rewrapped: number;
  left: number;
  free_keys: string[];
}

/** The key ring is in a file. The backup is a file-level copy of the whole cluster. */
describe('a backup of the database', () => {
  let stack: TestStack;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-keys-'));
    file = path.join(folder, 'shipment-master-keys');
    await writeKeys();
    stack = await startTestStack({
      environment: { SHIPMENT_MASTER_KEYS: '', SHIPMENT_MASTER_KEYS_FILE: file },
      starts: ['submission'],
    });
  });

  /** The ring of last month again, and nothing that other keys encrypt. */
  beforeEach(async () => {
    await writeKeys();
    await stack.query('submission', 'DELETE FROM shipments');
  });

  afterAll(async () => {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const key = randomBytes(32).toString('base64');
  const writeKeys = () => writeFile(file, `${LAST_MONTH}:${key}\n`, { mode: 0o600 });
  const environment = () => ({
    PATH: process.env.PATH,
    SUBMISSION_DATABASE_URL: stack.view.databaseUrls.submission,
    SHIPMENT_MASTER_KEYS_FILE: file,
  });
  const rotate = async (...args: string[]) =>
    JSON.parse((await run(process.execPath, [COMMAND, ...args], { env: environment() })).stdout) as Report;
  const ringOf = (text: string): KeyRing => keyRing().parse(text) ?? fail('a key ring is expected');
  const fail = (message: string): never => {
    throw new Error(message);
  };
  const thisMonth = () => new Date().toISOString().slice(0, 7);

  /** Opens the row as a thief with the backup and the keys would. */
  async function openRow(projectId: string, ring: KeyRing): Promise<string | null> {
    const [row] = await stack.query(
      'submission',
      'SELECT master_key_id, wrapped_key, recipient FROM shipments WHERE project_id = $1',
      [projectId],
    );
    if (!row) return fail('the backup has no such shipment');
    const every = ring.keyIds.map((keyId) =>
      unsealByRing({ masterKeyId: keyId, sealed: row.wrapped_key as Buffer }, `shipment ${projectId} data key`, ring),
    );
    const dataKey = every.find((key) => key !== null) ?? null;
    return dataKey && (unseal(row.recipient as Buffer, dataKey, `shipment ${projectId} recipient`)?.toString() ?? null);
  }

  async function stopped(work: (cluster: string) => Promise<unknown>): Promise<void> {
    await stack.postgres.pause();
    await work(path.join(stack.dataDir, 'postgres'));
    await stack.postgres.resume();
    await waitUntil(
      () => callApi(stack.submissionUrl, 'GET', '/readyz').catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
    );
  }

  it('reveals no shipped address after the key of its month was destroyed', async () => {
    const { owner, fulfilment, projectIn } = shippingParties(stack);
    const [shipped, open] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship')];
    const submit = async (slug: string) =>
      expect((await owner.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT })).status).toBe(200);
    const read = (slug: string) => fulfilment.call<StaffShipment>('GET', `/admin/projects/${slug}/shipment`);
    for (const slug of [shipped, open]) await submit(slug);
    const projectId = await owner.projectId(shipped);
    const backup = path.join(folder, 'backup');
    await stopped((cluster) => run('cp', ['-a', cluster, backup]));
    const oldRing = ringOf(await readFile(file, 'utf8'));

    expect((await fulfilment.call('POST', `/admin/projects/${shipped}/ship`, { json: {} })).status).toBe(200);
    expect(await rotate('--monthly')).toMatchObject({
      current_key: thisMonth(),
      added: true,
      rewrapped: 1,
      left: 0,
      free_keys: [LAST_MONTH],
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The serving process was never restarted.
    expect((await read(open)).body.data.shipment).toMatchObject(RECIPIENT);
    expect(await rotate('--monthly')).toMatchObject({ added: false, rewrapped: 0, free_keys: [LAST_MONTH] });
    expect(await rotate('--destroy', LAST_MONTH)).toEqual({ destroyed: LAST_MONTH });
    expect(await readFile(file, 'utf8')).not.toContain(LAST_MONTH);
    expect((await read(open)).body.data.shipment).toMatchObject(RECIPIENT);

    await stopped(async (cluster) => {
      await rm(cluster, { recursive: true });
      await run('cp', ['-a', backup, cluster]);
    });
    // The row is there, and only the destroyed key would open it.
    expect(await openRow(projectId, oldRing)).toContain(RECIPIENT.recipient_name);
    expect(await openRow(projectId, ringOf(await readFile(file, 'utf8')))).toBeNull();
    const answer = await fulfilment.refused('GET', `/admin/projects/${shipped}/shipment`);
    expect([answer.status, answer.body.error, answer.text.includes(RECIPIENT.recipient_name)]).toEqual([
      500,
      'INTERNAL',
      false,
    ]);
    // The open shipment cannot be read either, so its owner must submit it again.
    expect((await read(open)).status).toBe(500);
    await submit(open);
    expect((await read(open)).body.data.shipment).toMatchObject(RECIPIENT);
  });

  it('is protected only when nobody encrypts with the old key any more', async () => {
    const { owner, projectIn } = shippingParties(stack);
    const slug = await projectIn('approved_to_ship');
    const submit = () => owner.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT });
    await submit();
    const sealing = await stack.connect('submission');
    // Acts as a process that has read the old ring and has not committed yet.
    await sealing.query(`BEGIN; SELECT pg_advisory_xact_lock_shared(hashtext('shipment keys'))`);
    const rotating = rotate('--monthly');
    await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM pg_stat_activity WHERE application_name = 'submission key rotation' AND wait_event = 'advisory'`,
        ),
      (waiting) => waiting.length === 1,
    );
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${thisMonth()}:`));
    const [late] = (await sealing.query('UPDATE shipments SET submitted_at = now() RETURNING master_key_id')).rows as {
      master_key_id: string;
    }[];
    expect(late?.master_key_id).toBe(LAST_MONTH);
    await sealing.query('COMMIT');
    await sealing.end();
    expect(await rotating).toMatchObject({ rewrapped: 1, left: 0, free_keys: [LAST_MONTH] });
    expect(await stack.query('submission', 'SELECT DISTINCT master_key_id FROM shipments')).toEqual([
      { master_key_id: thisMonth() },
    ]);
  });

  it('cannot lose the current key, or one that a shipment needs', async () => {
    const { owner, projectIn } = shippingParties(stack);
    const slug = await projectIn('approved_to_ship');
    await owner.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT });
    const refusal = async (...args: string[]) =>
      String(((await rotate(...args).catch((error: unknown) => error)) as { stderr?: string }).stderr);
    expect(await refusal('--destroy', LAST_MONTH)).toContain('is the current key');
    expect(await refusal('--destroy', 'unknown')).toContain('has no key unknown');
    const before = await readFile(file, 'utf8');
    await writeFile(file, `other:${randomBytes(32).toString('base64')},\n${before}`);
    expect(await refusal('--destroy', LAST_MONTH)).toContain('Some shipments are still encrypted under');
    expect(await readFile(file, 'utf8')).toContain(before.trim());
    expect(await rotate()).toMatchObject({ rewrapped: 1, left: 0, free_keys: [LAST_MONTH] });
  });
});
