import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const WORKSPACE = path.resolve(__dirname, '../../..');
const LINK = /\]\(([^)\s]+)\)/g;

const under = (folder: string) =>
  readdirSync(path.join(WORKSPACE, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  );
const pages = [...readdirSync(WORKSPACE), ...under('docs'), ...under('examples')].filter((file) =>
  file.endsWith('.md'),
);

const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');

function headingIds(text: string): string[] {
  const headings = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function deadLinks(page: string): string[] {
  const links = [...withoutCode(readFileSync(path.join(WORKSPACE, page), 'utf8')).matchAll(LINK)].map(
    ([, link = '']) => link,
  );
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), decodeURI(file));
    if (!existsSync(path.join(WORKSPACE, target))) return true;
    return (
      anchor !== undefined &&
      target.endsWith('.md') &&
      !headingIds(readFileSync(path.join(WORKSPACE, target), 'utf8')).includes(anchor)
    );
  });
}

const sources = ['apps', 'libs']
  .flatMap((folder) => readdirSync(path.join(WORKSPACE, folder)).map((project) => path.join(folder, project, 'src')))
  .filter((folder) => existsSync(path.join(WORKSPACE, folder)))
  .flatMap(under)
  .filter((file) => /\.tsx?$/.test(file));

function deadMentions(source: string): string[] {
  const mentions = readFileSync(path.join(WORKSPACE, source), 'utf8').match(
    /\bdocs\/(?:decisions|operating)\/[\w-]+(?:\.md)?/g,
  );
  return (mentions ?? []).filter((page) => !existsSync(path.join(WORKSPACE, page)));
}

describe('links between documents', () => {
  it.each(pages)('lead to files and headings that exist: %s', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it('lead from comments of sources to pages that exist', () => {
    const dead = sources.flatMap((source) => deadMentions(source).map((page) => `${source}: ${page}`));
    expect(dead).toEqual([]);
  });
});
