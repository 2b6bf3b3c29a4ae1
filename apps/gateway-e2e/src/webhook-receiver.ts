import { createHmac } from 'node:crypto';
import { type FakeServer, openFakeServer, waitUntil } from '@shipyard/testing';

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** How a path answers: with a status, once a promise has one, or never. */
type Answer = number | Promise<number> | 'never';

/** Somebody who gets webhooks. Each path answers as it was told, else 200. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor(private readonly server: FakeServer) {}

  static async open(): Promise<WebhookReceiver> {
    const receive = async (...[request, response]: Parameters<Parameters<typeof openFakeServer>[0]>) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const text = Buffer.concat(pieces).toString();
      const { url: path = '', headers } = request;
      receiver.received.push({ path, headers, text, body: JSON.parse(text) as Received['body'] });
      const answer = await (receiver.answers.get(path) ?? 200);
      if (answer === 'never') return;
      response.writeHead(answer, answer === 302 ? { location: `${receiver.server.origin}/moved` } : {}).end();
    };
    const receiver = new WebhookReceiver(await openFakeServer(receive));
    return receiver;
  }

  url(path: string): string {
    return this.server.origin + path;
  }

  answer(path: string, answer: Answer): void {
    this.answers.set(path, answer);
  }

  at(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  until(path: string, count: number): Promise<Received[]> {
    return waitUntil(
      () => Promise.resolve(this.at(path)),
      (found) => found.length >= count,
    );
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** As Standard Webhooks says, for each signature whether this secret made it. */
export function signaturesBy(secret: string, { headers, text }: Received): boolean[] {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => signature === expected);
}
