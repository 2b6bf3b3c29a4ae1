import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { drawImage } from '@shipyard/testing';
import { type Attempts, Refused } from './attempts';

export interface Services {
  /** Clients take turns, as a balancer lets them. */
  submissions: readonly string[];
  gateways: readonly string[];
  programId: string;
  makers: readonly [logs: string, uploads: string, reviews: string];
  keys: { whole: string; streams: string; images: string };
}

/** What the services said that they did. */
export interface Acknowledged {
  wholeChats: { requestId: string; isReplay: boolean }[];
  streams: string[];
  logs: string[];
  uploads: string[];
  tasks: { id: string; prompt: string; status: string }[];
  reviewed: string[];
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

const UPLOAD_EVERY_MS = 1_500;
const LOG_EVERY_MS = 1_000;
const PAUSE_MS = 200;
const READ_EVERY_MS = 500;
const REVIEW_EVERY_MS = 15_000;
const README = `# Rain gauge\n\n${'It measures wind, rain and light, and tells what it saw. '.repeat(12)}\n`;

/** Chats, projects, uploads, image tasks, reviews and reads. A write that fails is repeated under its Idempotency-Key. */
export class FailoverClients {
  readonly acknowledged: Acknowledged = {
    ...{ wholeChats: [], streams: [], logs: [], uploads: [], tasks: [], reviewed: [] },
  };
  /** Streams whose end their client did not see. */
  brokenStreams = 0;
  private readonly name = randomUUID().slice(0, 6);
  private turn = 0;
  private made = 0;
  private stopped = false;
  private lanes: Promise<void>[] = [];
  private slug = '';
  private projectId = '';

  constructor(
    private readonly services: Services,
    private readonly attempts: Attempts,
  ) {}

  async prepare(): Promise<void> {
    const [token] = this.services.makers;
    this.slug = await this.makeProject(token);
    const [, uploader] = this.services.makers;
    const own = await this.makeProject(uploader);
    const { text } = await this.submission('GET', `/projects/${own}`, uploader, AbortSignal.timeout(10_000));
    this.projectId = (JSON.parse(text) as { data: { id: string } }).data.id;
  }

  start(): void {
    const repeat = async (work: () => Promise<unknown>, pauseMs: number) => {
      while (!this.stopped) await work().then(() => wait(pauseMs));
    };
    this.lanes = [
      ...Array.from({ length: 2 }, () => repeat(() => this.wholeChat(), PAUSE_MS)),
      ...Array.from({ length: 4 }, () => repeat(() => this.stream(), PAUSE_MS)),
      repeat(() => this.log(), LOG_EVERY_MS),
      repeat(() => this.upload(), UPLOAD_EVERY_MS),
      ...Array.from({ length: 2 }, () => repeat(() => this.draw(), PAUSE_MS)),
      repeat(() => this.review(), REVIEW_EVERY_MS),
      ...Array.from({ length: 2 }, () => repeat(() => this.read(), READ_EVERY_MS)),
    ];
    // A lane that fails is told by stop().
    for (const lane of this.lanes) lane.catch(() => undefined);
  }

