import { mintToken } from '@shipyard/auth';
import { checkProject } from '@shipyard/project-folder';
import { en } from './en';
import { findingIn, problemIn } from './finding';
import { zhCn } from './zh-cn';

const NOW = new Date('2026-05-06T12:00:00Z');
const CONFIG = 'program: demo\nslug: lamp\nname: Lamp\n';
const TOKEN = mintToken('pst_');
const HEAD = '---\ntitle: One\n---\n';

interface Row {
  what: string;
  files: Readonly<Record<string, string | Uint8Array>>;
}

function messagesOf(files: Row['files']): string[] {
  const all = Object.entries({ 'shipyard.yaml': CONFIG, ...files });
  const bytes = all.map(([name, file]): [string, Uint8Array] => [name, Buffer.from(file)]);
  const { errors, warnings } = checkProject(new Map(bytes), NOW);
  return [...errors, ...warnings].map(({ message }) => message);
}

/** A PNG or a GIF by its header. */
function imageBytes(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
const gif = (frames: number) =>
  Buffer.concat([
    Buffer.from('GIF89a\x08\0\x08\0\0\0\0', 'latin1'),
    ...Array.from({ length: frames }, () => Buffer.from(',\0\0\0\0\x08\0\x08\0\0\x02\x01\0\0', 'latin1')),
    Buffer.from(';'),
  ]);

const image = (address: string) => ({ 'README.md': `![a](${address})`, 'logs/0001-a.md': `${HEAD}![a](${address})` });
const config = (lines: string) => ({ 'shipyard.yaml': `${CONFIG}${lines}\n` });
const front = (yaml: string) => ({ 'README.md': `---\n${yaml}\n---\n# x` });
const log = (text: string) => ({ 'logs/0001-a.md': text });
const picture = (bytes: Buffer) => ({ 'README.md': '![a](a.png)', 'a.png': bytes });

describe('a finding in Chinese', () => {
  it.each<Row>([
    { what: 'an empty folder', files: {} },
    { what: 'no mapping', files: { 'shipyard.yaml': 'x' } },
    { what: 'no YAML', files: { 'shipyard.yaml': 'program: a\nslug: "abc\n' } },
    { what: 'an alias', files: config('tagline: *a') },
    { what: 'an anchor', files: config('tagline: &a b') },
    { what: 'a YAML tag', files: config('tagline: !a b') },
    { what: 'a large config', files: config('#'.repeat(70_000)) },
    { what: 'missing keys', files: { 'shipyard.yaml': 'tagline: a\n' } },
    { what: 'an unknown key', files: config('title: x') },
    {
      what: 'wrong values',
      files: { 'shipyard.yaml': 'program: A\nslug: A\nname: [x]\ncolor: mauve\nstatus: done\n' },
    },
    { what: 'a reserved slug', files: { 'shipyard.yaml': 'program: a\nslug: api\nname: x\n' } },
    { what: 'a long tagline', files: config(`tagline: ${'x'.repeat(201)}`) },
    { what: 'wrong tags', files: config(`tags: [${'x'.repeat(33)}]`) },
    { what: 'many tags', files: config(`tags: [${Array.from({ length: 11 }, (_, at) => at).join(', ')}]`) },
    { what: 'tags that are none', files: config('tags: x') },
    { what: 'a wrong demo', files: config('demo_urls: [ftp://a]') },
    { what: 'a token', files: { ...config(`tagline: ${TOKEN}`), 'README.md': TOKEN } },
    { what: 'a complete project without all', files: config('status: completed') },
    { what: 'a complete project without a log', files: { ...config('status: completed'), 'README.md': '# x' } },
    { what: 'a complete project without a README', files: { ...config('status: completed'), ...log(`${HEAD}x`) } },
    { what: 'an empty README', files: { 'README.md': ' ' } },
    { what: 'a large README', files: { 'README.md': 'x'.repeat(1024 * 1024 + 1) } },
    { what: 'NUL', files: { 'README.md': 'a\0' } },
    {
      what: 'invalid UTF-8',
      files: { 'README.md': Uint8Array.from([0xff]), 'logs/0001-a.md': Uint8Array.from([0xff]) },
    },
    { what: 'deep nesting', files: { 'README.md': '> '.repeat(2_000) } },
    { what: 'wrong front matter', files: front('tags: {a: b}') },
    { what: 'a wrong value in front matter', files: front('color: mauve\nname: ""') },
    { what: 'a list in front matter', files: front('- a') },
    { what: 'large front matter', files: front(`# ${'x'.repeat(17_000)}`) },
    { what: 'an absent image', files: image('a.png') },
    { what: 'an absent image on Windows', files: image('images\\front.png') },
    { what: 'an image without escapes', files: { ...image('a#%20.png'), 'a#%20.png': imageBytes(8, 8) } },
    { what: 'a path out of the project', files: image('../../a.png') },
    { what: 'a drive letter', files: image('C:/a.png') },
    { what: 'an empty path', files: image('?a') },
    { what: 'an image of another project', files: image('cloud://a/b.png') },
    { what: 'an insecure image', files: image('http://a.example/a.png') },
    { what: 'an image of another site', files: image('https://a.example/a.png') },
    { what: 'an SVG', files: { 'README.md': '![a](a.svg)', 'a.svg': '<svg/>' } },
    { what: 'a HEIC photo', files: picture(Buffer.from('\0\0\0\x18ftypheic', 'latin1')) },
    { what: 'a damaged image', files: picture(imageBytes(0, 0)) },
    { what: 'many pixels', files: picture(imageBytes(8_000, 5_001)) },
    { what: 'many bytes', files: picture(Buffer.concat([imageBytes(8, 8), Buffer.alloc(5 * 1024 * 1024)])) },
    { what: 'a large image', files: picture(Buffer.concat([imageBytes(8, 8), Buffer.alloc(3 * 1024 * 1024)])) },
    { what: 'many frames', files: { 'README.md': '![a](a.gif)', 'a.gif': gif(301) } },
    { what: 'an image that nobody shows', files: { 'a.png': imageBytes(8, 8) } },
    { what: 'a log without front matter', files: log('x') },
    { what: 'a log without a title', files: log('---\ndate: 2026-05-04\n---\nx') },
    { what: 'a log with a long title', files: log(`---\ntitle: ${'x'.repeat(121)}\n---\nx`) },
    { what: 'an unknown key of a log', files: log('---\ntitle: x\ntags: y\n---\nx') },
    { what: 'a wrong date', files: log('---\ntitle: x\ndate: 2026-02-30\n---\nx') },
    { what: 'a date ahead', files: log('---\ntitle: x\ndate: 2026-06-01\n---\nx') },
    { what: 'an empty log', files: log(HEAD) },
    { what: 'a long log', files: log(`${HEAD}${'x'.repeat(65_537)}`) },
    { what: 'two logs of one number', files: { 'logs/0001-a.md': `${HEAD}x`, 'logs/1-b.md': `${HEAD}x` } },
    { what: 'a log without a number', files: { 'logs/notes.md': 'x' } },
  ])('tells of $what', ({ files }) => {
    const messages = messagesOf(files);
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      const told = findingIn(zhCn, message);
      expect(told).toMatch(/\p{Script=Han}/u);
      expect(told).not.toMatch(/\b(?:must|has|is|the|have)\b|\{\d\}/i);
      expect(findingIn(en, message)).toBe(message);
    }
  });

  it.each([
    { yaml: 'name: "x', told: '缩进太少，或前面的引号、[ 或 { 没有结束' },
    { yaml: 'name: "\\q"', told: '双引号里的 \\ 后面不对。请写 \\\\' },
    { yaml: 'name: a: b', told: '请检查这里的缩进、引号和冒号' },
    { yaml: 'name: x\n  tagline: y', told: '请检查这里的缩进、引号和冒号' },
    { yaml: 'tags:\n\t- a', told: '缩进请用空格，不要用制表符' },
    { yaml: 'tags: [a, b', told: '缩进太少，或前面的引号、[ 或 { 没有结束' },
    { yaml: 'tags: [a, , b]', told: '逗号前面缺少内容' },
    { yaml: 'name: x\ntagline\ncolor: red', told: '这一行缺少冒号，或冒号后面没有空格' },
    { yaml: 'name: x\u0001', told: '里面有不能显示的字符' },
    { yaml: '%YAML 1.2\nname: x', told: '这里应该是 ---' },
    { yaml: 'name: !<x', told: '写法不对' },
  ])('says why $yaml cannot be read', ({ yaml, told }) => {
    const [message = ''] = messagesOf(front(yaml));
    expect(findingIn(zhCn, message)).toMatch(/（第 \d+ 行，第 \d+ 列）$/);
    expect(findingIn(zhCn, message)).toContain(`front matter 不是有效的 YAML：${told}。带有“: ”或“ #”的值要加引号。`);
  });

  it('says what to do about a key that is there twice', () => {
    const [message = ''] = messagesOf(front('name: x\nname: y'));
    expect(message).toMatch(/: duplicated mapping key\. Keep one of them\./);
    expect(findingIn(zhCn, message)).toContain('同一个键写了两次。请只留一个。');
  });

  it('has the line of a token that others must not see', () => {
    const files = {
      'README.md': `# x\r\n\r\n${TOKEN}`,
      'logs/0001-a.md': `${HEAD}a\n${TOKEN}`,
      ...config(`tagline: ${TOKEN}`),
    };
    const bytes = Object.entries(files).map(([name, file]): [string, Uint8Array] => [name, Buffer.from(file)]);
    const found = checkProject(new Map(bytes), NOW).errors.filter(({ message }) => message.includes('access token'));
    expect(Object.fromEntries(found.map(({ file, line }) => [file, line]))).toEqual({
      'README.md': 3,
      'logs/0001-a.md': 5,
      'shipyard.yaml': 4,
    });
  });

  it('names the place, the file and the limit', () => {
    const messages = messagesOf({ ...front('tags: {a: b}'), ...log(`${HEAD}![a](..\\a.png)`) });
    expect(messages.map((message) => findingIn(zhCn, message)).slice(0, 2)).toEqual([
      'tags 必须是文字的列表。（第 2 行，第 1 列）',
      '日志用到的图片不存在：..\\a.png。文件夹之间请写 /，不要写 \\。',
    ]);
    expect(problemIn(zhCn, 'must have 1 to 120 characters')).toBe('必须有 1 到 120 个字符');
  });

  it('leaves what it does not know as it is', () => {
    expect(findingIn(zhCn, 'The moon is full.')).toBe('The moon is full.');
    expect(problemIn(zhCn, 'shines')).toBe('shines');
  });
});
