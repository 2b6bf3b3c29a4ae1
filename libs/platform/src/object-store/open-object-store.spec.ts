import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ConfigError, readConfig } from '../config';
import { objectStoreSettings, openObjectStore } from './open-object-store';

const BUCKET = {
  S3_BUCKET: 'pictures',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'an-id',
  S3_SECRET_ACCESS_KEY: 'a-secret',
};
const read = (environment: NodeJS.ProcessEnv) => readConfig(environment, objectStoreSettings(environment));

function problems(environment: NodeJS.ProcessEnv): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

describe('the object store by the configuration', () => {
  it('is a folder, unless a bucket is named', () => {
    expect(read({})).toMatchObject({ OBJECT_STORES: 'folder', S3_BUCKET: undefined });
    expect(read({ S3_BUCKET: ' ', S3_FORCE_PATH_STYLE: '', OBJECT_STORES: '' }).OBJECT_STORES).toBe('folder');
    expect(read(BUCKET)).toMatchObject({ OBJECT_STORES: 's3', ...BUCKET, S3_FORCE_PATH_STYLE: false });
    expect(read({ ...BUCKET, OBJECT_STORES: 'folder,s3' }).OBJECT_STORES).toBe('folder,s3');
  });

  it.each(Object.keys(BUCKET))(
    'needs %s where any other word is of a bucket, so that nobody writes to a folder by mistake',
    (name) => {
      const rest = Object.fromEntries(Object.entries(BUCKET).filter(([other]) => other !== name));
      expect(problems(rest).map((problem) => problem.split(' ')[0])).toEqual([name]);
      for (const environment of [{ S3_ENDPOINT: 'https://store.example' }, { OBJECT_STORES: 's3' }])
        expect(problems(environment).map((problem) => problem.split(' ')[0])).toContain(name);
    },
  );

  it('needs https in production, except on a private network', () => {
    const refused = (environment: NodeJS.ProcessEnv) => problems({ ...BUCKET, NODE_ENV: 'production', ...environment });
    expect(refused({ S3_ENDPOINT: 'http://store.example:9000' })).toEqual([
      expect.stringMatching(
        /^S3_ENDPOINT is invalid: it takes a URL that begins with https:\/\/ in production .*S3_ALLOW_HTTP=1/,
      ),
    ]);
    expect(refused({ S3_ENDPOINT: 'http://10.0.0.5:9000' })).toHaveLength(1);
    for (const S3_ENDPOINT of ['https://store.example', 'http://127.0.0.1:9000', 'http://[::1]:9000'])
      expect(refused({ S3_ENDPOINT })).toEqual([]);
    expect(refused({ S3_ENDPOINT: 'http://10.0.0.5:9000', S3_ALLOW_HTTP: '1' })).toEqual([]);
    expect(problems({ ...BUCKET, S3_ENDPOINT: 'http://store.example' })).toEqual([]);
  });

  it('never shows a secret value in a problem', () => {
    expect(
      problems({
        ...BUCKET,
        S3_BUCKET: 'A SECRET',
        S3_ENDPOINT: 'SECRET',
        S3_ENCRYPTION: 'SECRET',
        OBJECT_STORES: 's3,SECRET',
      }).join(),
    ).not.toContain('SECRET');
  });

  it('is another folder for each service', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stores-'));
    const config = { ...read({}), DATA_DIR: folder };
    const [submission, gateway] = [
      await openObjectStore(config, 'submission'),
      await openObjectStore(config, 'gateway'),
    ];
    await submission.put('a', Buffer.from('1'));
    expect(await gateway.get('a')).toBeNull();
    expect((await submission.get('a'))?.bytes).toBe(1);
    await rm(folder, { recursive: true });
  });
});
