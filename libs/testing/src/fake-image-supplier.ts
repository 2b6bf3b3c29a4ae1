import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { CANARY } from './canary';
import { DASHSCOPE_PROTOCOL } from './fake-dashscope';
import { isRecord, type JsonRecord } from './fake-faults';
import type { FakeImageAnswer, FakeImage, ImageBehavior } from './fake-image-behavior';
import type { FakeImageOrder, FakeImageProtocol, FakeTask, GivenImage } from './fake-image-protocol';
import { OPENAI_IMAGES_PROTOCOL } from './fake-openai-images';
import { FakeImageHosts } from './fake-image-hosts';
import { drawFakeImage } from './fake-images';
import { type FakeServer, openFakeServer } from './fake-server';
import { VOLCENGINE_PROTOCOL } from './fake-volcengine-images';
import { ZHIPU_IMAGES_PROTOCOL } from './fake-zhipu-images';

/** The supplier charges for it even if the caller disconnects. */
export interface FakePurchase extends FakeImageOrder {
  headers: IncomingMessage['headers'];
  body: JsonRecord;
  leftEarly: Promise<void>;
}

export interface FakeImageSupplier {
  baseUrl: string;
  apiKey: string;
  purchases: FakePurchase[];
  refusals: string[];
  polls: { taskId: string; at: number }[];
  trapped: string[];
  imageRequests(): number;
  script(...behaviors: ImageBehavior[]): void;
  scriptPolls(...behaviors: PollBehavior[]): void;
  close(): Promise<void>;
}

export type PollBehavior = Exclude<ImageBehavior, FakeImageAnswer | { kind: 'moderated' }>;

export interface FakeImageOptions {
  byDefault?: ImageBehavior;
  pollsPerSecond?: number;
}

export const startFakeDashScope = (options: FakeImageOptions = {}) => startFakeImages(DASHSCOPE_PROTOCOL, options);

export const startFakeOpenAiImages = (options: FakeImageOptions = {}) =>
  startFakeImages(OPENAI_IMAGES_PROTOCOL, options);

export const startFakeVolcengineImages = (options: FakeImageOptions = {}) =>
  startFakeImages(VOLCENGINE_PROTOCOL, options);

export const startFakeZhipuImages = (options: FakeImageOptions = {}) => startFakeImages(ZHIPU_IMAGES_PROTOCOL, options);

export async function startFakeImages(
  protocol: FakeImageProtocol,
  options: FakeImageOptions = {},
): Promise<FakeImageSupplier> {
  const fake = new FakeImages(protocol, options);
  await fake.start();
  return fake;
}

class FakeImages implements FakeImageSupplier {
  baseUrl = '';
  readonly apiKey = `sk-${CANARY}`;
  readonly purchases: FakePurchase[] = [];
  readonly refusals: string[] = [];
  readonly polls: { taskId: string; at: number }[] = [];
  readonly trapped: string[] = [];
  private readonly scripted: ImageBehavior[] = [];
  private readonly scriptedPolls: PollBehavior[] = [];
  private readonly tasks = new Map<string, FakeTask>();
  private readonly images = new FakeImageHosts();
  private servers: FakeServer[] = [];

  constructor(
    private readonly protocol: FakeImageProtocol,
    private readonly options: FakeImageOptions,
  ) {}

  async start(): Promise<void> {
    const server = await openFakeServer((request, response) => this.serve(request, response));
    const trap = await openFakeServer(async (request, response) => {
      this.trapped.push(request.url ?? '');
      response.end(await drawFakeImage('png', { width: 8, height: 8 }, 0));
    });
    this.servers = [server, trap];
    this.images.open(server.origin, trap.origin);
    this.baseUrl = `${server.origin}/${CANARY}/${this.protocol.version}`;
  }

  imageRequests(): number {
    return this.images.requests;
  }

  script(...behaviors: ImageBehavior[]): void {
    this.scripted.splice(0, this.scripted.length, ...behaviors);
  }

  scriptPolls(...behaviors: PollBehavior[]): void {
    this.scriptedPolls.splice(0, this.scriptedPolls.length, ...behaviors);
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (this.images.isTheirs(url)) return this.images.serve(url, response);
    for (const [name, value] of Object.entries(this.protocol.headers)) response.setHeader(name, value);
    const taskId = request.method === 'GET' ? this.protocol.tasks?.path.exec(url)?.[1] : undefined;
    const isLookUp = request.method === 'GET' && this.protocol.lookUp.path.test(url);
    const isForbidden = request.headers.authorization !== `Bearer ${this.apiKey}`;
    if ((taskId !== undefined || isLookUp) && isForbidden)
      return this.refuse(response, 401, 'Invalid API-key provided.');
    if (isLookUp) return send(response, 200, this.protocol.lookUp.body);
    if (taskId !== undefined) return this.servePoll(taskId, response);
    const fault = this.protocol.faultOfHead(request, this.apiKey);
    if (fault) return this.refuse(response, fault.status, fault.message);
    const body: unknown = JSON.parse(await text(request));
    const reason = isRecord(body) ? this.protocol.faultOfBody(body, request) : 'body: must be an object';
    if (reason !== undefined || !isRecord(body)) return this.refuse(response, 400, reason ?? '');
    await this.sell(body, request, response);
  }

