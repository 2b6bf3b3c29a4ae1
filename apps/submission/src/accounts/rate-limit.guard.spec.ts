import 'reflect-metadata';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  Module,
  Param,
  Post,
  Res,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { OwnTokenKind, TokenOptional } from '@shipyard/auth';
import { configureApp, envelope, envelopeErrors, envelopeErrorFormat } from '@shipyard/http';
import { LimitsModule } from '../limits/limits.module';
import { AnonymousRate, LimitedBy, OpenEnded } from '../limits/rate-limits';
import { RateLimitGuard } from './rate-limit.guard';

const silent = { info: jest.fn(), warn: jest.fn(), error: jest.fn(), debug: jest.fn() };

/** Requests that wait for their answer, and what tells that one arrived. */
const waiters: (() => void)[] = [];
const arrivals = new EventEmitter();
let closings: Promise<unknown>[] = [];

function heldFor(response: ServerResponse) {
  closings.push(once(response, 'close'));
  const answered = new Promise<void>((resolve) => waiters.push(resolve));
  arrivals.emit('arrival');
  return answered.then(() => envelope(null));
}

async function waiting(count: number) {
  while (waiters.length < count) await once(arrivals, 'arrival');
}

function release() {
  for (const answer of waiters.splice(0)) answer();
  closings = [];
}

@Injectable()
class BelievingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const name = request.headers['x-caller'];
    if (typeof name === 'string')
      request.caller = {
        credentialId: name,
        sessionId: null,
        scopes: null,
        accountId: name,
        handle: name,
        locale: null,
        roles: ['participant'],
        withheldRoles: [],
        waitingRoles: [],
        hasSecondFactor: false,
        hasFreshSecondFactor: false,
      };
    return true;
  }
}

@Controller()
class Things {
  @Get('things')
  read() {
    return envelope(null);
  }

  @Get('held')
  hold(@Res({ passthrough: true }) response: ServerResponse) {
    return heldFor(response);
  }

  @OpenEnded()
  @Get('stream')
  stream(@Res({ passthrough: true }) response: ServerResponse) {
    return heldFor(response);
  }

  @Post('things')
  @HttpCode(200)
  write() {
    return envelope(null);
  }

  @LimitedBy('registration')
  @Post('accounts')
  register() {
    return envelope(null);
  }

  @LimitedBy('asset_bytes')
  @Post('images')
  upload() {
    return envelope(null);
  }

  @LimitedBy('reviews')
  @Post('projects/:slug/review')
  review(@Param('slug') slug: string) {
    if (slug === 'unready') throw envelopeErrors.FORBIDDEN();
    return envelope(null);
  }
}

@TokenOptional()
@Controller('open')
class OpenThings {
  @Get('things')
  read() {
    return envelope(null);
  }

  @LimitedBy('searches')
  @Get('lists')
  list() {
    return envelope(null);
  }

  @AnonymousRate('anonymous_images')
  @Get('images')
  image() {
    return envelope(null);
  }

  @AnonymousRate(null)
  @Get('health')
  health() {
    return envelope(null);
  }
}

class UncountableThings {
  @TokenOptional()
  @LimitedBy('reviews')
  open() {}

  @OwnTokenKind()
  @LimitedBy('confirm_requests')
  own() {}

  // @ts-expect-error The guard knows no email.
  @LimitedBy('log_in_email')
  byEmail() {}

  // @ts-expect-error The service itself counts by account and address.
  @LimitedBy('password_check')
  byAccountAndAddress() {}
}

