import type { LogConflict } from '@shipyard/project-folder';
import { en } from '../words/en';
import { conflictLines, isNearDuplicate } from './sync-conflict';

const conflict = (here: string, there: string, differs: LogConflict['differs'] = ['text']): LogConflict => ({
  sequence: 1,
  file: 'logs/0001-a.md',
  differs,
  local: { title: 'One', markdown: here, firstLine: 5 },
  server: { title: 'Uno', markdown: there },
});
const told = (...args: Parameters<typeof conflict>) => conflictLines(conflict(...args), en).slice(1);

describe('a log that differs from the sent one', () => {
  it.each([
    { here: 'It works in the rain.', there: 'It works in the sun.', isNear: true },
    { here: '今天很好。', there: '今天不好。', isNear: true },
    { here: 'A wheel came off.', there: 'It works in the sun.', isNear: false },
  ])('is that log with edits, or another one: $here', ({ here, there, isNear }) => {
    expect(isNearDuplicate(conflict(here, there))).toBe(isNear);
  });
});

describe('what is told of a conflict', () => {
  it('is the first line that differs, by its number in the file and in the text of the server', () => {
    expect(told('\nSame.\n\nIt works.\n', 'Same.\n\nIt rains.\n\n')).toEqual([
      '  line 8 here: It works.',
      '  line 3 of the text on the server: It rains.',
    ]);
  });

  it.each([
    {
      here: 'Same.\n',
      there: 'Same.\nMore.',
      lines: ['  line 6 here: (the end)', '  line 2 of the text on the server: More.'],
    },
    {
      here: 'Same.\nMore.\n',
      there: 'Same.',
      lines: ['  line 6 here: More.', '  line 2 of the text on the server: (the end)'],
    },
    {
      here: '![](a.png)',
      there: '![](a.png)',
      lines: ['  line 5 here: ![](a.png)', '  line 1 of the text on the server: ![](a.png)'],
    },
  ])('is where $lines begins', ({ here, there, lines }) => {
    expect(told(here, there)).toEqual(lines);
  });

  it('is the title, if that differs', () => {
    expect(told('Same.', 'Same.', ['title'])).toEqual(['  title here: One', '  title on the server: Uno']);
  });
});
