import { hiddenAt, withoutInvisible } from '../markdown/invisible-characters';
import type { ReviewFlag } from './review.entity';

/**
 * Finds places of a text that speak to whoever reviews it, so that staff can look at them. It decides nothing: a review is safe from what is
 * not found here, and what is found may be harmless (a README about such tricks).
 */

export interface SignedPlace {
  kind: ReviewFlag['kind'];
  excerpt: string;
}

/** Sentences that ask for a verdict, or to forget the task. Of lower-case text in which look-alikes are Latin. */
const INSTRUCTIONS = new RegExp(
  [
    '(?:ignore|disregard|forget|override|bypass|skip)\\W+(?:\\w+\\W+){0,4}?(?:instructions?|prompts?|rules|guidelines|directions|policy|above|previous|prior)\\b',
    '(?:you|the (?:reviewer|model|ai|assistant|llm))\\W+(?:must|should|shall|will|have to|are (?:required|instructed|ordered|to)|need to)\\W+(?:\\w+\\W+){0,4}?(?:recommend|approve|accept|praise|rate|score|give|output|answer|respond|say|write|set|obey|comply|award)\\b',
    '(?:always|simply|just|please|now)\\W+(?:recommend|approve) (?:this|the|my|it)\\b',
    '(?:recommend|approve|accept) this (?:project|submission|entry)',
    'ignore(?:all|any)?(?:previous|prior|above)|recommendthisproject',
    '(?:note|message|instructions?|memo|attention)\\W+(?:to|for)\\W+(?:the |any |all )?(?:\\w+\\W+)?(?:reviewers?|ai|llms?|model|assistant|judges?|grader)',
    '(?:as|you are)(?: now)? an? (?:ai|language model|assistant|unrestricted|helpful)\\b',
    'new (?:system )?(?:instructions?|prompt|task|rules)\\s*:',
    'system (?:prompt|override|message|instructions?)\\b',
    '(?:set|make|mark|output|return)\\W+(?:\\w+\\W+){0,3}?recommended\\W+(?:\\w+\\W+)?(?:true|yes)',
    '"?recommended"?\\s*[:=]\\s*"?(?:true|yes)',
    '(?:developer|dan|god|jailbreak|debug|maintenance) mode',
    '(?:end|close|stop|begin)(?: of)?(?: the)? (?:untrusted |user |participant )?data\\b',
    'highest (?:possible )?(?:score|rating|marks?)|full marks|10 ?(?:/|out of) ?10',
    '忽略(?:.{0,8})(?:指令|指示|提示|规则|要求)|(?:必须|务必|请)(?:.{0,6})推荐|评审(?:员|者|模型)|系统提示',
    '(?:前|上)の?指示を?(?:.{0,6})無視|推薦し(?:て|なさい)|必ず推薦',
    '이전(?:.{0,6})(?:지시|명령)(?:.{0,6})무시|추천(?:하세요|해야)',
    'игнорир\\S*(?:\\s+\\S+){0,4}?\\s+(?:инструкц|указан|правил)|рекоменду(?:й|йте) (?:этот|данный)|(?:обязан|должен)\\S*\\s+рекомендовать',
    'ignor(?:a|e|ez|ieren?|ier|are|ar|uj)\\w*\\W+(?:\\S+\\W+){0,4}?(?:instruc\\w+|instrucciones|anweisung\\w*|istruzioni|instruções|poleceni\\w*|regeln|consignes|instructions)',
    '(?:recomienda|recomiende|recommandez|recommande|empfiehl|empfehlen sie|raccomanda|recomende|poleć)\\W+(?:\\S+\\W+){0,2}?(?:proyecto|projet|projekt|progetto|projeto)',
    'تجاهل(?:.{0,20})(?:التعليمات|الأوامر)|أوص[ِي]?\\s+بهذا',
    '(?:निर्देशों?|आदेशों?)(?:.{0,12})(?:अनदेखा|नज़रअंदाज़)|सिफ़ारिश करें',
    '(?:önceki|yukarıdaki)(?:\\s+\\S+){0,3}?\\s+(?:talimat|yönerge)\\S*(?:\\s+\\S+){0,3}?\\s+(?:yok say|unut|görmezden)',
    'bỏ qua(?:\\s+\\S+){0,4}?\\s+(?:hướng dẫn|chỉ dẫn)|abaikan(?:\\s+\\S+){0,4}?\\s+(?:instruksi|perintah)',
  ].join('|'),
  'iu',
);

