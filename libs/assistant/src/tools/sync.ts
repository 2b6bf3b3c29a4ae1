import { dataOf } from '@shipyard/client';
import { SYNCED_FIELDS, type SyncedField } from '@shipyard/contracts';
import { freshKey } from '../idempotency-key';
import { projectFacts, PROJECT_SCHEMA } from '../project-facts';
import { closedObject, fieldOf, fieldsOf, listOf, type ObjectSchema } from '../schemas';
import { REPLACES, type Tool, type ToolContext, type ToolOutput } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { FOLDER_PATH } from './check';
import { readStatus, sentFields, SLUG } from './projects';
import { IMAGES, LOG_IN_ARGUMENTS, README_IN_ARGUMENTS } from './texts';

/** A tool calls the name of a project its title. */
const FIELDS = SYNCED_FIELDS.filter((field): field is Exclude<SyncedField, 'name'> => field !== 'name');

const FROM_FOLDER = closedObject(
  {
    ...FOLDER_PATH,
    dry_run: { type: 'boolean', description: 'Returns the plan, and sends nothing.' },
  },
  ['path', 'dry_run'],
);

const FROM_ARGUMENTS = closedObject(
  {
    slug: SLUG,
    title: { ...fieldOf('SyncConfigDto', 'name'), description: 'A new name of the project, 1-80 characters.' },
    ...fieldsOf('SyncConfigDto', [...FIELDS, 'project_status']),
    markdown: README_IN_ARGUMENTS,
    logs: { ...listOf(LOG_IN_ARGUMENTS), maxItems: 200, description: 'New logs. One that the service has is refused.' },
  },
  ['title', ...FIELDS, 'project_status', 'markdown', 'logs'],
);

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

export const syncProject = (hasFolder: boolean): Tool => ({
  name: 'sync_project',
  title: 'Send a project',
  description: hasFolder
    ? 'Sends the folder of a project: its properties, README, images, and the logs that the service has not got. Run it with dry_run first, and show the plan to the person.'
    : `Sends properties, README and new logs of a project in one step: all of it is applied, or nothing. The README is replaced. It takes texts only. With images, first call upload_image for each, then write its file_id in the README or log, then call this. ${IMAGES}`,
  annotations: REPLACES,
  scope: 'projects:write',
  inputSchema: hasFolder ? FROM_FOLDER : FROM_ARGUMENTS,
  outputSchema: hasFolder ? OUTCOME_OR_PLAN : closedObject(OUTCOME),
  run: (context, args) => (context.folder === null ? syncArguments(context, args) : syncFolder(context.folder, args)),
});

async function syncFolder(folder: NonNullable<ToolContext['folder']>, args: ToolArguments): Promise<ToolOutput> {
  const outcome = await folder.sync(args.optionalText('path') ?? '.', { dryRun: args.flag('dry_run') });
  if ('plan' in outcome) return { data: { plan: outcome.plan }, told: 'This is the plan. Nothing was sent.' };
  return { data: { ...outcome, project: projectFacts(outcome.project) }, told: 'The folder is sent.' };
}

async function syncArguments({ client }: ToolContext, args: ToolArguments): Promise<ToolOutput> {
  const { project } = await readStatus(client, args.text('slug'));
  const name = args.optionalText('title');
  const status = statusOf(args);
  const config = {
    ...(name !== undefined && { name }),
    ...sentFields(args, FIELDS),
    ...(status && { project_status: status }),
  };
  const readme = args.optionalText('markdown');
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

function statusOf(args: ToolArguments): 'in_progress' | 'completed' | null {
  const status = args.optionalText('project_status');
  return status === 'in_progress' || status === 'completed' ? status : null;
}
