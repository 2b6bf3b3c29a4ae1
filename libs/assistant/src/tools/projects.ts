import { type components, dataOf, type ShipyardClient } from '@shipyard/client';
import { isListField, type ListField, type ProjectFields, SYNCED_FIELDS, type TextField } from '@shipyard/contracts';
import { keyOf } from '../idempotency-key';
import { isWhole, projectFacts, PROJECT_SCHEMA, studioUrl } from '../project-facts';
import { closedObject, fieldOf, fieldsOf } from '../schemas';
import { ADDS_ONCE, type Tool } from '../tool';
import type { ToolArguments } from '../tool-arguments';

export const SLUG = {
  type: 'string',
  pattern: '^[a-z0-9-]{3,32}$',
  description: 'The slug of a project of the person, as in its URL.',
};

export const SLUG_OF_ANY = { ...SLUG, description: 'The slug of a project, as in its URL.' };

/** What a person says at once. `sync_project` sends the rest. */
const FIELDS = ['tagline', 'tags'] as const;

export const createProject: Tool = {
  name: 'create_project',
  title: 'Create a project',
  description:
    'Creates a project in a program. On stdio, an empty folder gets its files. The project is public at once unless `visibility` says otherwise; a connection that may not publish makes it private. Agree slug and visibility with the person first.',
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  moreScopes: (args) =>
    ['public', 'unlisted'].includes(args.optionalText('visibility') ?? '') ? ['projects:publish'] : [],
  inputSchema: closedObject(
    {
      ...fieldsOf('CreateProjectDto', ['program_id', 'slug', 'name']),
      ...fieldsOf('CreateProjectDto', FIELDS),
      visibility: {
        ...fieldOf('CreateProjectDto', 'visibility'),
        description:
          'public: everyone sees the project at once. unlisted: everyone who has its URL. private: only the person.',
      },
    },
    [...FIELDS, 'visibility'],
  ),
  outputSchema: closedObject({ project: PROJECT_SCHEMA, studio_url: { type: 'string' } }),
  run: async ({ client, site, folder }, args) => {
    const visibility = visibilityOf(args);
    const body = {
      program_id: args.text('program_id'),
      slug: args.text('slug'),
      name: args.text('name'),
      ...sentFields(args, FIELDS),
      ...(visibility && { visibility }),
    };
    const headers = await keyOf('create_project', [body]);
    const { project } = await dataOf(client.POST('/api/v1/projects', { body, headers }));
    const studio = studioUrl(site, project.slug);
    return {
      data: { project: projectFacts(project), studio_url: studio },
      told: [
        `Created. ${isWhole(project) ? SEEN[project.visibility] : SEEN.unknown} The person can change that at ${studio}.`,
        ...(folder !== null && isWhole(project) ? [await folder.start(project)] : []),
        'Write its README with update_readme next.',
      ].join(' '),
    };
  },
};

const SEEN = {
  public: 'The project is public: everyone can see it at once, also while it is empty.',
  unlisted: 'The project is unlisted: everyone who has its URL can see it.',
  private: 'The project is private: only the person can see it.',
  unknown: 'This connection may not read projects, so it does not know who sees the project.',
};

function visibilityOf(args: ToolArguments): 'public' | 'unlisted' | 'private' | undefined {
  const visibility = args.optionalText('visibility');
  return visibility === 'public' || visibility === 'unlisted' || visibility === 'private' ? visibility : undefined;
}

/** The fields of a project among the arguments, as they were sent. */
export function sentFields(
  args: ToolArguments,
  fields: readonly (TextField | ListField)[],
): Partial<Pick<ProjectFields, TextField | ListField>> {
  const sent: ReturnType<typeof sentFields> = {};
  for (const field of fields) {
    if (!args.has(field)) continue;
    if (isListField(field)) sent[field] = args.texts(field);
    else sent[field] = args.text(field);
  }
  return sent;
}

/** The properties that sync_project and diff_project take. */
export function sentProperties(args: ToolArguments) {
  const status = statusOf(args);
  return { ...sentFields(args, SYNCED_FIELDS), ...(status && { project_status: status }) };
}

function statusOf(args: ToolArguments): 'in_progress' | 'completed' | null {
  const status = args.optionalText('project_status');
  return status === 'in_progress' || status === 'completed' ? status : null;
}

/** What would change, by the keys of `shipyard.yaml`. */
export function changedFields(
  sent: ReturnType<typeof sentProperties>,
  project: components['schemas']['ProjectStatusView']['project'],
): Record<string, unknown> {
  const there: Readonly<Record<string, unknown>> = { ...project };
  const changed = Object.entries(sent).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(there[field]),
  );
  return Object.fromEntries(changed.map(([field, value]) => [field === 'project_status' ? 'status' : field, value]));
}

export const readStatus = (client: ShipyardClient, slug: string) =>
  dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
