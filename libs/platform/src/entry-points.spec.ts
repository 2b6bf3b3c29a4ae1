import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const WORKSPACE = path.join(__dirname, '../../..');
const TSCONFIG = path.join(WORKSPACE, 'tsconfig.base.json');

/** The packages that each entry point loads at once. Code that makes ids must not load TypeORM. */
const PACKAGES: Record<string, string[]> = {
  cancellation: [],
  // It finds the file, and children of a service that is not bundled load it.
  'child-pool': ['@swc-node/register'],
  config: [],
  csv: [],
  database: ['pg', 'prom-client', 'typeorm'],
  debug: [],
  'error-code': [],
  'fair-queue': [],
  ids: [],
  'in-flight': [],
  'json-object': [],
  logger: ['pino', 'pino-pretty'],
  metrics: ['prom-client'],
  'object-store': [],
  observation: [],
  'queue-metrics': ['@nestjs/core', 'bullmq', 'pino', 'pino-pretty', 'prom-client'],
  queues: ['@nestjs/bullmq', '@nestjs/core', 'bullmq', 'ioredis', 'pg'],
  'rate-limiter': ['lru-cache'],
  'read-replica': ['pg', 'prom-client', 'typeorm'],
  redis: ['ioredis'],
  'request-context': [],
  'row-sweeper': ['pino', 'pino-pretty', 'typeorm'],
  sealing: [],
  'service-process': ['prom-client'],
  sweep: ['pino', 'pino-pretty'],
  tracing: [],
  tokenizer: [],
};

describe('the entry points of the platform', () => {
  const { compilerOptions } = JSON.parse(readFileSync(TSCONFIG, 'utf8')) as {
    compilerOptions: { paths: Record<string, [string]> };
  };
  const files = new Map(
    Object.entries(compilerOptions.paths)
      .filter(([name]) => name.startsWith('@shipyard/platform'))
      .map(([name, [file]]) => [name.replace('@shipyard/platform/', ''), path.join(WORKSPACE, file)]),
  );

  it('are listed here', () => expect([...files.keys()]).toEqual(Object.keys(PACKAGES)));

  it.each([...files])('%s loads only what it needs', async (name, file) => {
    expect(await packagesOf(file)).toEqual(PACKAGES[name]);
  });
});

async function packagesOf(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    metafile: true,
    platform: 'node',
    packages: 'external',
    tsconfig: TSCONFIG,
    logLevel: 'error',
  });
  const loaded = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, path: name }) => kind !== 'dynamic-import' && !isBuiltin(name))
    .map(({ path: name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(loaded)].sort();
}

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
