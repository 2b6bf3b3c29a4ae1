import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import type { Failure } from './participant';
import { RECIPIENT, shippingParties, type StaffShipment } from './shipment';

interface Rotation {
  rewrapped: number;
  left: number;
  unknown_keys: string[];
  damaged_projects: string[];
}

const COMMAND = path.resolve(__dirname, '../../../dist/apps/submission/rotate-shipment-keys.js');
const newKey = (id: string) => `${id}-${randomUUID().slice(0, 8)}:${randomBytes(32).toString('base64')}`;
const idOf = (key: string) => key.split(':')[0] ?? '';

describe('the master keys of shipments', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { owner, projectIn } = shippingParties(stack);
  const [older, newer] = [newKey('older'), newKey('newer')];

  /** Processes by their keys, the current one first. */
  let serving: { older: string; olderAndNewer: string; newerAndOlder: string; newer: string };

  beforeAll(async () => {
    const [one, two, three, four] = await Promise.all([
      serve(older),
      serve(older, newer),
      serve(newer, older),
      serve(newer),
    ]);
    serving = { older: one, olderAndNewer: two, newerAndOlder: three, newer: four };
  });

  afterAll(() => ServiceReplica.endAll());

  const serve = async (...ring: string[]) =>
    (await ServiceReplica.start(stack, { environment: { SHIPMENT_MASTER_KEYS: ring.join(',') } })).url;
  const submit = (url: string, slug: string, name: string) =>
    callApi(url, 'POST', `/projects/${slug}/shipment`, {
      token: credentials.participant.token,
      json: { ...RECIPIENT, recipient_name: name },
    });
  const read = (url: string, slug: string) =>
    callApi<{ data: StaffShipment } & Failure>(url, 'GET', `/admin/projects/${slug}/shipment`, {
      token: credentials.staff.fulfilment,
    });
  const under = async (key: string) => {
    const [row] = await stack.query(
      'submission',
      'SELECT count(*)::integer AS count FROM shipments WHERE master_key_id = $1',
      [idOf(key)],
    );
    return row?.count;
  };
  /** Runs the command with this ring. */
  const rotate = async (...ring: string[]) => {
    const env = {
      PATH: process.env.PATH,
      SUBMISSION_DATABASE_URL: stack.view.databaseUrls.submission,
      SHIPMENT_MASTER_KEYS: ring.join(','),
    };
    const command = spawn(process.execPath, [COMMAND], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(command, 'exit') as Promise<[number | null]>;
    const [said, [status]] = await Promise.all([text(command.stdout), ended]);
    return { status, ...(JSON.parse(said) as Rotation) };
  };

  it('rotate while the service serves, and the old key can be removed', async () => {
    const slugs = await Promise.all(Array.from({ length: 5 }, () => projectIn('approved_to_ship')));
    for (const slug of slugs) expect((await submit(serving.older, slug, 'Before')).status).toBe(200);
    expect(await under(older)).toBe(5);

    // All processes know the new key before one encrypts with it.
    const { olderAndNewer: behind, newerAndOlder: first } = serving;
    let written = 0;
    const rotating = rotate(newer, older).finally(() => (written = Infinity));
    const write = async () => {
      for (; written < Infinity; written += 1)
        expect(
          (await submit(written % 2 === 0 ? behind : first, slugs[written % 5] ?? '', `Name ${written}`)).status,
        ).toBe(200);
    };
    await Promise.all([write(), write(), write()]);
    expect((await rotating).damaged_projects).toEqual([]);
    for (const slug of slugs)
      for (const url of [behind, first])
        expect((await read(url, slug)).body.data.shipment.recipient_name).toMatch(/^(Name \d+|Before)$/);

    // Rewraps what processes with the older key wrote meanwhile.
    await rotate(newer, older);
    expect([await under(older), await under(newer)]).toEqual([0, 5]);
    expect((await rotate(newer, older)).rewrapped).toBe(0);
    for (const slug of slugs)
      expect((await read(serving.newer, slug)).body.data.shipment.recipient_name).toMatch(/^(Name \d+|Before)$/);
  });

  it('do not touch a shipment that is replaced at the same moment', async () => {
    const slug = await projectIn('approved_to_ship');
    const projectId = await owner.projectId(slug);
    await submit(serving.older, slug, 'First');
    const [first] = await stack.query(
      'submission',
      'SELECT wrapped_key, recipient FROM shipments WHERE project_id = $1',
      [projectId],
    );
    await submit(serving.older, slug, 'Second');
    const writer = await stack.connect('submission');
    await writer.query('BEGIN');
    await writer.query('UPDATE shipments SET wrapped_key = $2, recipient = $3 WHERE project_id = $1', [
      projectId,
      first?.wrapped_key,
      first?.recipient,
    ]);
    const rotating = rotate(newer, older);
    await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM pg_stat_activity WHERE application_name = 'submission key rotation' AND wait_event_type = 'Lock'`,
        ),
      (waiting) => waiting.length === 1,
    );
    await writer.query('COMMIT');
    await writer.end();
    await rotating;
    expect((await read(serving.newerAndOlder, slug)).body.data.shipment.recipient_name).toBe('First');
    await rotate(newer, older);
    expect((await read(serving.newer, slug)).body.data.shipment.recipient_name).toBe('First');
  });

  it('are named if unknown to the key ring, and their shipments stay unchanged', async () => {
    const slug = await projectIn('approved_to_ship');
    await submit(serving.older, slug, 'Kept');
    const report = await rotate(newer);
    expect(report).toMatchObject({ status: 1, rewrapped: 0 });
    expect(report.unknown_keys).toContain(idOf(older));
    expect(report.left).toBeGreaterThanOrEqual(1);
    const answer = await read(serving.newer, slug);
    expect([answer.status, answer.body.error]).toEqual([500, 'INTERNAL']);
    expect((await read(serving.newerAndOlder, slug)).body.data.shipment.recipient_name).toBe('Kept');
  });

  it('never hide a data key that was tampered with', async () => {
    const slug = await projectIn('approved_to_ship');
    await submit(serving.older, slug, 'Damaged');
    const projectId = await owner.projectId(slug);
    await stack.query(
      'submission',
      'UPDATE shipments SET wrapped_key = set_byte(wrapped_key, 40, get_byte(wrapped_key, 40) # 1) WHERE project_id = $1',
      [projectId],
    );
    const report = await rotate(newer, older);
    expect(report).toMatchObject({ status: 1, damaged_projects: [projectId] });
    expect((await owner.call('DELETE', `/projects/${slug}/shipment`)).status).toBe(200);
  });
});
