import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  components: { schemas: Record<string, unknown> };
}

interface DescribedAnswer {
  headers?: Record<string, { required: boolean }>;
  content?: Record<string, unknown>;
}

export interface GivenAnswer {
  method: string;
  /** As it was sent: a URL would resolve `..` in a path. */
  url: Pick<URL, 'origin' | 'pathname'>;
  status: number;
  headers: Headers;
  /** Null if the body has not arrived, or not whole: then only status and headers are compared. */
  text: string | null;
}

export class UndocumentedAnswer extends Error {}

class DescribedService {
  /** The document is no JSON Schema as a whole, so there is nothing to check it against. */
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  private readonly routes: { path: string; pattern: RegExp }[];
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly description: Description) {
    addFormats(this.ajv);
    this.ajv.addSchema(description, 'description');
    const parameters = (path: string) => path.split('{').length;
    const written = (path: string) => path.replace(/\{\w+\}/g, '').length;
    // `{number}` would also match what `{number}.csv` is for.
    this.routes = Object.keys(description.paths)
      .sort((one, other) => parameters(one) - parameters(other) || written(other) - written(one))
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      }));
  }

  problemOf(answer: GivenAnswer): string | null {
    const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
    const path = this.routes.find(
      (route) => route.pattern.test(answer.url.pathname) && this.description.paths[route.path]?.[method],
    )?.path;
    if (path === undefined) return this.unknownRouteProblem(answer);
    const described = this.description.paths[path]?.[method]?.responses[answer.status];
    const code = answer.text === null ? undefined : errorCodeIn(answer.text);
    if (code !== undefined && !JSON.stringify(described ?? {}).includes(`/schemas/${code}"`))
      return `${code} is not described. Add it to \`errors\` in the @ApiOperation of this route`;
    if (!described) return `the status ${answer.status} is not described`;
    const missing = Object.entries(described.headers ?? {}).find(
      ([name, { required }]) => required && !answer.headers.has(name),
    );
    if (missing) return `the header ${missing[0]} is missing`;
    return answer.method === 'HEAD' || answer.text === null
      ? null
      : this.bodyProblem(answer.headers, answer.text, described, [
          'paths',
          path,
          method,
          'responses',
          String(answer.status),
        ]);
  }

  private unknownRouteProblem({ status, text, headers }: GivenAnswer): string | null {
    // A path with other methods. No operation of the document answers this.
    if (status === 405 && headers.has('allow')) return null;
    if (status !== 404) return `the route is not described, and the status is ${status}`;
    const code = 'NOT_FOUND' in this.description.components.schemas ? 'NOT_FOUND' : 'unknown_url';
    return text === '' || text === null ? null : this.schemaProblem(['components', 'schemas', code], text);
  }

  private bodyProblem(headers: Headers, text: string, { content }: DescribedAnswer, place: string[]): string | null {
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (!content) return text === '' ? null : 'there is a body, and none is described';
    if (!(type in content)) return `the content type ${type || '(none)'} is not described`;
    const schema = [...place, 'content', type, 'schema'];
    if (type === 'text/event-stream') return this.streamProblem(schema, text);
    return type === 'application/json' ? this.schemaProblem(schema, text) : null;
  }

  /** The schema of a stream is that of the data of each event. */
  private streamProblem(schema: string[], text: string): string | null {
    const data = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []));
    const events = data.filter((each) => each !== '[DONE]');
    return events.map((each) => this.schemaProblem(schema, each)).find((problem) => problem !== null) ?? null;
  }

  private schemaProblem(place: string[], text: string): string | null {
    const pointer = `description#/${place.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;
    let validate = this.compiled.get(pointer);
    if (!validate) {
      validate = this.ajv.compile({ $ref: pointer });
      this.compiled.set(pointer, validate);
    }
    return validate(JSON.parse(text))
      ? null
      : `the body is not as described: ${this.ajv.errorsText(validate.errors, { dataVar: '' })}`;
  }
}

/** Returns undefined unless the body is an error, in either format. */
function errorCodeIn(text: string): string | undefined {
  const [, code] = /^\{"ok":false,"error":"([A-Z_]+)"/.exec(text) ?? [];
  if (code !== undefined || !text.startsWith('{"error":{')) return code;
  const { error }: { error: { code?: unknown } } = JSON.parse(text) as { error: { code?: unknown } };
  return typeof error.code === 'string' ? error.code : undefined;
}

/** A service has one document, or one for each of its surfaces. */
type Documents = readonly { prefix: string; service: DescribedService }[];

type Kind = 'submission' | 'gateway' | 'other';

/** Which service answers at an origin. */
const kinds = new Map<string, Promise<Kind | null>>();

/** Read once for all suites of a process: every process of a service describes the same routes, and takes a third of a second to write it. */
const described = new Map<Kind, Promise<Documents | null>>([['other', Promise.resolve([])]]);

const adminKeys = new Set<string>();

/** A new stack may have a port of one that has ended. The document of the calls of operators is not public. */
export function expectNewStack(adminKey: string): void {
  kinds.clear();
  adminKeys.delete(adminKey);
  adminKeys.add(adminKey);
}

/** Checks status, code, fields and required headers. */
export async function assertDocumented(answer: GivenAnswer): Promise<void> {
  const documents = await documentsOf(answer.url.origin);
  const path = answer.url.pathname.toLowerCase();
  const problem = documents.find(({ prefix }) => path.startsWith(prefix))?.service.problemOf(answer) ?? null;
  if (problem !== null)
    throw new UndocumentedAnswer(
      `${answer.method} ${answer.url.pathname} answered ${answer.status}, and ${problem}. It said: ${(answer.text ?? '(not read)').slice(0, 500)}`,
    );
}

/** A service that cannot say now what it does is asked again at the next answer. */
async function documentsOf(origin: string): Promise<Documents> {
  const kind = await keep(kinds, origin, () => readKind(origin));
  if (kind === null) return [];
  return (await keep(described, kind, () => readDocuments(origin, kind))) ?? [];
}

async function keep<Key, Value>(
  kept: Map<Key, Promise<Value | null>>,
  key: Key,
  read: () => Promise<Value | null>,
): Promise<Value | null> {
  const asked = kept.get(key) ?? read();
  kept.set(key, asked);
  const value = await asked;
  if (value === null && kept.get(key) === asked) kept.delete(key);
  return value;
}

/** By the form of the error for a path that neither service has. */
async function readKind(origin: string): Promise<Kind | null> {
  const response = await ask(`${origin}/api/v1/nothing-is-here`);
  const text = await response?.text().catch(() => null);
  if (!response || typeof text !== 'string') return null;
  if (text.startsWith('{"ok":false')) return 'submission';
  if (text.startsWith('{"error":{')) return 'gateway';
  return response.status < 500 ? 'other' : null;
}

async function readDocuments(origin: string, kind: Kind): Promise<Documents | null> {
  if (kind === 'submission') {
    const document = await readDocument(`${origin}/api/v1/openapi.json`);
    return document && [{ prefix: '/', service: new DescribedService(document) }];
  }
  const customers = await readDocument(`${origin}/v1/openapi.json`);
  const operators = customers && (await readOperatorDocument(origin));
  return (
    operators && [
      { prefix: '/admin/', service: new DescribedService(operators) },
      { prefix: '/', service: new DescribedService(customers) },
    ]
  );
}

async function readOperatorDocument(origin: string): Promise<Description | null> {
  for (const key of [...adminKeys].reverse()) {
    const read = await readDocument(`${origin}/admin/openapi.json`, { authorization: `Bearer ${key}` });
    if (read) return read;
  }
  return null;
}

async function readDocument(url: string, headers: Record<string, string> = {}): Promise<Description | null> {
  // To compress a megabyte takes longer than to write it.
  const response = await ask(url, { ...headers, 'accept-encoding': 'identity' });
  return response?.ok ? ((await response.json()) as Description) : null;
}

const PATIENCE_MS = 10_000;

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response | null> =>
  fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
