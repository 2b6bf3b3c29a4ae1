import { callApi, startTestStack, type TestStack } from '@shipyard/testing';

interface Answer<Data> {
  data: Data;
}

interface Summary {
  slug: string;
  header_image_url: string | null;
  log_count: number;
}

interface Detail extends Summary {
  readme_html: string;
  header_image: string | null;
  state: string;
  logs: { sequence: number; image_urls: string[]; created_at: string }[];
  review: { summary: string; highlights: string[]; public_review: string } | null;
}

interface Status {
  state: string;
  next_sequence: number;
  review: {
    recommended: boolean;
    comments: string[];
    comment_places: { heading_id: string | null; log: number | null }[];
  };
  shipment: { carrier: string } | null;
}

const IMAGE = /<img src="([^"]+)"/g;

describe('the projects that npm start shows', () => {
  let stack: TestStack;
  let url: string;
  let listed: Summary[];

  const read = async <Data>(path: string, token?: string) => {
    const { status, body } = await callApi<Answer<Data>>(url, 'GET', path, { token });
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  };
  const details = () => Promise.all(listed.map(({ slug }) => read<Detail>(`/projects/${slug}`)));

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission'] });
    url = stack.credentials.submission_url;
    expect((await read<{ total: number }>('/projects')).total).toBe(0);
    await stack.fillShowcase();
    listed = (await read<{ projects: Summary[] }>('/projects')).projects;
  });

  afterAll(() => stack.stop());

  it('have READMEs, header images and logs whose images are all served', async () => {
    expect(listed.length).toBeGreaterThanOrEqual(6);
    for (const project of await details()) {
      const written = [...project.readme_html.matchAll(IMAGE)].map(([, src = '']) => src);
      const images = [...written, ...project.logs.flatMap(({ image_urls: urls }) => urls)];
      for (const src of new Set(images)) {
        const served = await fetch(new URL(src, url));
        await served.arrayBuffer();
        expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      }
      if (project.header_image_url !== null) expect(written).toContain(project.header_image_url);
      expect(project.logs).toHaveLength(project.log_count);
      expect(project.logs.map(({ sequence }) => sequence)).toEqual(
        project.logs.map((_, index) => project.log_count - index),
      );
    }
    expect(listed.filter(({ header_image_url: header }) => header === null)).toHaveLength(1);
  });

  it('show a review wherever one has succeeded, and its remarks beside what they cite', async () => {
    const { reviewer } = stack.credentials.staff;
    const reviewed = (await details()).filter(({ review }) => review !== null);
    expect(reviewed.map(({ state }) => state).sort()).toEqual([
      'approved_to_ship',
      'changes_requested',
      'recommended',
      'recommended',
      'shipped',
    ]);
    for (const { slug, readme_html: html, review, log_count: logs } of reviewed) {
      expect(review?.highlights.length).toBeGreaterThanOrEqual(2);
      const status = await read<Status>(`/projects/${slug}/status`, reviewer);
      expect(status.next_sequence).toBe(logs + 1);
      for (const { heading_id: heading, log } of status.review.comment_places) {
        if (heading !== null) expect(html).toContain(`id="${heading}"`);
        else expect(log).toBeGreaterThan(0);
      }
    }
  });

  it('have somebody behind them, who is plainly an example', async () => {
    for (const id of ['imprint', 'contact'])
      for (const [lang, word] of [
        ['en', 'This is an example'],
        ['zh-CN', '这是示例'],
      ]) {
        const { page } = await read<{ page: { html: string } }>(`/pages/${id}?lang=${lang}`);
        expect(page.html).toContain(word);
        expect(page.html).toContain('@example.com');
      }
  });

  it('leave one draft to the participant, which is on no list', async () => {
    const { token, handle } = stack.credentials.participant;
    const { creator } = await read<{ creator: { projects: Summary[]; project_count: number } }>(`/creators/${handle}`);
    expect([creator.projects, creator.project_count]).toEqual([[], 0]);
    expect((await read<Status>('/projects/seed-drawer/status', token)).state).toBe('draft');
  });

  it('let a maker sign in with the password of the participant', async () => {
    const { password } = stack.credentials.participant;
    const json = { email: 'priya-nair@example.com', password };
    const { status } = await callApi(url, 'POST', '/accounts/login', { json });
    expect(status).toBe(200);
  });

  it('stand behind a new project on the list, and after that of the demo in the list of programs', async () => {
    const { credentials } = stack;
    const json = { program_id: credentials.program_id, slug: 'brand-new', name: 'Brand new' };
    await callApi(url, 'POST', '/projects', { token: credentials.participant.token, json });
    expect((await read<{ projects: Summary[] }>('/projects?limit=1')).projects[0]?.slug).toBe('brand-new');
    const { programs } = await read<{ programs: { id: string; open: boolean }[] }>('/programs');
    expect(programs[0]).toMatchObject({ id: credentials.program_id, open: true });
    expect(programs.map(({ open }) => open)).toContain(false);
  });

  it('are written once, whatever became of them', async () => {
    const counts = () =>
      stack.query(
        'submission',
        `SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM logs) AS logs, (SELECT count(*) FROM reviews) AS reviews,
           (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM audit_entries) AS moves`,
      );
    await callApi(url, 'DELETE', '/projects/seed-drawer', { token: stack.credentials.participant.token });
    const before = { rows: await counts(), files: await stack.countStoredFiles('submission') };
    await stack.fillShowcase();
    expect({ rows: await counts(), files: await stack.countStoredFiles('submission') }).toEqual(before);
  });
});