  private refuse(response: ServerResponse, status: number, message: string): void {
    this.refusals.push(message);
    send(response, status, this.protocol.error(status, `${message} (${CANARY})`));
  }

  private async sell(body: JsonRecord, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = this.protocol.orderOf(body);
    const behavior = this.scripted.shift() ?? this.options.byDefault ?? { kind: 'answer' };
    if (behavior.kind === 'moderated') return send(response, 400, this.protocol.moderated(order));
    if (behavior.kind !== 'status' && behavior.kind !== 'error_in_200') {
      const leftEarly = new Promise<void>((resolve) =>
        response.once('close', () => !response.writableFinished && resolve()),
      );
      this.purchases.push({ ...order, headers, body, leftEarly });
    }
    if (behavior.kind !== 'answer') return this.misbehave(behavior, response);
    if (this.protocol.tasks) {
      const taskId = randomUUID();
      this.tasks.set(taskId, { taskId, order, answer: behavior, boughtAt: performance.now(), polls: 0 });
      return send(response, 200, this.protocol.tasks.taken(taskId));
    }
    await behavior.after;
    if (behavior.takesMs !== undefined) await wait(behavior.takesMs);
    const asBase64 = behavior.as === undefined ? this.protocol.writesBase64(body) : behavior.as === 'b64_json';
    send(response, 200, this.protocol.answer(order, await this.give(order, behavior, asBase64), behavior));
  }

  private async servePoll(taskId: string, response: ServerResponse): Promise<void> {
    const now = performance.now();
    this.polls.push({ taskId, at: now });
    const { pollsPerSecond = Infinity } = this.options;
    if (this.polls.findLastIndex(({ at }) => at < now - 1_000) < this.polls.length - 1 - pollsPerSecond)
      return send(response, 429, this.protocol.error(429));
    const behavior = this.scriptedPolls.shift();
    if (behavior) return this.misbehave(behavior, response);
    send(response, 200, await this.stateOf(taskId));
  }

  private async stateOf(taskId: string): Promise<object> {
    const { tasks } = this.protocol;
    if (!tasks) throw new Error('This protocol has no tasks');
    const task = this.tasks.get(taskId);
    if (!task || task.answer.ends === 'UNKNOWN') return tasks.unknown(taskId);
    const { after, takesMs = 0, unfinishedPolls = takesMs === 0 ? 1 : 0, ends } = task.answer;
    task.polls += 1;
    const isDrawn =
      task.polls > unfinishedPolls &&
      performance.now() - task.boughtAt >= takesMs &&
      (!after || (await isSettled(after)));
    if (!isDrawn) return tasks.unfinished(task);
    return ends === undefined || ends === 'SUCCEEDED'
      ? tasks.succeeded(task, await this.give(task.order, task.answer, false))
      : tasks.failed(task);
  }

  private give(order: FakeImageOrder, answer: FakeImageAnswer, asBase64: boolean): Promise<GivenImage[]> {
    const images = answer.images ?? Array.from({ length: order.count }, (): FakeImage => ({}));
    return Promise.all(
      images.map(async (image, at): Promise<GivenImage> => {
        if (image.refused) return { refused: image.refused };
        if (!asBase64) return { url: this.images.put(image, order) };
        return { base64: (await drawFakeImage(image.bytes ?? 'png', order, at)).toString('base64') };
      }),
    );
  }

  private misbehave(behavior: PollBehavior, response: ServerResponse): void {
    switch (behavior.kind) {
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'stall':
        return;
      case 'status':
        for (const [name, value] of Object.entries(behavior.headers ?? {})) response.setHeader(name, value);
        return send(response, behavior.status, behavior.body ?? this.protocol.error(behavior.status));
      case 'error_in_200':
        return send(response, 200, this.protocol.error(500));
      case 'page':
        response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><title>${CANARY}</title></html>`);
    }
  }
}

const isSettled = (promise: Promise<void>) => Promise.race([promise.then(() => true), wait(0, false)]);

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
