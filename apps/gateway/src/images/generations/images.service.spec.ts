import { HttpError } from '@shipyard/http';
import type { BillingService, SupplierAttempts } from '../../billing';
import type { GatewayConfig } from '../../config';
import { ImageMemory, type ImageMemoryShare, SupplierError, type SupplierImage } from '../../suppliers';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import type { KeyLimitsService } from '../../limits';
import { type MeteredCall, MeteredCalls } from '../../metered-calls';
import type { CatalogService } from '../../models';
import type { RoutingService } from '../../routing';
import type { ImageDrawingService } from './image-drawing.service';
import type { ImageFilesService } from '../files/image-files.service';
import type { ImageResponseFormat } from '../images.dto';
import { ImagesService } from './images.service';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
const caller = {
  customerId: 'customer-1',
  customerStatus: 'active' as const,
  overdueAt: null,
  customerLimits: { rpm: null, tpm: null, maxConcurrency: null },
  customerModels: null,
  keyId: 'key-1',
  requestId: 'request-1',
  scopes: ['image' as const],
  models: null,
  allowedAddresses: null,
  budget: null,
  rpm: null,
  tpm: null,
  maxConcurrency: null,
  maxAbandoned: 30,
  fallback: null,
  rates: { write: () => undefined } as unknown as Caller['rates'],
};

interface Steps {
  draw: () => Promise<SupplierImage[]>;
  keep: () => Promise<never[]>;
  settle: () => Promise<{ chargedNano: bigint } | null>;
}

const smooth: Steps = {
  draw: () => Promise.resolve([{ bytes: Buffer.from('a'), extension: 'png', revisedPrompt: null }]),
  keep: () => Promise.resolve([]),
  settle: () => Promise.resolve({ chargedNano: 5n }),
};