/** Pieces of the frames in which chats, tools and fences are sent. */
const FORGED = new RegExp(
  [
    '<\\|?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\\|?>',
    '\\[/?(?:inst|sys)\\]|<</?sys>>',
    '"role"\\s*:\\s*"(?:system|developer|assistant|tool)"',
    '^\\s*#{0,4}\\s*(?:system|assistant|developer|human)\\s*:',
    '=== (?:begin|end) data\\b',
    '</?(?:data|untrusted|document|readme|user_input|tool_call|tool_response|function_call|function_calls|invoke|system)>',
    '"(?:tool_calls|function_call|tool_use)"\\s*:',
    '"public_review"\\s*:',
  ].join('|'),
  'imu',
);

const EXCERPT_BEFORE = 60;
const EXCERPT_LENGTH = 300;

/** The signs in a text, at most one of each kind. */
export function signsIn(written: string): SignedPlace[] {
  const text = withoutInvisible(written);
  const found: SignedPlace[] = [];
  const plain = INSTRUCTIONS.exec(text) ?? INSTRUCTIONS.exec(toLatin(text));
  if (plain) found.push({ kind: 'instruction', excerpt: excerptOf(text, plain.index) });
  const forged = FORGED.exec(text);
  if (forged) found.push({ kind: 'forged_message', excerpt: excerptOf(text, forged.index) });
  for (const decoded of decodings(text)) {
    const encoded = INSTRUCTIONS.exec(decoded) ?? FORGED.exec(decoded);
    if (!encoded) continue;
    found.push({ kind: 'encoded_instruction', excerpt: excerptOf(decoded, encoded.index) });
    break;
  }
  const hidden = hiddenAt(written);
  if (hidden !== null) found.push({ kind: 'hidden_characters', excerpt: excerptOf(withoutInvisible(written.slice(Math.max(0, hidden - EXCERPT_BEFORE))), 0) });
  const smuggled = smuggledText(written);
  if (INSTRUCTIONS.test(smuggled)) found.push({ kind: 'hidden_instruction', excerpt: excerptOf(smuggled, 0) });
  return found;
}

/** A place as one line. */
function excerptOf(text: string, place: number): string {
  const from = Math.max(0, place - EXCERPT_BEFORE);
  return [...text.slice(from, from + 2 * EXCERPT_LENGTH).replace(/\s+/g, ' ').trim()].slice(0, EXCERPT_LENGTH).join('');
}

/** Text spelled in tag characters. */
const smuggledText = (text: string) =>
  [...text].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : [];
  }).join('');

const LOOK_ALIKES = new Map<string, string>(
  Object.entries({
    а: 'a', в: 'b', е: 'e', ё: 'e', з: '3', і: 'i', ї: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', ԁ: 'd', ɡ: 'g',
    α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w', ı: 'i', ո: 'n', ս: 'u', օ: 'o', '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's',
  }),
);

const toLatin = (text: string) => [...text.normalize('NFKC').toLowerCase()].map((character) => LOOK_ALIKES.get(character) ?? character).join('');

const ENTITY = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi;

/** What a text says in the usual disguises. */
function* decodings(text: string): Generator<string> {
  yield rot13(text);
  yield [...text].reverse().join('');
  if (text.includes('&#')) yield text.replace(ENTITY, (_, hex?: string, decimal?: string) => characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16)));
  if (/%[0-9a-f]{2}/i.test(text)) yield text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  if (/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i.test(text)) yield text.replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, wide?: string, narrow?: string) => characterOf(parseInt(wide ?? narrow ?? '20', 16)));
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) yield Buffer.from(run, 'base64').toString();
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}[ :]?){16,}/gi)) yield Buffer.from(run.replace(/[ :]/g, ''), 'hex').toString();
  for (const [run] of text.matchAll(/(?:\p{L}[ ._-]){12,}\p{L}/gu)) yield run.replace(/(\p{L})[ ._-]/gu, '$1');
}

const characterOf = (code: number) => (Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
