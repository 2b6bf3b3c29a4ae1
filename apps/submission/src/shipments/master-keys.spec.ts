import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ConfigError } from '@shipyard/platform/config';
import { KeyRing } from '@shipyard/platform/sealing';
import { readHttpConfig } from '../config';
import { MasterKeys, readRing, withNewKey, withoutKey, writeRing } from './master-keys';

describe('the file of the key ring', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'ring-'));
    file = path.join(folder, 'keys');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('round-trips, and is readable only by its owner', async () => {
    const ring = withNewKey(withNewKey(null, '2026-10'), '2026-11');
    await writeRing(file, ring);
    const read = await readRing(file);
    expect(read?.keyIds).toEqual(['2026-11', '2026-10']);
    for (const keyId of ring.keyIds) expect(read?.find(keyId)).toEqual(ring.find(keyId));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys']);
  });

  it('loses only the removed key', async () => {
    const ring = withNewKey(withNewKey(null, '2026-10'), '2026-11');
    await writeRing(file, ring);
    await writeRing(file, withoutKey(ring, '2026-10'));
    expect((await readRing(file))?.keyIds).toEqual(['2026-11']);
  });

  it('gives a new first key to a running process', async () => {
    const keys = new MasterKeys({ SHIPMENT_MASTER_KEYS: undefined, SHIPMENT_MASTER_KEYS_FILE: file });
    await writeRing(file, withNewKey(null, 'a'));
    expect((await keys.ring()).current.keyId).toBe('a');
    await writeRing(file, withNewKey(await keys.ring(), 'b'));
    expect((await keys.ring()).current.keyId).toBe('b');
  });

  it.each([
    ['is not there', null, /does not exist: create it with rotate-shipment-keys.js --monthly/],
    ['is empty', '', /is invalid: it takes id:base64/],
    ['has a short key', `a:${randomBytes(16).toString('base64')}`, /is invalid: it takes id:base64/],
  ])('fails the start with one line that shows no key if it %s', async (_, content, problem) => {
    if (content !== null) await writeFile(file, content);
    const refusal = await new MasterKeys({ SHIPMENT_MASTER_KEYS: undefined, SHIPMENT_MASTER_KEYS_FILE: file })
      .ring()
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as ConfigError).message).toMatch(problem);
  });

  it('replaces the variable, and is refused beside it', () => {
    const key = `a:${randomBytes(32).toString('base64')}`;
    const others = { SUBMISSION_DATABASE_URL: 'postgres://a@db/b', URL_SIGNING_KEYS: key, SESSION_KEYS: key };
    expect(readHttpConfig({ ...others, SHIPMENT_MASTER_KEYS_FILE: file }).SHIPMENT_MASTER_KEYS).toBeUndefined();
    expect(readHttpConfig({ ...others, SHIPMENT_MASTER_KEYS: key }).SHIPMENT_MASTER_KEYS).toBeInstanceOf(KeyRing);
    for (const both of [{}, { SHIPMENT_MASTER_KEYS: key, SHIPMENT_MASTER_KEYS_FILE: file }]) {
      expect(() => readHttpConfig({ ...others, ...both })).toThrow(/^SHIPMENT_MASTER_KEYS is (not set|invalid)/);
    }
  });
});
