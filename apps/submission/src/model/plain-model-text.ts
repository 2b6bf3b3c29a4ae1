import { withoutInvisible } from '@shipyard/markdown';

const REMOVED = '‹link removed›';
/** Applied in order, and repeated until nothing changes, because removing one match can create another. */
const REWRITES: readonly [RegExp, string][] = [
  [/<!--[^]*?(?:-->|$)/g, ''],
  [/<\/?[a-z!?][^<>]*>/gi, ''],
  [/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1'],
  [/!\[/g, '['],
  [/^[ \t]*\[[^[\]]*\]:[ \t]*\S.*$/gm, ''],
  [/(?:(?<![\w+.-])[\w+.-]+:\/\/|\bmailto:|\bjavascript:|\bvbscript:|\bdata:|\bwww\.)[^\s<>()"']+/gi, REMOVED],
  [/\]\(/g, '] ('],
];
const ROUNDS = 50;

export function plainModelText(written: string, max: number): string {
  let text = withoutInvisible(written);
  for (let round = 0, before = ''; round < ROUNDS && text !== before; round += 1) {
    before = text;
    for (const [pattern, replacement] of REWRITES) text = text.replace(pattern, replacement);
  }
  const lines = text
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .split('\n')
    .map((line) => line.trimEnd());
  return [
    ...lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  ]
    .slice(0, max)
    .join('');
}
