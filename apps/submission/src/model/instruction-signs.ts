import { hiddenAt, withoutInvisible } from '@shipyard/markdown';
import type { SuspectPassage } from '../text/written-text';
import { findInstruction } from './instruction-phrases';

/** For staff. It decides nothing, because a match may be harmless, as in a README about injection. */

export type Sign = Pick<SuspectPassage, 'kind' | 'excerpt'>;

const FORGED =
  /<\|?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\|?>|\[\/?(?:inst|sys)\]|<<\/?sys>>|"role"\s{0,9}:\s{0,9}"(?:system|developer|assistant|tool)"|^[^\S\n]{0,20}#{0,4}[^\S\n]{0,20}(?:system|assistant|developer|human)\s{0,9}:|=== (?:begin|end) data\b|<\/?(?:data|untrusted|document|readme|user_input|tool_call|tool_response|function_calls?|invoke|system)>|"(?:tool_calls|function_call|tool_use)"\s{0,9}:|"public_review"\s{0,9}:/imu;

const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 300;

export function signsIn(written: string): Sign[] {
  const text = withoutInvisible(written);
  const found: Sign[] = [];
  const plain = findInstruction(text) ?? findInstruction(toLatin(text));
  if (plain !== null) found.push({ kind: 'instruction', excerpt: excerptOf(text, plain) });
  const forged = FORGED.exec(text);
  if (forged) found.push({ kind: 'forged_message', excerpt: excerptOf(text, forged.index) });
  for (const decoded of decodings(text)) {
    const encoded = findInstruction(decoded) ?? FORGED.exec(decoded)?.index;
    if (encoded === undefined) continue;
    found.push({ kind: 'encoded_instruction', excerpt: excerptOf(decoded, encoded) });
    break;
  }
  const hidden = hiddenAt(written);
  if (hidden !== null)
    found.push({
      kind: 'hidden_characters',
      excerpt: excerptOf(withoutInvisible(written.slice(Math.max(0, hidden - EXCERPT_BEFORE))), 0),
    });
  const smuggled = smuggledText(written);
  if (findInstruction(smuggled) !== null) found.push({ kind: 'hidden_instruction', excerpt: excerptOf(smuggled, 0) });
  return found;
}

function excerptOf(text: string, place: number): string {
  const from = Math.max(0, place - EXCERPT_BEFORE);
  return [
    ...text
      .slice(from, from + 2 * EXCERPT_LENGTH)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, EXCERPT_LENGTH)
    .join('');
}

const smuggledText = (text: string) =>
  (text.match(/[\u{E0020}-\u{E007E}]/gu) ?? [])
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join('');

const LOOK_ALIKES = new Map<string, string>(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    ё: 'e',
    з: '3',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    ѕ: 's',
    ԁ: 'd',
    ɡ: 'g',
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    ı: 'i',
    ո: 'n',
    ս: 'u',
    օ: 'o',
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
  }),
);

const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'g');

const toLatin = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LOOK_ALIKE, (character) => LOOK_ALIKES.get(character) ?? character);

const ENTITY = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi;

function* decodings(text: string): Generator<string> {
  yield rot13(text);
  yield backwards(text);
  if (text.includes('&#'))
    yield text.replace(ENTITY, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16)),
    );
  if (/%[0-9a-f]{2}/i.test(text))
    yield text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  if (/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i.test(text))
    yield text.replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, wide?: string, narrow?: string) =>
      characterOf(parseInt(wide ?? narrow ?? '20', 16)),
    );
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) yield Buffer.from(run, 'base64').toString();
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}[ :]?){16,}/gi))
    yield Buffer.from(run.replace(/[ :]/g, ''), 'hex').toString();
  for (const [run] of text.matchAll(/\p{L}(?:[ ._-]\p{L}){12,}/gu)) yield run.replace(/(\p{L})[ ._-]/gu, '$1');
}

const characterOf = (code: number) => (Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const rot13 = (text: string) => ofUnits(unitsOf(text).map(rotated));

function rotated(unit: number): number {
  const letter = unit | 0x20;
  if (unit > 0x7f || letter < 0x61 || letter > 0x7a) return unit;
  return letter < 0x6e ? unit + 13 : unit - 13;
}

const backwards = (text: string) => ofUnits(unitsOf(text).reverse());

/** Much faster than a string per character on a mebibyte of text. */
function unitsOf(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Replaces surrogate pairs that were reversed, because Postgres refuses lone surrogates. */
const ofUnits = ({ buffer, byteOffset, byteLength }: Uint16Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
    .toString('utf16le')
    .replace(/\p{Cs}/gu, '\ufffd');
