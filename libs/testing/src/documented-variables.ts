import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { ConfigError } from '@shipyard/platform/config';

const WORKSPACE = path.join(__dirname, '../../..');

const SET_BY_THE_IMAGE = ['NODE_ENV', 'DEMO', 'HOST', 'DATA_DIR', 'SUBMISSION_PORT', 'GATEWAY_PORT'];

interface ComposeService {
  environment?: Record<string, string>;
  volumes?: string[];
  command?: string[];
  stop_grace_period?: string;
}

interface ComposeFile {
  services: Record<string, ComposeService>;
}

type Read = (environment: NodeJS.ProcessEnv) => unknown;

export function undocumentedVariables(read: Read): string[] {
  const example = new Set(Array.from(textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm), ([, name]) => name));
  return variablesOf(read, {}).filter((name) => !example.has(name));
}

/** Compares a production configuration with what docker/compose.yaml passes. */
export function composeFaults(service: string, read: Read): { missing: string[]; unread: string[] } {
  const handedOn = Object.keys(composeServices()[service]?.environment ?? {});
  const names = variablesOf(read, { NODE_ENV: 'production' }).filter((name) => !SET_BY_THE_IMAGE.includes(name));
  return {
    missing: names.filter((name) => !handedOn.includes(name)),
    unread: handedOn.filter((name) => !names.includes(name)),
  };
}

export function composeServices(): Record<string, ComposeService> {
  return (load(textOf('docker/compose.yaml')) as ComposeFile).services;
}

interface ChartFacts {
  given?: string[];
  secrets?: string[];
  optional?: string[];
  settings?: string[];
  admin?: string[];
  owner?: string[];
  submission?: string[];
  gateway?: string[];
}

/** Compares a production configuration with what the Helm chart passes to a process or a Job. */
export function chartFaults(process: string, read: Read): { missing: string[]; unread: string[] } {
  const facts: ChartFacts | undefined = { ...chartFile('processes'), ...chartFile('jobs') }[process];
  if (!facts) throw new Error(`The chart has no ${process}`);
  const { given = [], secrets = [], optional = [], settings = [] } = facts;
  const { admin = [], owner = [], submission = [], gateway = [] } = facts;
  const handedOn = [given, secrets, optional, settings, admin, owner, submission, gateway].flat();
  const names = variablesOf(read, { NODE_ENV: 'production' }).filter((name) => !SET_BY_THE_IMAGE.includes(name));
  return {
    missing: names.filter((name) => !handedOn.includes(name)),
    unread: handedOn.filter((name) => !names.includes(name)),
  };
}

const chartFile = (name: 'processes' | 'jobs') =>
  load(textOf(`deploy/helm/shipyard/files/${name}.yaml`)) as Record<string, ChartFacts>;

function variablesOf(read: Read, set: NodeJS.ProcessEnv): string[] {
  const names = new Set<string>();
  const environment = new Proxy<NodeJS.ProcessEnv>(set, {
    get: (target, name) => {
      names.add(String(name));
      return target[String(name)];
    },
  });
  try {
    read(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
  return [...names];
}

const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');
