import { callApi, sharedStack } from '@shipyard/testing';
import { type Failure, Participant } from './participant';

describe('creators, programs and documents', () => {
  const { credentials } = sharedStack();
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  const read = async <Data>(path: string) => (await callApi<{ data: Data }>(url, 'GET', path)).body.data;
  const refusal = async (path: string) => {
    const { status, body } = await callApi<Failure>(url, 'GET', path);
    return [status, body.error];
  };

  it('a creator, with public projects only, the newest first', async () => {
    interface Creator {
      projects: { slug: string }[];
      project_count: number;
    }
    const { handle } = credentials.participant;
    const me = await owner.call('PATCH', '/accounts/me', {
      json: { display_name: 'Ada Weber', bio: 'Grows tomatoes' },
    });
    expect(me.status).toBe(200);
    const before = (await read<{ creator: Creator }>(`/creators/${handle}`)).creator;
    const [one, two, hidden] = [await owner.createProject(), await owner.createProject(), await owner.createProject()];
    await owner.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'unlisted' } });
    const { creator } = await read<{ creator: Creator }>(`/creators/${handle}`);
    expect(creator).toEqual({
      display_name: 'Ada Weber',
      handle,
      bio: 'Grows tomatoes',
      joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
      projects: expect.any(Array) as unknown,
      project_count: before.project_count + 2,
    });
    expect(creator.projects.slice(0, 2).map(({ slug }) => slug)).toEqual([two, one]);
    expect(creator.projects[0]).toHaveProperty('header_image_url', null);
    expect(creator.projects[0]).not.toHaveProperty('readme_html');
  });

  it.each(['nobody-here', 'x', 'NOBODY', '%00abc'])('no creator with the handle %s', async (handle) => {
    expect(await refusal(`/creators/${handle}`)).toEqual([404, 'CREATOR_NOT_FOUND']);
  });

  it('programs, each with its documents and the number of its projects', async () => {
    const { programs } = await read<{ programs: { id: string }[] }>('/programs');
    const { program } = await read<{ program: { project_count: number; docs: unknown[] } }>(
      `/programs/${credentials.program_id}`,
    );
    expect(programs.find(({ id }) => id === credentials.program_id)).toEqual(program);
    expect(program).toEqual({
      id: credentials.program_id,
      name: 'Build something that works',
      tagline: expect.any(String) as string,
      description_html: expect.stringContaining('<li>') as string,
      starts_at: null,
      ends_at: null,
      open: true,
      logs_required: 1,
      interview_questions: 5,
      prize: { name: 'Maker kit', hardware: true },
      docs: expect.any(Array) as unknown,
      project_count: expect.any(Number) as number,
    });
    const { total } = await read<{ total: number }>(`/programs/${credentials.program_id}/projects?limit=1`);
    expect(program.project_count).toBe(total);
    expect(await refusal('/programs/nowhere')).toEqual([404, 'PROGRAM_NOT_FOUND']);
  });

  it('the documents of a program, and one of them', async () => {
    const { docs } = await read<{ docs: { id: string; title: string; url: string }[] }>(
      `/docs/${credentials.program_id}`,
    );
    expect(docs.map(({ id }) => id)).toEqual(['front-matter', 'getting-started']);
    expect(await read(`/docs/${credentials.program_id}/front-matter`)).toEqual({ docs: [docs[0]] });
    expect(await refusal(`/docs/${credentials.program_id}/nothing`)).toEqual([404, 'DOC_NOT_FOUND']);
    expect(await refusal('/docs/nowhere')).toEqual([404, 'PROGRAM_NOT_FOUND']);
  });
});
