import { spawnSync } from 'node:child_process';
import { isRunning, markProcess, parseLinuxStat, toProcessMark } from './process-mark';

describe('process marks', () => {
  it('match this process, and not another with its pid', () => {
    const mark = markProcess(process.pid);
    if (mark === null) throw new Error('no mark of this process');
    expect(isRunning(mark)).toBe(true);
    expect(isRunning({ ...mark, startMark: `${mark.startMark}0` })).toBe(false);
    expect(toProcessMark(JSON.parse(JSON.stringify(mark)))).toEqual(mark);
  });

  it('are null for a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(markProcess(pid)).toBeNull();
  });

  it('read the start time after a command that looks like fields', () => {
    const fields = ['S', ...Array.from({ length: 18 }, (_, index) => String(index)), '4711', 'rest'];
    expect(parseLinuxStat(`42 (a) Z 1 (b)) ${fields.join(' ')}`)).toBe('4711');
    expect(parseLinuxStat(`42 (node) ${['Z', ...fields.slice(1)].join(' ')}`)).toBeNull();
  });

  it.each([null, 1, {}, { pid: '1', startMark: 'x' }, { pid: 1 }])('are not read from %j', (value) => {
    expect(toProcessMark(value)).toBeNull();
  });
});
