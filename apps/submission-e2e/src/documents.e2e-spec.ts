import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawImage, sharedStack } from '@shipyard/testing';
import { inflated } from './inflated';
import { RECIPIENT, shippingParties } from './shipment';
import { StudioVisitor } from './studio-visitor';

const SCREENSHOTS = path.join(__dirname, '../../../dist/screenshots');

const README = `# 会织布的机器人

二十四片综的台式织布机。

![织机](front.png)

## 零件 Parts

- 步进电机 24 个
- M3 screws

\`\`\`js
const shafts = 24;
\`\`\`

| Part | 数量 |
|---|---|
| Motor | 24 |
`;

describe('the documents of a project', () => {
  const stack = sharedStack();
  const { credentials, submissionUrl: site } = stack;
  const { owner, other, fulfilment, projectIn } = shippingParties(stack);
  let maker: StudioVisitor;

  beforeAll(async () => {
    maker = new StudioVisitor(site);
    await maker.logIn(credentials.participant.email, credentials.participant.password);
  });

  const open = (url: string, headers: Record<string, string> = {}) =>
    fetch(new URL(url, site), { headers, redirect: 'manual' });
  const pdfOf = async (answer: Response) => {
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return { bytes, text: inflated(bytes) };
  };
  const filled = async () => {
    const slug = await projectIn('approved_to_ship');
    await owner.putReadme(slug, README, {
      'front.png': await drawImage({ width: 900, height: 700, color: '#ff8800' }),
    });
    await owner.call('PATCH', `/projects/${slug}`, {
      json: { name: '会织布的机器人', tagline: '二十四片综，一个人也能织出花布。' },
    });
    const photo = await drawImage({ width: 600, height: 400, color: '#336699' });
    await owner.appendLog(slug, '第一天', '买了木头。', [photo], ['The loom']);
    return slug;
  };

  it('are a booklet for everyone, with pictures, drawn once for one content', async () => {
    const slug = await filled();
    const url = `/projects/${slug}/booklet.pdf`;
    const answers = await Promise.all([open(url), open(url), open(url)]);
    const [first, ...more] = await Promise.all(answers.map(pdfOf));
    for (const each of more) expect(each.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    const [answer] = answers;
    const etag = answer?.headers.get('etag') ?? '';
    expect(answer?.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer?.headers.get('cache-control')).toBe('public, max-age=300');
    expect(first?.text).toContain('/Lang (en)');
    expect(first?.text.match(/\/Subtype \/Image/g)).toHaveLength(3);
    expect(first?.text).toContain('(The loom)');
    for (const letter of '织零天') expect(first?.text).toContain(`<${letter.charCodeAt(0).toString(16)}>`);
    expect((await open(url, { 'if-none-match': etag })).status).toBe(304);
    await owner.appendLog(slug, 'Day two', 'Sawed it.');
    expect((await open(url, { 'if-none-match': etag })).status).toBe(200);
    await save('booklet', first?.bytes);
  });

  it('are a booklet for the owner alone while the project is private', async () => {
    const slug = await filled();
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    expect((await open(`/projects/${slug}/booklet.pdf`)).status).toBe(404);
    expect((await open(`/studio/projects/${slug}/booklet.pdf`)).status).toBe(303);
    const answer = await open(`/studio/projects/${slug}/booklet.pdf`, { cookie: maker.cookie });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await pdfOf(answer)).text.match(/\/Subtype \/Image/g)).toHaveLength(3);
  });

  it('are a certificate of a shipped project, in both languages, and of no other', async () => {
    const slug = await filled();
    const url = `/studio/projects/${slug}/certificate.pdf`;
    expect((await open(url, { cookie: maker.cookie })).status).toBe(404);
    await owner.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT });
    await fulfilment.call('POST', `/admin/projects/${slug}/ship`, { json: {} });
    for (const language of ['en', 'zh-CN']) {
      const { bytes, text } = await pdfOf(await open(`${url}?lang=${language}`, { cookie: maker.cookie }));
      expect(text).toContain(`/Lang (${language})`);
      expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
      expect(text).not.toMatch(/Orlova|Hauptstr/);
      await save(`certificate-${language}`, bytes);
    }
    const stranger = new StudioVisitor(site);
    await stranger.logIn(credentials.minor_participant.email, credentials.minor_participant.password);
    expect((await open(url, { cookie: stranger.cookie })).status).not.toBe(200);
    expect((await maker.open(`/studio/projects/${slug}/shipping`)).html).toContain(`href="${url}?lang=zh-CN"`);
    expect((await other.call('GET', `/projects/${slug}`)).status).toBe(200);
    // Its plate says so too.
    const [, plate] =
      /<dl class="ui-plate">([\s\S]*?)<\/dl>/.exec((await stranger.open(`/projects/${slug}`)).html) ?? [];
    expect(plate).toMatch(/Shipped[\s\S]*<time/);
  });
});

async function save(name: string, bytes: Buffer | undefined): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  if (bytes) await writeFile(path.join(SCREENSHOTS, `${name}.pdf`), bytes);
}
