import { assertDocumented, brokenLinks, callApi, sharedStack } from '@shipyard/testing';

describe('the descriptions of the service', () => {
  const { submissionUrl: origin } = sharedStack();

  it.each([
    ['/api/v1/openapi.json', 'application/json'],
    ['/llms.txt', 'text/plain'],
    ['/llms-full.txt', 'text/plain'],
  ])('%s is public, for every origin, and says when nothing has changed', async (path, type) => {
    const { status, headers, text } = await callApi(origin, 'GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(text.length).toBeGreaterThan(500);
    const again = await callApi(origin, 'GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  const read = async (path: string, language = 'en') => {
    const response = await fetch(origin + path, { headers: { accept: 'text/html', 'accept-language': language } });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('are pages in the look of the site, in both languages, with samples of each call', async () => {
    const [english, chinese] = [await read('/api/v1/reference'), await read('/api/v1/reference', 'zh-CN')];
    expect([english.status, english.text.includes('API reference'), chinese.text.includes('API 参考')]).toEqual([
      200,
      true,
      true,
    ]);
    const links = [...english.text.matchAll(/href="(\/api\/v1\/reference\/[a-z]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links)) {
      const [page, markdown] = [await read(link), await read(`${link}.md`)];
      expect([link, page.status, markdown.status, markdown.type]).toEqual([
        link,
        200,
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(page.text).toContain(`href="${link}.md"`);
      for (const [, id = ''] of page.text.matchAll(/data-copy="([^"]+)"/g)) expect(page.text).toContain(`id="${id}"`);
    }
    const { text } = await read('/api/v1/reference/projects');
    for (const sample of ['curl &#x27;', 'shipyard.api.POST', 'requests.post', '&quot;ok&quot;: true'])
      expect(text).toContain(sample);
    expect((await read('/api/v1/reference/nothing')).status).toBe(404);
    expect((await read('/api/v1/reference/nothing.md')).status).toBe(404);
  });

  it('find a call by its words', async () => {
    const { text } = await read('/api/v1/reference?q=review+request');
    expect(text).toContain('POST /api/v1/projects/{slug}/review/request');
    expect(text).not.toContain('GET /api/v1/programs<');
    expect((await read('/api/v1/reference?q=%3Cscript%3Ezzz')).text).not.toContain('<script>zzz');
  });

  it('follow the convention of llms.txt: a title, a summary, sections of links', async () => {
    const { text } = await callApi(origin, 'GET', '/llms.txt');
    expect(text).toMatch(/^# .+\n\n> .+\n\n/);
    const sections = text.split(/^## .+\n\n/m).slice(1);
    expect(sections.length).toBeGreaterThan(1);
    for (const section of sections) {
      for (const line of section.trim().split('\n')) expect(line).toMatch(/^- \[[^\]]+\]\(http[^)]+\): \S/);
    }
  });

  it.each([{ path: '/llms.txt' }, { path: '/llms-full.txt' }])(
    '$path names the MCP server and its metadata',
    async ({ path }) => {
      const { text } = await callApi(origin, 'GET', path);
      expect(text).toContain(`\`${origin}/mcp\``);
      for (const named of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server'])
        expect(text).toContain(`(${origin}${named})`);
    },
  );

  it.each([{ path: '/llms.txt' }, { path: '/llms-full.txt' }])(
    '$path has only links that open without a token',
    async ({ path }) => {
      const { text } = await callApi(origin, 'GET', path);
      expect(await brokenLinks(origin, text)).toEqual([]);
    },
  );
});

describe('An answer that is not described fails its test', () => {
  const { submissionUrl: origin } = sharedStack();
  const url = new URL('/api/v1/programs', origin);

  it.each<
    [
      string,
      {
        status?: number;
        text?: (body: { data: { programs: object[] } }) => unknown;
        headers?: (headers: Headers) => void;
      },
      string,
    ]
  >([
    ['by its status', { status: 418 }, 'the status 418 is not described'],
    [
      'by a code that this route does not give',
      { status: 400, text: () => ({ ok: false, error: 'SLUG_TAKEN', message: 'a' }) },
      'SLUG_TAKEN is not described. Add it to `errors`',
    ],
    [
      'by a field',
      {
        text: ({ data }) => ({
          ok: true,
          data: { programs: data.programs.map((program) => ({ ...program, secret: 1 })) },
        }),
      },
      'additional properties',
    ],
    ['by what it lacks', { text: () => ({ ok: true, data: {} }) }, "required property 'programs'"],
    ['by more than the envelope', { text: (body) => ({ ...body, more: 1 }) }, 'additional properties'],
    [
      'by a header that must be there',
      { headers: (headers) => headers.delete('x-request-id') },
      'the header X-Request-Id is missing',
    ],
  ])('%s', async (_, { status, text, headers: change }, problem) => {
    const answer = await callApi<{ data: { programs: object[] } }>(url.origin, 'GET', url.pathname);
    const headers = new Headers(answer.headers);
    change?.(headers);
    const given = {
      method: 'GET',
      url,
      status: status ?? answer.status,
      headers,
      text: text ? JSON.stringify(text(answer.body)) : answer.text,
    };
    await expect(assertDocumented(given)).rejects.toThrow(problem);
  });
});
