import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
}

interface DescribedAnswer {
  headers?: Record<string, { required: boolean }>;
  content?: Record<string, unknown>;
}

export interface GivenAnswer {
  method: string;
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

class DescribedService {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly routes: { path: string; pattern: RegExp }[];
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly description: Description) {
    addFormats(this.ajv);
    this.ajv.addSchema(description, 'description');
    const parameters = (path: string) => path.split('{').length;
    this.routes = Object.keys(description.paths)
      .sort((one, other) => parameters(one) - parameters(other))
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
    const code = errorCodeIn(answer.text);
    if (code !== undefined && !JSON.stringify(described ?? {}).includes(`/schemas/${code}"`))
      return `${code} is not described. Add it to \`errors\` in the @ApiOperation of this route`;
    if (!described) return `the status ${answer.status} is not described`;
    const missing = Object.entries(described.headers ?? {}).find(
      ([name, { required }]) => required && !answer.headers.has(name),
    );
    if (missing) return `the header ${missing[0]} is missing`;
    return answer.method === 'HEAD'
      ? null
      : this.bodyProblem(answer, described, ['paths', path, method, 'responses', String(answer.status)]);
  }

  private unknownRouteProblem({ status, text }: GivenAnswer): string | null {
    if (status !== 404) return `the route is not described, and the status is ${status}`;
    return this.schemaProblem(['components', 'schemas', 'NOT_FOUND'], text);
  }

  private bodyProblem({ headers, text }: GivenAnswer, { content }: DescribedAnswer, place: string[]): string | null {
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (!content) return text === '' ? null : 'there is a body, and none is described';
    if (!(type in content)) return `the content type ${type || '(none)'} is not described`;
    return type === 'application/json' ? this.schemaProblem([...place, 'content', type, 'schema'], text) : null;
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

/** Returns undefined unless the body is an envelope with an error code. */
function errorCodeIn(text: string): string | undefined {
  return /^\{"ok":false,"error":"([A-Z_]+)"/.exec(text)?.[1];
}

const services = new Map<string, DescribedService | null>();

/** Checks status, code, fields and required headers. */
export async function assertDocumented(answer: GivenAnswer): Promise<void> {
  const service = await describedService(answer.url.origin);
  const problem = service?.problemOf(answer) ?? null;
  if (problem !== null)
    throw new Error(
      `${answer.method} ${answer.url.pathname} answered ${answer.status}, and ${problem}. It said: ${answer.text.slice(0, 500)}`,
    );
}

async function describedService(origin: string): Promise<DescribedService | null> {
  const known = services.get(origin);
  if (known !== undefined) return known;
  const response = await fetch(`${origin}/api/v1/openapi.json`).catch(() => null);
  if (!response) return null;
  const service = response.ok ? new DescribedService((await response.json()) as Description) : null;
  if (response.ok || response.status === 404) services.set(origin, service);
  return service;
}
