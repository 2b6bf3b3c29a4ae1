import { type components, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import { findLog, logText } from './log-text';
import { markUntrusted } from './untrusted';

const PROJECTS_LISTED = 10;
const MARKDOWN = 'text/markdown';

export const RESOURCE_TEMPLATES = [
  {
    name: 'readme',
    title: 'README of a project',
    uriTemplate: 'shipyard://projects/{slug}/readme',
    description: 'The Markdown of a README. It is marked as untrusted.',
    mimeType: MARKDOWN,
  },
  {
    name: 'log',
    title: 'Log of a project',
    uriTemplate: 'shipyard://projects/{slug}/logs/{sequence}',
    description: 'The Markdown of a log, by its number. It is marked as untrusted.',
    mimeType: MARKDOWN,
  },
  {
    name: 'program-document',
    title: 'Link to a document of a program',
    uriTemplate: 'shipyard://programs/{program_id}/docs/{doc_id}',
    description: 'The title of a document, and a link to it. They are marked as untrusted.',
    mimeType: MARKDOWN,
  },
];

export interface ListedResource {
  uri: string;
  name: string;
  title: string;
  /** What people call it, marked. */
  description: string;
  mimeType: string;
}

export interface ResourcePage {
  resources: ListedResource[];
  nextCursor?: string;
}

/** Documents of programs, and README and newest logs of the person's projects. The cursor is the number of projects before the page. */
export async function listResources(client: ShipyardClient, cursor: string | undefined): Promise<ResourcePage> {
  const start = cursor !== undefined && /^\d{1,4}$/.test(cursor) ? Number(cursor) : 0;
  const { projects, total } = await readTitles(client, start);
  const texts = projects.flatMap(listTexts);
  const resources = [...(start === 0 ? await listDocuments(client) : []), ...texts];
  const end = start + PROJECTS_LISTED;
  return { resources, ...(total > end && { nextCursor: String(end) }) };
}

/** Nobody is signed in, or the connection may not read projects. */
const MAY_NOT_READ = new Set(['FORBIDDEN', 'AUTH_TOKEN_MISSING']);

type Titles = Pick<components['schemas']['ProjectTitlesListView'], 'projects' | 'total'>;

/** A connected app that may not read projects still gets the documents. */
async function readTitles(client: ShipyardClient, offset: number): Promise<Titles> {
  try {
    const query = { limit: PROJECTS_LISTED, offset };
    return await dataOf(client.GET('/api/v1/accounts/me/projects/titles', { params: { query } }));
  } catch (error) {
    if (error instanceof ShipyardError && MAY_NOT_READ.has(error.error)) return { projects: [], total: 0 };
    throw error;
  }
}

async function listDocuments(client: ShipyardClient): Promise<ListedResource[]> {
  const { programs } = await dataOf(client.GET('/api/v1/programs'));
  return programs.flatMap((program) =>
    program.docs.map((doc) => ({
      uri: `shipyard://programs/${program.id}/docs/${doc.id}`,
      name: `${program.id}/${doc.id}`,
      title: `Link to a document of ${program.id}`,
      description: markUntrusted('title', doc.title),
      mimeType: MARKDOWN,
    })),
  );
}

function listTexts({ slug, name, has_readme, logs }: components['schemas']['ProjectTitlesView']): ListedResource[] {
  const readme = {
    uri: `shipyard://projects/${slug}/readme`,
    name: `${slug}/README`,
    title: `README of ${slug}`,
    description: markUntrusted('name of the project', name),
    mimeType: MARKDOWN,
  };
  return [
    ...(has_readme ? [readme] : []),
    ...logs.map(({ sequence, title }) => ({
      uri: `shipyard://projects/${slug}/logs/${sequence}`,
      name: `${slug}/logs/${sequence}`,
      title: `Log ${sequence} of ${slug}`,
      description: markUntrusted('title', title),
      mimeType: MARKDOWN,
    })),
  ];
}

const README = /^shipyard:\/\/projects\/([a-z0-9-]{3,32})\/readme$/;
const LOG = /^shipyard:\/\/projects\/([a-z0-9-]{3,32})\/logs\/([1-9]\d{0,6})$/;
const DOCUMENT = /^shipyard:\/\/programs\/([a-z0-9-]{1,64})\/docs\/([^/]{1,200})$/;

/** Returns the marked text. Null: the URI names nothing that this server has. */
export async function readResource(client: ShipyardClient, uri: string): Promise<string | null> {
  const [, readmeSlug] = README.exec(uri) ?? [];
  if (readmeSlug !== undefined) {
    const readme = await dataOf(
      client.GET('/api/v1/projects/{slug}/readme', { params: { path: { slug: readmeSlug } } }),
    );
    return `updated_at: ${readme.updated_at}\n${markUntrusted(`README of ${readmeSlug}`, readme.markdown)}`;
  }
  const [, logSlug, sequence] = LOG.exec(uri) ?? [];
  if (logSlug !== undefined && sequence !== undefined) return readLog(client, logSlug, Number(sequence));
  const [, programId, docId] = DOCUMENT.exec(uri) ?? [];
  const wanted = docId === undefined ? null : decoded(docId);
  if (programId === undefined || wanted === null) return null;
  const { docs } = await dataOf(client.GET('/api/v1/docs/{programId}', { params: { path: { programId } } }));
  const doc = docs.find(({ id }) => id === wanted);
  return doc ? markUntrusted(`document of ${programId}`, `${doc.title}\n${doc.url}`) : null;
}

/** Null for what nobody could have encoded, such as `%`. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

async function readLog(client: ShipyardClient, slug: string, sequence: number): Promise<string | null> {
  const log = await findLog(client, slug, sequence);
  return log ? markUntrusted(`log ${sequence} of ${slug}`, logText(log)) : null;
}
