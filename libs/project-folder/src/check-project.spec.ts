import { bytesOf, CONFIG, imageBytes, NOW, projectOf } from './__fixtures__/project-files';
import { checkProject, isProjectFile, readProject } from './check-project';

interface Row {
  what: string;
  files: Readonly<Record<string, string | Uint8Array>>;
  errors: object[];
}

const LOG = '---\ntitle: One\n---\n\nIt works.\n';
const check = (files: Readonly<Record<string, string | Uint8Array>>) => checkProject(projectOf(files), NOW);
const gif = (frames: number) =>
  Buffer.concat([
    Buffer.from('GIF89a\x08\0\x08\0\0\0\0', 'latin1'),
    ...Array.from({ length: frames }, () => Buffer.from(',\0\0\0\0\x08\0\x08\0\0\x02\x01\0\0', 'latin1')),
    Buffer.from(';'),
  ]);

describe('checkProject', () => {
  it('finds nothing wrong in a good project', () => {
    const files = {
      'README.md': `![Head](images/a.png)\n\n${'It waters five pots. '.repeat(40)}`,
      'logs/0001-one.md': LOG,
      'images/a.png': imageBytes('a'),
    };
    expect(check(files)).toEqual({ errors: [], warnings: [] });
  });

  it.each<Row>([
    {
      what: 'no config',
      files: { 'shipyard.yaml': 'x' },
      errors: [{ file: 'shipyard.yaml', line: 1, code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'an empty README',
      files: { 'README.md': ' \n' },
      errors: [{ file: 'README.md', code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'a large README',
      files: { 'README.md': 'x'.repeat(1024 * 1024 + 1) },
      errors: [{ code: 'PAYLOAD_TOO_LARGE' }],
    },
    { what: 'NUL', files: { 'README.md': 'a\0' }, errors: [{ code: 'VALIDATION_FAILED' }] },
    { what: 'invalid UTF-8', files: { 'README.md': Uint8Array.from([0xff]) }, errors: [{ code: 'VALIDATION_FAILED' }] },
    {
      what: 'bad front matter',
      files: { 'README.md': '---\nname: x\ntags: {a: b}\n---\n# x' },
      errors: [{ line: 3, code: 'README_FRONT_MATTER_INVALID' }],
    },
    {
      what: 'a bad value in front matter',
      files: { 'README.md': '---\nname: x\ncolor: mauve\n---\n# x' },
      errors: [{ line: 3, code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'missing images',
      files: { 'README.md': '---\nname: x\n---\n# x\n\n![a](a.png)\n\n> - <img src="b%20c.png">\n\n`![d](d.png)`' },
      errors: [
        {
          file: 'README.md',
          line: 6,
          code: 'README_IMAGE_MISSING',
          message: expect.stringContaining('a.png') as unknown,
        },
        {
          file: 'README.md',
          line: 8,
          code: 'README_IMAGE_MISSING',
          message: expect.stringContaining('b%20c.png') as unknown,
        },
      ],
    },
    {
      what: 'a path out of the README',
      files: { 'README.md': '![a](../a.png)' },
      errors: [{ line: 1, code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'a missing image of a log',
      files: { 'logs/0001-a.md': `${LOG}\n![a](../images/a.png)` },
      errors: [{ file: 'logs/0001-a.md', line: 7, code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'a path out of the project',
      files: { 'logs/0001-a.md': `${LOG}![a](../../a.png)` },
      errors: [{ line: 6, code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'two logs of one number',
      files: { 'logs/0001-a.md': LOG, 'logs/1-b.md': LOG },
      errors: [{ code: 'VALIDATION_FAILED' }],
    },
    {
      what: 'an SVG',
      files: { 'README.md': '![a](a.svg)', 'a.svg': '<svg/>' },
      errors: [
        {
          file: 'a.svg',
          line: null,
          code: 'IMAGE_TYPE_UNSUPPORTED',
          message: 'The image is in the format SVG. Use a PNG, JPEG, WebP or GIF. README.md:1 shows it.',
        },
      ],
    },
    {
      what: 'a photo of a phone',
      files: { 'README.md': '# x\n\n![a](a.jpg)', 'a.jpg': '\0\0\0\x18ftypheic\0\0\0\0mif1heic' },
      errors: [
        {
          file: 'a.jpg',
          code: 'IMAGE_TYPE_UNSUPPORTED',
          message: 'The image is in the format HEIC. Use a PNG, JPEG, WebP or GIF. README.md:3 shows it.',
        },
      ],
    },
    {
      what: 'an image of too many bytes',
      files: {
        'README.md': '---\nname: x\n---\n\n![a](a.png)',
        'a.png': Buffer.concat([imageBytes('a'), Buffer.alloc(5 * 1024 * 1024)]),
      },
      errors: [
        {
          file: 'a.png',
          line: null,
          code: 'IMAGE_TOO_LARGE',
          message:
            'The image is larger than 5 MB. Make it smaller, or run shipyard sync --resize. README.md:5 shows it.',
        },
      ],
    },
    {
      what: 'an image of too many pixels',
      files: { 'logs/0001-a.md': `${LOG}\n![a](../a.png)`, 'a.png': imageBytes('a', 8_000, 5_001) },
      errors: [
        {
          file: 'a.png',
          code: 'IMAGE_TOO_LARGE',
          message: expect.stringMatching(/more than 40 megapixels\..* logs\/0001-a\.md:7 shows it\.$/) as unknown,
        },
      ],
    },
    {
      what: 'too many frames',
      files: { 'README.md': '![a](a.gif)', 'a.gif': gif(301) },
      errors: [{ file: 'a.gif', code: 'IMAGE_TOO_LARGE' }],
    },
    {
      what: 'a completed project without logs',
      files: { 'shipyard.yaml': `${CONFIG}status: completed\n`, 'README.md': '# x' },
      errors: [{ code: 'PROJECT_INCOMPLETE' }],
    },
    { what: 'deep nesting', files: { 'README.md': '> '.repeat(2_000) }, errors: [{ code: 'VALIDATION_FAILED' }] },
  ])('refuses $what', ({ files, errors }) => expect(check(files).errors).toMatchObject(errors));

  it('accepts exactly what is allowed', () => {
    const files = {
      'README.md': '![a](a.png) ![b](b.gif)',
      'a.png': imageBytes('a', 8_000, 5_000),
      'b.gif': gif(300),
    };
    expect(check(files).errors).toEqual([]);
  });

  it.each([
    { file: 'images/a#b%20c.png', written: '<images/a#b%20c.png>', right: 'images/a%23b%2520c.png' },
    { file: 'images/a#b%20c.png', written: 'images/a#b%2520c.png', right: 'images/a%23b%2520c.png' },
    { file: 'a?b.png', written: '/a?b.png', right: '/a%3Fb.png' },
    { file: 'a%20b.png', written: 'a%20b.png?raw=true', right: 'a%2520b.png?raw=true' },
    { file: 'a%20b.png', written: 'a%20b.png#gh-dark-mode-only', right: 'a%2520b.png#gh-dark-mode-only' },
  ])('says how to write the address $written of a file that is there', ({ file, written, right }) => {
    const files = (address: string) => ({ 'README.md': `![a](${address})`, [file]: imageBytes('a') });
    const { errors, warnings } = check(files(written));
    const sentence = `Write ${right}, with %23 for #, %25 for % and %3F for ?.`;
    expect(errors).toMatchObject([
      { code: 'README_IMAGE_MISSING', line: 1, message: expect.stringContaining(sentence) as unknown },
    ]);
    expect(warnings.map(({ code }) => code)).not.toContain('IMAGE_UNUSED');
    expect(check(files(right)).errors).toEqual([]);
  });

  it('warns about what helps', () => {
    const files = {
      'README.md': '# x\n\n![a](http://a.example/a.png)\n![b](https://b.example/b.png)',
      'logs/notes.md': 'x',
      'logs/0001-a.md': '---\ntitle: A\n---\n![](../b.png)',
      'b.png': Buffer.concat([imageBytes('b'), Buffer.alloc(3 * 1024 * 1024)]),
      'unused.png': imageBytes('c'),
    };
    const { errors, warnings } = check(files);
    expect(errors).toEqual([]);
    expect(warnings.map(({ file, line, code }) => [file, line, code])).toEqual([
      ['README.md', 3, 'LINK_INSECURE'],
      ['README.md', 4, 'IMAGE_REMOTE'],
      ['README.md', null, 'README_SHORT'],
      ['README.md', null, 'HEAD_IMAGE_ABSENT'],
      ['logs/0001-a.md', null, 'LOG_WITHOUT_TEXT'],
      ['logs/notes.md', null, 'LOG_FILE_IGNORED'],
      ['b.png', null, 'IMAGE_LARGE'],
      ['unused.png', null, 'IMAGE_UNUSED'],
    ]);
  });

  it('finds a file whose name a Mac decomposes', () => {
    const files = new Map(projectOf({ 'README.md': '![a](é.png)' })).set('e\u0301.png', imageBytes('a'));
    expect(readProject(files, NOW).project?.images.has('é.png')).toBe(true);
  });

  it('knows the files of a project', () => {
    const paths = [
      'shipyard.yaml',
      'README.md',
      'logs/0001-a.md',
      'a/b.JPG',
      '.git/a.png',
      'node_modules/a.png',
      'src/a.ts',
    ];
    expect(paths.filter(isProjectFile)).toEqual(['shipyard.yaml', 'README.md', 'logs/0001-a.md', 'a/b.JPG']);
    expect(bytesOf('é')).toHaveLength(2);
  });
});
