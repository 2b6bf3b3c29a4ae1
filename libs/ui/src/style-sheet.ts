import base from './css/base.css';
import consoleRules from './css/console.css';
import editor from './css/editor.css';
import gateway from './css/gateway.css';
import guide from './css/guide.css';
import markdown from './css/markdown.css';
import operators from './css/operators.css';
import project from './css/project.css';
import reference from './css/reference.css';
import racks from './css/racks.css';
import studio from './css/studio.css';
import { CALLOUT_TONES, COLORS, FONTS, PAINTS, RATIOS, SIZES, TONES } from './tokens';

interface Shades {
  light: string;
  dark: string;
}

/** The system's color scheme counts unless the visitor has chosen one. */
function tokenRules(): string {
  const fonts = Object.entries(FONTS).map(([name, stack]) => `--${kebab(name)}:${stack};`);
  const paints = Object.entries(PAINTS).map(([name, shades]) => `.ui-paint-${name}{${properties(shades)}}`);
  return [
    `:root{color-scheme:light dark;${fonts.join('')}${properties(COLORS)}}`,
    ':root[data-scheme=light]{color-scheme:light}',
    ':root[data-scheme=dark]{color-scheme:dark}',
    ...paints,
    ...RATIOS.map(({ name, ratio }) => `.ui-ratio-${name}{--ratio:${ratio.toFixed(4)}}`),
    ...TONES.map((tone) => toneRule(`.ui-tone-${tone}`, tone)),
  ].join('');
}

const properties = (colors: Readonly<Record<string, Shades>>): string =>
  Object.entries(colors)
    .map(([name, shades]) => `--${kebab(name)}:${colorOf(shades)};`)
    .join('');

const colorOf = ({ light, dark }: Shades) => (light === dark ? light : `light-dark(${light},${dark})`);

const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase();

const withSizes = (css: string): string =>
  Object.entries(SIZES).reduce((text, [name, size]) => text.replaceAll(`var(--${kebab(name)})`, size), css);

const toneRule = (selector: string, tone: string): string =>
  `${selector}{--tone:var(--${tone});--tone-tint:var(--${tone}-tint)}`;

/** The renderer of READMEs names a callout by its kind. */
const calloutRules = (): string =>
  Object.entries(CALLOUT_TONES)
    .map(([kind, tone]) => toneRule(`.ui-md .markdown-alert-${kind}`, tone))
    .join('');

/** Squares of the style guide, filled with one color each. */
const swatchRules = (): string =>
  [...Object.keys(COLORS), 'paint']
    .map(kebab)
    .map((name) => `.ui-swatch-${name}{background:var(--${name})}`)
    .join('');

/** Each page loads `pages`, which has the tokens. It loads the others after it, in this order, where it needs them. */
export const STYLE_SHEETS = {
  pages: `${tokenRules()}${withSizes(base)}${withSizes(racks)}`,
  written: `${withSizes(markdown)}${calloutRules()}`,
  project: withSizes(project),
  studio: `${withSizes(studio)}${withSizes(editor)}`,
  console: withSizes(consoleRules),
  gateway: withSizes(gateway),
  operators: withSizes(operators),
  reference: withSizes(reference),
  guide: `${withSizes(guide)}${swatchRules()}`,
} as const;

export type StyleSheetName = keyof typeof STYLE_SHEETS;
