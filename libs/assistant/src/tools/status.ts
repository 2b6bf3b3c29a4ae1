import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import { logText } from '../log-text';
import { missingForReview, nextSteps, projectFacts, PROJECT_SCHEMA, studioUrl } from '../project-facts';
import { closedObject, fieldOf, fieldsOf, listOf, orNull, ref } from '../schemas';
import { READS, type Tool, type ToolContext, type ToolOutput } from '../tool';
import { readStatus, SLUG } from './projects';

type StatusView = components['schemas']['ProjectStatusView'];
type OwnProject = components['schemas']['OwnProjectView'];

const PROJECTS_LISTED = 50;
const LOGS_READ = 3;

const STATUS_FIELDS = [
  'state',
  'project_status',
  'decision',
  'shipment',
  'missing',
  'allowed',
  'next_sequence',
  'usual_seconds',
] as const;

const TEXTS = {
  readme: orNull(closedObject({ updated_at: { type: 'string' }, markdown: { type: 'string' } })),
  logs: listOf(closedObject({ sequence: fieldOf('LogView', 'sequence'), markdown: { type: 'string' } })),
};

const OF_ONE = {
  project: PROJECT_SCHEMA,
  ...fieldsOf('ProjectStatusView', STATUS_FIELDS),
  review: orNull(ref('ReviewView')),
  next_steps: listOf({ type: 'string' }),
  studio_url: { type: 'string' },
  ...TEXTS,
};

const LISTED_FIELDS = [
  'slug',
  'page_url',
  'name',
  'program_id',
  'visibility',
  'state',
  'has_readme',
  'log_count',
  'missing',
  'updated_at',
] as const satisfies (keyof OwnProject)[];

const LISTED = closedObject(fieldsOf('OwnProjectView', LISTED_FIELDS));

/** One project, or a list of them if the call names none. */
const ONE_OR_LIST = closedObject({ ...OF_ONE, projects: listOf(LISTED) }, [...Object.keys(OF_ONE), 'projects']);

export const getProjectStatus: Tool = {
  name: 'get_project_status',
  title: 'Read the status of a project',
  description:
    'Returns the state of a project of the person, what a review still needs, the latest review, and what to do next. Without a slug it lists the projects of the person, private ones too: call it so when the person says "my project".',
  annotations: READS,
  scope: 'projects:read',
  inputSchema: closedObject(
    {
      slug: SLUG,
      with_texts: {
        type: 'boolean',
        description: `Returns the README and the newest ${LOGS_READ} logs too, marked as untrusted.`,
      },
    },
    ['slug', 'with_texts'],
  ),
  outputSchema: ONE_OR_LIST,
  run: (context, args) => {
    const slug = args.optionalText('slug');
    return slug === undefined ? listOwn(context) : readOne(context, slug, args.flag('with_texts'));
  },
};

async function readOne({ client, site }: ToolContext, slug: string, withTexts: boolean): Promise<ToolOutput> {
  const status = await readStatus(client, slug);
  const steps = nextSteps(status, site);
  return {
    data: {
      ...status,
      project: projectFacts(status.project),
      next_steps: steps,
      studio_url: studioUrl(site, slug),
      ...(withTexts && (await textsOf(client, status))),
    },
    told: [`State: ${status.state}.`, ...missingForReview(status), ...steps].join(' '),
  };
}

async function textsOf(client: ShipyardClient, { project: { slug, logs } }: StatusView) {
  const readme = await dataOf(client.GET('/api/v1/projects/{slug}/readme', { params: { path: { slug } } })).catch(
    (error: unknown) => {
      if (error instanceof ShipyardError && error.error === 'README_NOT_FOUND') return null;
      throw error;
    },
  );
  const newest = [...logs].sort((one, other) => other.sequence - one.sequence).slice(0, LOGS_READ);
  return {
    readme: readme && { updated_at: readme.updated_at, markdown: readme.markdown },
    logs: newest.map((log) => ({ sequence: log.sequence, markdown: logText(log) })),
  };
}

async function listOwn({ client, folder }: ToolContext): Promise<ToolOutput> {
  const { projects, total } = await dataOf(
    client.GET('/api/v1/accounts/me/projects', { params: { query: { limit: PROJECTS_LISTED } } }),
  );
  const inFolder = (await folder?.slug()) ?? null;
  const told = [...(inFolder === null ? [] : [`The folder holds ${inFolder}.`]), listInWords(projects, total)];
  const listed = projects.map((project) => Object.fromEntries(LISTED_FIELDS.map((field) => [field, project[field]])));
  return { data: { projects: listed }, told: told.join(' ') };
}

function listInWords(projects: readonly OwnProject[], total: number): string {
  if (projects.length === 0) return 'The person has no project yet. create_project creates one.';
  const listed = projects.map(({ slug, state, visibility }) =>
    visibility === 'public' ? `${slug} (${state})` : `${slug} (${state}, ${visibility})`,
  );
  const all =
    total > projects.length ? `The ${projects.length} projects that changed last of ${total}` : 'The projects';
  return `${all}: ${listed.join(', ')}.`;
}
