import { callApi, drawPhonePhoto, drawImage, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { Participant, type ProjectView } from './participant';

export interface ParticipantFlowStart {
  submissionUrl: string;
  token: string;
  programId: string;
}

const README = `---
tags: [Sensors, weather]
tagline: Knows what the sky is up to
demo_urls:
  - https://example.org/live
---
# Weather station

![[head] The station on its pole](images/front.png)

Some text, and the inside: ![Inside](<images/the inside.jpg>)

\`\`\`ts
const wind = read('<anemometer>');
\`\`\`

<script>alert(1)</script><img src="x:y" onerror="alert(1)">

${'It measures wind, rain and light, and tells what it saw. '.repeat(12)}
`;

export async function completeParticipantFlow({
  submissionUrl,
  token,
  programId,
}: ParticipantFlowStart): Promise<ProjectView> {
  const participant = new Participant(submissionUrl, token, programId);
  const slug = await participant.createProject();

  const written = await participant.putReadme(slug, README, {
    'images/front.png': await drawImage({ width: 640, height: 480 }),
    'images/the inside.jpg': await drawPhonePhoto(),
  });
  expect(written.status).toBe(200);
  expect(written.body.data.images.map(({ path }) => path).sort()).toEqual([
    'images/front.png',
    'images/the inside.jpg',
  ]);

  const logged = await participant.appendLog(slug, 'First light', 'The sensor <answers>.\n\nAt last.', [
    await drawImage({ color: '#112233' }),
  ]);
  expect(logged.status).toBe(201);
  expect(logged.body.data.log.sequence).toBe(1);
  await participant.appendLog(slug, 'Second day', 'It rained, and it knew.');

  const detail = await readDetail(submissionUrl, slug);
  expectDetail(detail);
  await expectCleanPhoto(submissionUrl, written.body.data.images.find(({ path }) => path.endsWith('.jpg'))?.url);

  const requested = await participant.call<{ review: { id: string; status: string }; state: string }>(
    'POST',
    `/projects/${slug}/review/request`,
  );
  expect(requested.status).toBe(202);
  expect(requested.body.data).toMatchObject({ review: { status: 'queued' }, state: 'review_pending' });
  const status = await waitUntil(
    () => participant.status(slug),
    ({ review }) => review?.status === 'succeeded' || review?.status === 'failed',
  );
  expect(status).toMatchObject({
    state: 'recommended',
    review: { id: requested.body.data.review.id, status: 'succeeded', progress: 100, recommended: true },
  });

  const reviewed = await readDetail(submissionUrl, slug);
  expect(reviewed.review?.summary).toEqual(expect.stringMatching(/\S/));
  return reviewed;
}

async function readDetail(submissionUrl: string, slug: string): Promise<ProjectView> {
  const { status, body } = await callApi<{ ok: true; data: ProjectView }>(submissionUrl, 'GET', `/projects/${slug}`);
  expect(status).toBe(200);
  return body.data;
}

function expectDetail(detail: ProjectView): void {
  expect(detail).toMatchObject({
    tags: ['sensors', 'weather'],
    tagline: 'Knows what the sky is up to',
    demo_urls: ['https://example.org/live'],
    state: 'draft',
    log_count: 2,
    review: null,
  });
  expect(detail.header_image).toMatch(/^cloud:\/\//);
  expect(detail.logs.map(({ title }) => title)).toEqual(['Second day', 'First light']);
  expect(detail.logs[1]?.image_urls).toHaveLength(1);
  expect(detail.logs[1]?.content_html).toContain('The sensor &lt;answers&gt;.');
  expect(detail.readme_html).not.toMatch(/tagline:|<script|onerror|alert\(1\)|\[head\]/);
  expect(detail.readme_html).toMatch(/<h2[^>]*id="user-content-weather-station"/);
  expect(detail.readme_html).toContain('language-ts');
  expect(detail.readme_html.match(/<img [^>]*src="\/api\/v1\/assets\/[^"]+"/g)).toHaveLength(2);
}

/** The photo is upright, and has no location. */
async function expectCleanPhoto(submissionUrl: string, url: string | undefined): Promise<void> {
  const response = await fetch(new URL(url ?? 'missing', submissionUrl));
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const { width, height, exif, orientation } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect({ width, height, exif, orientation: orientation ?? 1 }).toEqual({
    width: 40,
    height: 60,
    exif: undefined,
    orientation: 1,
  });
}
