import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '@shipyard/http';

interface Described {
  schema: unknown;
  example?: unknown;
}

interface ShownExample extends Described {
  where: string;
  type: string;
}

/** Every body that a document shows: of requests, and of successes. */
function examplesIn({ paths }: OpenApiDocument): ShownExample[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const sent = (requestBody?.content ?? {}) as Record<string, Described>;
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      return [
        ...Object.entries(sent).map(([type, each]) => ({ where: `${name} body`, type, ...each })),
        ...answers.flatMap(([status, { content = {} }]) =>
          Object.entries(content).map(([type, each]) => ({ where: `${name} ${status}`, type, ...each })),
        ),
      ];
    }),
  );
}

/** Returns what has no example, or one that its schema does not allow. */
export function wrongExamplesIn(document: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ $id: 'document', components: document.components });
  const shown = examplesIn(document);
  return shown.flatMap(({ where, type, schema, example }) => {
    if (example === undefined) return type === 'application/json' || where.endsWith('body') ? [`${where}: none`] : [];
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = ajv.compile(JSON.parse(text) as object);
    const wrong = validate(example) ? [] : [`${where}: ${ajv.errorsText(validate.errors, { dataVar: '' })}`];
    return [...wrong, ...namesIn(example).map((field) => `${where}: ${field} has its name alone as its example`)];
  });
}

/** The fields whose value is their own name, or that of one item. */
function namesIn(example: unknown): string[] {
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([field, value]: [string, unknown]) => {
    const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
    return first === field || first === field.replace(/s$/, '') ? [field] : namesIn(value);
  });
}
