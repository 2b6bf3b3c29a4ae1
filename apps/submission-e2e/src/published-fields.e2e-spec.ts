import {
  isTextField,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type ProjectField,
  type TextField,
} from '@shipyard/contracts';
import { parseConfig, planPull, planSync, readProject, type ServerState, syncRequests } from '@shipyard/project-folder';
import { callApi, sharedStack } from '@shipyard/testing';
import { Participant } from './participant';
import { formIn, StudioVisitor } from './studio-visitor';

/*
 * Sends every property through every door, and looks for it in every place that shows it. Doors and places say
 * themselves what they have: the OpenAPI document, the file `shipyard.yaml` of a full project, and the form of the
 * studio. So a new property needs a row in WRITTEN, and a door or a place that drops it fails. Texts have their rows by
 * PROJECT_FIELDS.
 */

type Door = 'create' | 'update' | 'sync' | 'front matter' | 'shipyard.yaml' | 'studio form';
type Place = 'record' | 'list' | 'export' | 'page' | 'shipyard.yaml' | 'studio form';

interface Written {
  /** A value that a new project does not have. */
  value: string | string[];
  doors: Door[];
  places: Place[];
  /** What the page of the project shows of it. */
  onPage?: string[];
}

const DOORS: Door[] = ['create', 'update', 'sync', 'front matter', 'shipyard.yaml', 'studio form'];
const PLACES: Place[] = ['record', 'list', 'export', 'page', 'shipyard.yaml', 'studio form'];
const without = <Name>(names: readonly Name[], ...left: Name[]) => names.filter((name) => !left.includes(name));

/** A text has a value by itself, and the page shows it. */
const VALUES: Record<Exclude<ProjectField, TextField>, Pick<Written, 'value' | 'onPage'>> = {
  tags: { value: ['sea', 'level'], onPage: [] },
  demo_urls: { value: ['https://example.org/tide'], onPage: ['>example.org/tide</bdi>'] },
  color: { value: 'teal', onPage: ['class="ui-project ui-paint-teal"'] },
};

function writtenField(field: ProjectField): Written {
  const { isSynced, isListed } = PROJECT_FIELDS[field];
  return {
    ...(isTextField(field) ? { value: `Another ${field}` } : VALUES[field]),
    doors: isSynced ? DOORS : without(DOORS, 'sync'),
    places: isListed ? PLACES : without(PLACES, 'list'),
  };
}

const WRITTEN: Record<string, Written> = {
  ...Object.fromEntries(PROJECT_FIELD_NAMES.map((field) => [field, writtenField(field)])),
  visibility: {
    value: 'unlisted',
    doors: without(DOORS, 'front matter', 'shipyard.yaml'),
    places: ['record', 'export', 'studio form'],
  },
  project_status: {
    value: 'completed',
    // A new project cannot be completed.
    doors: ['sync', 'shipyard.yaml', 'studio form'],
    places: PLACES,
    onPage: ['<dd>Completed</dd>'],
  },
};

/** Identity, and files that must belong to the project, have their own suites. */
const ELSEWHERE = ['slug', 'program_id', 'header_image'];

const NAMES_IN_FOLDER: Readonly<Record<string, string>> = { project_status: 'status', program_id: 'program' };
const nameInFolder = (field: string) => NAMES_IN_FOLDER[field] ?? field;

const rowsOf = <Part extends 'doors' | 'places'>(part: Part) =>
  Object.entries(WRITTEN).flatMap(([field, row]) => row[part].map((where) => ({ field, where })));
const CASES = rowsOf('doors') as { field: string; where: Door }[];
const SHOWN = rowsOf('places') as { field: string; where: Place }[];

interface OpenApi {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
}

type Fields = Record<string, unknown>;

