import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';
import type { TokenPrefix } from '@shipyard/contracts';
import { hashToken, mintToken } from './token';
import { TokenGuard, TokenOptional } from './token.guard';
import { readParticipantToken, type SentToken } from './token-headers';

const known = mintToken('pst_');

class Guard extends TokenGuard<{ accountId: string }> {
  readonly lookedUp: Buffer[] = [];
  admitted: { accountId: string } | undefined;
  protected readonly prefix: TokenPrefix = 'pst_';

  protected read(request: IncomingMessage): SentToken {
    return readParticipantToken(request.headers);
  }

  protected find(tokenHash: Buffer) {
    this.lookedUp.push(tokenHash);
    return Promise.resolve(tokenHash.equals(hashToken(known)) ? { accountId: 'a' } : null);
  }

  protected admit(_request: IncomingMessage, holder: { accountId: string }): void {
    this.admitted = holder;
  }

  protected missing = () => new Error('missing');
  protected invalid = () => new Error('invalid');
}

const routes = { write: () => undefined, read: () => undefined };
TokenOptional()(routes.read);

function contextOf(route: 'read' | 'write', headers: Record<string, string>): ExecutionContext {
  return {
    getHandler: () => routes[route],
    getClass: () => Object,
    switchToHttp: () => ({ getRequest: () => ({ headers }) }),
  } as unknown as ExecutionContext;
}

describe('TokenGuard', () => {
  it('admits the holder of a known token', async () => {
    const guard = new Guard();
    await expect(guard.canActivate(contextOf('write', { 'x-api-key': known }))).resolves.toBe(true);
    expect(guard.admitted).toEqual({ accountId: 'a' });
  });

  it('requires a token unless the route is marked', async () => {
    const guard = new Guard();
    await expect(guard.canActivate(contextOf('write', {}))).rejects.toThrow('missing');
    await expect(guard.canActivate(contextOf('read', {}))).resolves.toBe(true);
    expect(guard.admitted).toBeUndefined();
  });

  it('checks a token even on a route that needs none', async () => {
    await expect(
      new Guard().canActivate(contextOf('read', { authorization: `Bearer ${mintToken('pst_')}` })),
    ).rejects.toThrow('invalid');
  });

  it('refuses a wrong checksum, prefix or pair of headers without a look-up', async () => {
    const guard = new Guard();
    const last = known.at(-1) === 'a' ? 'b' : 'a';
    const wrong: Record<string, string>[] = [
      { 'x-api-key': known.slice(0, -1) + last },
      { 'x-api-key': mintToken('gwk_') },
      { 'x-api-key': known, authorization: `Bearer ${mintToken('pst_')}` },
    ];
    for (const headers of wrong)
      await expect(guard.canActivate(contextOf('write', headers))).rejects.toThrow('invalid');
    expect(guard.lookedUp).toEqual([]);
  });
});
