import { NEW_LOGS_MAX, pickFields, PROJECT_FIELD_NAMES, SYNC_LIMIT_BYTES, SYNCED_FIELDS } from '@shipyard/contracts';
import { parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { addressOfPath, readServerText, replaceImages, sameText } from './image-texts';
import { wholeTextOf } from './images-beside';
import { createdAt } from './log-file';
import { LOG_RULES, README_RULES } from './project-documents';
import { ServerImages } from './server-images';
import {
  type ConfigChanges,
  isWritten,
  type LocalLog,
  type LocalProject,
  type LogConflict,
  type ServerLog,
  type ServerState,
  type SyncBody,
  type SyncPlan,
  type SyncRequests,
} from './types';

/** Leaves room for the config beside README and logs. */
const BODY_BYTES = SYNC_LIMIT_BYTES - 256 * 1024;

/**
 * Plans a sync:
 * 1. Find which files of the folder the server has, by the bytes of images.
 * 2. Compare each log that the server has. A difference is a conflict, because a log is never sent again.
 * 3. Compare README and config. Plan the logs that the server has not, and the images that all of these need.
 */
export function planSync(project: LocalProject, server: ServerState): SyncPlan {
  const known = new ServerImages(server, project.images);
  const sent = new Map(server.logs.map((log) => [log.sequence, log]));
  const newLogs = project.logs.filter(({ sequence }) => !sent.has(sequence));
  const readme = planReadme(project, server, known);
  const named = [
    ...(readme === 'same' ? [] : (project.readme?.images ?? [])),
    ...newLogs.flatMap(({ images }) => images),
  ];
  const paths = new Set(named.flatMap(({ path }) => path ?? []));
  return {
    readme,
    config: planConfig(project, server),
    logs: newLogs.map(({ sequence }) => sequence),
    images: [...paths].filter((path) => known.fileIdOf(path) === null),
    conflicts: project.logs.flatMap((log) => conflictOf(log, sent.get(log.sequence), known, server) ?? []),
  };
}

export function isEmptyPlan({ readme, config, logs, images, conflicts }: SyncPlan): boolean {
  const parts = [Object.keys(config), logs, images, conflicts];
  return readme === 'same' && parts.every(({ length }) => length === 0);
}

/** The program and the slug of a project never change. */
export function namesOtherProject({ config }: LocalProject, { project }: ServerState): boolean {
  return config.program !== project.program_id || config.slug !== project.slug;
}

/** The requests of a plan without conflicts. `uploaded` has the file ids of the plan's images, by path. */
export function syncRequests(
  project: LocalProject,
  server: ServerState,
  plan: SyncPlan,
  uploaded: ReadonlyMap<string, string>,
): SyncRequests {
  const known = new ServerImages(server, project.images);
  const fileIdOf = (path: string) => {
    const fileId = uploaded.get(path) ?? known.fileIdOf(path);
    if (fileId === null) throw new Error(`The image ${path} was not uploaded`);
    return fileId;
  };
  const withFileIds = (text: Parameters<typeof replaceImages>[0]) =>
    replaceImages(text, ({ path }) => (path === null ? null : fileIdOf(path)));
  const config = configToSend(project, plan);
  const first: SyncBody = { project_id: server.project.id };
  if (Object.keys(config).length > 0) first.config = config;
  if (plan.readme !== 'same' && project.readme) first.readme_markdown = withFileIds(project.readme);
  const planned = new Set(plan.logs);
  const logs = project.logs
    .filter(({ sequence }) => planned.has(sequence))
    .map((log) => ({
      sequence: log.sequence,
      title: log.title,
      content_md: withFileIds(log),
      ...(log.date !== null && { created_at: createdAt(log.date) }),
    }));
  const bodies = inBodies(first, logs);
  return { bodies: bodies.filter((body) => Object.keys(body).length > 1), patch: patchToSend(project, plan) };
}

export function planReadme(
  { readme, images }: Pick<LocalProject, 'readme' | 'images'>,
  server: ServerState,
  known = new ServerImages(server, images),
): SyncPlan['readme'] {
  if (!readme) return 'same';
  if (server.readme === null) return 'create';
  const there = readServerText(server.readme, README_RULES);
  return sameText(readme, there, (local, image) => known.isSame(local, image)) ? 'same' : 'update';
}

function planConfig({ config }: LocalProject, { project }: ServerState): ConfigChanges {
  const differs = (wanted: unknown, there: unknown) =>
    wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(there);
  const changed = PROJECT_FIELD_NAMES.filter((field) => differs(config[field], project[field]));
  return {
    ...pickFields(config, changed),
    ...(differs(config.status, project.project_status) && { status: config.status }),
  };
}

function conflictOf(
  log: LocalLog,
  sent: ServerLog | undefined,
  known: ServerImages,
  server: ServerState,
): LogConflict | null {
  // Without its text there is nothing to compare.
  if (sent === undefined || !isWritten(sent)) return null;
  const there = readServerText(sent.content_md, LOG_RULES);
  const differs: LogConflict['differs'] = [];
  if (log.title !== sent.title) differs.push('title');
  const isAs = (text: typeof there) => sameText(log, text, (local, image) => known.isSame(local, image));
  // A pulled log shows the images that were sent beside its text.
  if (!isAs(there) && !isAs(readServerText(wholeTextOf(sent, server), LOG_RULES))) differs.push('text');
  if (differs.length === 0) return null;
  const markdown = replaceImages(there, ({ fileId }) => {
    const path = fileId === null ? null : known.pathOf(fileId);
    return path === null ? null : addressOfPath(path, LOG_RULES);
  });
  const { sequence, file, title, firstLine } = log;
  return {
    sequence,
    file,
    differs,
    local: { title, markdown: log.markdown, firstLine },
    server: { title: sent.title, markdown },
  };
}

/** What front matter would change although the config says otherwise is sent again with the README. */
function wantedAgain({ config, readme }: LocalProject, plan: SyncPlan): ConfigChanges {
  const yaml = plan.readme === 'same' || !readme ? null : splitFrontMatter(readme.markdown).yaml;
  if (yaml === null) return plan.config;
  const set = parseFrontMatter(yaml);
  const again = PROJECT_FIELD_NAMES.filter((field) => config[field] !== undefined && set[field] !== undefined);
  return { ...pickFields(config, again), ...plan.config };
}

function configToSend(project: LocalProject, plan: SyncPlan): NonNullable<SyncBody['config']> {
  const { status, ...fields } = wantedAgain(project, plan);
  const synced = pickFields(fields, SYNCED_FIELDS);
  return status === undefined ? synced : { ...synced, project_status: status };
}

function patchToSend(project: LocalProject, plan: SyncPlan): SyncRequests['patch'] {
  const { status: _, ...fields } = wantedAgain(project, plan);
  const rest = Object.entries(fields).filter(([field]) => !SYNCED_FIELDS.some((synced) => synced === field));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

/** Config and README go first, with as many logs as one request may have. */
function inBodies(first: SyncBody, logs: NonNullable<SyncBody['new_logs']>): SyncBody[] {
  const bodies = [first];
  let bytes = sizeOf(first);
  let count = 0;
  for (const log of logs) {
    const size = sizeOf(log) + 1;
    if (count === NEW_LOGS_MAX || bytes + size > BODY_BYTES) {
      bodies.push({ project_id: first.project_id });
      bytes = 0;
      count = 0;
    }
    const body = bodies[bodies.length - 1] ?? first;
    (body.new_logs ??= []).push(log);
    bytes += size;
    count += 1;
  }
  return bodies;
}

const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value));
