/** What is left of an id of ours after its prefix and the tag. */
export const PACKED_BYTES = 19;

/** OpenAI refuses longer ids. */
export const LONGEST_CALL_ID = 40;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');

/** Conversations hold the positions in both lists, so a new row goes to the end. The first form that fits is taken. */
const ALPHABETS = ['0123456789', '0123456789abcdef', DIGITS, PRINTABLE].map((digits) => ({
  digits,
  base: BigInt(digits.length),
  values: new Map([...digits].map((digit, at) => [digit, BigInt(at + 1)])),
}));
const PREFIXES: ((name: string) => string)[] = [
  () => '',
  () => 'call_',
  // vLLM
  () => 'chatcmpl-tool-',
  // DeepSeek
  () => 'call_00_',
  // Moonshot. The name is beside the id in every conversation, so the id need not carry it.
  (name) => `functions.${name}:`,
];
const FORMS_PER_PREFIX = 16;

const BODY_BYTES = PACKED_BYTES - 1;
const TOO_LARGE = 1n << BigInt(8 * BODY_BYTES);
/** More digits do not fit, even in the smallest alphabet. */
const MOST_DIGITS = 43;

/** Writes a supplier's id into 19 bytes, or returns undefined if it does not fit. */
export function packCallId(id: string, functionName: string): Buffer | undefined {
  for (const [prefixAt, prefixOf] of PREFIXES.entries()) {
    const prefix = prefixOf(functionName);
    if (!id.startsWith(prefix)) continue;
    for (const alphabetAt of ALPHABETS.keys()) {
      const number = toNumber(id.slice(prefix.length), alphabetAt);
      if (number === undefined) continue;
      const body = number.toString(16).padStart(2 * BODY_BYTES, '0');
      return Buffer.concat([Buffer.of(prefixAt * FORMS_PER_PREFIX + alphabetAt), Buffer.from(body, 'hex')]);
    }
  }
  return undefined;
}

/** Undefined for a form that this version does not know. */
export function unpackCallId(packed: Buffer, functionName: string): string | undefined {
  const form = packed.readUInt8();
  const prefix = PREFIXES[Math.floor(form / FORMS_PER_PREFIX)]?.(functionName);
  const alphabet = ALPHABETS[form % FORMS_PER_PREFIX];
  if (prefix === undefined || !alphabet) return undefined;
  let body = '';
  for (let rest = BigInt(`0x${packed.toString('hex', 1)}`); rest > 0n;) {
    const digit = (rest - 1n) % alphabet.base;
    body = (alphabet.digits[Number(digit)] ?? '') + body;
    rest = (rest - 1n - digit) / alphabet.base;
  }
  return prefix + body;
}

/** Digits count from 1, so leading ones are kept. */
function toNumber(text: string, alphabetAt: number): bigint | undefined {
  const alphabet = ALPHABETS[alphabetAt];
  if (!alphabet || text.length > MOST_DIGITS) return undefined;
  let number = 0n;
  for (const character of text) {
    const value = alphabet.values.get(character);
    if (value === undefined) return undefined;
    number = number * alphabet.base + value;
  }
  return number < TOO_LARGE ? number : undefined;
}
