import { createHash } from 'node:crypto';
import { dataOf, type components, ShipyardError } from '@shipyard/client';
import { partName } from '@shipyard/markdown';
import {
  baseOf,
  findDivergences,
  type FolderBase,
  type LocalProject,
  planSync,
  readProject,
  readProjectFiles,
  type ServerState,
  type SyncBody,
  type SyncPlan,
  syncRequests,
} from '@shipyard/project-folder';
import type { Connection } from '../connection/connect';
import { CliFailure, EXIT, exitCodeOf } from '../failure';
import { findingIn } from '../words/finding';
import type { Words } from '../words/words';
import { fewAtOnce } from './at-once';
import { readBase, writeBase } from './base-file';
import { committedBase } from './committed-base';
import { readComparedState } from './compared-state';
import { divergenceLines, FolderConflict } from './folder-conflict';
import { SyncConflict } from './sync-conflict';

/** Where a sync tells how far it is. */
export interface SyncReporter {
  step: (line: string) => void;
  uploaded: (done: number, total: number) => void;
  /** Lines about what differs, which are always shown. */
  differs?: (lines: readonly string[]) => void;
}

export interface SyncChoice {
  /** Replaces what the server changed meanwhile. */
  force?: boolean;
  /** Sends what differs if the folder has no base. An assistant writes to the server and to the folder, and is told so. */
  trustsFolder?: boolean;
}

export interface SyncOutcome {
  project: components['schemas']['ProjectView'];
  readme_updated: boolean;
  logs_added: { id: string; sequence: number }[];
  next_sequence: number;
  images_uploaded: number;
}

export interface Synced {
  outcome: SyncOutcome;
  /** Whether anything was sent. */
  isChanged: boolean;
  status: components['schemas']['ProjectStatusView'];
}

export interface PreparedSync {
  files: ReadonlyMap<string, Uint8Array>;
  local: LocalProject;
  server: ServerState;
  plan: SyncPlan;
}

type Client = Pick<Connection, 'client'>;

/**
 * Compares a folder with the server. Throws if the folder breaks a rule, if a sent log differs, or if a sync would
 * overwrite what the server changed.
 */
export async function prepareSync(
  folder: string,
  connection: Client,
  reporter: SyncReporter,
  words: Words,
  { force = false, trustsFolder = false }: SyncChoice = {},
): Promise<PreparedSync> {
  reporter.step(words.sync.checking);
  const files = await readProjectFiles(folder);
  const { project: local, errors, warnings } = readProject(files, new Date());
  if (local === null)
    throw new CliFailure({
      exit: EXIT.validation,
      error: errors[0]?.code ?? 'VALIDATION_FAILED',
      message: `${words.check.failed(errors.length)} ${errors[0] ? `${errors[0].file}: ${findingIn(words, errors[0].message)}` : ''}`,
      told: words.check.failed(errors.length),
      hint: words.check.correctHint,
      details: { errors, warnings },
    });
  reporter.step(words.sync.comparing);
  const server = await readComparedState(connection, local, words);
  const plan = planSync(local, server);
  if (plan.conflicts.length > 0) throw new SyncConflict(plan.conflicts, server.logs, words);
  const divergences = force ? [] : await findLost(folder, local, server, trustsFolder);
  if (divergences.length > 0) {
    reporter.differs?.(divergenceLines(divergences, local, server, words));
    throw new FolderConflict(divergences, server, words);
  }
  return { files, local, server, plan };
}

/**
 * Sends a folder:
 * 1. Upload the images that the server has not. The same bytes are the same image, so a repeated upload adds nothing.
 * 2. Send README, properties and logs. One request is one transaction; more than one is needed only past its limits.
 * 3. If another folder took a sequence meanwhile, compare again: a log with the same text counts as sent.
 */
export async function sync(
  folder: string,
  connection: Client,
  reporter: SyncReporter,
  words: Words,
  choice: SyncChoice = {},
): Promise<Synced> {
  const prepared = await prepareSync(folder, connection, reporter, words, choice);
  return sendPrepared(folder, prepared, connection, reporter, words, choice);
}

/** The same, for a comparison that was made already. */
export async function sendPrepared(
  folder: string,
  prepared: PreparedSync,
  connection: Client,
  reporter: SyncReporter,
  words: Words,
  choice: SyncChoice = {},
): Promise<Synced> {
  try {
    return await sendOnce(folder, prepared, connection, reporter, words, choice);
  } catch (error) {
    if (!(error instanceof ShipyardError) || !OVERTAKEN.has(error.error)) throw error;
    const again = await prepareSync(folder, connection, reporter, words, choice);
    return sendOnce(folder, again, connection, reporter, words, choice);
  }
}

/** Somebody else wrote between the comparison and the request. */
const OVERTAKEN = new Set(['LOG_SEQUENCE_EXISTS', 'README_CHANGED', 'PROPERTIES_CHANGED']);

