import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findLockHolder, takeDataLock } from './data-lock';
import { markProcess } from './process-mark';

describe('the data lock', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'shipyard-lock-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  const leaveLock = (number: number, holder: object) => {
    mkdirSync(path.join(dataDir, 'lock'), { recursive: true });
    writeFileSync(path.join(dataDir, 'lock', `${number}.json`), JSON.stringify(holder));
  };

  it('has one holder at a time, and names it', () => {
    const lock = takeDataLock(dataDir, 'npm start');
    expect(takeDataLock(dataDir, 'npm run infra')).toMatchObject({
      holder: { command: 'npm start', pid: process.pid },
    });
    if ('holder' in lock) throw new Error('the first was refused');
    lock.release();
    expect(findLockHolder(dataDir)).toBeNull();
    expect(takeDataLock(dataDir, 'npm run infra')).not.toHaveProperty('holder');
  });

  it('is free when its holder has crashed', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leaveLock(7, { pid, startMark: 'then', command: 'npm start' });
    expect(findLockHolder(dataDir)).toBeNull();
    expect(takeDataLock(dataDir, 'npm start')).not.toHaveProperty('holder');
    expect(readdirSync(path.join(dataDir, 'lock'))).toEqual(['8.json']);
  });

  it("is free when another process has its holder's pid", () => {
    leaveLock(1, { pid: process.pid, startMark: 'an earlier life', command: 'npm start' });
    expect(takeDataLock(dataDir, 'npm start')).not.toHaveProperty('holder');
  });

  it('compares numbers, not names', () => {
    leaveLock(9, { released: true });
    leaveLock(10, { ...markProcess(process.pid), command: 'npm start' });
    expect(takeDataLock(dataDir, 'npm start')).toHaveProperty('holder');
  });

  it('is taken by exactly one of many processes that find it orphaned', async () => {
    leaveLock(3, { pid: 0, startMark: 'then', command: 'npm start' });
    const program = `const { takeDataLock } = require('./libs/stack/src/data/data-lock.ts');
      process.send('holder' in takeDataLock(${JSON.stringify(dataDir)}, 'a racer') ? 'refused' : 'taken'); process.stdin.resume();`;
    const racers = Array.from({ length: 4 }, (): ChildProcess =>
      spawn(process.execPath, ['-r', '@swc-node/register', '-e', program], {
        cwd: path.join(__dirname, '../../../..'),
        env: { ...process.env, SWC_NODE_PROJECT: 'tsconfig.base.json' },
        stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      }),
    );
    try {
      const answers = await Promise.all(racers.map((racer) => once(racer, 'message')));
      expect(
        answers
          .flat()
          .filter((answer) => typeof answer === 'string')
          .sort(),
      ).toEqual(['refused', 'refused', 'refused', 'taken']);
    } finally {
      await Promise.all(
        racers.map((racer) => {
          racer.kill('SIGKILL');
          return once(racer, 'exit');
        }),
      );
    }
  }, 60_000);
});