describe('drawing while the customer waits', () => {
  const release = jest.fn();
  const endAdmission = jest.fn();
  const discard = jest.fn(() => Promise.resolve());
  const losses: unknown[] = [];
  const writeOffUnpaid = jest.fn((payer: unknown, attempts: SupplierAttempts) => {
    losses.push(...attempts.losses.map((loss) => [payer, loss]));
    return Promise.resolve();
  });
  // Each call takes all of the memory. If one did not release it, the next would wait forever.
  const memory = new ImageMemory(1);
  beforeEach(() => {
    jest.clearAllMocks();
    losses.length = 0;
  });

  function generate(
    steps: Partial<Steps>,
    response_format: ImageResponseFormat = 'url',
    recorder: IdempotencyRecorder | null = null,
  ) {
    const { draw, keep, settle } = { ...smooth, ...steps };
    const route = {
      id: 'route-1',
      supplierId: 'supplier-1',
      upstreamModel: 'u',
      supplierPrices: [{ unit_type: 'image', price_nano: '3' }],
    };
    const found = {
      model: { id: 'm', product: 'image', sizes: ['8x8'] },
      prices: [{ unitType: 'image', priceNano: 5n }],
      routes: [route],
    };
    const calls = new MeteredCalls(
      { findActive: () => found } as unknown as CatalogService,
      { admit: () => ({ rates: {}, end: endAdmission }) } as unknown as KeyLimitsService,
      { hold: () => Promise.resolve('hold-1'), settle, release, writeOffUnpaid } as unknown as BillingService,
      {} as RoutingService,
      { annotate: () => undefined } as unknown as ConstructorParameters<typeof MeteredCalls>[4],
    );
    const drawing = {
      draw: async (call: MeteredCall<bigint>, _: unknown, __: unknown, memory: ImageMemoryShare) => {
        await memory.take(1);
        const images = await draw();
        const units = () => [{ unitType: 'image', units: images.length + 2 }];
        call.attempts.ended({ route, bill: 'billed', units });
        return { images, lostCount: 2, route };
      },
    };
    const service = new ImagesService(
      calls,
      drawing as unknown as ImageDrawingService,
      { keep, discard } as unknown as ImageFilesService,
      memory,
      { IMAGE_URL_TTL_SECONDS: 60 } as GatewayConfig,
    );
    return service.generate(caller, { model: 'm', prompt: 'a', response_format }, recorder);
  }

  async function failureOf(steps: Partial<Steps>): Promise<HttpError> {
    const error: unknown = await generate(steps).catch((thrown: unknown) => thrown);
    if (!(error instanceof HttpError)) throw new Error('It did not fail with an answer', { cause: error });
    return error;
  }

  it('returns bytes beside the answer, unless it is stored for a retry', async () => {
    const { answer, images } = await generate({}, 'b64_json');
    expect([answer.data, images.map(({ bytes }) => bytes)]).toEqual([[{ b64_json: '' }], [1]]);
    const kept: unknown[] = [];
    await generate({}, 'b64_json', {
      record: (each: unknown) => Promise.resolve(void kept.push(each)),
    } as unknown as IdempotencyRecorder);
    expect(kept).toEqual([
      { created: expect.any(Number) as number, data: [{ b64_json: 'YQ==' }], usage: { images: 1, cost_cny: 0 } },
    ]);
  });

  it('reports the charge as its cost', async () => {
    expect((await generate({})).costNano).toBe(5n);
  });

  it('records the supplier cost of what was drawn, or may have been', async () => {
    const settle = jest.fn(smooth.settle);
    await generate({ settle });
    expect(settle).toHaveBeenCalledWith(
      'hold-1',
      expect.objectContaining({ lines: [{ unitType: 'image', units: 1, unitPriceNano: 5n }], supplierCostNano: 9n }),
    );
  });

  it.each<[string, Partial<Steps>, string, string | null]>([
    ['keeping finds no Postgres', { keep: () => Promise.reject(lost) }, 'service_unavailable', 'undelivered'],
    ['keeping breaks', { keep: () => Promise.reject(new Error('broken')) }, 'internal_error', 'undelivered'],
    ['the charge finds no Postgres', { settle: () => Promise.reject(lost) }, 'service_unavailable', null],
    ['the hold is gone', { settle: () => Promise.resolve(null) }, 'service_unavailable', 'hold_lost'],
  ])(
    'tells the client not to retry when %s, and writes off what nobody can have paid',
    async (_, steps, code, reason) => {
      const error = await failureOf(steps);
      expect(error.code).toBe(code);
      expect(error.particulars.headers).toMatchObject({ 'x-should-retry': 'false' });
      if (code === 'service_unavailable')
        expect(error.particulars.headers).toEqual(
          expect.objectContaining({
            'retry-after': expect.any(String) as string,
            'retry-after-ms': expect.any(String) as string,
          }),
        );
      expect(release).toHaveBeenCalledWith('hold-1');
      expect(endAdmission).toHaveBeenCalledTimes(1);
      expect(discard).toHaveBeenCalledTimes(reason === 'hold_lost' ? 1 : 0);
      const loss = { requestId: 'request-1', model: 'm', routeId: 'route-1', supplierCostNano: 9n, reason };
      expect(losses).toEqual(reason === null ? [] : [[caller, loss]]);
    },
  );

  it.each([new SupplierError('timeout', 'no'), new SupplierError('failed', 'The supplier answered 500')])(
    'tells it so when the outcome is unknown: %s',
    async (error) => {
      const { particulars } = await failureOf({ draw: () => Promise.reject(error) });
      expect(particulars.headers).toMatchObject({ 'x-should-retry': 'false' });
    },
  );

  it('lets it retry when the supplier has done nothing', async () => {
    const { code, particulars } = await failureOf({
      draw: () => Promise.reject(new SupplierError('failed', 'no', { isUntouched: true })),
    });
    expect([code, particulars.headers]).toEqual(['upstream_error', undefined]);
  });

  it('passes on a refusal of the supplier unchanged', async () => {
    const error = await failureOf({ draw: () => Promise.reject(new SupplierError('content', 'no')) });
    expect([error.code, error.particulars.headers]).toEqual(['content_policy_violation', undefined]);
  });

  it('names the prompt if it is too long for the model', async () => {
    const error = await failureOf({ draw: () => Promise.reject(new SupplierError('context', 'no')) });
    expect([error.code, error.particulars.param]).toEqual(['context_length_exceeded', 'prompt']);
  });
});
