import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { PreparedStatements } from '../database/prepared-statements';
import { RequestLogService } from './request-log.service';

const FILL = 1_000;
const ROUTE = { routeId: 'route', supplierId: 'supplier' };

describe('the request log', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['performance'] }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  function open() {
    const statements: { rows: Record<string, unknown>[]; answer: () => void; fail: (error: Error) => void }[] = [];
    jest.spyOn(PreparedStatements.prototype, 'query').mockImplementation((_, [sent]) => {
      const rows = JSON.parse(String(sent)) as Record<string, unknown>[];
      return new Promise((resolve, reject) => statements.push({ rows, answer: () => resolve([]), fail: reject }));
    });
    const warn = jest.fn();
    const log = new RequestLogService({} as DataSource, { warn } as unknown as Logger);
    const server = createServer();
    log.watch(server);
    let asked = 0;
    const begin = () => {
      const request = Object.assign(new IncomingMessage(new Socket()), {
        method: 'POST',
        url: '/v1/chat/completions?of=interest',
      });
      const response = new ServerResponse(request);
      const requestId = `request-${(asked += 1)}`;
      response.setHeader('x-request-id', requestId);
      server.emit('request', request, response);
      return { requestId, leave: () => response.emit('close') };
    };
    const end = (times: number) => {
      for (let time = 0; time < times; time += 1) begin().leave();
    };
    return { log, warn, statements, sizes: () => statements.map(({ rows }) => rows.length), begin, end };
  }

  const tick = () => jest.advanceTimersByTimeAsync(500);

  it('writes the annotations of a request, and null for the rest', async () => {
    jest.setSystemTime(1_732_263_230_123);
    const { log, begin, statements } = open();
    const { requestId, leave } = begin();
    log.annotate(requestId, { customerId: 'customer', keyId: 'key' });
    log.annotate(requestId, { model: 'model' });
    log.skipRoute(requestId, { routeId: 'first', supplierId: 'supplier' }, 'open');
    log.attempt(requestId, ROUTE).ended('failed');
    leave();
    await tick();
    expect(statements[0]?.rows).toEqual([
      {
        request_id: requestId,
        at: 1_732_263_230_123,
        customer_id: 'customer',
        key_id: 'key',
        model: 'model',
        route_id: 'route',
        endpoint: 'POST /v1/chat/completions',
        status: 499,
        latency_ms: expect.any(Number) as number,
        trace: [
          { route_id: 'first', supplier_id: 'supplier', outcome: 'open', ms: 0 },
          { route_id: 'route', supplier_id: 'supplier', outcome: 'failed', ms: expect.any(Number) as number },
        ],
      },
    ]);
  });

  it('records how a call continued after its client left', async () => {
    const { log, begin, statements } = open();
    const { requestId, leave } = begin();
    const attempt = log.attempt(requestId, ROUTE);
    leave();
    attempt.ended('answered');
    await tick();
    expect(statements[0]?.rows).toMatchObject([{ trace: [{ outcome: 'answered' }] }]);
  });

  it('is flushed every half second, and later rows with the next statement', async () => {
    const { end, statements, sizes } = open();
    end(3);
    await tick();
    end(2);
    await tick();
    expect(sizes()).toEqual([3]);
    statements[0]?.answer();
    await jest.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([3]);
    await tick();
    expect(sizes()).toEqual([3, 2]);
  });

  it('is flushed as soon as it fills a statement', async () => {
    const { end, statements, sizes } = open();
    end(FILL - 1);
    expect(sizes()).toEqual([]);
    end(1);
    expect(sizes()).toEqual([FILL]);
    end(FILL + 1);
    statements[0]?.answer();
    await tick();
    expect(sizes()).toEqual([FILL, FILL]);
    statements[1]?.answer();
    await jest.advanceTimersByTimeAsync(1);
    expect(sizes()).toEqual([FILL, FILL, 1]);
  });

  it('is retried with one warning when Postgres was away', async () => {
    const { end, statements, sizes, warn } = open();
    end(2);
    for (let time = 0; time < 2; time += 1) {
      await tick();
      statements[time]?.fail(new Error('away'));
      await jest.advanceTimersByTimeAsync(1);
      end(1);
    }
    await tick();
    expect([sizes(), warn.mock.calls.length]).toEqual([[2, 3, 4], 1]);
  });

  it('is written completely on shutdown, after the current statement', async () => {
    const { log, end, statements, sizes } = open();
    end(2);
    await tick();
    end(FILL + 5);
    let isDone = false;
    void log.onApplicationShutdown().then(() => (isDone = true));
    for (let at = 0; at < 3; at += 1) {
      expect([sizes().length, isDone]).toEqual([at + 1, false]);
      statements[at]?.answer();
      await jest.advanceTimersByTimeAsync(1);
    }
    expect([sizes(), isDone]).toEqual([[2, FILL, 5], true]);
  });
});
