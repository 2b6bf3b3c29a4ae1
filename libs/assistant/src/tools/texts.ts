import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import { SYNCED_FIELDS } from '@shipyard/contracts';
import { freshKey } from '../idempotency-key';
import { projectFacts, PROJECT_SCHEMA } from '../project-facts';
import { closedObject, fieldOf, fieldsOf, listOf } from '../schemas';
import { ADDS_ONCE, REPLACES, type Tool, type ToolOutput } from '../tool';
import { readStatus, SLUG } from './projects';

/** How a text names its images where there are no files beside it. */
export const IMAGES =
  'Name an image by its file_id (`cloud://…`, from upload_image) or by an https:// URL, which the page may show as a link. A path is refused.';

export const README_IN_ARGUMENTS = {
  type: 'string',
  minLength: 1,
  description: 'The whole README as Markdown, at most 1 MiB.',
};

export const LOG_IN_ARGUMENTS = closedObject({
  sequence: fieldOf('NewLogDto', 'sequence'),
  title: { type: 'string', minLength: 1, maxLength: 120 },
  content_md: { type: 'string', minLength: 1, description: 'The log as Markdown, at most 64 KiB.' },
});

export const LOGS_IN_ARGUMENTS = {
  ...listOf(LOG_IN_ARGUMENTS),
  maxItems: 200,
  description: 'New logs. One that the service has is refused.',
};

export const PROPERTIES = {
  ...fieldsOf('SyncConfigDto', [...SYNCED_FIELDS, 'project_status']),
  name: { ...fieldOf('SyncConfigDto', 'name'), description: 'A new name of the project, 1-80 characters.' },
};

export const updateReadme: Tool = {
  name: 'update_readme',
  title: 'Replace the README',
  description: `Replaces the README of a project with this Markdown. Front matter can set name, tagline, tags and more. ${IMAGES} Call read_readme first, and keep what the person wrote.`,
  annotations: REPLACES,
  scope: 'projects:write',
  inputSchema: closedObject(
    {
      slug: SLUG,
      markdown: README_IN_ARGUMENTS,
      base_updated_at: {
        type: 'string',
        description: 'The updated_at that read_readme returned. If the README is newer, nothing is written.',
      },
    },
    ['base_updated_at'],
  ),
  outputSchema: closedObject({ project: PROJECT_SCHEMA }),
  run: async ({ client, folder }, args) => {
    const slug = args.text('slug');
    const markdown = args.text('markdown');
    const form = new FormData();
    form.set('readme', markdown);
    form.set('keep_images', 'true');
    const base = args.optionalText('base_updated_at');
    if (base !== undefined) form.set('base_updated_at', base);
    const { project } = await dataOf(
      client.PUT('/api/v1/projects/{slug}/readme', {
        params: { path: { slug } },
        body: { readme: '' },
        bodySerializer: () => form,
        headers: freshKey(),
      }),
    );
    const kept = (await folder?.keepReadme(slug, markdown)) ?? '';
    return { data: { project: projectFacts(project) }, told: `The README is published. ${kept}`.trim() };
  },
};

export const appendLog: Tool = {
  name: 'append_log',
  title: 'Append a log',
  description: `Adds a log: what the person did, tried and learned. It gets the next number, and it cannot be changed afterwards, so show it to the person first. ${IMAGES}`,
  annotations: ADDS_ONCE,
  scope: 'projects:write',
  inputSchema: closedObject({
    slug: SLUG,
    title: LOG_IN_ARGUMENTS.properties.title ?? {},
    content_md: LOG_IN_ARGUMENTS.properties.content_md ?? {},
  }),
  outputSchema: closedObject({
    log: closedObject({ ...fieldsOf('AddedLogView', ['id', 'sequence']), title: fieldOf('LogView', 'title') }),
    project: PROJECT_SCHEMA,
  }),
  run: async ({ client, folder }, args) => {
    const slug = args.text('slug');
    const title = args.text('title').normalize('NFC').trim();
    const content_md = args.text('content_md').replaceAll(/\r\n?/g, '\n');
    const log = { title, content_md };
    const withFile = async ({ data, told }: ToolOutput, sequence: number) => {
      const kept = (await folder?.keepLog(slug, sequence, log)) ?? '';
      return { data, told: `${told} ${kept}`.trim() };
    };
    for (let left = ATTEMPTS; ; left -= 1) {
      const { project, next_sequence } = await readStatus(client, slug);
      try {
        const sequence = (await folder?.numberFor(slug, log, next_sequence)) ?? next_sequence;
        const sent = await sendLog(client, project.id, { sequence, ...log });
        const [present] = sent.logs_present ?? [];
        if (present === undefined) return await withFile(published(sent, title), sequence);
        const data = { log: { ...present, title }, project: projectFacts(sent.project) };
        const told = `Log ${present.sequence} has this title and text already. Nothing was added.`;
        return await withFile({ data, told }, present.sequence);
      } catch (error) {
        if (left === 1 || !isSequenceTaken(error)) throw error;
      }
    }
  },
};

/** Each failed attempt means that another log was added meanwhile. */
const ATTEMPTS = 8;

/**
 * Sends the log with the sequence that was free when the project was read. An assistant that got no answer sends a log
 * again, and a log cannot be taken back: the service adds no equal one.
 */
const sendLog = (client: ShipyardClient, project_id: string, log: components['schemas']['NewLogDto']) =>
  dataOf(
    client.POST('/api/v1/projects/sync', {
      body: { project_id, new_logs: [log], skip_equal_logs: true },
      headers: freshKey(),
    }),
  );

const isSequenceTaken = (error: unknown) => error instanceof ShipyardError && error.error === 'LOG_SEQUENCE_EXISTS';

function published(synced: Awaited<ReturnType<typeof sendLog>>, title: string): ToolOutput {
  const [added] = synced.logs_added;
  if (!added) throw new Error('The service answered without the log');
  return {
    data: { log: { ...added, title }, project: projectFacts(synced.project) },
    told: `Log ${added.sequence} is published.`,
  };
}
