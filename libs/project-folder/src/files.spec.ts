import fc from 'fast-check';
import { bytesOf, NOW } from './__fixtures__/project-files';
import { parseConfig, writeConfig } from './config-file';
import { createdAt, logFileName, parseLog, sequenceOfLogFile, titleOfLog, writeLog } from './log-file';
import { projectPath } from './project-files';

const line = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map((text) =>
      text
        .normalize('NFC')
        .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '')
        .trim(),
    )
    .filter((text) => text !== '');

describe('shipyard.yaml', () => {
  it('reads what it writes', () => {
    const config = fc.record(
      {
        program: fc.constantFrom('demo-build', '1', 'true'),
        slug: fc.constantFrom('balcony-garden', '0x1', '---'),
        name: line(20),
        tagline: fc.oneof(line(40), fc.constantFrom('', 'yes', '- a', '# b', 'a: b', '"', "'", '[x]', '&a', '!x', '@')),
        tags: fc.uniqueArray(fc.constantFrom('garden', 'esp32', '灯', 'a, b', 'no'), { maxLength: 4 }),
        color: fc.constantFrom('green' as const, 'slate' as const),
        demo_urls: fc.subarray(['https://a.example/?b=c#d']),
        status: fc.constantFrom('in_progress' as const, 'completed' as const),
      },
      { requiredKeys: ['program', 'slug', 'name'] },
    );
    fc.assert(fc.property(config, (each) => expect(parseConfig(bytesOf(writeConfig(each)))).toEqual({ config: each })));
  });

  it('reads the example of the documentation', () => {
    const text = `program: demo-build
slug: balcony-garden
name: Balcony garden
tagline: Five pots on one hose     # optional, as are the following
tags: [garden, esp32]
color: green
demo_urls: []
status: in_progress                # or completed
`;
    expect(parseConfig(bytesOf(text))).toEqual({
      config: {
        program: 'demo-build',
        slug: 'balcony-garden',
        name: 'Balcony garden',
        tagline: 'Five pots on one hose',
        tags: ['garden', 'esp32'],
        color: 'green',
        demo_urls: [],
        status: 'in_progress',
      },
    });
  });

  it.each([
    { what: 'an unknown key', text: 'program: a\nslug: abc\nname: x\ntittle: y\n', problems: [{ line: 4 }] },
    { what: 'a reserved slug', text: '# hi\nprogram: a\nslug: api\nname: x\n', problems: [{ line: 3 }] },
    { what: 'missing keys', text: 'slug: abc\n', problems: [{ line: null }, { line: null }] },
    { what: 'a key that is required and empty', text: 'program:\nslug: \nname:\n', problems: [{}, {}, {}] },
    { what: 'a wrong status', text: 'program: a\nslug: abc\nname: x\nstatus: done\n', problems: [{ line: 4 }] },
    {
      what: 'too many tags',
      text: `program: a\nslug: abc\nname: x\ntags: [${Array.from({ length: 11 }, (_, at) => `t${at}`).join(', ')}]\n`,
      problems: [{ line: 4 }],
    },
    { what: 'a list as name', text: 'program: a\nslug: abc\nname: [x]\n', problems: [{ line: 3 }] },
    { what: 'no YAML', text: 'program: a\nslug: "abc\n', problems: [{}] },
    { what: 'a repeated key', text: 'program: a\nprogram: b\nslug: abc\nname: x\n', problems: [{ line: 2 }] },
    { what: 'a list', text: '- a\n', problems: [{ line: 1 }] },
  ])('refuses $what with its line', ({ text, problems }) =>
    expect(parseConfig(bytesOf(text))).toMatchObject({ problems }),
  );
});