@Module({
  controllers: [Things, OpenThings],
  providers: [
    { provide: APP_GUARD, useClass: BelievingGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
})
class ThingsModule {}

interface Refusal {
  error: string;
  details: { retry_after_seconds: number };
}

describe('RateLimitGuard', () => {
  let app: NestExpressApplication;
  let url: string;

  beforeEach(async () => {
    const fresh = { module: ThingsModule, imports: [LimitsModule.of(null, silent as never, false)] };
    app = await NestFactory.create<NestExpressApplication>(fresh, { bodyParser: false, logger: false });
    configureApp(app, {
      logger: silent as never,
      errorFormats: [envelopeErrorFormat('/')],
      acceptRequestId: true,
      securityHeaders: [],
    });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });

  afterEach(() => app.close());

  const ask = async (method: string, path: string, caller?: string, body?: string) => {
    const headers = { ...(caller && { 'x-caller': caller }), 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body });
    const text = (await response.json()) as Refusal;
    const limit = ['limit', 'remaining'].map((name) => response.headers.get(`ratelimit-${name}`));
    return { status: response.status, body: text, limit, headers: response.headers };
  };
  const times = async (count: number, work: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let done = 0; done < count; done += 1) statuses.push((await work()).status);
    return statuses;
  };

  it('allows 120 writes per minute and token, and refuses the next with the message of the contract', async () => {
    expect((await ask('POST', '/things', 'ada')).limit).toEqual(['120', '119']);
    expect(new Set(await times(119, () => ask('POST', '/things', 'ada')))).toEqual(new Set([200]));
    const { status, body, limit, headers } = await ask('POST', '/things', 'ada');
    expect([status, body.error, limit]).toEqual([429, 'RATE_LIMITED', ['120', '0']]);
    expect(body.details.retry_after_seconds).toBeGreaterThan(0);
    expect(body.details.retry_after_seconds).toBeLessThanOrEqual(60);
    expect(headers.get('retry-after')).toBe(String(body.details.retry_after_seconds));
    expect(headers.get('ratelimit-reset')).toBe(String(body.details.retry_after_seconds));
    expect((await ask('POST', '/things', 'bo')).limit).toEqual(['120', '119']);
    expect((await ask('GET', '/things', 'ada')).status).toBe(200);
  });

  it('allows 1,200 reads with a token per minute and account, and does not limit writes without one', async () => {
    expect((await ask('GET', '/things', 'ada')).limit).toEqual(['1200', '1199']);
    expect(new Set(await times(1_199, () => ask('GET', '/things', 'ada')))).toEqual(new Set([200]));
    expect(await ask('GET', '/things', 'ada')).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } });
    expect((await ask('GET', '/things', 'bo')).status).toBe(200);
    expect((await ask('POST', '/things')).limit).toEqual([null, null]);
  });

  it('lets an account have 8 reads with a token open at once, without those that stay open', async () => {
    const held = Array.from({ length: 8 }, () => ask('GET', '/held', 'ada'));
    await waiting(8);
    const { status, body, limit, headers } = await ask('GET', '/held', 'ada');
    expect([status, body.error, limit, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', ['8', '0'], '1']);
    const others = [ask('GET', '/held', 'bo'), ask('GET', '/stream', 'ada')];
    await waiting(10);
    release();
    expect(new Set((await Promise.all([...held, ...others])).map((each) => each.status))).toEqual(new Set([200]));
    // A closed connection gives its place back too.
    const leaving = new AbortController();
    const left = Array.from({ length: 8 }, () =>
      fetch(`${url}/held`, { headers: { 'x-caller': 'ada' }, signal: leaving.signal }).catch(() => null),
    );
    await waiting(8);
    const gone = [...closings];
    leaving.abort();
    await Promise.all([...left, ...gone]);
    release();
    const next = ask('GET', '/held', 'ada');
    await waiting(1);
    release();
    expect((await next).status).toBe(200);
  });

  it('allows 600 reads per minute and IP address without a token, and counts those with one apart', async () => {
    expect((await ask('GET', '/open/things')).limit).toEqual(['600', '599']);
    expect(new Set(await times(599, () => ask('GET', '/open/lists?q=')))).toEqual(new Set([200]));
    const { status, body, limit } = await ask('GET', '/open/things');
    expect([status, body.error, limit]).toEqual([429, 'RATE_LIMITED', ['600', '0']]);
    const withToken = await ask('GET', '/open/things', 'ada');
    expect([withToken.status, withToken.limit]).toEqual([200, ['1200', '1199']]);
    expect((await ask('GET', '/open/images')).limit).toEqual(['6000', '5999']);
    const probe = await ask('GET', '/open/health');
    expect([probe.status, probe.limit]).toEqual([200, [null, null]]);
  });

  it('allows 60 searches per minute and IP address, with or without a token', async () => {
    expect((await ask('GET', '/open/lists?q=%20', 'ada')).limit).toEqual(['1200', '1199']);
    expect((await ask('GET', '/open/lists?q=solar')).limit).toEqual(['60', '59']);
    expect(new Set(await times(59, () => ask('GET', '/open/lists?q=solar', 'ada')))).toEqual(new Set([200]));
    expect([
      (await ask('GET', '/open/lists?q=solar', 'ada')).status,
      (await ask('GET', '/open/lists?q=solar')).status,
    ]).toEqual([429, 429]);
    expect((await ask('GET', '/open/lists')).status).toBe(200);
  });

  it('allows 200 registrations per hour and IP address', async () => {
    expect(new Set(await times(200, () => ask('POST', '/accounts')))).toEqual(new Set([201]));
    expect((await ask('POST', '/accounts')).status).toBe(429);
  });

  it('allows ten reviews per day and project, without counting refused requests', async () => {
    expect(new Set(await times(12, () => ask('POST', '/projects/unready/review', 'ada')))).toEqual(new Set([403]));
    expect(await times(11, () => ask('POST', '/projects/station/review', 'ada'))).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      429,
    ]);
    expect((await ask('POST', '/projects/other/review', 'ada')).status).toBe(201);
    expect((await ask('POST', '/projects/station/review', 'bo')).status).toBe(201);
  });

  it.each([
    { name: 'open', message: "@LimitedBy('reviews') of POST /things counts per project" },
    { name: 'own', message: "@LimitedBy('confirm_requests') of POST /things counts per account" },
  ] as const)('refuses to start with a rate that has nothing to count by: $name', ({ name, message }) => {
    const route = {
      method: 'POST',
      path: '/things',
      inputs: {},
      getClass: <Type>() => UncountableThings as Type,
      getHandler: () => Object.getOwnPropertyDescriptor(UncountableThings.prototype, name)?.value as () => void,
    };
    expect(() => new RateLimitGuard({} as never).describe(route)).toThrow(message);
  });

  it('shows the limit with the least remaining share', async () => {
    expect((await ask('POST', '/projects/station/review', 'ada')).limit).toEqual(['10', '9']);
    expect((await ask('POST', '/images', 'ada', '{}')).limit).toEqual(['120', '118']);
  });

  it('counts the announced bytes during an upload, and releases those that were not images', async () => {
    const { hostname, port } = new URL(url);
    const open = () => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /images HTTP/1.1\r\nHost: a\r\nX-Caller: ada\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      return socket;
    };
    // Five bodies of unknown length may have 80 MiB each. The sixth does not fit and is refused before it is sent.
    const sockets = Array.from({ length: 6 }, open);
    const [answer] = (await Promise.race(sockets.map((socket) => once(socket, 'data')))) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 429 [\s\S]*RATE_LIMITED/);
    for (const socket of sockets) socket.destroy();
    for (let status = 429; status !== 201;) ({ status } = await ask('POST', '/images', 'ada', '{}'));
  });
});
