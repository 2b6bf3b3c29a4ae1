import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sharedStack } from '@shipyard/testing';

const run = promisify(execFile);
/** The calls that a key may make which has no scope `keys`, and that need no record of before. */
const SHOWN =
  /^(?:GET|POST) \/v1\/(?:models(?:\/\{id\})?|chat\/completions|images\/\w+|searches|balance|usage|requests)$/;

describe('the reference of the gateway', () => {
  const { gatewayUrl: url, credentials } = sharedStack();
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const groupsIn = (text: string) =>
    new Set([...text.matchAll(/href="\/docs\/reference\/([\w-]+)[#"]/g)].map(([, name = '']) => name));

  it('lists each call, and finds them by words', async () => {
    const all = await get('/docs/reference');
    const { paths } = JSON.parse((await get('/v1/openapi.json')).text) as { paths: Record<string, object> };
    for (const path of Object.keys(paths)) expect(all.text).toContain(`${path}</code>`);
    const found = await get('/docs/reference?q=image+task');
    expect(found.text).toContain('POST /v1/images/tasks</code>');
    expect(found.text).not.toContain('GET /v1/balance</code>');
    expect((await get('/docs/reference?q=%3Cb%3E', { 'accept-language': 'zh' })).text).toContain(
      '0 个调用包含“&lt;b&gt;”',
    );
  });

  it('shows the same of each group as a page with buttons that copy, and as Markdown', async () => {
    const groups = groupsIn((await get('/docs/reference')).text);
    expect(groups.size).toBeGreaterThan(8);
    for (const group of groups) {
      const [page, markdown] = await Promise.all([get(`/docs/reference/${group}`), get(`/docs/reference/${group}.md`)]);
      expect([group, page.status, markdown.status, markdown.headers.get('content-type')]).toEqual([
        group,
        200,
        200,
        'text/plain; charset=utf-8',
      ]);
      expect(page.text).toContain(`href="/docs/reference/${group}.md"`);
      const calls = [...page.text.matchAll(/<h2 class="ui-call-name" id="[^"]+"><code[^>]*>(\w+ \/[^<]*)</g)];
      for (const [, call = ''] of calls) expect(markdown.text).toContain(`## ${call}\n`);
      if (calls.length === 0) continue;
      expect(page.text).toMatch(
        /data-copy="[\w.]+-curl"[^]*data-copy="[\w.]+-typescript"[^]*data-copy="[\w.]+-python"/,
      );
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/);
      for (const name of groupsIn(page.text)) expect([...groups, 'errors', 'schemas']).toContain(name);
    }
    expect((await get('/docs/reference/nothing')).status).toBe(404);
    expect((await get('/docs/reference/nothing.md')).status).toBe(404);
  });

  it('has samples that run as they are', async () => {
    const env = { ...process.env, GATEWAY_KEY: credentials.enterprise_key };
    const ran: string[] = [];
    for (const group of groupsIn((await get('/docs/reference')).text)) {
      const { text } = await get(`/docs/reference/${group}.md`);
      for (const section of text.split(/^## /m).slice(1)) {
        const [call = ''] = section.split('\n');
        if (!SHOWN.test(call)) continue;
        const sampleIn = (language: string) =>
          new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(section)?.[1]?.trim() ?? '';
        const curl = await run('bash', ['-c', `${sampleIn('sh')} -sS -w '%{http_code}'`], { env });
        expect([call, curl.stdout.slice(-3)]).toEqual([call, expect.stringMatching(/^2/)]);
        // OpenAI's client is found from here.
        await run(process.execPath, ['--input-type=module', '-e', sampleIn('ts')], { env, cwd: __dirname });
        ran.push(call);
      }
    }
    expect(ran).toHaveLength(9);
  });
});
