import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import { ToolFailure } from '../failures';
import { markReview, missingForReview, nextSteps, projectFacts, PROJECT_SCHEMA, studioUrl } from '../project-facts';
import { closedObject, fieldOf, fieldsOf, listOf, orNull, ref } from '../schemas';
import { READS, type Tool, type ToolContext, type ToolOutput } from '../tool';
import { markUntrusted } from '../untrusted';
import { readStatus, SLUG } from './projects';

type StatusView = components['schemas']['ProjectStatusView'];

/** Each costs a request. */
const PROJECTS_LISTED = 10;
const LOGS_READ = 3;

const STATUS_FIELDS = ['state', 'project_status', 'shipment', 'missing', 'allowed', 'next_sequence', 'usual_seconds'];

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

const LISTED = closedObject({
  ...fieldsOf('ProjectView', ['slug', 'name', 'program_id', 'visibility', 'log_count', 'updated_at']),
  ...fieldsOf('ProjectStatusView', ['state', 'missing']),
});

/** One project, or a list of them if the call names none. */
const ONE_OR_LIST = closedObject({ ...OF_ONE, projects: listOf(LISTED) }, [...Object.keys(OF_ONE), 'projects']);

export const getProjectStatus: Tool = {
  name: 'get_project_status',
  title: 'Read the status of a project',
  description:
    'Returns the state of a project of the person, what is missing for a review, the latest review, and what to do next. Without a slug it lists the projects of the person with their states: call it so when the person says "my project". Interviews and shipping are for the person alone: then it says where.',
  annotations: READS,
  scope: 'projects:read',
  inputSchema: closedObject(
    {
      slug: SLUG,
      with_texts: {
        type: 'boolean',
        description: `Returns the README and the newest ${LOGS_READ} logs of the project too, marked as untrusted.`,
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
      review: markReview(status.review),
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
    readme: readme && {
      updated_at: readme.updated_at,
      markdown: markUntrusted(`README of ${slug}`, readme.markdown),
    },
    logs: newest.map(({ sequence, title, content_md }) => ({
      sequence,
      markdown: markUntrusted(`log ${sequence} of ${slug}`, `# ${title}\n\n${content_md}`),
    })),
  };
}

async function listOwn({ client, handle, folder }: ToolContext): Promise<ToolOutput> {
  const known = await handle();
  if (known === null)
    throw new ToolFailure('This token does not say whose projects to list. Ask the person for the slug.');
  const { creator } = await dataOf(client.GET('/api/v1/creators/{handle}', { params: { path: { handle: known } } }));
  const newest = [...creator.projects].sort((one, other) => other.updated_at.localeCompare(one.updated_at));
  const statuses = await Promise.all(newest.slice(0, PROJECTS_LISTED).map(({ slug }) => readStatus(client, slug)));
  const projects = statuses.map(({ state, missing, project }) => {
    const { slug, name, program_id, visibility, log_count, updated_at } = project;
    return { slug, name, program_id, visibility, log_count, updated_at, state, missing };
  });
  const inFolder = (await folder?.slug()) ?? null;
  const told = [
    ...(inFolder === null ? [] : [`The folder holds ${inFolder}.`]),
    listInWords(projects, creator.project_count),
    NOT_LISTED,
  ];
  return { data: { projects }, told: told.join(' ') };
}

const NOT_LISTED = 'Unlisted and private projects are not in this list: ask the person for the slug.';

function listInWords(projects: readonly { slug: string; state: string }[], count: number): string {
  if (projects.length === 0) return 'The person has no public project yet.';
  const listed = projects.map(({ slug, state }) => `${slug} (${state})`).join(', ');
  const all = count > projects.length ? `The ${projects.length} that changed last of ${count}` : 'The public projects';
  return `${all}: ${listed}.`;
}
