import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

/**
 * `npx nx generate client`: writes the types of the client from the document that the built service serves. With the
 * file of a document as its argument it prints the types instead, for the spec that compares them.
 */
const FILE = path.join(__dirname, '..', 'libs/client/src/submission-api.ts');
const HEAD = `// Generated from the OpenAPI document of the submission service. Do not edit: run \`npx nx generate client\`.\n\n`;

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

async function readServedDocument(): Promise<Described> {
  const { startTestStack } = await import('@shipyard/testing');
  const stack = await startTestStack({ starts: ['submission'] });
  try {
    const response = await fetch(`${stack.submissionUrl}/api/v1/openapi.json`);
    return (await response.json()) as Described;
  } finally {
    await stack.stop();
  }
}

async function main(documentFile: string | undefined): Promise<void> {
  if (documentFile === undefined) return writeFile(FILE, await typesOf(await readServedDocument()));
  process.stdout.write(await typesOf(JSON.parse(await readFile(documentFile, 'utf8')) as Described));
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
