import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  baseOf,
  CONFIG_FILE,
  type ConfigChanges,
  configOf,
  type Divergence,
  findDivergences,
  type FolderBase,
  keySide,
  LOGS_FOLDER,
  mergeTexts,
  planPull,
  type ProjectConfig,
  README_FILE,
  README_RULES,
  readProjectFiles,
  readServerText,
  sequenceOfLogFile,
  type ServerState,
  withConfigValues,
} from '@shipyard/project-folder';
import type { CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { readBase, replaceFile, writeBase } from './base-file';
import { committedBase } from './committed-base';
import { downloadImages } from './image-download';
import { imageHashes } from './image-hashes';
import { listLogs } from './local-logs';
import { readProjectConfig } from './project-config';
import { PulledFolder } from './pulled-folder';
import { readServerState } from './server-state';
import { StagedFiles } from './staged-files';

export interface PulledInPlace {
  server: ServerState;
  /** Which files were written. */
  written: string[];
  /** What both sides changed: left as it is, or, in a merge, with conflict marks. */
  left: Divergence[];
}

interface Standing {
  folder: string;
  server: ServerState;
  base: FolderBase | null;
  config: ProjectConfig;
  /** Null without a README. */
  readme: string | null;
  images: ReadonlyMap<string, string>;
  divergences: readonly Divergence[];
}

/**
 * Brings what the server has and the folder has not:
 * 1. Find what the server changed since they last met.
 * 2. Fetch the images that are missing, beside the project. If the connection breaks, the folder is as it was.
 * 3. Write these, the logs that are missing, and README and properties that only the server changed.
 * 4. What both changed stays as it is, or is merged. Nothing else that is in the folder is touched.
 * 5. Keep what both have in common now.
 */
export async function pullInPlace(
  folder: string,
  connection: Connection,
  context: CommandContext,
  { merges }: { merges: boolean },
): Promise<PulledInPlace> {
  const standing = await standingOf(folder, connection, context);
  const { server } = standing;
  const plan = await planMissing(standing, merges);
  const target = PulledFolder.inPlace(folder);
  const images = new StagedFiles(folder);
  try {
    await downloadImages(plan.images, connection, context, (file, bytes) => images.stage(file, bytes));
    await images.move((file, bytes) => target.write(file, bytes));
  } finally {
    await images.remove();
  }
  for (const [file, text] of plan.logs) await target.write(file, text);
  const readme = readmeAfter(standing, plan.readme, merges, context);
  if (readme.text !== null) await replaceFile(folder, README_FILE, readme.text);
  const config = await configAfter(standing, merges, context);
  if (config.text !== null) await replaceFile(folder, CONFIG_FILE, config.text);
  const left = [...readme.left, ...config.left];
  const base = baseAfter(standing, plan.readme, merges);
  if (base !== null) await writeBase(folder, base);
  const files = [...(readme.text === null ? [] : [README_FILE]), ...(config.text === null ? [] : [CONFIG_FILE])];
  const shown = plan.images.flatMap(({ paths }) => paths);
  return { server, written: [...files, ...plan.logs.map(([file]) => file), ...shown], left };
}

async function standingOf(folder: string, connection: Connection, context: CommandContext): Promise<Standing> {
  const config = await readProjectConfig({ ...context, cwd: folder });
  const files = await readProjectFiles(folder);
  const server = await readServerState(connection, config.slug);
  const images = imageHashes(files);
  const bytes = files.get(README_FILE);
  const readme = bytes === undefined ? null : Buffer.from(bytes).toString().replaceAll('\r\n', '\n');
  const local = {
    config,
    images,
    readme: readme === null ? null : { markdown: readme, images: [...readServerText(readme, README_RULES).images] },
  };
  const kept = await readBase(folder, server.project.id);
  const base =
    kept ?? (findDivergences(local, server, null).length > 0 ? await committedBase(folder, local, server) : null);
  return { folder, server, base, config, readme, images, divergences: findDivergences(local, server, base) };
}

/** The texts that come down, with the images that they show and that the folder has not. */
async function planMissing({ folder, server, readme, images, divergences }: Standing, merges: boolean) {
  const taken = new Set((await listLogs(folder)).map(({ sequence }) => sequence));
  const side = divergences.find(({ file }) => file === README_FILE)?.side;
  const needsReadme = readme === null || side === 'server' || (merges && side === 'both');
  const logs = server.logs.filter(({ sequence }) => !taken.has(sequence));
  const plan = planPull({ ...server, logs, readme: needsReadme ? server.readme : null }, images);
  return {
    readme: plan.texts.get(README_FILE) ?? null,
    logs: [...plan.texts].filter(([file]) => sequenceOfLogFile(file) !== null && file.startsWith(`${LOGS_FOLDER}/`)),
    images: plan.images,
  };
}

interface FileAfter {
  /** Null if the file stays as it is. */
  text: string | null;
  left: Divergence[];
}

function readmeAfter(
  { readme, base, divergences }: Standing,
  there: string | null,
  merges: boolean,
  { words }: CommandContext,
): FileAfter {
  const found = divergences.find(({ file }) => file === README_FILE);
  if (readme === null || found?.side === 'server') return { text: there, left: [] };
  if (!found) return { text: null, left: [] };
  if (!merges || there === null) return { text: null, left: [found] };
  const merged = mergeTexts(readme, base?.readme?.file ?? null, there, words.merge.labels);
  return { text: merged.text, left: merged.conflicts > 0 ? [found] : [] };
}

async function configAfter(standing: Standing, merges: boolean, { words }: CommandContext): Promise<FileAfter> {
  const { folder, server, base, config, divergences } = standing;
  const found = divergences.find(({ file }) => file === CONFIG_FILE);
  if (!found) return { text: null, left: [] };
  const text = await readFile(path.join(folder, CONFIG_FILE), 'utf8');
  const mine = found.keys.filter((key) => keySide(key, config, server, base) === 'server');
  const both = found.keys.filter((key) => !mine.includes(key));
  const there = configOf(server.project);
  const pulled = withConfigValues(text, valuesOf(there, mine));
  if (both.length === 0) return { text: pulled, left: [] };
  const left: Divergence[] = [{ ...found, keys: both }];
  if (!merges) return { text: mine.length > 0 ? pulled : null, left };
  const before = withConfigValues(pulled, base === null ? valuesOf(undefined, both) : valuesOf(base.config, both));
  const merged = mergeTexts(pulled, before, withConfigValues(pulled, valuesOf(there, both)), words.merge.labels);
  return { text: merged.text, left: merged.conflicts > 0 ? left : [] };
}

const valuesOf = (config: ProjectConfig | undefined, keys: readonly (keyof ConfigChanges)[]): ConfigChanges =>
  Object.fromEntries(keys.map((key) => [key, config?.[key]]));

/** What stays different keeps its old base, so that a merge still knows it. Null where nothing is known. */
function baseAfter(standing: Standing, there: string | null, merges: boolean): FolderBase | null {
  const { server, base, readme, divergences } = standing;
  const isOpen = (file: string) => !merges && divergences.some((each) => each.file === file && each.side === 'both');
  if (base === null && (isOpen(README_FILE) || isOpen(CONFIG_FILE))) return null;
  // An own change alone leaves the base as it was, and the README of the server is still that of the base.
  const isUnchanged = base?.readme != null && base.readme.server === server.readme;
  const common = baseOf(server, there ?? (isUnchanged ? (base.readme?.file ?? null) : readme));
  return {
    ...common,
    readme: isOpen(README_FILE) ? (base?.readme ?? null) : common.readme,
    config: isOpen(CONFIG_FILE) ? (base?.config ?? common.config) : common.config,
  };
}