async function findLost(folder: string, local: LocalProject, server: ServerState, trustsFolder: boolean) {
  const kept = await readBase(folder, server.project.id);
  const lost = findDivergences(local, server, kept);
  if (lost.length === 0 || kept !== null) return lost;
  if (trustsFolder) return [];
  const committed = await committedBase(folder, local, server);
  return committed === null ? lost : findDivergences(local, server, committed);
}

async function sendOnce(
  folder: string,
  prepared: PreparedSync,
  connection: Client,
  reporter: SyncReporter,
  words: Words,
  { force = false }: SyncChoice,
): Promise<Synced> {
  const { local, server, plan } = prepared;
  const uploaded = await uploadImages(prepared, connection, reporter, words);
  const { bodies, patch } = syncRequests(local, server, plan, uploaded);
  if (bodies[0] && !force) Object.assign(bodies[0], basesOf(server));
  const { client } = connection;
  const { slug } = local.config;
  const outcome: Omit<SyncOutcome, 'project' | 'next_sequence'> = {
    readme_updated: false,
    logs_added: [],
    images_uploaded: uploaded.size,
  };
  if (bodies.length > 0) reporter.step(words.sync.sending);
  for (const body of bodies) {
    const data = await dataOf(client.POST('/api/v1/projects/sync', { body }));
    outcome.readme_updated ||= data.readme_updated;
    outcome.logs_added.push(...data.logs_added);
  }
  if (patch) await dataOf(client.PATCH('/api/v1/projects/{slug}', { params: { path: { slug } }, body: patch }));
  const status = await dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
  await writeBase(folder, baseAfter(local, server, bodies, status));
  return {
    outcome: { project: status.project, ...outcome, next_sequence: status.next_sequence },
    isChanged: bodies.length > 0 || patch !== null,
    status,
  };
}

/** Every README is newer, also one that somebody is writing just now. */
const BEFORE_ALL = '1970-01-01T00:00:00.000Z';

/** What was compared with, so that the service refuses to replace something newer. */
function basesOf({ project }: ServerState): Pick<SyncBody, 'base_updated_at' | 'base_properties_updated_at'> {
  const { readme_updated_at: readme, properties_updated_at: properties } = project;
  return { base_updated_at: readme ?? BEFORE_ALL, ...(properties && { base_properties_updated_at: properties }) };
}

function baseAfter(
  { readme }: LocalProject,
  server: ServerState,
  bodies: readonly SyncBody[],
  status: { project: ServerState['project']; next_sequence: number },
): FolderBase {
  const sent = bodies.find(({ readme_markdown: markdown }) => markdown !== undefined)?.readme_markdown;
  const after = { ...server, project: status.project, readme: sent ?? server.readme };
  return { ...baseOf(after, readme?.markdown ?? null), next_sequence: status.next_sequence };
}

/** Returns the file ids by path. Files with the same bytes are sent once. */
async function uploadImages(
  { files, server, plan }: PreparedSync,
  { client }: Client,
  reporter: SyncReporter,
  words: Words,
): Promise<Map<string, string>> {
  const byHash = new Map<string, string[]>();
  for (const path of plan.images) {
    const hash = createHash('sha256').update(bytesOf(files, path)).digest('hex');
    byHash.set(hash, [...(byHash.get(hash) ?? []), path]);
  }
  const fileIds = new Map<string, string>();
  let done = 0;
  await fewAtOnce([...byHash.values()], async (paths) => {
    const [first = ''] = paths;
    const form = new FormData();
    form.set('project_id', server.project.id);
    form.set('path', partName(first));
    form.set('file', new Blob([Buffer.from(bytesOf(files, first))]), first);
    const { file_id } = await dataOf(
      client.POST('/api/v1/assets/upload', {
        body: { project_id: server.project.id, file: '' },
        bodySerializer: () => form,
      }),
    ).catch((error: unknown) => {
      throw refusedImage(error, first, words);
    });
    for (const path of paths) fileIds.set(path, file_id);
    reporter.uploaded(++done, byHash.size);
  });
  return fileIds;
}

/** The service knows the part of a request, and a person knows the file. */
function refusedImage(error: unknown, file: string, words: Words): unknown {
  if (!(error instanceof ShipyardError) || !error.error.startsWith('IMAGE_')) return error;
  const { message, details } = error;
  return new CliFailure({
    exit: exitCodeOf(error),
    error: error.error,
    message,
    told: words.everyday.refusedImage(file, message),
    details: { ...details, file },
  });
}

/** Names may be decomposed on disk, and are composed in the plan. */
function bytesOf(files: PreparedSync['files'], path: string): Uint8Array {
  const found = files.get(path) ?? [...files].find(([name]) => name.normalize('NFC') === path)?.[1];
  if (found === undefined) throw new Error(`${path} is gone`);
  return found;
}
