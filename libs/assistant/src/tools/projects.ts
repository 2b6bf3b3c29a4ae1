import { dataOf, type ShipyardClient } from '@shipyard/client';
import { isListField, type ListField, type ProjectFields, type TextField } from '@shipyard/contracts';
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

/** What a person says at once. `sync_project` sends the rest. */
const FIELDS = ['tagline', 'tags'] as const;

export const createProject = (hasFolder: boolean): Tool => ({
  name: 'create_project',
  title: 'Create a project',
  description: `Creates a project in a program. ${hasFolder ? 'If the folder has no project yet, it gets shipyard.yaml, README.md and logs/ for sync_project. ' : ''}The project is public at once unless \`visibility\` says otherwise; a connection that may not publish makes it private. Agree the slug and the visibility with the person first: the slug is part of the URL, and it stays taken even after a deletion.`,
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  moreScopes: (args) =>
    ['public', 'unlisted'].includes(args.optionalText('visibility') ?? '') ? ['projects:publish'] : [],
  inputSchema: closedObject(
    {
      ...fieldsOf('CreateProjectDto', ['program_id', 'slug']),
      title: {
        ...fieldOf('CreateProjectDto', 'name'),
        description: 'The name of the project, 1-80 characters. Answers, files and front matter call it `name`.',
      },
      ...fieldsOf('CreateProjectDto', FIELDS),
      visibility: {
        ...fieldOf('CreateProjectDto', 'visibility'),
        description:
          'public: everyone sees the project at once. unlisted: everyone who has its URL. private: only the person. The person can change it in the studio.',
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
      name: args.text('title'),
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
});

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

export const readStatus = (client: ShipyardClient, slug: string) =>
  dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