  /** Resolves when everything that was begun is acknowledged. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.lanes);
  }

  private async wholeChat(): Promise<void> {
    const key = randomUUID();
    const json = { model: 'drill-chat', max_tokens: 16, messages: [{ role: 'user', content: 'Say hello' }] };
    const { headers } = await this.attempts.untilAcknowledged('chat', (signal) =>
      this.gateway('POST', '/v1/chat/completions', this.services.keys.whole, signal, json, key),
    );
    const isReplay = headers.has('idempotency-replayed');
    this.acknowledged.wholeChats.push({ requestId: headers.get('x-request-id') ?? '', isReplay });
  }

  private async stream(): Promise<void> {
    const json = {
      ...{ model: 'drill-chat', max_tokens: 32, messages: [{ role: 'user', content: 'Say hello slowly' }] },
      ...{ stream: true, stream_options: { include_usage: true } },
    };
    const done = await this.attempts.one('stream', async (signal) => {
      const answer = await this.gateway('POST', '/v1/chat/completions', this.services.keys.streams, signal, json);
      if (answer.text.trimEnd().endsWith('data: [DONE]') && answer.text.includes('"cost_cny"')) return answer;
      throw new Refused(`error event ${/"code":"(\w+)"/.exec(answer.text)?.[1] ?? 'none'}`);
    });
    if (done === null) this.brokenStreams += 1;
    else this.acknowledged.streams.push(done.headers.get('x-request-id') ?? '');
  }

  private async log(): Promise<void> {
    const title = this.next('Day');
    await this.appendLog(this.services.makers[0], this.slug, title);
    this.acknowledged.logs.push(title);
  }

  private async upload(): Promise<void> {
    const key = randomUUID();
    this.made += 1;
    const image = await drawImage({ color: '#112233', width: 32 + (this.made % 800), height: 16 + (this.made % 7) });
    const { text } = await this.attempts.untilAcknowledged('upload', (signal) => {
      const form = new FormData();
      form.set('project_id', this.projectId);
      form.set('file', new Blob([new Uint8Array(image)]), 'picture');
      return this.submission('POST', '/assets/upload', this.services.makers[1], signal, form, key);
    });
    this.acknowledged.uploads.push((JSON.parse(text) as { data: { url: string } }).data.url);
  }

  private async draw(): Promise<void> {
    const key = randomUUID();
    const prompt = this.next('A lighthouse');
    const token = this.services.keys.images;
    const submitted = await this.attempts.untilAcknowledged('image task', (signal) =>
      this.gateway('POST', '/v1/images/tasks', token, signal, { model: 'drill-image', prompt }, key),
    );
    const { id } = JSON.parse(submitted.text) as { id: string };
    for (;;) {
      const { text } = await this.attempts.untilAcknowledged('image task', (signal) =>
        this.gateway('GET', `/v1/images/tasks/${id}`, token, signal),
      );
      const { status } = JSON.parse(text) as { status: string };
      if (status === 'succeeded' || status === 'failed') {
        this.acknowledged.tasks.push({ id, prompt, status });
        return;
      }
      await wait(500);
    }
  }

  private async review(): Promise<void> {
    const [, , token] = this.services.makers;
    const slug = await this.makeProject(token);
    for (const title of ['First light', 'Second day']) await this.appendLog(token, slug, title);
    const key = randomUUID();
    await this.attempts.untilAcknowledged('review', (signal) =>
      this.submission('POST', `/projects/${slug}/review/request`, token, signal, {}, key),
    );
    for (;;) {
      const { text } = await this.attempts.untilAcknowledged('review', (signal) =>
        this.submission('GET', `/projects/${slug}/status`, token, signal),
      );
      const { data } = JSON.parse(text) as { data: { review: { status: string } | null } };
      if (data.review?.status === 'succeeded' || data.review?.status === 'failed') break;
      await wait(1_000);
    }
    this.acknowledged.reviewed.push(slug);
  }

  private async read(): Promise<void> {
    await this.attempts.one('page', (signal) =>
      this.ask('GET', `${this.submissionUrl()}/projects/${this.slug}`, { signal }),
    );
    const image = this.acknowledged.uploads.at(-1);
    if (image === undefined) return;
    const url = new URL(image, this.submissionUrl()).href;
    await this.attempts.one('image', (signal) => this.ask('GET', url, { signal }));
  }

  private async makeProject(token: string): Promise<string> {
    const slug = this.next('drill').toLowerCase().replace(' ', '-');
    const [made, wrote] = [randomUUID(), randomUUID()];
    const json = { program_id: this.services.programId, slug, name: 'Rain gauge' };
    await this.attempts.untilAcknowledged('project', (signal) =>
      this.submission('POST', '/projects', token, signal, json, made),
    );
    await this.attempts.untilAcknowledged('project', (signal) => {
      const form = new FormData();
      form.set('readme', README);
      return this.submission('PUT', `/projects/${slug}/readme`, token, signal, form, wrote);
    });
    return slug;
  }

  private async appendLog(token: string, slug: string, title: string): Promise<void> {
    const key = randomUUID();
    await this.attempts.untilAcknowledged('log', (signal) => {
      const form = new FormData();
      form.set('title', title);
      form.set('text', 'It rained, and it knew.');
      return this.submission('POST', `/projects/${slug}/logs`, token, signal, form, key);
    });
  }

  private next(word: string): string {
    this.made += 1;
    return `${word} ${this.name}-${this.made}`;
  }

  private submissionUrl(): string {
    this.turn += 1;
    return this.services.submissions[this.turn % this.services.submissions.length] ?? '';
  }

  private submission(
    method: string,
    where: string,
    token: string,
    signal: AbortSignal,
    body?: object,
    key?: string,
  ): Promise<Answer> {
    return this.ask(method, `${this.submissionUrl()}/api/v1${where}`, { token, signal, body, key });
  }

  private gateway(
    method: string,
    where: string,
    token: string,
    signal: AbortSignal,
    body?: object,
    key?: string,
  ): Promise<Answer> {
    this.turn += 1;
    const url = this.services.gateways[this.turn % this.services.gateways.length] ?? '';
    return this.ask(method, `${url}${where}`, { token, signal, body, key });
  }

  private async ask(
    method: string,
    url: string,
    { token, signal, body, key }: { token?: string; signal: AbortSignal; body?: object; key?: string },
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      ...{ method, signal },
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Refused(`${response.status} ${/"(?:error|code)":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim());
    return { status: response.status, headers: response.headers, text };
  }
}
