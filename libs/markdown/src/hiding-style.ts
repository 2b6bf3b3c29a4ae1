/** Whether a `style` hides its text: by display, size, position or a color like the background. */

/** A longer style counts as hiding, so padding cannot get around the rules below. */
export const STYLE_LENGTH_LIMIT = 1_000;
const VALUE_LENGTH_LIMIT = 200;

const ZERO_SIZE = /^[01](?:px|em|rem|%)?$/;
const FAR_AWAY = /^-\d{3,}/;

const HIDING_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => value.startsWith('none'),
  visibility: (value) => /^(?:hidden|collapse)/.test(value),
  'content-visibility': (value) => value.startsWith('hidden'),
  opacity: (value) => /^(?:0+(?:\.0\d*)?|\.0\d*|\d%)$/.test(value),
  'font-size': (value) => /^(?:0|\.\d|1px|1pt)/.test(value),
  height: (value) => ZERO_SIZE.test(value),
  'max-height': (value) => ZERO_SIZE.test(value),
  width: (value) => ZERO_SIZE.test(value),
  'max-width': (value) => ZERO_SIZE.test(value),
  'text-indent': (value) => FAR_AWAY.test(value),
  left: (value) => FAR_AWAY.test(value),
  right: (value) => FAR_AWAY.test(value),
  top: (value) => FAR_AWAY.test(value),
  bottom: (value) => FAR_AWAY.test(value),
  clip: () => true,
  'clip-path': () => true,
  transform: (value) => /scale\w{0,2}\( ?0/.test(value),
  color: (value) => value.startsWith('transparent') || /^rgba\([^)]*, ?0(?:\.0+)? ?\)/.test(value),
};

export function isHidingStyle(written: string): boolean {
  if (written.length > STYLE_LENGTH_LIMIT) return true;
  const declarations = declarationsOf(written);
  if (declarations.some(([property, value]) => hides(property, value))) return true;
  const valueOf = (...properties: string[]) => declarations.find(([property]) => properties.includes(property))?.[1];
  const color = valueOf('color');
  return color !== undefined && (isWhite(color) || color === valueOf('background', 'background-color'));
}

export function isWhite(written: string): boolean {
  const color = normalize(written.slice(0, VALUE_LENGTH_LIMIT));
  if (/^(?:white|snow|ivory|ghostwhite|whitesmoke|#(?:f[0-9a-f]){3}|#fff)$/.test(color)) return true;
  if (/^rgba?\( ?(?:2[45]\d ?,? ?){3}[^)]*\)$/.test(color)) return true;
  const [, hsl] = /^hsla?\(([^)]*)\)$/.exec(color) ?? [];
  return hsl !== undefined && /\b(?:9[5-9]|100)%/.test(hsl);
}

function hides(property: string, value: string): boolean {
  if (property.startsWith('margin')) return FAR_AWAY.test(value);
  return Object.hasOwn(HIDING_VALUES, property) && (HIDING_VALUES[property]?.(value) ?? false);
}

function declarationsOf(style: string): [property: string, value: string][] {
  return style
    .replace(/\/\*.*?(?:\*\/|$)/gs, '')
    .split(';')
    .flatMap((declaration): [string, string][] => {
      const [property = '', ...rest] = declaration.split(':');
      const [value = ''] = rest.join(':').split('!');
      return rest.length === 0 ? [] : [[property.trim().toLowerCase(), normalize(value)]];
    });
}

const normalize = (value: string) => value.replace(/\s+/g, ' ').trim().toLowerCase();
