export const CODE_LANGUAGES = ['curl', 'python', 'typescript'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A call of the gateway. Its body holds texts, numbers, lists and objects only. */
export interface ShownCall {
  /** Where the gateway is reached, without a slash at the end. */
  site: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
}

/** What OpenAI's client calls the path. The others are sent with its general methods. */
const METHODS: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat.completions.create',
  '/v1/images/generations': 'images.generate',
};

const indented = (value: unknown) => JSON.stringify(value, null, 2);

/** In single quotes of a shell, only they end the text. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = ({ site, path, body }: ShownCall) =>
  [
    `curl ${site}${path}`,
    `  -H "Authorization: Bearer $GATEWAY_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(indented(body))}`,
  ].join(' \\\n');

/** A text in JSON is also one in Python. */
function python({ site, path, body }: ShownCall): string {
  const method = METHODS[path];
  const fields = Object.entries(body).map(([name, value]) => `    ${name}=${JSON.stringify(value)},`);
  const call =
    method === undefined
      ? `client.post("${path.replace('/v1', '')}", cast_to=object, body=${JSON.stringify(body)})`
      : [`client.${method}(`, ...fields, ')'].join('\n');
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url="${site}/v1", api_key=os.environ["GATEWAY_KEY"])`,
    `answer = ${call}`,
    'print(answer)',
  ].join('\n');
}

function typescript({ site, path, body }: ShownCall): string {
  const method = METHODS[path];
  const call =
    method === undefined
      ? `client.post('${path.replace('/v1', '')}', { body: ${indented(body)} })`
      : `client.${method}(${indented(body)})`;
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: '${site}/v1', apiKey: process.env.GATEWAY_KEY });`,
    `console.log(await ${call});`,
  ].join('\n');
}

const WRITERS = { curl, python, typescript };

/** The call as a customer would write it. The key is read from the variable GATEWAY_KEY. */
export const callCode = (language: CodeLanguage, call: ShownCall): string => WRITERS[language](call);

export const CALL_KINDS = ['text', 'image', 'search'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** What a form says of a call. The texts are as they were typed. */
export type CallFields = Record<'model' | 'prompt' | 'max_tokens' | 'size', string> & { kind: CallKind };

export const isTokenCount = (text: string) => /^[1-9]\d{0,8}$/.test(text);

/** The body of the call, as a customer sends it. */
export function callBody({ kind, model, prompt, max_tokens, size }: CallFields): Record<string, unknown> {
  switch (kind) {
    case 'text':
      return {
        model,
        messages: [{ role: 'user', content: prompt }],
        ...(isTokenCount(max_tokens) && { max_tokens: Number(max_tokens) }),
      };
    case 'image':
      return { model, prompt, ...(size !== '' && { size }) };
    case 'search':
      return { model, query: prompt.trim() };
  }
}
