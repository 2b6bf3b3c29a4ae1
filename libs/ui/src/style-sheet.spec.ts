import base from './css/base.css';
import consoleRules from './css/console.css';
import editor from './css/editor.css';
import gateway from './css/gateway.css';
import guide from './css/guide.css';
import markdown from './css/markdown.css';
import operators from './css/operators.css';
import project from './css/project.css';
import racks from './css/racks.css';
import reference from './css/reference.css';
import studio from './css/studio.css';
import { STYLE_SHEETS } from './style-sheet';
import { COLORS, PAINTS, SIZES } from './tokens';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['wall', 'sheet', 'raised', 'sunk'] as const;
const TEXTS = ['ink', 'ink2', 'ink3', 'action', 'lead', 'ok', 'wait', 'stop', 'note', 'brass'] as const;
const TINTED = ['lead', 'ok', 'wait', 'stop', 'note', 'brass'] as const;

describe.each(['light', 'dark'] as const)('the %s colors', (scheme) => {
  const pairs = [
    ...GROUNDS.flatMap((ground) => TEXTS.map((text) => [COLORS[text], COLORS[ground], 4.5] as const)),
    ...GROUNDS.flatMap((ground) => [COLORS.focus, COLORS.lineStrong].map((line) => [line, COLORS[ground], 3] as const)),
    ...TINTED.map((name) => [COLORS[name], COLORS[`${name}Tint`], 4.5] as const),
    ...TINTED.map((name) => [COLORS.ink, COLORS[`${name}Tint`], 4.5] as const),
    [COLORS.onAction, COLORS.action, 4.5] as const,
    ...Object.values(PAINTS).map(({ onPaint, paint }) => [onPaint, paint, 4.5] as const),
    ...Object.values(PAINTS).flatMap(({ accent, tint }) =>
      [...GROUNDS.map((ground) => COLORS[ground]), tint].map((ground) => [accent, ground, 4.5] as const),
    ),
  ];

  it('can be read: text has a contrast of 4.5 on each of its grounds, and lines and focus have 3', () => {
    const low = pairs.filter(([one, other, least]) => contrast(one[scheme], other[scheme]) < least);
    expect(low).toEqual([]);
  });
});

const ALL = Object.values(STYLE_SHEETS).join('');
/** As the files are written, before sizes are put in. */
const WRITTEN = [
  base,
  consoleRules,
  editor,
  gateway,
  guide,
  markdown,
  operators,
  project,
  racks,
  reference,
  studio,
].join('');
/** The studio draws with proportions and shades of its own. */
const PUBLIC = `${STYLE_SHEETS.pages}${STYLE_SHEETS.written}${STYLE_SHEETS.project}${STYLE_SHEETS.guide}${STYLE_SHEETS.gateway}`;

describe('the style sheets', () => {
  it.each(Object.entries(STYLE_SHEETS))('%s ends each block that it begins', (_, sheet) => {
    const depths = [...sheet.matchAll(/[{}]/g)].reduce<number[]>(
      (all, [brace]) => [...all, (all.at(-1) ?? 0) + (brace === '{' ? 1 : -1)],
      [],
    );
    expect([Math.min(...depths), depths.at(-1)]).toEqual([0, 0]);
  });

  it('set each color in both schemes, by the system and by choice', () => {
    const { pages } = STYLE_SHEETS;
    for (const [name, { light, dark }] of Object.entries(COLORS)) {
      const property = `--${name.replace(/(?=[A-Z0-9])/g, '-').toLowerCase()}`;
      expect(pages).toContain(`${property}:light-dark(${light},${dark});`);
    }
    for (const [name, { paint, accent }] of Object.entries(PAINTS)) {
      const [, shades = ''] = new RegExp(`\\.ui-paint-${name}{([^}]*)}`).exec(pages) ?? [];
      expect(shades).toContain(paint.light);
      expect(shades).toContain(`--accent:light-dark(${accent.light},${accent.dark});`);
    }
    expect(pages).toContain(':root{color-scheme:light dark;');
    for (const scheme of ['light', 'dark'])
      expect(pages).toContain(`:root[data-scheme=${scheme}]{color-scheme:${scheme}}`);
  });

  it('use no property that they do not set', () => {
    const set = new Set([...PUBLIC.matchAll(/[{;\s](--[a-z0-9-]+):/g)].map(([, name]) => name));
    const used = [...PUBLIC.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
    expect(used.filter((name) => !set.has(name))).toEqual([]);
  });

  it('name no color but by its token', () => {
    const rules = PUBLIC.slice(PUBLIC.indexOf('box-sizing'));
    expect(rules.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull();
  });

  it('take each font size from the scale', () => {
    const scale = Object.keys(SIZES).map((name) => `var(--${name.replace(/(?=\d)/, '-')})`);
    const declarations = [...WRITTEN.matchAll(/[{;\s]font(-size)?:\s*([^;}]+)/g)];
    const sizes = declarations.map(([, sizeOnly, value = '']) =>
      sizeOnly || value === 'inherit' ? value : /^(?:\d+ )?([^/\s]+)\//.exec(value)?.[1],
    );
    expect(new Set(sizes)).toEqual(new Set([...scale, 'inherit']));
  });

  it('have only classes of our own, and load nothing from elsewhere', () => {
    const selectors = PUBLIC.replaceAll(/\/\*[^*]*\*\//g, '')
      .split('{')
      .map((each) => each.split('}').at(-1) ?? '');
    const classes = selectors
      .flatMap((selector) => selector.replace(/\([^()]*\)/g, (list) => list.replaceAll(',', ' ')).split(','))
      // The renderer of READMEs writes classes of its own. They count only below the element that holds its HTML.
      .map((selector) => selector.replace(/^\s*\.ui-md(?:-log)?\s.*$/s, '.ui-md'))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? ''));
    expect(classes.length).toBeGreaterThan(50);
    expect(classes.filter((name) => !name.startsWith('ui-'))).toEqual([]);
    expect(ALL).not.toMatch(/url\(|@import/);
  });
});
