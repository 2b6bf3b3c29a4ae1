import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestStack } from '@shipyard/testing';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

/**
 * `npx nx run client:generate`: writes the types of the client, and the schemas of the assistants' tools, from the document
 * that the built service serves. With the file of a document as its argument it prints them instead, for the spec that
 * compares them: `types` or `schemas`.
 */
const FILE = path.join(__dirname, '..', 'libs/client/src/submission-api.ts');
const SCHEMAS_FILE = path.join(__dirname, '..', 'libs/assistant/src/api-schemas.json');
const HEAD = `// Generated from the OpenAPI document of the submission service. Do not edit: run \`npx nx run client:generate\`.\n\n`;

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: unknown }> }>>;
  components: { schemas: Record<string, unknown> };
}

async function typesOf(document: Described): Promise<string> {
  const nodes = await openapiTS(withSuccesses(document) as unknown as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
  });
  return format(HEAD + astToString(nodes), { ...(await resolveConfig(FILE)), parser: 'typescript' });
}

/** The client throws one kind of error, whatever the route. The failures of all routes would be most of the file. */
function withSuccesses(document: Described): Described {
  const { paths, components, ...rest } = structuredClone(document);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
    operation.responses = Object.fromEntries(successes.map(([status, { headers: _, ...answer }]) => [status, answer]));
  }
  const schemas = Object.entries(components.schemas).filter(([name]) => !/^[A-Z]+(?:_[A-Z]+)*$/.test(name));
  return { ...rest, paths, components: { ...components, schemas: Object.fromEntries(schemas) } };
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
  const needed = new Set(TOOL_SCHEMAS);
  for (const name of needed) {
    const text = JSON.stringify(schemas[name]);
    if (text === undefined) throw new Error(`The document has no schema ${name}. Name another one in TOOL_SCHEMAS.`);
    for (const [, reference] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) needed.add(reference ?? '');
  }
  const kept = Object.fromEntries([...needed].sort().map((name) => [name, schemas[name]]));
  const text = JSON.stringify(kept).replaceAll('"#/components/schemas/', '"#/$defs/');
  return format(text, { ...(await resolveConfig(SCHEMAS_FILE)), parser: 'json' });
}

async function readServedDocument(): Promise<Described> {
  const stack = await startTestStack({ starts: ['submission'] });
  try {
    const response = await fetch(`${stack.submissionUrl}/api/v1/openapi.json`);
    return (await response.json()) as Described;
  } finally {
    await stack.stop();
  }
}

async function main(documentFile: string | undefined, printed: string | undefined): Promise<void> {
  if (documentFile === undefined) {
    const document = await readServedDocument();
    await writeFile(FILE, await typesOf(document));
    return writeFile(SCHEMAS_FILE, await schemasOf(document));
  }
  const document = JSON.parse(await readFile(documentFile, 'utf8')) as Described;
  process.stdout.write(await (printed === 'schemas' ? schemasOf(document) : typesOf(document)));
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
