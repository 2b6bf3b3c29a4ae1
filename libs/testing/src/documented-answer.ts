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

const known = new Map<string, Promise<Documents | null>>();
const adminKeys = new Set<string>();

/** By what they describe, because most suites of a process ask services that are alike. */
const services = new Map<string, DescribedService>();

/** A new stack may have a port of one that has ended. The document of the calls of operators is not public. */
export function readDocumentsAnew(adminKey: string): void {
  known.clear();
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
  const asked = known.get(origin) ?? readDocuments(origin);
  known.set(origin, asked);
  const documents = await asked;
  if (documents === null && known.get(origin) === asked) known.delete(origin);
  return documents ?? [];
}

async function readDocuments(origin: string): Promise<Documents | null> {
  const submission = await readDocument(`${origin}/api/v1/openapi.json`);
  if (isDescription(submission)) return [{ prefix: '/', service: serviceOf(submission) }];
  if (submission !== 'absent') return null;
  const customers = await readDocument(`${origin}/v1/openapi.json`);
  if (customers === 'absent') return [];
  const operators = isDescription(customers) ? await readOperatorDocument(origin) : 'unreachable';
  if (!isDescription(customers) || !isDescription(operators)) return null;
  return [
    { prefix: '/admin/', service: serviceOf(operators) },
    { prefix: '/', service: serviceOf(customers) },
  ];
}

/** Schemas take long to compile. The rest of a document names addresses, which differ. */
function serviceOf({ paths, components }: Description): DescribedService {
  const key = JSON.stringify([paths, components]);
  const service = services.get(key) ?? new DescribedService({ paths, components });
  services.set(key, service);
  return service;
}

const isDescription = (read: Description | string): read is Description => typeof read !== 'string';

async function readOperatorDocument(origin: string): Promise<Description | 'absent' | 'unreachable'> {
  for (const key of [...adminKeys].reverse()) {
    const read = await readDocument(`${origin}/admin/openapi.json`, { authorization: `Bearer ${key}` });
    if (isDescription(read)) return read;
  }
  return 'unreachable';
}

const PATIENCE_MS = 10_000;

async function readDocument(
  url: string,
  headers: Record<string, string> = {},
): Promise<Description | 'absent' | 'unreachable'> {
  // To compress a megabyte takes longer than to write it.
  const plain = { ...headers, 'accept-encoding': 'identity' };
  const response = await fetch(url, { headers: plain, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (response?.ok) return (await response.json()) as Description;
  return response?.status === 404 ? 'absent' : 'unreachable';
}
