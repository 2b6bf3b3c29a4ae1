import { mintToken } from '@shipyard/auth';
import type { Dice } from './dice';

const TOKEN = mintToken('pst_');
const TEXTS = [
  '', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202e', '\ufeff', '\u200b', '\r\n', '\n', '\t', 'e\u0301', '👩‍🔬', '𝕏'.repeat(50), 'ﷺ'.repeat(200), 'Z\u0351\u036b\u0343'.repeat(80), '../..', '..%2f', '%00', '%', '%ff',
  "'; DROP TABLE logs; --", '" OR 1=1', '{{1}}', '${1}', '$(id)', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'true', '-1', '0', '1e999', '9'.repeat(400), '0x10', '٣', '½',
  'javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'http://169.254.169.254/', 'https://user:pass@example.org/', '//example.org', 'cloud://', 'cloud://a/b.png', 'cloud://../../x.png',
  '2026-02-30', '2026-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:60Z', '0000-00-00', 'a@b', 'a@example.com', 'x'.repeat(5_000), '<script>alert(1)</script>', '[sandbox:review=recommend]',
  '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '0192f0c1-0000-7000-8000-000000000000',
];
const VALUES: readonly unknown[] = [
  null, true, false, 0, -0, -1, 1, 1.5, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324, [], {}, [[]], [null], [[[[[]]]]], { a: 1 }, { length: 1e9 }, { toString: 1 }, { then: 'x' }, { $ref: '#' }, { $gt: '' },
];
const MARKDOWN_PIECES = [
  '>', '> ', '- ', '  - ', '1. ', '*', '**', '_', '~~', '`', '```\n', '~~~js\n', '[', ']', '](', '![', '](a.png)', '<', '<a', '<div>', '</div>', '<b>', '<table><tr><td>', '<svg><', '<!--', '-->', '<![CDATA[', '<?', '&', '&#x110000;', '&amp;',
  '|', '| a ', '|-', '|---|---|\n', '[^1]', '[^1]: ', '[a]: <', '[a]', '\\', '\\\n', '#', '# ', '===\n', '---\n', '    ', '\t', '\n\n', ':smile:', 'http://a.', 'www.', 'a@b.c', '<img src=x srcset="', '<picture><source srcset="a 1x,', '<p align="', '"', "'",
  '<h1 id="a">', '<li>', '<select>', '<template>', '<math><mi>', '<details>', '> [!NOTE]\n> ', '\u202e', '\ud800', 'a', '日本', '🚀',
];
const FRONT_MATTER = ['---\n&a [*a]\n---\n', '---\n? {a: b}\n: c\n---\n', '---\n__proto__: {}\n---\n', '---\ntags: [a, b]\n---\n', '---\ntags: {a: 1}\n---\n', '---\nname: "\\x00"\n---\n', `---\n${'- '.repeat(3_000)}a\n---\n`, `---\n${'{a: '.repeat(2_000)}\n---\n`, '---\n!!js/function a\n---\n', '---\n'];

export function oddText(dice: Dice): string {
  if (dice.percent(70)) return dice.pick(TEXTS);
  if (dice.percent(10)) return TOKEN;
  if (dice.percent(5)) return dice.pick(['x', '9', 'é', '\0', '[', ' ']).repeat(70_000);
  return Array.from({ length: dice.below(40) }, () => String.fromCodePoint(dice.below(dice.percent(50) ? 0x80 : 0x11000))).join('');
}

export function oddValue(dice: Dice, depth = 0): unknown {
  if (dice.percent(45)) return oddText(dice);
  // A copy, because later changes must not affect the list or nest it in itself.
  if (dice.percent(60) || depth > 3) return structuredClone(dice.pick(VALUES));
  const size = dice.below(dice.percent(3) ? 3_000 : 4);
  if (dice.percent(50)) return Array.from({ length: size }, () => oddValue(dice, depth + 1 + (size > 10 ? 4 : 0)));
  return Object.fromEntries(Array.from({ length: size }, (_, at) => [dice.percent(40) ? oddText(dice).slice(0, 200) : `k${at}`, oddValue(dice, depth + 1 + (size > 10 ? 4 : 0))]));
}

export function hostileMarkdown(dice: Dice): string {
  const budget = dice.percent(3) ? 200_000 : dice.percent(20) ? 20_000 : 1_500;
  let text = dice.percent(15) ? dice.pick(FRONT_MATTER) : '';
  while (text.length < budget && !dice.percent(8)) {
    const run = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(MARKDOWN_PIECES)).join('');
    text += run.repeat(1 + dice.below(Math.max(1, Math.min(2_000, Math.floor((budget - text.length) / run.length)))));
  }
  return text;
}
