import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ChildEnded, ChildPool } from './child-pool';

jest.setTimeout(60_000);

const LIMIT_MB = 600;

/** Takes native memory, which the limit of V8 does not count. */
const CHILD = `
import { readFileSync } from 'node:fs';
process.on('message', (megabytes: number) => {
  const blocks = Array.from({ length: megabytes }, () => Buffer.alloc(2 ** 20, 1));
  process.send?.({ pid: process.pid, blocks: blocks.length, coreFilter: readFileSync('/proc/self/coredump_filter', 'utf8') });
});
process.send?.('ready');
`;

interface Answer {
  pid: number;
  blocks: number;
  coreFilter: string;
}

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('the memory limit of a child', () => {
  let folder: string;
  let pool: ChildPool<number, Answer>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'children-'));
    await writeFile(path.join(folder, 'child.ts'), CHILD);
  });

  afterEach(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  const start = (shell: string) => {
    pool = new ChildPool({ entry: 'child', sources: folder, heapLimitMb: 64, memoryLimitMb: LIMIT_MB }, shell);
  };

  it.each([
    ['through a shell', '/bin/sh'],
    ['without a shell', '/nowhere/sh'],
  ])('ends a child that exceeds it, and only that, when it starts %s', async (_, shell) => {
    start(shell);
    const { answer: before } = await pool.ask(100, 30_000);
    expect(before.blocks).toBe(100);
    await expect(pool.ask(1_500, 30_000)).rejects.toThrow(ChildEnded);
    const { answer: after } = await pool.ask(100, 30_000);
    expect(after.blocks).toBe(100);
    expect(after.pid).not.toBe(before.pid);
  });

  it('is kept without a shell, where core files leave out the memory of a child and the heap is limited too', async () => {
    start('/nowhere/sh');
    const { answer } = await pool.ask(1, 30_000);
    expect(parseInt(answer.coreFilter, 16)).toBe(0);
    const command = await readFile(`/proc/${answer.pid}/cmdline`, 'utf8');
    expect(command.split('\0').slice(0, 2)).toEqual([process.execPath, '--max-old-space-size=64']);
  });
});
