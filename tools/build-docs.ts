import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { framePage, SEARCH_SCRIPT } from './docs-site/frame';
import { CHINESE, ENGLISH, type Navigation } from './docs-site/navigation';
import { deadLinks, type RenderedPage, renderPage } from './docs-site/render-page';

/**
 * `npx nx build docs-site`: makes a site of docs/ in dist/docs-site, with a search that needs no server. A dead link, or a
 * page that the navigation names and nobody wrote, fails it.
 */

const WORKSPACE = path.join(__dirname, '..');
const OUT = path.join(WORKSPACE, 'dist/docs-site');
const CHART = 'deploy/helm/shipyard';
const PAGES_ABOVE = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  `${CHART}/README.md`,
];
const FILES_ABOVE = [
  '.env.example',
  'config/gateway.yaml',
  'LICENSE',
  `${CHART}/dashboards`,
  `${CHART}/values.yaml`,
  `${CHART}/files/processes.yaml`,
];

function readSite(): { pages: Map<string, RenderedPage>; files: Set<string> } {
  const inDocs = readdirSync(path.join(WORKSPACE, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'project.json')
    .map((entry) => path.relative(WORKSPACE, path.join(entry.parentPath, entry.name)));
  const markdown = [...PAGES_ABOVE, ...inDocs.filter((file) => file.endsWith('.md'))];
  return {
    pages: new Map(markdown.map((file) => [file, renderPage(readFileSync(path.join(WORKSPACE, file), 'utf8'))])),
    files: new Set([...FILES_ABOVE, ...inDocs.filter((file) => !file.endsWith('.md'))]),
  };
}

const navigationOf = (file: string): Navigation => (file.startsWith('docs/zh/') ? CHINESE : ENGLISH);

function writeSite(pages: ReadonlyMap<string, RenderedPage>, files: ReadonlySet<string>): void {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(OUT, file)), { recursive: true });
    writeFileSync(path.join(OUT, file), text);
  };
  rmSync(OUT, { recursive: true, force: true });
  for (const [file, page] of pages)
    put(file.replace(/\.md$/, '.html'), framePage(file, page, navigationOf(file), pages));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(OUT, file)), { recursive: true });
    cpSync(path.join(WORKSPACE, file), path.join(OUT, file), { recursive: true });
  }
  for (const navigation of [ENGLISH, CHINESE]) {
    const sections = [...pages]
      .filter(([file]) => navigationOf(file) === navigation)
      .flatMap(([file, { title, sections }]) =>
        sections.map(({ heading, anchor, text }) => [
          `${file.replace(/\.md$/, '.html')}#${anchor}`,
          title,
          heading,
          text,
        ]),
      );
    put(`sections.${navigation.language}.js`, `const SECTIONS=${JSON.stringify(sections)};`);
  }
  put('search.js', SEARCH_SCRIPT);
  put('index.html', '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html">\n');
}

const { pages, files } = readSite();
const named = [ENGLISH, CHINESE].flatMap(({ home, groups }) => [home, ...groups.flatMap((group) => group.pages)]);
const dead = [
  ...named.filter((file) => !pages.has(file)).map((file) => `the navigation: ${file}`),
  ...[...pages.keys()].flatMap((file) => deadLinks(file, pages, files).map((link) => `${file}: ${link}`)),
];
if (dead.length > 0) {
  process.stderr.write(`These links lead nowhere:\n${dead.join('\n')}\n`);
  process.exitCode = 1;
} else {
  writeSite(pages, files);
  process.stdout.write(`${pages.size} pages in ${path.relative(process.cwd(), OUT)}\n`);
}
