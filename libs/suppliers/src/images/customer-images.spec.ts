import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawImage, startFakeGemini } from '@shipyard/testing';
import { chatCall } from '../contract-suite/chat-samples';
import { type CallLimits, type SupplierAnswer, SupplierHttp } from '../http/supplier-http';
import { GeminiSupplier } from '../vendors/gemini/gemini-supplier';
import { CustomerImages } from './customer-images';
import { HeldBytes } from './held-bytes';
import { ImageNotFetched } from './image-errors';

const MIB = 1024 * 1024;
const seeing = (...urls: string[]) => ({
  messages: [
    { role: 'system', content: 'Look.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        ...urls.map((url) => ({ type: 'image_url', image_url: { url, detail: 'low' } })),
      ],
    },
  ],
});

/** Every https address leads to the server of this test. */
class LocalHttp extends SupplierHttp {
  constructor(private readonly host: string) {
    super({ baseUrl: host, internal: true }, { first_byte_ms: 300, idle_ms: 300 });
  }

  override getNamed({ pathname }: URL, limits: CallLimits, maxBytes: number): Promise<SupplierAnswer> {
    return super.getNamed(new URL(pathname, this.host), limits, maxBytes);
  }
}

describe('images that customers name', () => {
  let png: Buffer;
  let server: Server;
  let origin: string;
  let asked: string[] = [];
  const held = new HeldBytes(13 * MIB, 13 * MIB);
  let images: CustomerImages;

  const hosted: Record<string, RequestListener> = {
    '/a.png': (_, response) => response.end(png),
    '/moved': (_, response) => response.writeHead(302, { location: '/a.png' }).end(),
    '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/down': (_, response) => response.writeHead(302, { location: 'http://images.example/a.png' }).end(),
    '/gone': (_, response) => response.writeHead(404).end(),
    '/broken': (_, response) => response.writeHead(503).end(),
    '/page': (_, response) => response.end('<html>'),
    '/empty': (_, response) => response.end(),
    '/large': (_, response) => response.end(Buffer.concat([png, Buffer.alloc(12 * MIB)])),
    '/half': (_, response) => response.end(Buffer.concat([png, Buffer.alloc(7 * MIB)])),
    '/other-half': (_, response) => response.end(Buffer.concat([png, Buffer.alloc(7 * MIB)])),
    '/silent': () => undefined,
    '/reset': (request) => request.destroy(),
  };

  beforeAll(async () => {
    png = await drawImage({ width: 4, height: 4 });
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      hosted[request.url ?? '']?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    images = new CustomerImages(new LocalHttp(origin), held);
  });

  beforeEach(() => (asked = []));

  afterEach(() => expect(held.bytes).toBe(0));

  afterAll(async () => {
    await images.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const inline = async (...urls: string[]) => {
    const { messages, release } = await images.inline(chatCall('key', seeing(...urls)));
    release();
    return messages;
  };
  const failureOf = (fetched: Promise<unknown>) =>
    fetched.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('come as bytes, each address once, and all else stays', async () => {
    const bytes = `data:image/png;base64,${png.toString('base64')}`;
    const inlined = `data:image/jpeg;base64,AAAA`;
    const urls = ['https://images.example/a.png', 'HTTPS://images.example/moved', inlined];
    const call = chatCall('key', seeing(...urls, 'https://images.example/a.png'));
    const { messages, release } = await images.inline(call);
    expect(held.bytes).toBe(2 * png.length);
    release();
    release();
    expect({ messages }).toEqual(seeing(bytes, bytes, inlined, bytes));
    expect(call.parameters).toEqual(seeing(...urls, 'https://images.example/a.png'));
    expect(asked.toSorted()).toEqual(['/a.png', '/a.png', '/moved']);
  });

  it('are none where no address is named', async () => {
    const { messages } = seeing('data:image/jpeg;base64,AAAA');
    const call = chatCall('key', { messages });
    expect((await images.inline(call)).messages).toBe(messages);
    expect(asked).toEqual([]);
  });

  it.each(['circle', 'down', 'gone', 'broken', 'page', 'empty', 'large', 'silent', 'reset'])(
    'are refused with their place if the host answers by %s',
    async (path) => {
      const error = await failureOf(inline('https://images.example/a.png', `https://images.example/${path}`));
      expect(error).toBeInstanceOf(ImageNotFetched);
      expect(error).toMatchObject({
        fault: 'refused',
        mayBeAccepted: false,
        field: 'messages[1].content[2].image_url.url',
      });
    },
  );

  it('are refused if they have too many bytes together', async () => {
    expect(await inline('https://images.example/half')).toBeDefined();
    expect(await failureOf(inline('https://images.example/half', 'https://images.example/other-half'))).toBeInstanceOf(
      ImageNotFetched,
    );
  });

  it('are not fetched while there is no room, which is not the customer’s fault', async () => {
    const { release } = await images.inline(chatCall('key', seeing('https://images.example/half')));
    const other = images.inline(chatCall('key', seeing('https://images.example/half')));
    expect(await failureOf(other)).toMatchObject({ fault: 'failed', mayBeAccepted: false });
    release();
  });

  it('are left when the caller leaves', async () => {
    const leaving = new AbortController();
    const call = chatCall('key', seeing('https://images.example/silent'), 'm', leaving.signal);
    const fetched = failureOf(images.inline(call));
    while (asked.length === 0) await new Promise(setImmediate);
    leaving.abort(new Error('gone'));
    expect(await fetched).toEqual(new Error('gone'));
  });

  it.each(['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', 'localhost'])(
    'are not fetched from %s, even for an internal supplier',
    async (host) => {
      const guarded = new CustomerImages();
      const fetched = guarded.inline(chatCall('key', seeing(`https://${host}:${new URL(origin).port}/a.png`)));
      expect(await failureOf(fetched)).toBeInstanceOf(ImageNotFetched);
      expect(asked).toEqual([]);
      await guarded.close();
    },
  );

  it('reach Gemini as bytes, whole and in a stream', async () => {
    const fake = await startFakeGemini();
    const supplier = new GeminiSupplier({ baseUrl: fake.baseUrl, internal: true, options: {} }, images);
    const call = chatCall(fake.apiKey, seeing('https://images.example/a.png'), 'gemini-3-fake');
    await supplier.completeChat(call);
    for await (const _ of supplier.streamChat(call)) expect(held.bytes).toBe(0);
    expect([fake.calls.length, fake.refusals]).toEqual([2, []]);
    for (const { body } of fake.calls)
      expect(JSON.stringify(body)).toContain(`{"mimeType":"image/png","data":"${png.toString('base64')}"}`);
    await fake.close();
  });
});

describe('bytes that a process holds for all customers', () => {
  it('are bounded for one and for all', () => {
    const held = new HeldBytes(10, 6);
    const [one, more, other] = [held.open('a'), held.open('a'), held.open('b')];
    expect([one.take(4), more.take(3), more.take(2), other.take(5), other.take(4), held.bytes]).toEqual([
      true,
      false,
      true,
      false,
      true,
      10,
    ]);
    one.release();
    expect([held.bytes, more.take(4), more.take(1), other.take(1)]).toEqual([6, true, false, false]);
    more.release();
    other.release();
    other.release();
    expect(held.bytes).toBe(0);
  });
});
