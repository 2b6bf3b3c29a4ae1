import { sharedStack } from '@shipyard/testing';
import { Participant } from './participant';
import { sendRaw } from './raw-request';

const MEBIBYTE = 1024 * 1024;

const file = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${content}\r\n`;
const text = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

/** Each client sends the start of an 80 MiB body and waits. A service that reads to the end would never answer. */
describe('a form that can no longer be accepted', () => {
  const { credentials, submissionUrl } = sharedStack();
  let path: string;

  beforeAll(async () => {
    const { submission_url, participant, program_id } = credentials;
    path = `/api/v1/projects/${await new Participant(submission_url, participant.token, program_id).createProject()}/readme`;
  });

  it.each<[string, string, number, string]>([
    ['an image of more than 5 MiB', file('a.png', 'x'.repeat(5 * MEBIBYTE + 64 * 1024)), 413, 'IMAGE_TOO_LARGE'],
    ['more than 32 images', file('a.png', 'x').repeat(40), 400, 'VALIDATION_FAILED'],
    ['many texts', text('a', 'x').repeat(20), 400, 'VALIDATION_FAILED'],
    ['a text that is too long', text('readme', 'x'.repeat(3 * MEBIBYTE)) + text('a', ''), 413, 'PAYLOAD_TOO_LARGE'],
    ['ten thousand parts that are none', '--x\r\n\r\n\r\n'.repeat(10_000), 400, 'VALIDATION_FAILED'],
  ])('is refused at once: %s', async (_, beginning, status, code) => {
    const headers = {
      Host: 'localhost',
      Authorization: `Bearer ${credentials.participant.token}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': String(80 * MEBIBYTE),
    };
    const head = `PUT ${path} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
    const answer = await sendRaw(submissionUrl, { head, body: Buffer.from(beginning), end: false });
    expect(answer?.status).toBe(status);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ ok: false, error: code });
  });
});
