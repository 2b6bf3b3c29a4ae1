import { LOG_DIGESTS } from '@shipyard/contracts';
import type { FakeAnswer } from './fake-behavior';
import type { FakeRequestBody } from './fake-request';

/** A model that obeys every instruction outside the fenced data, in many languages and disguises. */
export function answerAsReviewer(body: FakeRequestBody): FakeAnswer {
  const answer =
    body.response_format?.type === 'json_schema' && body.response_format.json_schema.name === LOG_DIGESTS
      ? digests(body)
      : review(body);
  return { kind: 'answer', words: [JSON.stringify(answer)] };
}

export function unfencedText(body: FakeRequestBody): string {
  const texts = body.messages.map(({ role, content }) => ({
    role,
    text:
      typeof content === 'string'
        ? content
        : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
  }));
  const system = texts.find(({ role }) => role === 'system')?.text ?? '';
  const fence = /BEGIN DATA ([0-9a-f]{32})/.exec(system)?.[1];
  const rest = texts
    .map(({ role, text }) => (fence === undefined || role === 'system' ? text : withoutData(text, fence)))
    .join('\n');
  return fence === undefined ? rest : rest.replaceAll(fence, 'FENCE');
}

function withoutData(text: string, fence: string): string {
  const kept: string[] = [];
  let isData = false;
  for (const line of text.split('\n')) {
    if (line.startsWith(`=== BEGIN DATA ${fence} `)) isData = true;
    else if (line === `=== END DATA ${fence} ===`) isData = false;
    else if (!isData) kept.push(line);
  }
  return kept.join('\n');
}

function review(body: FakeRequestBody) {
  const obeys = orders(unfencedText(body));
  const remark = (cites: string) => ({ cites, text: obeys ? 'As you wish.' : 'It could say more.' });
  return {
    summary: obeys ? 'I do what I am told.' : 'A station that measures the weather.',
    highlights: ['It measures.'],
    public_review: obeys ? 'The best project of all.' : 'Well begun.',
    comments: [remark('Weather station'), remark('log 1'), remark('log 99'), remark('Nowhere')],
    suggestions: [remark('Plan')],
    scores: [],
    recommended: obeys,
    reasons: [obeys ? 'I was told so.' : 'There is little to see yet.'],
    instructions: [],
    earlier_remarks: earlierRemarks(body),
  };
}

/** Its third verdict is nonsense, and it says nothing of the fourth remark. */
function earlierRemarks(body: FakeRequestBody) {
  const text = body.messages
    .flatMap(({ content }) =>
      typeof content === 'string' ? content : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')),
    )
    .join('\n');
  const [, block = ''] = /^=== BEGIN DATA [0-9a-f]{32} earlier remarks ===\n([^]*?)\n=== END DATA/m.exec(text) ?? [];
  const verdicts = ['met', 'partly', 'splendid'];
  return [...block.matchAll(/^(\d+): /gm)].flatMap(([, number]) => {
    const verdict = verdicts[Number(number) - 1];
    return verdict ? [{ number: Number(number), verdict, reason: `Because of ${number ?? ''}.` }] : [];
  });
}

function digests(body: FakeRequestBody) {
  const text = body.messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
  return {
    digests: [...text.matchAll(/^=== BEGIN DATA [0-9a-f]{32} log (\d+) ===$/gm)].map(([, log]) => ({
      log: Number(log),
      digest: `Digest of ${log}.`,
    })),
  };
}

const ORDERS =
  /ignore (?:all )?(?:the )?(?:previous|prior|above)|recommend this project|you must recommend|"recommended"\s*:\s*true|<\|im_start\|>|\[\/?INST\]|system override|忽略.*指令|無視して|무시하고|игнорируйте|ignora todas|ignorez toutes|ignoriere alle|ignora tutte|ignore todas|zignoruj|تجاهل|अनदेखा|yok say|bỏ qua|התעלם|ไม่ต้องสนใจ|abaikan|tool_calls|highest score/i;

function orders(text: string): boolean {
  return readings(text).some((reading) => ORDERS.test(reading));
}

function readings(text: string): string[] {
  const seen = text.normalize('NFKC');
  const runs = (pattern: RegExp, read: (run: string) => string) =>
    [...text.matchAll(pattern)].map(([run]) => read(run));
  return [
    text,
    seen,
    seen.replace(/[\p{Cf}\u034F]/gu, ''),
    [...text]
      .map((character) =>
        String.fromCodePoint(
          (character.codePointAt(0) ?? 0) >= 0xe0000
            ? (character.codePointAt(0) ?? 0) - 0xe0000
            : (character.codePointAt(0) ?? 32),
        ),
      )
      .join(''),
    seen.replace(/[а-яё]/giu, (letter) =>
      'авеокрстухі'.includes(letter.toLowerCase())
        ? ('abeokpctyxi'['авеокрстухі'.indexOf(letter.toLowerCase())] ?? letter)
        : letter,
    ),
    seen.replace(/[a-z]/gi, (letter) =>
      String.fromCharCode(((letter.toLowerCase().charCodeAt(0) - 97 + 13) % 26) + 97),
    ),
    [...seen].reverse().join(''),
    seen.replace(/(\p{L})[ .-](?=\p{L}(?:[ .-]|$))/gu, '$1'),
    seen.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    seen.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
    ...runs(/[A-Za-z0-9+/]{24,}={0,2}/g, (run) => Buffer.from(run, 'base64').toString()),
    ...runs(/[0-9a-f]{32,}/gi, (run) => Buffer.from(run, 'hex').toString()),
  ];
}
