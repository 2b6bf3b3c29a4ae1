import { callApi, sharedStack } from '@shipyard/testing';
import { Participant } from './participant';

/*
 * Sends every property through every door, and looks for it in every answer. Doors and answers come from the service's
 * OpenAPI document, so a new property needs a row in WRITTEN, and a door that drops it fails.
 */

type Door = 'create' | 'update' | 'sync' | 'front matter';

/** A value that a new project does not have, and the doors that take it. */
const WRITTEN: Record<string, { value: unknown; doors: Door[] }> = {
  name: { value: 'Tide gauge', doors: ['create', 'update', 'sync', 'front matter'] },
  tagline: { value: 'Measures the sea.', doors: ['create', 'update', 'sync', 'front matter'] },
  tags: { value: ['sea', 'level'], doors: ['create', 'update', 'sync', 'front matter'] },
  demo_urls: { value: ['https://example.org/tide'], doors: ['create', 'update', 'sync', 'front matter'] },
  color: { value: 'teal', doors: ['create', 'update', 'front matter'] },
  visibility: { value: 'unlisted', doors: ['create', 'update', 'sync'] },
  project_status: { value: 'completed', doors: ['sync'] },
};

/** Identity, and files that must belong to the project, have their own suites. */
const ELSEWHERE = ['slug', 'program_id', 'header_image'];

const INPUTS: { door: Door; schema: string; elsewhere?: string[] }[] = [
  // A new project cannot be completed.
  { door: 'create', schema: 'CreateProjectDto', elsewhere: ['project_status'] },
  { door: 'update', schema: 'UpdateProjectDto' },
  { door: 'sync', schema: 'SyncConfigDto' },
];
const CASES = Object.entries(WRITTEN).flatMap(([field, { value, doors }]) =>
  doors.map((door) => ({ field, value, door })),
);

interface OpenApi {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
}

describe('A property that participants write', () => {
  const { submissionUrl: origin, credentials } = sharedStack();
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let schemas: OpenApi['components']['schemas'];

  beforeAll(async () => {
    schemas = (await callApi<OpenApi>(origin, 'GET', '/api/v1/openapi.json')).body.components.schemas;
  });

  it.each(INPUTS)('has a row here when "$door" publishes it', ({ door, schema, elsewhere = [] }) => {
    const published = propertiesOf(schema).filter((field) => ![...ELSEWHERE, ...elsewhere].includes(field));
    const listed = Object.keys(WRITTEN).filter((field) => WRITTEN[field]?.doors.includes(door));
    expect(published.sort()).toEqual(listed.sort());
  });

  it.each(CASES)('is stored and shown: $field through "$door"', async ({ field, value, door }) => {
    const slug = await writeThrough(door, field, value);
    const { body } = await owner.call<Record<string, unknown>>('GET', `/projects/${slug}`);
    expect(body.data[field]).toEqual(value);
    if (!propertiesOf('ProjectSummaryView').includes(field)) return;
    const list = await owner.call<{ projects: Record<string, unknown>[] }>('GET', '/projects?limit=100&sort=newest');
    expect(list.body.data.projects.find((each) => each.slug === slug)?.[field]).toEqual(value);
  });

  function propertiesOf(schema: string): string[] {
    const found = schemas[schema];
    if (!found) throw new Error(`The OpenAPI document has no ${schema}`);
    return Object.keys(found.properties);
  }

  async function writeThrough(door: Door, field: string, value: unknown): Promise<string> {
    if (door === 'create') return create({ [field]: value });
    const slug = await create({});
    const projectId = await owner.projectId(slug);
    if (door === 'update') await accepted(owner.call('PATCH', `/projects/${slug}`, { json: { [field]: value } }));
    if (door === 'front matter')
      await accepted(owner.putReadme(slug, `---\n${field}: ${JSON.stringify(value)}\n---\n# Tide\n`));
    if (door === 'sync') {
      const log = { sequence: 1, title: 'First', content_md: 'Wet.' };
      await accepted(
        owner.sync({ project_id: projectId, config: { [field]: value }, readme_markdown: '# Tide\n', new_logs: [log] }),
      );
    }
    return slug;
  }

  async function create(fields: object): Promise<string> {
    const slug = `door-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
    await accepted(
      owner.call('POST', '/projects', {
        json: { program_id: credentials.program_id, slug, name: 'Weather station', ...fields },
      }),
    );
    return slug;
  }
});

async function accepted(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`Refused with ${status}: ${text}`);
}