describe('a log', () => {
  it('is read as it is written', () => {
    const log = fc.record({
      title: line(60),
      date: fc.constantFrom(null, '2026-05-04', '2026-05-04T18:30:00.000Z', '2026-05-04T18:30:00+08:00'),
      markdown: fc
        .array(fc.constantFrom('---', 'text', '', '# x', '    code', '> q'), { maxLength: 6 })
        .map((lines) => `${lines.join('\n')}\nend\n`),
    });
    fc.assert(
      fc.property(log, (each) => {
        const read = parseLog('logs/0001-x.md', bytesOf(writeLog(each)), NOW);
        expect('log' in read ? read.log : read).toEqual(each);
      }),
    );
  });

  it.each([
    { text: '---\ntitle: First light\n---\n', title: 'First light' },
    { text: '---\ndate: x\n---\n', title: '' },
    { text: '---\ntitle: [x]\n---\n', title: '' },
    { text: '---\ntitle: "x\n---\n', title: '' },
    { text: 'x', title: '' },
  ])('has the title "$title" before it is whole', ({ text, title }) => {
    expect(titleOfLog(bytesOf(text))).toBe(title);
  });

  it.each([
    { sequence: 7, title: 'First light', file: 'logs/0007-first-light.md' },
    { sequence: 12, title: '点亮第一盏灯！', file: 'logs/0012-点亮第一盏灯.md' },
    { sequence: 1, title: '🚀', file: 'logs/0001-log.md' },
    { sequence: 123_456, title: 'A/B\\C: "d"?', file: 'logs/123456-a-b-c-d.md' },
  ])('has the name $file', ({ sequence, title, file }) => {
    expect(logFileName(sequence, title)).toBe(file);
    expect(sequenceOfLogFile(file)).toBe(sequence);
  });

  it('has a name of every title that leads back to its number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.string({ unit: 'grapheme' }), (sequence, title) => {
        const file = logFileName(sequence, title);
        expect(sequenceOfLogFile(file)).toBe(sequence);
        expect(Buffer.byteLength(file)).toBeLessThan(255);
        expect(file.normalize('NFC')).toBe(file);
      }),
    );
  });

  it.each(['logs/x.md', 'logs/0000-x.md', 'logs/1000001-x.md', 'logs/a/0001-x.md', '0001-x.md', 'logs/0001-x.txt'])(
    'is not %s',
    (file) => expect(sequenceOfLogFile(file)).toBeNull(),
  );

  it.each([
    { what: 'no front matter', text: 'hi', problems: [{ line: 1 }] },
    { what: 'no title', text: '---\ndate: 2026-05-04\n---\nhi', problems: [{ line: 1 }] },
    { what: 'an unknown key', text: '---\ntitle: x\n# c\ntags: y\n---\nhi', problems: [{ line: 4 }] },
    { what: 'a wrong date', text: '---\ntitle: x\ndate: 2026-02-30\n---\nhi', problems: [{ line: 3 }] },
    { what: 'a date ahead', text: '---\ntitle: x\ndate: 2026-06-01\n---\nhi', problems: [{ line: 3 }] },
    { what: 'no text', text: '---\ntitle: x\n---\n\n', problems: [{ line: null }] },
    { what: 'a long title', text: `---\ntitle: ${'x'.repeat(121)}\n---\nhi`, problems: [{ line: 2 }] },
    {
      what: 'a long text',
      text: `---\ntitle: x\n---\n${'x'.repeat(65_537)}`,
      problems: [{ code: 'PAYLOAD_TOO_LARGE' }],
    },
  ])('is refused with $what', ({ text, problems }) =>
    expect(parseLog('logs/0001-x.md', bytesOf(text), NOW)).toMatchObject({ problems }),
  );

  it('sends its time in milliseconds, or in seconds where few milliseconds would count as seconds', () => {
    expect(createdAt('2026-05-04')).toBe(Date.UTC(2026, 4, 4));
    expect(createdAt('2026-05-04T18:30:00.250+08:00')).toBe(Date.UTC(2026, 4, 4, 10, 30, 0, 250));
    expect(createdAt('1971-01-01')).toBe(365 * 86_400);
  });
});

describe('a path of a project', () => {
  it.each([
    { file: 'images\\plan.png', separator: '\\', path: 'images/plan.png' },
    { file: 'logs\\0001-a b.md', separator: '\\', path: 'logs/0001-a b.md' },
    { file: 'images/a\\b.png', separator: '/', path: 'images/a\\b.png' },
  ])('is $path', ({ file, separator, path }) => {
    expect(projectPath(file, separator)).toBe(path);
  });
});
