import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { format } from 'oxfmt';

/**
 * `npx nx run client:generate`: writes the types of the client, and the schemas of the assistants' tools, from the document
 * that the built service serves. The client has what its callers use. With the file of a document as its argument it prints them instead, for the spec that
 * compares them: `types`, `schemas` or `codes`.
 */
const WORKSPACE = path.join(__dirname, '..');
const FILE = path.join(WORKSPACE, 'libs/client/src/submission-api.ts');
const SCHEMAS_FILE = path.join(WORKSPACE, 'libs/assistant/src/api-schemas.json');
const CODES_FILE = path.join(WORKSPACE, 'libs/client/src/error-codes.ts');
const CALLERS = ['apps/cli/src', 'apps/studio/src', 'libs/assistant/src', 'libs/client/src'];
const HEAD = `// Generated from the OpenAPI document of the submission service. Do not edit: run \`npx nx run client:generate\`.\n\n`;

interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  responses: Record<string, { headers?: unknown }>;
}

async function typesOf(document: Described): Promise<string> {
  // Takes two seconds to load, which schemas and codes do without.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const nodes = await openapiTS(withoutExamples(await usedPart(document)), {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
  });
  return formatted(FILE, HEAD + astToString(nodes));
}

/** The codes of errors, as an answer has them. */
function codesOf({ components: { schemas } }: Described): Promise<string> {
  const codes = Object.keys(schemas).filter((name) => /^[A-Z]+(?:_[A-Z]+)*$/.test(name));
  const union = codes.map((code) => `  | '${code}'`).join('\n');
  return formatted(
    CODES_FILE,
    `${HEAD}/** What \`error\` of an answer can be. */\nexport type ErrorCode =\n${union};\n`,
  );
}

async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth: 120, singleQuote: true });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return code;
}

/** They would be half of the file. */
const withoutExamples = (document: Described): OpenAPI3 =>
  JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'example' ? undefined : value))) as OpenAPI3;

async function usedPart({ paths, components, ...rest }: Described): Promise<Described> {
  const uses = await readUses();
  const used: Described['paths'] = {};
  for (const [route, methods] of Object.entries(paths)) {
    const called = Object.entries(methods).filter(([method]) => uses.calls.has(`${method.toUpperCase()} ${route}`));
    if (called.length > 0) used[route] = Object.fromEntries(called.map(([name, each]) => [name, withSuccesses(each)]));
  }
  const schemas = withReferences([...uses.schemas, ...referencesIn(used)], components.schemas);
  return { ...rest, paths: used, components: { ...components, schemas } };
}

/** Returns the calls and the schemas that callers name, as in `client.GET('/readyz')` and `components['schemas']['LogView']`. */
async function readUses(): Promise<{ calls: Set<string>; schemas: Set<string> }> {
  const uses = { calls: new Set<string>(), schemas: new Set<string>() };
  for (const folder of CALLERS.map((each) => path.join(WORKSPACE, each))) {
    for (const file of (await readdir(folder, { recursive: true })).filter((each) => /\.tsx?$/.test(each))) {
      const text = await readFile(path.join(folder, file), 'utf8');
      for (const [, method, route] of text.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g))
        uses.calls.add(`${method} ${route}`);
      for (const [, name = ''] of text.matchAll(/\bschemas'?\]?\['(\w+)'\]/gi)) uses.schemas.add(name);
    }
  }
  return uses;
}

/** The client throws one kind of error, whatever the route. */
function withSuccesses(operation: Operation): Operation {
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  return {
    ...operation,
    responses: Object.fromEntries(successes.map(([status, { headers: _, ...answer }]) => [status, answer])),
  };
}

/** What the tools of assistants take and return, with everything that these schemas refer to. */
const TOOL_SCHEMAS = [
  'AddedLogView',
  'AssetView',
  'CreateProjectDto',
  'DocView',
  'LogView',
  'NewLogDto',
  'OwnProjectView',
  'ProgramView',
  'ProjectStatusView',
  'ReviewRequestView',
  'ReviewView',
  'SyncAnswer',
  'SyncConfigDto',
];

async function schemasOf({ components: { schemas } }: Described): Promise<string> {
  const text = JSON.stringify(withReferences(TOOL_SCHEMAS, schemas)).replaceAll('"#/components/schemas/', '"#/$defs/');
  return formatted(SCHEMAS_FILE, text);
}

/** Returns these schemas and all that they refer to, sorted by name. */
function withReferences(names: readonly string[], schemas: Record<string, unknown>): Record<string, unknown> {
  const needed = new Set(names);
  for (const name of needed) {
    if (!(name in schemas)) throw new Error(`The document has no schema ${name}. Name another one.`);
    for (const reference of referencesIn(schemas[name])) needed.add(reference);
  }
  return Object.fromEntries([...needed].sort().map((name) => [name, schemas[name]]));
}

function referencesIn(described: unknown): string[] {
  return [...JSON.stringify(described).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
}

async function main(documentFile: string | undefined, printed: string | undefined): Promise<void> {
  if (documentFile === undefined) {
    const { readServedDocument } = await import('./served-document');
    const document = (await readServedDocument()) as Described;
    await writeFile(FILE, await typesOf(document));
    await writeFile(CODES_FILE, await codesOf(document));
    return writeFile(SCHEMAS_FILE, await schemasOf(document));
  }
  const document = JSON.parse(await readFile(documentFile, 'utf8')) as Described;
  const print = { schemas: schemasOf, codes: codesOf }[printed ?? ''] ?? typesOf;
  process.stdout.write(await print(document));
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
