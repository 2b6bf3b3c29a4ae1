import { sharedStack } from '@shipyard/testing';
import { sendRaw } from './raw-request';
import { StudioVisitor } from './studio-visitor';
import { Participant } from './participant';

const URLENCODED = 'application/x-www-form-urlencoded';
const TITLES = {
  en: ['We cannot read what was sent', 'This is too long to send'],
  'zh-CN': ['我们读不懂收到的内容', '内容太长，无法提交'],
};

interface Fault {
  headers: Record<string, string>;
  body: string;
  /** The client ends its half of the connection. */
  end?: boolean;
  /** A form of another type than the page sends is refused for that. */
  statuses?: number[];
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'a body that ends too early': {
    headers: { 'Content-Type': URLENCODED, 'Content-Length': '99' },
    body: 'a=b',
    end: true,
  },
  'a broken chunk': { headers: { 'Content-Type': URLENCODED, 'Transfer-Encoding': 'chunked' }, body: 'nonsense\r\n' },
  'text that is no UTF-8': { headers: { 'Content-Type': URLENCODED, 'Content-Length': '5' }, body: 'a=%ff' },
  'a form of another type': { headers: { 'Content-Type': 'application/json', 'Content-Length': '2' }, body: '{}' },
  'a form without a boundary': {
    headers: { 'Content-Type': 'multipart/form-data', 'Content-Length': '2' },
    body: '--',
  },
  'parts that do not end': {
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '5' },
    body: '--x\r\n',
  },
  'a form that is too large': {
    headers: { 'Content-Type': URLENCODED, 'Content-Length': String(90 * 1024 * 1024) },
    body: 'a=b',
    statuses: [413, 400],
  },
  'parts that are too large': {
    headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(90 * 1024 * 1024) },
    body: '--x\r\n',
    statuses: [413, 400],
  },
};

describe('a form of a page that arrives broken', () => {
  const { credentials, submissionUrl } = sharedStack();
  let cookie: string;
  let paths: string[];

  beforeAll(async () => {
    const { visitor, person } = await StudioVisitor.newcomer(submissionUrl, credentials.submission_url);
    cookie = visitor.cookie;
    const maker = new Participant(credentials.submission_url, person.token, credentials.program_id);
    const studio = `/studio/projects/${await maker.createProject()}`;
    const [slug = ''] = studio.split('/').slice(-1);
    paths = [
      ...['/login', '/join', '/reset', `/projects/${slug}/report`, '/guardian/agree', '/studio/settings/guardian'],
      ...['review', 'interview', 'interview/answers', 'shipping', 'details', 'logs'].map((name) => `${studio}/${name}`),
    ];
  });

  it.each(Object.entries(FAULTS))('is answered with a page in the language of its reader: %s', async (_, fault) => {
    const findings: string[] = [];
    for (const [language, titles] of Object.entries(TITLES))
      for (const path of paths) {
        const { headers, body, end = false, statuses = [400] } = fault;
        const sent = {
          Host: 'a',
          Accept: '*/*',
          'Accept-Language': language,
          Cookie: `${cookie}; lang=${language}`,
          ...headers,
        };
        const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
        const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
        const answer = await sendRaw(submissionUrl, { head, body: Buffer.from(body), end });
        const isPage =
          answer !== null &&
          statuses.includes(answer.status) &&
          answer.headers.get('content-type') === 'text/html; charset=utf-8' &&
          answer.headers.get('content-security-policy')?.startsWith("default-src 'none'") &&
          answer.headers.get('cache-control') === 'no-store' &&
          titles.some((title) => answer.body.includes(title));
        if (!isPage) findings.push(`${path} ${language}: ${answer?.status} ${answer?.body.slice(0, 300)}`);
      }
    expect(findings).toEqual([]);
  });
});
