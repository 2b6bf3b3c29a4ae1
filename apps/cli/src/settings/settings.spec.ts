import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseApiUrl, readApiUrl } from './api-url';
import { configFolderOf } from './config-folder';
import { forgetLogin, keepLogin, loginFileIn, readKeptLogin } from './kept-login';

describe('the folder of settings', () => {
  it.each([
    { environment: {}, platform: 'linux', home: '/home/a', folder: '/home/a/.config/shipyard' },
    { environment: { XDG_CONFIG_HOME: '/x' }, platform: 'linux', home: '/home/a', folder: '/x/shipyard' },
    {
      environment: { XDG_CONFIG_HOME: 'x' },
      platform: 'darwin',
      home: '/Users/a',
      folder: '/Users/a/.config/shipyard',
    },
    { environment: { SHIPYARD_CONFIG_DIR: '/s', XDG_CONFIG_HOME: '/x' }, platform: 'linux', home: '/', folder: '/s' },
    {
      environment: { APPDATA: 'C:\\Users\\a\\AppData\\Roaming' },
      platform: 'win32',
      home: 'C:\\Users\\a',
      folder: 'C:\\Users\\a\\AppData\\Roaming\\shipyard',
    },
    { environment: {}, platform: 'win32', home: 'C:\\Users\\a', folder: 'C:\\Users\\a\\AppData\\Roaming\\shipyard' },
  ] as const)('is $folder', ({ folder, ...machine }) => {
    expect(configFolderOf(machine)).toBe(folder);
  });
});

describe('the kept sign-in', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'settings-')), 'deep', 'shipyard');
  });

  afterEach(() => rm(path.join(folder, '../..'), { recursive: true }));

  it('is readable by its owner alone, and can be forgotten', async () => {
    const login = { url: 'https://build.example/api/v1', token: 'pst_a' };
    await keepLogin(folder, login);
    expect(await readKeptLogin(folder)).toEqual(login);
    expect((await stat(loginFileIn(folder))).mode & 0o777).toBe(0o600);
    await keepLogin(folder, { ...login, token: 'pst_b' });
    expect(await readKeptLogin(folder)).toEqual({ ...login, token: 'pst_b' });
    await forgetLogin(folder);
    await forgetLogin(folder);
    expect(await readKeptLogin(folder)).toBeNull();
  });

  it.each(['', '{', '[]', 'null', '{"url":1,"token":"a"}'])('is none if the file holds %j', async (text) => {
    await keepLogin(folder, { url: 'a', token: 'b' });
    await writeFile(loginFileIn(folder), text);
    expect(await readKeptLogin(folder)).toBeNull();
  });
});

describe('the URL of the API', () => {
  it.each([
    { text: 'https://build.example/api/v1/', url: 'https://build.example/api/v1' },
    { text: 'https://build.example', url: 'https://build.example/api/v1' },
    { text: 'http://127.0.0.1:3000/api/v1', url: 'http://127.0.0.1:3000/api/v1' },
    { text: 'ftp://build.example', url: null },
    { text: 'build.example', url: null },
    { text: 'https://me:secret@build.example', url: null },
  ])('$text is $url', ({ text, url }) => {
    expect(readApiUrl(text)).toBe(url);
  });

  it('is the first that is given, else the local one', () => {
    expect(chooseApiUrl([undefined, '', 'https://a'])).toBe('https://a');
    expect(chooseApiUrl([undefined])).toBe('http://127.0.0.1:3000/api/v1');
  });
});
