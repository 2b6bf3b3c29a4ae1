/* How a call looks in a terminal and in two languages, made from its examples. */
import { bodyOf, type NamedOperation } from './document-parts';

export interface CallSamples {
  curl: string;
  typescript: string;
  python: string;
  /** Null: the answer is no JSON. */
  answer: string | null;
}

export interface SampleFacts {
  /** The URL of the service, without a slash at the end. */
  site: string;
  /** The variable of the environment that holds the token. */
  tokenVariable: string;
  /** Writes the call with a client. Null: plain HTTP. */
  clientCall?: (
    operation: NamedOperation,
    sent: SentCall,
  ) => Partial<Pick<CallSamples, 'typescript' | 'python'>> | null;
}

export interface SentCall {
  method: string;
  url: string;
  hasToken: boolean;
  json: unknown;
  form: Readonly<Record<string, unknown>> | null;
  /** The body is the bytes of a file. */
  isFile: boolean;
}

export function samplesOf(operation: NamedOperation, facts: SampleFacts): CallSamples {
  const sent = sentBy(operation, facts.site);
  const client = facts.clientCall?.(operation, sent);
  return {
    curl: curl(sent, facts),
    typescript: client?.typescript ?? fetchCall(operation, sent, facts),
    python: client?.python ?? python(sent, facts),
    answer: answerOf(operation),
  };
}

function sentBy(operation: NamedOperation, site: string): SentCall {
  const { method, path, parameters, security } = operation;
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const type = bodyOf(operation)?.type ?? '';
  const example = exampleOf(operation.requestBody, type);
  const isForm = type === 'multipart/form-data' && typeof example === 'object' && example !== null;
  return {
    method,
    url: site + filled,
    hasToken: security.some((each) => Object.keys(each).length > 0) && !security.some(isNothing),
    json: type === 'application/json' ? example : undefined,
    form: isForm ? { ...example } : null,
    isFile: type === 'application/octet-stream',
  };
}

const isNothing = (way: object) => Object.keys(way).length === 0;

function exampleOf(described: unknown, type: string): unknown {
  const { content } = recordOf(described);
  return recordOf(recordOf(content)[type]).example;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The part is a file, and this is its name. */
const isFilePart = (value: unknown): boolean => typeof value === 'string' && value.startsWith('(the bytes');

const fileOf = (part: string) => (part.includes('.') ? part : 'pots.png');

function answerOf({ responses }: NamedOperation): string | null {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const example = success?.content?.['application/json']?.example;
  return example === undefined ? null : JSON.stringify(example, null, 2);
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, url, hasToken, json, form, isFile }: SentCall, { tokenVariable }: SampleFacts): string {
  const isUsual = method === 'GET' || (method === 'POST' && (json !== undefined || form !== null));
  const parts = Object.entries(form ?? {}).map(([name, value]) =>
    quoted(isFilePart(value) ? `${name}=@${fileOf(name)}` : `${name}=${String(value).trim()}`),
  );
  return [
    `curl ${isUsual || isFile ? '' : `-X ${method} `}${quoted(url)}`,
    ...(hasToken ? [`-H "Authorization: Bearer $${tokenVariable}"`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`]),
    ...parts.map((part) => `-F ${part}`),
    ...(isFile ? ['-T pots.png'] : []),
  ].join(' \\\n  ');
}

/** A call with `@shipyard/client`. */
export function shipyardCall(operation: NamedOperation, { method, json, form, isFile }: SentCall): string {
  const { path, parameters } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const values = inPath.map(({ name, example }) => `${name}: ${JSON.stringify(example)}`).join(', ');
  const options = [
    ...(values === '' ? [] : [`params: { path: { ${values} } },`]),
    ...(json === undefined ? [] : [`body: ${indented(JSON.stringify(json, null, 2), 4)},`]),
    ...(form === null ? [] : ['body: form,', 'bodySerializer: () => form,']),
    ...(isFile ? ['body: file,', 'bodySerializer: () => file,'] : []),
  ];
  const call =
    options.length === 0
      ? `shipyard.api.${method}('${path}')`
      : `shipyard.api.${method}('${path}', {\n${options.map((each) => `    ${each}`).join('\n')}\n  })`;
  const made = Object.entries(form ?? {}).map(([name, value]) =>
    isFilePart(value)
      ? `form.set('${name}', await openAsBlob('${fileOf(name)}'), '${fileOf(name)}');`
      : `form.set('${name}', ${JSON.stringify(value)});`,
  );
  const before = form === null ? [] : ['const form = new FormData();', ...made];
  const file = isFile ? [`const file = await openAsBlob('pots.png');`] : [];
  const answer =
    answerOf(operation) === null
      ? `const { data, response } = await ${call};`
      : `const data = await shipyard.data(\n  ${call},\n);`;
  return [...before, ...file, answer].join('\n');
}

function fetchCall(operation: NamedOperation, sent: SentCall, { tokenVariable }: SampleFacts): string {
  const { method, url, hasToken, json } = sent;
  const headers = [
    ...(hasToken ? [`Authorization: \`Bearer \${process.env.${tokenVariable}}\``] : []),
    ...(json === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(json, null, 2), 2)}),`]),
  ];
  const shown = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each}`).join('\n')}\n}`;
  return [
    `const answer = await fetch('${url}'${shown});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    ...(answerOf(operation) === null ? [] : ['const data = await answer.json();']),
  ].join('\n');
}

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

function python({ method, url, hasToken, json, form, isFile }: SentCall, { tokenVariable }: SampleFacts): string {
  const texts = Object.entries(form ?? {}).filter(([, value]) => !isFilePart(value));
  const files = Object.entries(form ?? {}).filter(([, value]) => isFilePart(value));
  const parts = files.map(([name]) => `${JSON.stringify(name)}: open(${JSON.stringify(fileOf(name))}, "rb")`);
  const options = [
    JSON.stringify(url),
    ...(hasToken ? [`headers={"Authorization": f"Bearer {os.environ['${tokenVariable}']}"}`] : []),
    ...(json === undefined ? [] : [`json=${indented(pythonValue(json), 4)}`]),
    ...(texts.length > 0 ? [`data=${indented(pythonValue(Object.fromEntries(texts)), 4)}`] : []),
    ...(files.length > 0 ? [`files={${parts.join(', ')}}`] : []),
    ...(isFile ? ['data=open("pots.png", "rb")'] : []),
  ];
  return [
    ...(hasToken ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...options.map((each) => `    ${each},`),
    ')',
    'answer.raise_for_status()',
  ].join('\n');
}

/** JSON as Python writes it. */
export function pythonValue(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => words[token] ?? token,
  );
}
