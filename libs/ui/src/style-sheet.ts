import base from './css/base.css';
import editor from './css/editor.css';
import markdown from './css/markdown.css';
import project from './css/project.css';
import racks from './css/racks.css';
import studio from './css/studio.css';
import { COLORS, FONTS, PAINTS } from './tokens';

type Scheme = 'light' | 'dark';
type Colors = Readonly<Record<string, Readonly<Record<Scheme, string>>>>;

function tokenRules(): string {
  const fonts = Object.entries(FONTS).map(([name, stack]) => `--${kebab(name)}:${stack};`);
  return [
    `:root{${fonts.join('')}}`,
    schemeRules('light', ''),
    // The system's scheme counts unless the visitor has chosen one.
    `@media (prefers-color-scheme:dark){${schemeRules('dark', ':not([data-scheme=light])')}}`,
    schemeRules('dark', '[data-scheme=dark]'),
  ].join('\n');
}

function schemeRules(scheme: Scheme, condition: string): string {
  const paints = Object.entries(PAINTS).map(
    ([name, colors]) => `:root${condition} .ui-paint-${name}{${properties(colors, scheme)}}`,
  );
  return [`:root${condition}{color-scheme:${scheme};${properties(COLORS, scheme)}}`, ...paints].join('');
}

const properties = (colors: Colors, scheme: Scheme): string =>
  Object.entries(colors)
    .map(([name, shades]) => `--${kebab(name)}:${shades[scheme]};`)
    .join('');

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();

/** Squares of the style guide, filled with one color each. */
const swatchRules = (): string =>
  [...Object.keys(COLORS), 'paint']
    .map(kebab)
    .map((name) => `.ui-swatch-${name}{background:var(--${name})}`)
    .join('');

/** The style sheet of all pages: the tokens as custom properties, then the components. */
export const STYLE_SHEET = `${tokenRules()}${base}${racks}${project}${markdown}${swatchRules()}`;

/** The studio loads it after the other one. */
export const STUDIO_STYLE_SHEET = `${studio}${editor}`;
