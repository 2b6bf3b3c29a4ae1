import measure from './fonts/archivo-measure.woff2';
import namesExtended from './fonts/archivo-names-extended.woff2';
import names from './fonts/archivo-names.woff2';
import cuts from './fonts/cut.json';

/** Archivo in two widths, cut to what pages use: `tools/cut-fonts.ts`. */
export const FONT_FILES = { names, 'names-extended': namesExtended, measure } as const satisfies Record<
  keyof typeof cuts,
  Uint8Array
>;

export type FontName = keyof typeof FONT_FILES;

const FAMILIES: Record<FontName, string> = {
  names: 'Archivo Names',
  'names-extended': 'Archivo Names',
  measure: 'Archivo Measure',
};

/** Fonts of the system, made as wide and high as Archivo is, so that nothing moves when it arrives. */
const FALLBACKS = [
  '"Archivo Names Fallback";src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("LiberationSans-Bold");size-adjust:114.1%;ascent-override:77%;descent-override:18.4%',
  '"Archivo Measure Fallback";src:local("Arial"),local("ArialMT"),local("Liberation Sans"),local("LiberationSans");size-adjust:85.4%;ascent-override:103%;descent-override:24.6%',
];

const namesOfFonts = Object.keys(FONT_FILES) as FontName[];

/** The rules that load each font from its URL, only where a text needs it. */
export function fontFaceRules(urlOf: (name: FontName) => string): string {
  const faces = namesOfFonts.map((name) => {
    const { ranges, weight } = cuts[name];
    const letters = ranges.map((range) => `U+${range}`).join(',');
    return `@font-face{font-family:"${FAMILIES[name]}";src:url(${urlOf(name)}) format("woff2");font-weight:${weight.min} ${weight.max};font-display:swap;unicode-range:${letters}}`;
  });
  const fallbacks = FALLBACKS.map(
    (face) => `@font-face{font-family:${face};line-gap-override:0%;unicode-range:U+20-17F,U+218-21B,U+2013-2026}`,
  );
  return [...faces, ...fallbacks].join('');
}