describe('A property that participants write', () => {
  const { submissionUrl: origin, credentials } = sharedStack();
  const { submission_url: url, program_id: program } = credentials;
  let schemas: OpenApi['components']['schemas'];
  let owner: Participant;
  let token: string;
  let visitor: StudioVisitor;
  let full: string;

  beforeAll(async () => {
    schemas = (await callApi<OpenApi>(origin, 'GET', '/api/v1/openapi.json')).body.components.schemas;
    const newcomer = await StudioVisitor.newcomer(origin, url);
    visitor = newcomer.visitor;
    token = newcomer.person.token;
    owner = new Participant(url, token, program);
    full = await create(Object.fromEntries(Object.entries(WRITTEN).map(([field, { value }]) => [field, value])));
  });

  it.each<{ door: Door; published: () => Promise<string[]> | string[]; elsewhere?: string[] }>([
    { door: 'create', published: () => propertiesOf('CreateProjectDto'), elsewhere: ['project_status'] },
    { door: 'update', published: () => propertiesOf('UpdateProjectDto') },
    { door: 'sync', published: () => propertiesOf('SyncConfigDto') },
    { door: 'shipyard.yaml', published: async () => Object.keys(await folderOf(full)) },
    {
      door: 'studio form',
      published: async () => Object.keys(await studioForm(full)),
      elsewhere: ['csrf_token'],
    },
  ])('has a row here when "$door" publishes it', async ({ door, published, elsewhere = [] }) => {
    const named = [...ELSEWHERE, ...elsewhere];
    const found = (await published()).filter(
      (field) => !named.some((name) => [name, nameInFolder(name)].includes(field)),
    );
    const listed = Object.keys(WRITTEN).filter((field) => WRITTEN[field]?.doors.includes(door));
    expect(found.sort()).toEqual(
      listed.map((field) => (door === 'shipyard.yaml' ? nameInFolder(field) : field)).sort(),
    );
  });

  it.each<{ place: Place; schema: string }>([
    { place: 'record', schema: 'ProjectView' },
    { place: 'list', schema: 'ProjectSummaryView' },
    { place: 'export', schema: 'ExportedProjectView' },
  ])('is looked for in "$place" when its schema has it', ({ place, schema }) => {
    const published = Object.keys(WRITTEN).filter((field) => propertiesOf(schema).includes(field));
    expect(published).toEqual(Object.keys(WRITTEN).filter((field) => WRITTEN[field]?.places.includes(place)));
  });

  // First, because an export reads all projects of the account.
  it.each(SHOWN)('is shown: $field in "$where"', async ({ field, where }) => {
    const value = valueOf(field);
    if (where === 'page') {
      const [, main = ''] = (await visitor.open(`/projects/${full}`)).html.split('<main');
      for (const text of WRITTEN[field]?.onPage ?? [`>${String(value)}</bdi>`]) expect(main).toContain(text);
      return;
    }
    const shown = await shownIn[where]();
    const found = shown?.[where === 'shipyard.yaml' ? nameInFolder(field) : field];
    expect(where === 'studio form' && Array.isArray(value) ? String(found).split(/, |\n/) : found).toEqual(value);
  });

  it.each(CASES)('is stored: $field through "$where"', async ({ field, where }) => {
    const value = valueOf(field);
    const slug = await writeThrough(where, field, value);
    expect((await recordOf(slug))[field]).toEqual(value);
  });

  const shownIn: Record<Exclude<Place, 'page'>, () => Promise<Fields | undefined>> = {
    record: () => recordOf(full),
    list: async () => {
      const { body } = await owner.call<{ projects: Fields[] }>('GET', '/accounts/me/projects?limit=100');
      return body.data.projects.find(({ slug }) => slug === full);
    },
    export: async () => {
      const { body } = await owner.call<{ projects: Fields[] }>('GET', '/accounts/me/export');
      return body.data.projects.find(({ slug }) => slug === full);
    },
    'shipyard.yaml': () => folderOf(full),
    'studio form': () => studioForm(full),
  };

  function valueOf(field: string) {
    const row = WRITTEN[field];
    if (!row) throw new Error(`${field} has no row in WRITTEN`);
    return row.value;
  }

  function propertiesOf(schema: string): string[] {
    const found = schemas[schema];
    if (!found) throw new Error(`The OpenAPI document has no ${schema}`);
    return Object.keys(found.properties);
  }

  const recordOf = async (slug: string) => (await owner.call<Fields>('GET', `/projects/${slug}`)).body.data;

  const serverState = async (slug: string): Promise<ServerState> => ({
    project: (await owner.call<ServerState['project']>('GET', `/projects/${slug}`)).body.data,
    readme: null,
    logs: [],
    assets: [],
  });

  /** What a pull of the project writes into its `shipyard.yaml`. */
  async function folderOf(slug: string): Promise<Fields> {
    const { texts } = planPull(await serverState(slug));
    const read = parseConfig(Buffer.from(texts.get('shipyard.yaml') ?? ''));
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    return { ...read.config };
  }

  const formPath = (slug: string) => `/studio/projects/${slug}/details`;
  const studioForm = async (slug: string) => formIn((await visitor.open(formPath(slug))).html, formPath(slug));

  async function writeThrough(door: Door, field: string, value: Written['value']): Promise<string> {
    if (door === 'create') return create({ [field]: value });
    const slug = await create({});
    const projectId = await owner.projectId(slug);
    const log = { sequence: 1, title: 'First', content_md: 'Wet.' };
    const texts = { project_id: projectId, readme_markdown: '# Tide\n', new_logs: [log] };
    if (door === 'update') await accepted(owner.call('PATCH', `/projects/${slug}`, { json: { [field]: value } }));
    if (door === 'front matter')
      await accepted(owner.putReadme(slug, `---\n${field}: ${JSON.stringify(value)}\n---\n# Tide\n`));
    if (door === 'sync') await accepted(owner.sync({ ...texts, config: { [field]: value } }));
    if (door === 'shipyard.yaml') await syncFolder(slug, { [nameInFolder(field)]: value });
    if (door === 'studio form') {
      await accepted(owner.sync(texts));
      const { status } = await visitor.send(formPath(slug), { ...(await studioForm(slug)), [field]: typed(value) });
      expect(status).toBe(303);
    }
    return slug;
  }

  async function syncFolder(slug: string, config: Fields): Promise<void> {
    const yaml = Object.entries({ program, slug, name: 'Weather station', ...config })
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('');
    const files = new Map(
      Object.entries({
        'shipyard.yaml': yaml,
        'README.md': '# Tide\n',
        'logs/1-first.md': '---\ntitle: First\n---\nWet.',
      }).map(([path, text]) => [path, Buffer.from(text)]),
    );
    const { project, errors } = readProject(files, new Date());
    if (!project) throw new Error(JSON.stringify(errors));
    const server = await serverState(slug);
    const { bodies, patch } = syncRequests(project, server, planSync(project, server), new Map());
    for (const body of bodies) await accepted(owner.sync(body));
    if (patch) await accepted(owner.call('PATCH', `/projects/${slug}`, { json: patch }));
  }

  async function create({ project_status: status, ...fields }: Fields): Promise<string> {
    const slug = `door-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
    await accepted(
      owner.call('POST', '/projects', { json: { program_id: program, slug, name: 'Weather station', ...fields } }),
    );
    if (status === undefined) return slug;
    const new_logs = [{ sequence: 1, title: 'First', content_md: 'Wet.' }];
    const project_id = await owner.projectId(slug);
    await accepted(
      owner.sync({ project_id, readme_markdown: '# Tide\n', new_logs, config: { project_status: status } }),
    );
    return slug;
  }
});

/** A value as a person types it into a form. */
const typed = (value: Written['value']) => [value].flat().join('\n');

async function accepted(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`Refused with ${status}: ${text}`);
}
