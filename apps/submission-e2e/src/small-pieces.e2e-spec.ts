import { ServiceReplica, sharedStack } from '@shipyard/testing';
import { Participant } from './participant';
import { sendRaw } from './raw-request';

const PIECES = 700_000;
/** Enough for the service at work, but not for a list of so many chunks. */
const HEAP_MB = 112;
/** So many chunks take time. Nothing is measured. */
const GIVE_UP_AFTER_MS = 170_000;

describe('a body that arrives byte by byte', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let replica: ServiceReplica;

  beforeAll(async () => {
    replica = await ServiceReplica.start(stack, { environment: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } });
  });

  afterAll(() => ServiceReplica.endAll());

  const send = (method: string, path: string, type: string, [before, filler, after]: [string, string, string]) => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const lines = [
      `${method} /api/v1${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${credentials.participant.token}`,
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
    ];
    return sendRaw(
      replica.url,
      {
        head: `${lines.join('\r\n')}\r\n\r\n`,
        body: Buffer.from(`${chunk(before)}${chunk(filler).repeat(PIECES)}${chunk(after)}0\r\n\r\n`),
        end: false,
      },
      GIVE_UP_AFTER_MS,
    );
  };

  it('in JSON takes no more memory than any other', async () => {
    const answer = await send('POST', '/projects/sync', 'application/json', ['{"project":"', 'a', '"}']);
    expect([answer?.status, answer?.body]).toEqual([400, expect.stringContaining('VALIDATION_FAILED')]);
  });

  it('in the text of a form takes no more memory than any other', async () => {
    const slug = await owner.createProject();
    const answer = await send('PUT', `/projects/${slug}/readme`, 'multipart/form-data; boundary=b', [
      '--b\r\nContent-Disposition: form-data; name="readme"\r\n\r\n<!--',
      ' ',
      '-->\r\n--b--\r\n',
    ]);
    expect(answer?.status).toBe(200);
  });
});
