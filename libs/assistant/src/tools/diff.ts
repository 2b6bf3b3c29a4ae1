import { dataOf, ShipyardError, type ShipyardClient } from '@shipyard/client';
import { ToolFailure } from '../failures';
import { findLog } from '../log-text';
import type { ComparedProject, TextPair } from '../project-folder';
import { closedObject, listOf, orNull, withoutDescriptions } from '../schemas';
import { diffLines } from '../text-diff';
import { READS, type Tool } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { folderFor, FOLDER_PATH } from './folder-path';
import { changedFields, readStatus, sentProperties, SLUG } from './projects';
import { LOGS_IN_ARGUMENTS, PROPERTIES, README_IN_ARGUMENTS } from './texts';

const STATE = { enum: ['same', 'new', 'changed', 'only_there'] };
const COMPARED = { state: STATE, diff: { type: 'string' } };

export const diffProject: Tool = {
  name: 'diff_project',
  title: 'Compare a project',
  description:
    'Says what differs between texts of the person and the service, line by line: `+` is here, `-` is on the service. Nothing is sent. It takes the arguments of sync_project: without slug it compares the folder.',
  annotations: READS,
  scope: 'projects:read',
  inputSchema: closedObject(
    withoutDescriptions({
      ...{ ...FOLDER_PATH, slug: SLUG },
      ...{ ...PROPERTIES, markdown: README_IN_ARGUMENTS, logs: LOGS_IN_ARGUMENTS },
    }),
    ['path', 'slug', ...Object.keys(PROPERTIES), 'markdown', 'logs'],
  ),
  outputSchema: closedObject({
    slug: SLUG,
    readme: orNull(closedObject(COMPARED)),
    config: { type: 'object' },
    logs: listOf(closedObject({ sequence: { type: 'integer' }, ...COMPARED })),
  }),
  run: async (context, args) => {
    const folder = folderFor(context, args);
    if (!folder && !args.has('slug')) throw new ToolFailure('slug is missing. Name the project.\n(VALIDATION_FAILED)');
    const compared = await (folder ? folder.compare(args.optionalText('path') ?? '.') : compare(context.client, args));
    const readme = compared.readme && told(compared.readme);
    const logs = compared.logs.map((log) => ({ sequence: log.sequence, ...told(log) }));
    const differing = logs.filter(({ state }) => state !== 'same');
    const isSame =
      differing.length === 0 && Object.keys(compared.config).length === 0 && (readme?.state ?? 'same') === 'same';
    return {
      data: { slug: compared.slug, readme, config: compared.config, logs: differing },
      told: isSame ? 'Nothing differs.' : 'This differs. Nothing was sent.',
    };
  },
};

function told({ here, there }: TextPair): { state: 'same' | 'new' | 'changed' | 'only_there'; diff: string } {
  if (here === there) return { state: 'same', diff: '' };
  const diff = diffLines(there ?? '', here ?? '');
  if (there === null) return { state: 'new', diff };
  return { state: here === null ? 'only_there' : 'changed', diff };
}

/** Compares what the call has. What it leaves out, it does not change. */
async function compare(client: ShipyardClient, args: ToolArguments): Promise<ComparedProject> {
  const slug = args.text('slug');
  const { project, next_sequence } = await readStatus(client, slug);
  const markdown = args.optionalText('markdown');
  const logs: ComparedProject['logs'] = [];
  for (const log of args.objects('logs') ?? []) {
    const sequence = log.number('sequence');
    const there = sequence < next_sequence ? await findLog(client, slug, sequence) : null;
    const here = textOf(log.text('title'), log.text('content_md'));
    const isThere = there?.content_md !== undefined;
    logs.push({ sequence, here, there: isThere ? textOf(there.title ?? '', there.content_md ?? '') : null });
  }
  return {
    slug,
    readme: markdown === undefined ? null : { here: unified(markdown), there: await readMarkdown(client, slug) },
    config: changedFields(sentProperties(args), project),
    logs,
  };
}

const unified = (text: string) => text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
const textOf = (title: string, text: string) => `# ${title.normalize('NFC').trim()}\n\n${unified(text)}`;

/** Null: there is no README yet. */
export const readMarkdown = async (client: ShipyardClient, slug: string): Promise<string | null> =>
  (await readReadme(client, slug))?.markdown ?? null;

/** When the README was last written. */
export const readmeTime = async (client: ShipyardClient, slug: string): Promise<string | null> =>
  (await readReadme(client, slug))?.updated_at ?? null;

async function readReadme(client: ShipyardClient, slug: string) {
  try {
    return await dataOf(client.GET('/api/v1/projects/{slug}/readme', { params: { path: { slug } } }));
  } catch (error) {
    if (error instanceof ShipyardError && error.error === 'README_NOT_FOUND') return null;
    throw error;
  }
}

/** What a README would become. */
export async function readmeStep(
  client: ShipyardClient,
  slug: string,
  markdown: string | undefined,
): Promise<'create' | 'update' | 'same'> {
  if (markdown === undefined) return 'same';
  const there = await readMarkdown(client, slug);
  if (there === null) return 'create';
  return there === unified(markdown) ? 'same' : 'update';
}
