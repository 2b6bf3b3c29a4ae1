import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { ConfigError } from '@shipyard/platform';

const WORKSPACE = path.join(__dirname, '../../..');

/** What the image sets, and what is the same in every container. */
const SET_BY_THE_IMAGE = ['NODE_ENV', 'DEMO', 'HOST', 'DATA_DIR', 'SUBMISSION_PORT', 'GATEWAY_PORT'];

interface ComposeFile {
  'x-service': { environment: Record<string, string> };
}

/** The variables that a configuration asks for and that `.env.example` does not tell of, or that docker/compose.yaml does not hand on. */
export function undocumentedVariables(read: (environment: NodeJS.ProcessEnv) => unknown): { example: string[]; compose: string[] } {
  const names = variablesOf(read);
  const example = new Set(Array.from(textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm), ([, name]) => name));
  const { 'x-service': service } = load(textOf('docker/compose.yaml')) as ComposeFile;
  const handedOn = new Set([...SET_BY_THE_IMAGE, ...Object.keys(service.environment)]);
  return { example: names.filter((name) => !example.has(name)), compose: names.filter((name) => !handedOn.has(name)) };
}

function variablesOf(read: (environment: NodeJS.ProcessEnv) => unknown): string[] {
  const names = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.add(String(name)) });
  try {
    read(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return [...names];
}

const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');
