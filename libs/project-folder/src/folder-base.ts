import { isListField, PROJECT_FIELD_NAMES } from '@shipyard/contracts';
import { README_FILE } from './check-project';
import { CONFIG_FILE, configOf } from './config-file';
import { planReadme } from './sync-plan';
import type { ConfigChanges, Divergence, FolderBase, LocalProject, ProjectConfig, ServerState } from './types';

type Key = keyof ConfigChanges;
const KEYS: readonly Key[] = [...PROJECT_FIELD_NAMES, 'status'];

/** What both have in common once the folder has the README and the properties of the server. `file` is its README. */
export function baseOf(server: ServerState, file: string | null): FolderBase {
  return {
    project_id: server.project.id,
    readme: server.readme === null || file === null ? null : { server: server.readme, file },
    config: configOf(server.project),
    next_sequence: Math.max(0, ...server.logs.map(({ sequence }) => sequence)) + 1,
  };
}

/**
 * Finds what a sync would overwrite: README and keys of `shipyard.yaml` that the server changed since the base.
 * 1. What is equal is no conflict, whatever happened to it.
 * 2. What the server still has as in the base was changed in the folder alone.
 * 3. Without a base nobody knows, so a README that differs counts as changed on both sides. A new folder says its own
 *    properties, so those are no conflict then.
 */
export function findDivergences(
  project: Pick<LocalProject, 'config' | 'readme' | 'images'>,
  server: ServerState,
  base: FolderBase | null,
): Divergence[] {
  const readme = readmeSide(project, server, base);
  const sides = KEYS.map((key) => [key, keySide(key, project.config, server, base)] as const);
  const keys = sides.flatMap(([key, side]) => (side === null ? [] : [key]));
  const isBoth = sides.some(([, side]) => side === 'both');
  return [
    ...(readme === null ? [] : [{ file: README_FILE, side: readme, keys: [] } satisfies Divergence]),
    ...(keys.length === 0 ? [] : [{ file: CONFIG_FILE, side: isBoth ? 'both' : 'server', keys } satisfies Divergence]),
  ];
}

function readmeSide(
  project: Pick<LocalProject, 'readme' | 'images'>,
  server: ServerState,
  base: FolderBase | null,
): Divergence['side'] | null {
  if (server.readme === null || planReadme(project, server) === 'same') return null;
  if (base?.readme?.server === server.readme) return null;
  if (!base?.readme) return 'both';
  return planReadme(project, { ...server, readme: base.readme.server }) === 'same' ? 'server' : 'both';
}

/** The side on which a key changed. Null if nothing of the server would be lost. */
export function keySide(
  key: Key,
  config: ProjectConfig,
  { project }: Pick<ServerState, 'project'>,
  base: FolderBase | null,
): Divergence['side'] | null {
  const there = configOf(project);
  const here = config[key];
  if (here === undefined || isEqual(key, here, there[key])) return null;
  if (base === null || isEqual(key, base.config[key], there[key])) return null;
  return isEqual(key, base.config[key], here) ? 'server' : 'both';
}

const isUnset = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value that is not there equals an empty one. */
function isEqual(key: Key, one: unknown, other: unknown): boolean {
  if (isUnset(one) && isUnset(other)) return true;
  const written = (value: unknown) => (key !== 'status' && isListField(key) ? (value ?? []) : (value ?? ''));
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}
