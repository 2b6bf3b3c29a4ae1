import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { harmOf } from './__fixtures__/harm-of';
import { MarkdownDocument, type ShownImage } from './markdown-document';

/** A person read each line. Visitors see every change, so a change needs a new RENDERER_VERSION. */
const FOLDER = path.join(__dirname, '__fixtures__', 'golden');

const IMAGES = new Map<string, ShownImage>(
  ['board.png', 'images/a b.png', 'images/电路.png', '图/电路 图.png'].map((name, index) => [
    name,
    { url: `/api/v1/assets/00000000-0000-7000-8000-00000000000${index + 1}.png`, width: 640, height: 480 },
  ]),
);

const read = (name: string, extension: 'md' | 'html') =>
  readFileSync(path.join(FOLDER, `${name}.${extension}`), 'utf8');
const names = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.md') ? [path.basename(file, '.md')] : []));

function render(name: string): string {
  return new MarkdownDocument(read(name, 'md')).render((target) =>
    target.kind === 'relative' ? (IMAGES.get(target.path) ?? null) : null,
  );
}

describe('the golden documents', () => {
  it('number at least forty', () => expect(names.length).toBeGreaterThanOrEqual(40));

  it.each(names)('%s', (name) => {
    expect(render(name)).toBe(read(name, 'html'));
    expect(harmOf(render(name))).toEqual([]);
  });
});
