import { dataOf, type ShipyardClient } from '@shipyard/client';
import { ToolFailure } from '../failures';
import { freshKey } from '../idempotency-key';
import { findLog } from '../log-text';
import { projectFacts, PROJECT_SCHEMA } from '../project-facts';
import { closedObject, fieldsOf, listOf, type ObjectSchema } from '../schemas';
import { REPLACES, type Tool, type ToolContext, type ToolOutput } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { readmeStep, readmeTime } from './diff';
import { FOLDER_PATH, folderFor } from './folder-path';
import { changedFields, readStatus, sentProperties, SLUG } from './projects';
import { LOGS_IN_ARGUMENTS, PROPERTIES, README_IN_ARGUMENTS } from './texts';

const SENT = {
  slug: SLUG,
  ...PROPERTIES,
  markdown: README_IN_ARGUMENTS,
  base_updated_at: {
    type: 'string',
    description: 'As in update_readme.',
  },
  logs: LOGS_IN_ARGUMENTS,
};

const INPUT = {
  ...FOLDER_PATH,
  dry_run: { type: 'boolean', description: 'Returns the plan, and sends nothing.' },
  ...SENT,
};

const OUTCOME = {
  project: PROJECT_SCHEMA,
  ...fieldsOf('SyncAnswer', ['readme_updated', 'logs_added', 'next_sequence']),
  images_uploaded: { type: 'integer' },
};

const PLAN: ObjectSchema = closedObject({
  readme: { enum: ['create', 'update', 'same'] },
  config: { type: 'object' },
  logs: listOf({ type: 'integer' }),
  images: listOf({ type: 'string' }),
});

/** A dry run returns the plan alone. */
const OUTCOME_OR_PLAN = closedObject({ ...OUTCOME, plan: PLAN }, [...Object.keys(OUTCOME), 'plan']);

export const syncProject: Tool = {
  name: 'sync_project',
  title: 'Send a project',
  description:
    'Sends properties, README and new logs of a project in one step: all of it is applied, or nothing. The README is replaced. Without slug it sends the folder, with its images. Run it with dry_run first, and show the plan to the person.',
  annotations: REPLACES,
  scope: 'projects:write',
  inputSchema: closedObject(INPUT, Object.keys(INPUT)),
  outputSchema: OUTCOME_OR_PLAN,
  run: (context, args) => {
    const folder = folderFor(context, args);
    if (folder) return syncFolder(folder, args);
    if (!args.has('slug')) throw new ToolFailure('slug is missing. Name the project.\n(VALIDATION_FAILED)');
    return args.flag('dry_run') ? planArguments(context, args) : syncArguments(context, args);
  },
};

async function syncFolder(folder: NonNullable<ToolContext['folder']>, args: ToolArguments): Promise<ToolOutput> {
  const outcome = await folder.sync(args.optionalText('path') ?? '.', { dryRun: args.flag('dry_run') });
  if ('plan' in outcome) return { data: { plan: outcome.plan }, told: PLANNED };
  return { data: { ...outcome, project: projectFacts(outcome.project) }, told: 'The folder is sent.' };
}

async function planArguments({ client }: ToolContext, args: ToolArguments): Promise<ToolOutput> {
  const slug = args.text('slug');
  const { project, next_sequence } = await readStatus(client, slug);
  const sequences = (args.objects('logs') ?? []).map((log) => log.number('sequence'));
  const taken: number[] = [];
  for (const sequence of sequences)
    if (sequence < next_sequence && (await findLog(client, slug, sequence))) taken.push(sequence);
  if (taken.length > 0)
    throw new ToolFailure(
      `The service has these logs already: ${taken.join(', ')}. Leave them out, or take the next number from get_project_status.\n(LOG_SEQUENCE_EXISTS)`,
      'LOG_SEQUENCE_EXISTS',
    );
  const markdown = args.optionalText('markdown');
  const base = args.optionalText('base_updated_at');
  if (markdown !== undefined && base !== undefined) await refuseOldBase(client, slug, base);
  const plan = {
    readme: await readmeStep(client, slug, markdown),
    config: changedFields(sentProperties(args), project),
    logs: sequences,
    images: [],
  };
  return { data: { plan }, told: PLANNED };
}

/** A sync would be refused for it, so the plan is too. */
async function refuseOldBase(client: ShipyardClient, slug: string, base: string): Promise<void> {
  const updatedAt = await readmeTime(client, slug);
  if (updatedAt === null || Date.parse(updatedAt) <= Date.parse(base)) return;
  throw new ToolFailure(
    `The README has changed since you read it: it is from ${updatedAt}. Call read_readme, merge, and send it with the new base_updated_at.\n(README_CHANGED)`,
    'README_CHANGED',
  );
}

const PLANNED = 'This is the plan. Nothing was sent.';

async function syncArguments({ client }: ToolContext, args: ToolArguments): Promise<ToolOutput> {
  const { project } = await readStatus(client, args.text('slug'));
  const config = sentProperties(args);
  const readme = args.optionalText('markdown');
  const base = args.optionalText('base_updated_at');
  const logs = args.objects('logs')?.map((log) => ({
    sequence: log.number('sequence'),
    title: log.text('title'),
    content_md: log.text('content_md'),
  }));
  const synced = await dataOf(
    client.POST('/api/v1/projects/sync', {
      body: {
        project_id: project.id,
        ...(Object.keys(config).length > 0 && { config }),
        ...(readme !== undefined && { readme_markdown: readme }),
        ...(base !== undefined && { base_updated_at: base }),
        ...(logs && { new_logs: logs }),
      },
      headers: freshKey(),
    }),
  );
  const { readme_updated, logs_added, next_sequence } = synced;
  return {
    data: { project: projectFacts(synced.project), readme_updated, logs_added, next_sequence, images_uploaded: 0 },
    told: `Sent. README ${readme_updated ? 'updated' : 'unchanged'}, new logs: ${logs_added.length}.`,
  };
}
