import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { name, version } from '../../package.json';
import { en } from '../words/en';
import { VersionNotice } from './version-notice';

const HOUR_MS = 3600 * 1000;
const NEWER = '999.0.0';

describe('the notice of a newer version', () => {
  let configFolder: string;
  let told: string[];
  let asked: string[];
  let newest: unknown;
  let now: number;

  beforeEach(async () => {
    configFolder = await mkdtemp(path.join(tmpdir(), 'notice-'));
    told = [];
    asked = [];
    newest = NEWER;
    now = Date.now();
  });

  afterEach(() => rm(configFolder, { recursive: true }));

  const output = { tell: (line: string) => void told.push(line), paintMessage: (_: string, text: string) => text };
  const registry = (url: unknown) => {
    asked.push(String(url));
    return Promise.resolve(Response.json({ version: newest }));
  };

  /** A command that talks to the service, and ends after the registry has answered. */
  async function runCommand(environment: NodeJS.ProcessEnv = {}, isRead = true, fetch = registry): Promise<void> {
    const notice = new VersionNotice({ configFolder, environment, output, words: en, isRead, now: () => now });
    notice.begin(fetch);
    await new Promise((resolve) => setImmediate(resolve));
    await notice.end();
  }

  it('is told once a day, and the registry is asked once a day', async () => {
    await runCommand();
    const line = en.everyday.newer(NEWER, version, `npm install -g ${name}`);
    expect([asked, told]).toEqual([[`https://registry.npmjs.org/${name.replace('/', '%2f')}/latest`], [line]]);
    now += 23 * HOUR_MS;
    await runCommand();
    expect([asked.length, told.length]).toEqual([1, 1]);
    now += 2 * HOUR_MS;
    await runCommand({ npm_config_registry: 'https://npm.example/' });
    expect([asked.at(-1), told.length]).toEqual([expect.stringMatching(/^https:\/\/npm\.example\/@/), 2]);
  });

  it.each([
    { what: 'CI', environment: { CI: 'true' } },
    { what: 'a person who does not want it', environment: { NO_UPDATE_NOTIFIER: '1' } },
    { what: 'a program that reads the output', isRead: false },
    { what: 'a registry without encryption', environment: { npm_config_registry: 'http://npm.example' } },
  ])('is not for $what', async ({ environment, isRead }) => {
    await runCommand(environment, isRead);
    expect([asked, told]).toEqual([[], []]);
  });

  it.each([version, '0.0.1', '999.0.0-beta.1', '\u001b[31m9.9.9', 7, undefined])('is not told of %j', async (other) => {
    newest = other;
    await runCommand();
    expect([asked.length, told]).toEqual([1, []]);
  });

  it('stays away if the registry fails, does not answer, or what was kept is broken', async () => {
    await writeFile(path.join(configFolder, 'newest-version.json'), '{');
    await runCommand();
    await rm(path.join(configFolder, 'newest-version.json'));
    await runCommand({}, true, () => Promise.reject(new Error('no network')));
    // It ends with the command.
    const silent = (_: unknown, init?: { signal?: AbortSignal }) =>
      new Promise<Response>((_resolve, reject) => {
        if (init?.signal?.aborted) reject(new Error('over'));
        init?.signal?.addEventListener('abort', () => reject(new Error('over')));
      });
    await runCommand({}, true, silent);
    expect(told).toEqual([]);
    await runCommand();
    expect(told).toHaveLength(1);
  });
});
