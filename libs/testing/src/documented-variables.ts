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
