import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PAGES = path.resolve(__dirname, '../../submission/src/pages');

interface Controller {
  text: string;
  /** What it hands to `StudioController` or `ConsoleController`. Undefined if it is neither. */
  path: string | undefined;
}

const controllers = (): Controller[] =>
  readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.controller.ts'))
    .map((file) => {
      const text = readFileSync(path.join(PAGES, file), 'utf8');
      return { text, path: /@(?:Studio|Console)Controller\('([^']+)'/.exec(text)?.[1] };
    });

const routesIn = (text: string, start: string, method: 'Get' | 'Post') =>
  [...text.matchAll(new RegExp(`@${method}\\((?:'([^']*)')?\\)`, 'g'))].map(
    ([, end = '']) => `/${start}${end === '' ? '' : `/${end}`}`,
  );

/** All routes of pages that take a form with a session, found in the controllers. */
export const findForms = (): string[] =>
  controllers().flatMap(({ text, path: start }) =>
    start === undefined
      ? [...text.matchAll(/@FormWithCsrfToken\(\)\s+@Post\('([^']*)'\)/g)].map(([, end]) => `/${end}`)
      : routesIn(text, start, 'Post'),
  );

/** All pages of the console. */
export const findConsolePages = (): string[] =>
  controllers().flatMap(({ text, path: start }) => (start?.startsWith('console') ? routesIn(text, start, 'Get') : []));
