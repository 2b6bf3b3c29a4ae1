/**
 * Finds sentences that ask a reviewer for a verdict, or to forget the task, in one pass:
 * 1. Split the text into words once.
 * 2. For each word, look up the phrases that can start with it.
 * 3. Compare such a phrase with the next few words.
 * The time is linear in the length of the text.
 */

type Step = { words: readonly string[]; isOptional: boolean } | { gap: number };

const READER = 'reviewer|model|ai|assistant|llm';
const ASKED = 'recommend|approve|accept|praise|rate|score|give|output|answer|respond|say|write|set|obey|comply|award';

/** One phrase per line: `a|b` alternatives, `a*` a prefix, `(a)` an optional word, `..4` up to four words. */
const PHRASES = [
  'ignore|disregard|forget|override|bypass|skip ..4 instruction|instructions|prompt|prompts|rules|guidelines|directions|policy|above|previous|prior',
  `you must|should|shall|will ..4 ${ASKED}`,
  `you have|need to ..4 ${ASKED}`,
  `you are required|instructed|ordered|to ..4 ${ASKED}`,
  `the ${READER} must|should|shall|will ..4 ${ASKED}`,
  `the ${READER} have|need to ..4 ${ASKED}`,
  `the ${READER} are required|instructed|ordered|to ..4 ${ASKED}`,
  'always|simply|just|please|now recommend|approve this|the|my|it',
  'recommend|approve|accept this project|projects|submission|submissions|entry',
  'note|message|instruction|instructions|memo|attention to|for (the|any|all) ..1 reviewer|reviewers|ai|ais|llm|llms|model|models|assistant|assistants|judge|judges|grader|graders',
  'as (now) a|an ai|assistant|unrestricted|helpful',
  'as (now) a|an language model',
  'you are (now) a|an ai|assistant|unrestricted|helpful',
  'you are (now) a|an language model',
  'system prompt|override|message|instruction|instructions',
  'set|make|mark|output|return ..3 recommended ..1 true|yes',
  'developer|dan|god|jailbreak|debug|maintenance mode',
  'end|close|stop|begin (of) (the) (untrusted|user|participant) data',
  'highest (possible) score|scores|rating|ratings|mark|marks',
  'full marks',
  'игнорир* ..4 инструкц*|указан*|правил*',
  'рекомендуй|рекомендуйте этот|данный',
  'обязан*|должен* рекомендовать*',
  'ignora*|ignore*|ignori*|ignoruj* ..4 instruc*|anweisung*|istruzioni|instruções|poleceni*|regeln|consignes',
  'recomienda|recomiende|recommandez|recommande|empfiehl|raccomanda|recomende|poleć ..2 proyecto*|projet*|projekt*|progetto*|projeto*',
  'empfehlen sie ..2 proyecto*|projet*|projekt*|progetto*|projeto*',
  'önceki|yukarıdaki ..3 talimat*|yönerge* ..3 unut*|görmezden*',
  'önceki|yukarıdaki ..3 talimat*|yönerge* ..3 yok say*',
  'bỏ qua ..4 hướng|chỉ dẫn',
  'abaikan ..4 instruksi*|perintah*',
].map(readPhrase);

/** For scripts without spaces, marks, and words written together. No repetition is unlimited. */
const FRAGMENTS =
  /ignore(?:all|any)?(?:previous|prior|above)|recommendthisproject|"?recommended"?\s{0,9}[:=]\s{0,9}"?(?:true|yes)|new (?:system )?(?:instructions?|prompt|task|rules)\s{0,9}:|10 ?(?:\/|out of) ?10|忽略.{0,8}(?:指令|指示|提示|规则|要求)|(?:必须|务必|请).{0,6}推荐|评审(?:[员者]|模型)|系统提示|[前上]の?指示を?.{0,6}無視|推薦し(?:て|なさい)|必ず推薦|이전.{0,6}(?:지시|명령).{0,6}무시|추천(?:하세요|해야)|تجاهل.{0,20}(?:التعليمات|الأوامر)|أوص[ِي]?\s{1,9}بهذا|(?:निर्देशों?|आदेशों?).{0,12}(?:अनदेखा|नज़रअंदाज़)|सिफ़ारिश करें/iu;

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const KEY_LENGTH = 2;

const phrasesByKey = new Map<string, Step[][]>();
for (const phrase of PHRASES) {
  const [first] = phrase;
  const keys = first && 'words' in first ? new Set(first.words.map((word) => word.slice(0, KEY_LENGTH))) : [];
  for (const key of keys) phrasesByKey.set(key, [...(phrasesByKey.get(key) ?? []), phrase]);
}

export function findInstruction(text: string): number | null {
  const fragment = FRAGMENTS.exec(text)?.index;
  const phrase = findPhrase(fragment === undefined ? text : text.slice(0, fragment));
  return phrase ?? fragment ?? null;
}

function findPhrase(text: string): number | null {
  const words = text.toLowerCase().normalize('NFC').match(WORD) ?? [];
  const at = words.findIndex((word, index) =>
    phrasesByKey.get(word.slice(0, KEY_LENGTH))?.some((phrase) => fits(phrase, 0, words, index)),
  );
  return at < 0 ? null : placeOfWord(text, at);
}

function placeOfWord(text: string, number: number): number {
  let passed = 0;
  for (const { index } of text.matchAll(WORD)) if (passed++ === number) return index;
  return 0;
}

function fits(phrase: readonly Step[], from: number, words: readonly string[], at: number): boolean {
  const step = phrase[from];
  if (step === undefined) return true;
  if ('gap' in step) {
    for (let skipped = 0; skipped <= step.gap; skipped += 1)
      if (fits(phrase, from + 1, words, at + skipped)) return true;
    return false;
  }
  const word = words[at];
  if (word !== undefined && step.words.some((wanted) => isWord(wanted, word)) && fits(phrase, from + 1, words, at + 1))
    return true;
  return step.isOptional && fits(phrase, from + 1, words, at);
}

const isWord = (wanted: string, word: string) =>
  wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;

function readPhrase(written: string): Step[] {
  return written.split(' ').map((step): Step => {
    if (step.startsWith('..')) return { gap: Number(step.slice(2)) };
    const isOptional = step.startsWith('(');
    return { words: (isOptional ? step.slice(1, -1) : step).split('|'), isOptional };
  });
}
