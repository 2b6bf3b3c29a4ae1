import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { readServedDocument } from './served-document';

const WORKSPACE = path.join(__dirname, '..');
const SOURCE = path.join(WORKSPACE, 'libs/client');
const CLIENT_PACKAGE = path.join(WORKSPACE, 'dist/libs/client');

/**
 * `node tools/run.cjs tools/build-client.ts [document]`: writes the package `@shipyard/client`, one module for Node and
 * browsers, with the types of every route. Our own code has the types of the routes that it calls. Without the file of a
 * document it asks the built service for it.
 */
async function buildClient(document: object, target = CLIENT_PACKAGE): Promise<void> {
  // Inside of the workspace, so that the compiler finds the types of openapi-fetch.
  await mkdir(path.join(WORKSPACE, 'dist'), { recursive: true });
  const folder = await mkdtemp(path.join(WORKSPACE, 'dist/client-'));
  try {
    for (const file of await readdir(path.join(SOURCE, 'src')))
      if (!file.includes('.spec.')) await cp(path.join(SOURCE, 'src', file), path.join(folder, file));
    const nodes = await openapiTS(withoutExamples(document), { defaultNonNullable: false });
    await writeFile(path.join(folder, 'submission-api.ts'), astToString(nodes));
    await rm(target, { recursive: true, force: true });
    await build({
      entryPoints: [path.join(folder, 'index.ts')],
      outfile: path.join(target, 'index.js'),
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'error',
    });
    writeTypes(folder, target);
  } finally {
    await rm(folder, { recursive: true });
  }
  await writeFile(path.join(target, 'package.json'), await packageJson());
  await cp(path.join(SOURCE, 'README.md'), path.join(target, 'README.md'));
  await cp(path.join(WORKSPACE, 'LICENSE'), path.join(target, 'LICENSE'));
}

/** They would be most of the file. */
const withoutExamples = (document: object): OpenAPI3 =>
  JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'example' ? undefined : value))) as OpenAPI3;

function writeTypes(folder: string, target: string): void {
  const program = ts.createProgram([path.join(folder, 'index.ts')], {
    ...{ declaration: true, emitDeclarationOnly: true, outDir: target, rootDir: folder, strict: true },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] },
    ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true, types: [] },
  });
  const problems = ts.getPreEmitDiagnostics(program);
  if (problems.length > 0)
    throw new Error(ts.formatDiagnostics(problems, { ...HOST, getCurrentDirectory: () => folder }));
  // Node wants the name of a file in an import.
  program.emit(undefined, (file, text) =>
    ts.sys.writeFile(file, text.replaceAll(/(from |import\()(['"])(\.\/[\w-]+)\2/g, '$1$2$3.js$2')),
  );
}

const HOST = { getCanonicalFileName: (file: string) => file, getNewLine: () => '\n' };

async function packageJson(): Promise<string> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(WORKSPACE, file), 'utf8')) as Manifest;
  const [own, workspace] = [await read('libs/client/package.json'), await read('package.json')];
  const version = workspace.dependencies?.['openapi-fetch'];
  return `${JSON.stringify({ ...own, dependencies: { 'openapi-fetch': version } }, null, 2)}\n`;
}

interface Manifest {
  dependencies?: Record<string, string>;
}

async function main(documentFile: string | undefined): Promise<void> {
  const document =
    documentFile === undefined
      ? await readServedDocument()
      : (JSON.parse(await readFile(documentFile, 'utf8')) as object);
  await buildClient(document);
  console.log(`Wrote ${path.relative(process.cwd(), CLIENT_PACKAGE)}`);
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
