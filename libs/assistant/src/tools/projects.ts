import { dataOf, type ShipyardClient } from '@shipyard/client';
import { keyOf } from '../idempotency-key';
import { markReview, nextSteps, projectFacts, PROJECT_SCHEMA, studioUrl } from '../project-facts';
import { closedObject, fieldOf, fieldsOf, listOf, orNull, ref } from '../schemas';
import { ADDS_ONCE, READS, type Tool } from '../tool';

export const SLUG = {
  type: 'string',
  pattern: '^[a-z0-9-]{3,32}$',
  description: 'The slug of a project of the person, as in its URL.',
};

const PROPERTIES = ['tagline', 'tags'];

export const createProject: Tool = {
  name: 'create_project',
  title: 'Create a project',
  description:
    'Creates a project in a program. Agree the slug with the person first: it is part of the URL, and it stays taken even after a deletion.',
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  inputSchema: closedObject(
    {
      ...fieldsOf('CreateProjectDto', ['program_id', 'slug']),
      title: { ...fieldOf('CreateProjectDto', 'name'), description: 'The name of the project, 1-80 characters.' },
      ...fieldsOf('CreateProjectDto', PROPERTIES),
    },
    PROPERTIES,
  ),
  outputSchema: closedObject({ project: PROJECT_SCHEMA, studio_url: { type: 'string' } }),
  run: async ({ client, site }, args) => {
    const body = {
      program_id: args.text('program_id'),
      slug: args.text('slug'),
      name: args.text('title'),
      tagline: args.optionalText('tagline') ?? '',
      tags: args.texts('tags') ?? [],
    };
    const headers = await keyOf('create_project', [body]);
    const { project } = await dataOf(client.POST('/api/v1/projects', { body, headers }));
    const studio = studioUrl(site, project.slug);
    return {
      data: { project: projectFacts(project), studio_url: studio },
      told: `Created. Write its README with update_readme next. The person finds it at ${studio}.`,
    };
  },
};

export const readStatus = (client: ShipyardClient, slug: string) =>
  dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));

const STATUS_FIELDS = ['state', 'project_status', 'shipment', 'missing', 'allowed', 'next_sequence', 'usual_seconds'];

export const getProjectStatus: Tool = {
  name: 'get_project_status',
  title: 'Read the status of a project',
  description:
    'Returns the state of a project of the person, what is missing for a review, the latest review, and what to do next. Interviews and shipping are for the person alone: then it says where.',
  annotations: READS,
  scope: 'projects:read',
  inputSchema: closedObject({ slug: SLUG }),
  outputSchema: closedObject({
    project: PROJECT_SCHEMA,
    ...fieldsOf('ProjectStatusView', STATUS_FIELDS),
    review: orNull(ref('ReviewView')),
    next_steps: listOf({ type: 'string' }),
    studio_url: { type: 'string' },
  }),
  run: async ({ client, site }, args) => {
    const status = await readStatus(client, args.text('slug'));
    const steps = nextSteps(status, site);
    return {
      data: {
        ...status,
        project: projectFacts(status.project),
        review: markReview(status.review),
        next_steps: steps,
        studio_url: studioUrl(site, status.project.slug),
      },
      told: [`State: ${status.state}.`, ...steps].join(' '),
    };
  },
};
