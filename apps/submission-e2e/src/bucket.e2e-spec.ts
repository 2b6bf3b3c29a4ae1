import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  callApi,
  drawImage,
  FakeS3,
  S3Refusal,
  ServiceReplica,
  startTestStack,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Participant } from './participant';

const OLD = new Date(Date.now() - 61 * 60_000);

/** Tests that the services use the bucket, and how they fail. The contract suite of stores tests the rest. */
describe('with a bucket', () => {
  let fake: FakeS3;
  let stack: TestStack;
  let owner: Participant;
  const orphans = [
    `submission/assets/${randomUUID()}/${randomUUID()}.png`,
    `submission/foreign-images/${randomUUID()}`,
    `gateway/images/${randomUUID()}.png`,
  ];
  const young = `gateway/images/${randomUUID()}.png`;

  beforeAll(async () => {
    fake = await FakeS3.start();
    for (const key of orphans) fake.objects.put(key, Buffer.from('left behind'), { modifiedAt: OLD });
    fake.objects.put(young, Buffer.from('its row is on the way'));
    for (const service of ['submission', 'gateway'])
      fake.objects.start(`${service}/images/${randomUUID()}.png`, null, OLD);
    stack = await startTestStack({ environment: { ...fake.environment, S3_ENCRYPTION: 'AES256' } });
    owner = participantAt(stack.credentials.submission_url);
  });

  afterEach(() => {
    ServiceReplica.endAll();
    fake.manner = () => undefined;
  });

  afterAll(async () => {
    await stack.stop();
    await fake.stop();
  });

  const participantAt = (url: string) =>
    new Participant(url, stack.credentials.participant.token, stack.credentials.program_id);
  const inBucket = (service: string, kind: string) =>
    fake.objects.keys().filter((key) => key.startsWith(`${service}/${kind}/`));
  const draw = () =>
    callApi<{ data: { url: string }[] }>(stack.gatewayUrl, 'POST', '/v1/images/generations', {
      token: stack.credentials.enterprise_key,
      json: { model: 'sandbox-image', prompt: 'A harbour' },
    });
  const storeOf = async (address: string) => {
    const { status, body } = await callApi<{ checks: { store: string } }>(address, 'GET', '/readyz');
    return [status, body.checks.store];
  };
  const refuse = (method: string) =>
    (fake.manner = (call) => (call.method === method ? new S3Refusal(503, 'SlowDown') : undefined));

  it('sweeps old objects and unfinished uploads without a row', async () => {
    await waitUntil(
      () => Promise.resolve([...fake.objects.keys(), ...fake.objects.unfinished()]),
      (left) => left.length === 1,
    );
    expect(fake.objects.keys()).toEqual([young]);
  });

  it('stores and serves project images, whole or in ranges, and reports a refusal of the bucket uncached until it passes', async () => {
    const projectId = await owner.projectId(await owner.createProject());
    const uploaded = await owner.uploadAsset(projectId, await drawImage());
    expect(uploaded.status).toBe(201);
    const [key = ''] = inBucket('submission', 'assets');
    expect(fake.objects.find(key)?.encryption).toBe('AES256');
    const address = new URL(uploaded.body.data.url, stack.submissionUrl);
    const content = fake.objects.bodyOf(key);
    expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(content)).toBe(true);
    const part = await fetch(address, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);

    refuse('GET');
    const refused = await fetch(address);
    expect([refused.status, refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual([
      503,
      null,
      null,
    ]);
    expect(await refused.json()).toMatchObject({ ok: false, error: 'SERVICE_UNAVAILABLE' });
    refuse('PUT');
    const another = await drawImage({ color: '#aa0011' });
    expect((await owner.uploadAsset(projectId, another)).status).toBe(503);
    fake.manner = () => undefined;
    expect((await fetch(address)).status).toBe(200);
    expect((await owner.uploadAsset(projectId, another)).status).toBe(201);
  });

  it('stores a generated image and serves it by its URL, and charges nothing if it cannot be stored', async () => {
    const drawn = await draw();
    const [url = ''] = drawn.body.data.map((image) => image.url);
    const [key = ''] = inBucket('gateway', 'images').filter((name) => name !== young);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(fake.objects.bodyOf(key))).toBe(true);
    refuse('GET');
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([503, expect.stringContaining('json')]);
    refuse('PUT');
    expect((await draw()).status).toBe(503);
    fake.manner = () => undefined;
    fake.objects.delete(key);
    expect((await fetch(url)).status).toBe(410);
  });

  it('moves objects without a process missing one, even if it is a step behind or ahead', async () => {
    const restart = (stores: string) =>
      ServiceReplica.start(stack, { environment: { ...fake.environment, OBJECT_STORES: stores } });
    const [behind, ahead] = await Promise.all([restart('folder,s3'), restart('s3,folder')]);
    const projectId = await owner.projectId(await owner.createProject());
    const upload = async ({ url }: ServiceReplica, color: string) =>
      (await participantAt(url).uploadAsset(projectId, await drawImage({ color }))).body.data.url;
    const statusAt = async ({ url }: ServiceReplica, address: string) => (await fetch(new URL(address, url))).status;
    const [inFolder, inBucketOnly] = [await upload(behind, '#000001'), await upload(ahead, '#000002')];
    expect(await Promise.all([statusAt(ahead, inFolder), statusAt(behind, inBucketOnly)])).toEqual([200, 200]);

    const move = promisify(execFile)(
      process.execPath,
      ['tools/run.cjs', 'tools/move-store.ts', 'submission', 'folder', 's3'],
      {
        cwd: path.join(__dirname, '../../..'),
        env: { PATH: process.env.PATH, DATA_DIR: stack.dataDir, ...fake.environment },
      },
    );
    expect((await move).stdout).toMatch(/^1 copied, /);
    // The stack's own processes know only the bucket.
    for (const address of [inFolder, inBucketOnly])
      expect((await fetch(new URL(address, stack.submissionUrl))).status).toBe(200);
    await rm(path.join(stack.dataDir, 'store'), { recursive: true });
  });

  it('reports both services as down while it does not answer, and shows no secret', async () => {
    fake.manner = () => 'hang';
    const both = () => Promise.all([stack.submissionUrl, stack.gatewayUrl].map(storeOf));
    expect(await both()).toEqual([
      [503, 'failed'],
      [503, 'failed'],
    ]);
    fake.manner = () => undefined;
    expect(await both()).toEqual([
      [200, 'ok'],
      [200, 'ok'],
    ]);
    const { accessKeyId, secretAccessKey } = fake.settings();
    const logs = path.join(stack.dataDir, 'logs');
    for (const name of await readdir(logs))
      expect(await readFile(path.join(logs, name), 'utf8')).not.toMatch(
        new RegExp(`${accessKeyId}|${secretAccessKey}|Signature=`),
      );
    expect(await readdir(stack.dataDir)).not.toContain('store');
  });
});
