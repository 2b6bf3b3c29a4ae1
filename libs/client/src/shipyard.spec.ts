import { Shipyard } from './shipyard';
import { isShipyardError } from './shipyard-error';

/** Answers by path and query, and remembers what was sent. */
function openShipyard(answer: (url: URL, request: Request) => Response | Promise<Response>) {
  const calls: string[] = [];
  const shipyard = new Shipyard({
    baseUrl: 'https://build.example/api/v1',
    token: 'pst_a',
    fetch: async (request) => {
      const url = new URL(request.url);
      calls.push(`${request.method} ${url.pathname.slice('/api/v1'.length)}${url.search}`);
      return answer(url, request);
    },
  });
  return { shipyard, calls };
}

const ok = (data: object) => Response.json({ ok: true, data });

describe('a Shipyard', () => {
  it('reads lists page by page, and only as far as they are read', async () => {
    const all = Array.from({ length: 250 }, (_, index) => ({ slug: `p-${index}` }));
    const { shipyard, calls } = openShipyard(({ searchParams }) => {
      const offset = Number(searchParams.get('offset'));
      return ok({ projects: all.slice(offset, offset + 100), total: all.length, limit: 100, offset });
    });
    const slugs: string[] = [];
    for await (const { slug } of shipyard.projects({ tag: 'garden' })) slugs.push(slug);
    expect(slugs).toEqual(all.map(({ slug }) => slug));
    expect(calls).toEqual([0, 100, 200].map((offset) => `GET /projects?limit=100&tag=garden&offset=${offset}`));
    for await (const { slug } of shipyard.projects()) if (slug === 'p-3') break;
    expect(calls).toHaveLength(4);
  });

  it('follows the cursor of logs to their end', async () => {
    const { shipyard, calls } = openShipyard(({ searchParams }) =>
      searchParams.has('cursor')
        ? ok({ logs: [{ sequence: 1 }], next_cursor: null })
        : ok({ logs: [{ sequence: 2 }], next_cursor: 'next' }),
    );
    const sequences: number[] = [];
    for await (const { sequence } of shipyard.logs('garden')) sequences.push(sequence);
    expect(sequences).toEqual([2, 1]);
    expect(calls[1]).toBe('GET /projects/garden/logs?limit=100&cursor=next');
  });

  it.each([
    { file: new Uint8Array([1, 2]), path: 'images/a.png', name: 'a.png' },
    { file: new Blob(['ab']), path: undefined, name: 'image' },
    { file: new File(['ab'], 'b.png'), path: undefined, name: 'b.png' },
  ])('uploads $name by the slug of its project', async ({ file, path, name }) => {
    let sent = new FormData();
    const { shipyard } = openShipyard(async ({ pathname }, request) => {
      if (!pathname.endsWith('/upload')) return ok({ id: 'p1' });
      sent = await request.formData();
      return ok({ file_id: 'cloud://p1/a.png' });
    });
    expect((await shipyard.upload({ slug: 'garden', file, path })).file_id).toBe('cloud://p1/a.png');
    const part = sent.get('file');
    expect([sent.get('project_id'), sent.get('path'), part instanceof File && [part.name, part.size]]).toEqual([
      'p1',
      path ?? null,
      [name, 2],
    ]);
  });

  it('tells errors apart by their code', async () => {
    const { shipyard } = openShipyard(() =>
      Response.json({ ok: false, error: 'SLUG_TAKEN', message: 'Taken.' }, { status: 409 }),
    );
    const body = { program_id: 'demo', slug: 'garden', name: 'Garden' };
    const error: unknown = await shipyard
      .data(shipyard.api.POST('/api/v1/projects', { body }))
      .catch((e: unknown) => e);
    expect([
      isShipyardError(error),
      isShipyardError(error, 'SLUG_TAKEN'),
      isShipyardError(error, 'FORBIDDEN', 'NOT_FOUND'),
      isShipyardError(new Error('no'), 'SLUG_TAKEN'),
    ]).toEqual([true, true, false, false]);
  });
});
