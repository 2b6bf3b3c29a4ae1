import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SupervisedProcess } from './supervised-process';

jest.setTimeout(60_000);

const NEVER = new AbortController().signal;
const READY = `process.send('ready'); setInterval(() => {}, 1e6);`;

describe('a supervised process', () => {
  let folder: string;
  let lines: string[];
  let running: SupervisedProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'shipyard-supervised-'));
    lines = [];
  });

  afterEach(async () => {
    await running?.stop('SIGKILL', 1_000);
    rmSync(folder, { recursive: true });
  });

  function supervise(program: string, options: { passingFailure?: RegExp } = {}): SupervisedProcess {
    const script = path.join(folder, 'child.js');
    writeFileSync(script, program);
    running = new SupervisedProcess({
      name: 'child',
      spawn: () => fork(script, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
      waitUntilReady: (child) => new Promise((resolve) => child.once('message', () => resolve())),
      lastWords: () => 'its last words',
      onSpawn: (pid) => lines.push(`spawned ${typeof pid}`),
      onStopped: () => lines.push('stopped'),
      report: (line) => lines.push(line),
      ...options,
    });
    return running;
  }

  it("fails its first start with the process's own error, without a retry", async () => {
    await expect(supervise('process.exit(3)').start(NEVER)).rejects.toThrow(
      'child did not start (exit code 3): its last words',
    );
    expect(lines).toEqual(['spawned number']);
  });

  it('is retried at once after a temporary failure', async () => {
    const once = `const { existsSync, writeFileSync } = require('node:fs'); const mark = __filename + '.mark';
      if (!existsSync(mark)) { writeFileSync(mark, ''); process.exit(4); } ${READY}`;
    await supervise(once, { passingFailure: /exit code 4/ }).start(NEVER);
    expect(lines).toEqual(['spawned number', 'spawned number']);
  });

  it('restarts after it was killed, and reports it', async () => {
    const child = supervise(READY);
    await child.start(NEVER);
    const before = child.pid;
    const restarted = child.restarted();
    child.kill('SIGKILL');
    await restarted;
    expect(child.pid).not.toBe(before);
    expect(lines.filter((line) => !line.startsWith('spawned'))).toEqual([
      'child ended unexpectedly (SIGKILL); starting it again in 0.5 s',
      'child is running again',
    ]);
  });

  it('stays stopped, and starts again on request', async () => {
    const child = supervise(READY);
    await child.start(NEVER);
    const restarted = child.restarted();
    await Promise.all([child.stop('SIGTERM', 10_000), expect(restarted).rejects.toThrow('child was stopped')]);
    expect(child.pid).toBeNull();
    await child.start(NEVER);
    expect(child.pid).not.toBeNull();
    expect(lines).toEqual(['spawned number', 'stopped', 'spawned number']);
  });

  it('is killed when it ignores the signal', async () => {
    const child = supervise(`process.on('SIGTERM', () => {}); ${READY}`);
    await child.start(NEVER);
    await child.stop('SIGTERM', 50);
    expect(lines).toContain('child did not stop within 0.05 s: killing it');
  });

  it('ends when its start is canceled', async () => {
    const calledOff = new AbortController();
    const started = supervise('setInterval(() => {}, 1e6)').start(calledOff.signal);
    calledOff.abort();
    await expect(started).rejects.toThrow('child did not start (SIGTERM)');
  });
});
