import { createHash } from 'node:crypto';
import { dataOf, type components, ShipyardError } from '@shipyard/client';
import { partName } from '@shipyard/markdown';
import {
  type LocalProject,
  namesOtherProject,
  planSync,
  readProject,
  readProjectFiles,
  type ServerState,
  type SyncPlan,
  syncRequests,
} from '@shipyard/project-folder';
import type { Connection } from '../connection/connect';
import { CliFailure, EXIT } from '../failure';
import { findingIn } from '../words/finding';
import type { Words } from '../words/words';
import { fewAtOnce } from './at-once';
import { readServerState } from './server-state';
import { SyncConflict } from './sync-conflict';

/** Where a sync tells how far it is. */
export interface SyncReporter {
  step: (line: string) => void;
  uploaded: (done: number, total: number) => void;
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
}

export interface PreparedSync {
  files: ReadonlyMap<string, Uint8Array>;
  local: LocalProject;
  server: ServerState;
  plan: SyncPlan;
}

type Client = Pick<Connection, 'client'>;

/** Compares a folder with the server. Throws if the folder breaks a rule, or if a sent log differs. */
export async function prepareSync(
  folder: string,
  connection: Client,
  reporter: SyncReporter,
  words: Words,
): Promise<PreparedSync> {
  reporter.step(words.sync.checking);
  const files = await readProjectFiles(folder);
  const { project: local, errors, warnings } = readProject(files, new Date());
  if (local === null)
    throw new CliFailure({
      exit: EXIT.validation,
      error: errors[0]?.code ?? 'VALIDATION_FAILED',
      message: `${words.check.failed(errors.length)} ${errors[0] ? `${errors[0].file}: ${findingIn(words, errors[0].message)}` : ''}`,
      hint: words.check.failedHint,
      details: { errors, warnings },
    });
  reporter.step(words.sync.comparing);
  const server = await readServerState(connection, local.config.slug);
  if (namesOtherProject(local, server))
    throw new CliFailure({
      exit: EXIT.validation,
      error: 'VALIDATION_FAILED',
      message: words.sync.otherProgram(local.config.program, server.project.program_id),
      hint: words.sync.otherProgramHint,
      details: { fields: [{ field: 'program', message: server.project.program_id }] },
    });
  const plan = planSync(local, server);
  if (plan.conflicts.length > 0) throw new SyncConflict(plan.conflicts, server.logs, words);
  return { files, local, server, plan };
}

/**
 * Sends a folder:
 * 1. Upload the images that the server has not. The same bytes are the same image, so a repeated upload adds nothing.
 * 2. Send README, properties and logs. One request is one transaction; more than one is needed only past its limits.
 * 3. If another folder took a sequence meanwhile, compare again: a log with the same text counts as sent.
 */
export async function sync(folder: string, connection: Client, reporter: SyncReporter, words: Words): Promise<Synced> {
  try {
    return await sendOnce(folder, connection, reporter, words);
  } catch (error) {
    if (!(error instanceof ShipyardError) || error.error !== 'LOG_SEQUENCE_EXISTS') throw error;
    return sendOnce(folder, connection, reporter, words);
  }
}

async function sendOnce(folder: string, connection: Client, reporter: SyncReporter, words: Words): Promise<Synced> {
  const prepared = await prepareSync(folder, connection, reporter, words);
  const { local, server, plan } = prepared;
  const uploaded = await uploadImages(prepared, connection, reporter);
  const { bodies, patch } = syncRequests(local, server, plan, uploaded);
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
  return {
    outcome: { project: status.project, ...outcome, next_sequence: status.next_sequence },
    isChanged: bodies.length > 0 || patch !== null,
  };
}

/** Returns the file ids by path. Files with the same bytes are sent once. */
async function uploadImages(
  { files, server, plan }: PreparedSync,
  { client }: Client,
  reporter: SyncReporter,
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
      client.POST('/api/v1/assets/upload', { body: { project_id: server.project.id }, bodySerializer: () => form }),
    );
    for (const path of paths) fileIds.set(path, file_id);
    reporter.uploaded(++done, byHash.size);
  });
  return fileIds;
}

/** Names may be decomposed on disk, and are composed in the plan. */
function bytesOf(files: PreparedSync['files'], path: string): Uint8Array {
  const found = files.get(path) ?? [...files].find(([name]) => name.normalize('NFC') === path)?.[1];
  if (found === undefined) throw new Error(`${path} is gone`);
  return found;
}
