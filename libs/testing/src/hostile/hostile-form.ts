import type { Dice } from './dice';
import { damageBytes } from './hostile-json';
import { hostileMarkdown, oddText } from './hostile-values';

export const BOUNDARY = 'a-boundary';

export interface FormSample {
  fields: Readonly<Record<string, string>>;
  images: readonly string[];
}

interface Part {
  head: string;
  content: Buffer;
}

const DISPOSITIONS: ((name: string) => string)[] = [
  (name) => `Content-Disposition: form-data; name="${name}"`,
  (name) => `Content-Disposition: form-data; name="${name}"; filename="a.png"`,
  (name) => `Content-Disposition: form-data; name="${name}"; filename=""`,
  (name) => `Content-Disposition: form-data; name="${name}"; filename*=UTF-8''%ff`,
  (name) => `Content-Disposition: form-data; name=${name}; name="twice"`,
  (name) => `Content-Disposition: attachment; name="${name}"`,
  (name) => `Content-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=utf-16`,
  (name) => `Content-Disposition: form-data; name="${name}"\r\nContent-Transfer-Encoding: base64`,
  (name) => `Content-Disposition: form-data; name="${name}"\r\nContent-Type: multipart/mixed; boundary=${BOUNDARY}`,
  () => 'Content-Disposition: form-data',
  () => 'Content-Type: image/png',
  () => '',
  () => ':',
  () => `X: ${'y'.repeat(20_000)}`,
];
/** Names of parts that a parser or a path could take for something else. */
const HOSTILE_PART_NAMES = [
  'file',
  'a.png',
  './a.png',
  '../a.png',
  '/a.png',
  'C:\\a',
  '%2e%2e/a',
  '__proto__',
  'readme',
  'title',
  'text',
  'project_id',
  'a[b]',
  'x'.repeat(1_100),
  '',
  'a%22b',
  'e\u0301.png',
  'base_updated_at',
];
const ENDS = [
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}`,
  '',
  `--${BOUNDARY}--\r\n--${BOUNDARY}\r\n\r\n`,
  `\n--${BOUNDARY}--\n`,
];

export function hostileForm(dice: Dice, { fields, images }: FormSample, imageBytes: readonly Buffer[]): Buffer {
  const parts: Part[] = [
    ...Object.entries(fields).map(([name, value]) => ({
      head: disposition(name),
      content: Buffer.from(dice.percent(35) ? oddField(dice, value) : value),
    })),
    ...images
      .filter(() => dice.percent(70))
      .map((name) => ({ head: `${disposition(name)}; filename="a.png"`, content: hostileImage(dice, imageBytes) })),
  ];
  if (dice.percent(40)) return join(parts, ENDS[0] ?? '');
  for (let extra = dice.below(3); extra > 0; extra -= 1) {
    const name = dice.percent(70) ? dice.pick(HOSTILE_PART_NAMES) : oddText(dice).replace(/[\r\n]/g, '');
    parts.splice(dice.below(parts.length + 1), 0, {
      head: dice.pick(DISPOSITIONS)(name),
      content: dice.percent(50) ? hostileImage(dice, imageBytes) : Buffer.from(oddText(dice)),
    });
  }
  if (dice.percent(3))
    parts.push(
      ...Array.from({ length: 100 }, (_, at) => ({
        head: `${disposition(`p${at}.png`)}; filename="a.png"`,
        content: dice.pick(imageBytes),
      })),
    );
  const body = join(parts, dice.percent(60) ? (ENDS[0] ?? '') : dice.pick(ENDS));
  return dice.percent(20) ? damageBytes(dice, body) : body;
}

export function hostileImage(dice: Dice, imageBytes: readonly Buffer[]): Buffer {
  const image = dice.pick(imageBytes);
  if (dice.percent(30)) return image;
  if (dice.percent(60)) return damageBytes(dice, image);
  if (dice.percent(30)) return Buffer.concat([image, dice.bytes(dice.below(200))]);
  if (dice.percent(40)) return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const lying = Buffer.from(image);
  if (lying.length > 24) lying.writeUInt32BE(dice.pick([0, 1, 65_535, 2 ** 31 - 1, 2 ** 32 - 1]), dice.pick([16, 20]));
  return lying;
}

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`;

const oddField = (dice: Dice, value: string) =>
  dice.percent(50) ? hostileMarkdown(dice) : dice.percent(50) ? value + oddText(dice) : oddText(dice);

const join = (parts: Part[], end: string) =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);
