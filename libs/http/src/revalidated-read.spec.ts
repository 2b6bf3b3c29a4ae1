import type { ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, of } from 'rxjs';
import { matchesEtag, RevalidatedRead, type VersionedRead, versionedEnvelope } from './revalidated-read';

describe('an If-None-Match header', () => {
  it.each<[string | undefined, boolean]>([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%s matches "a": %s', (header, expected) => {
    expect(matchesEtag(header, '"a"')).toBe(expected);
  });
});

describe('RevalidatedRead', () => {
  async function answer(handled: unknown, { url = '/things', known }: { url?: string; known?: string } = {}) {
    const headers = new Map<string, string>();
    const response = {
      statusCode: 200,
      headersSent: false,
      setHeader: (name: string, value: string) => headers.set(name, value),
      hasHeader: (name: string) => headers.has(name),
      status: (status: number) => (response.statusCode = status),
      type: (value: string) => headers.set('content-type', value),
    };
    const request = { originalUrl: url, headers: { 'if-none-match': known } };
    const http = { getRequest: () => request, getResponse: () => response as unknown as Response };
    const context = { switchToHttp: () => http } as unknown as ExecutionContext;
    const body: unknown = await lastValueFrom(new RevalidatedRead().intercept(context, { handle: () => of(handled) }));
    return { status: response.statusCode, body, headers, etag: headers.get('etag') };
  }
  const versioned = (changes: Partial<VersionedRead<unknown>> = {}) =>
    versionedEnvelope({ version: ['a', 1], read: () => Promise.resolve('data'), ...changes });

  it('does not read data for a caller with the current version', async () => {
    const read = jest.fn(() => Promise.resolve('data'));
    const first = await answer(versioned({ read }));
    expect([first.status, first.body, first.headers.get('cache-control')]).toEqual([
      200,
      '{"ok":true,"data":"data"}',
      'public, no-cache',
    ]);
    const second = await answer(versioned({ read }), { known: first.etag });
    expect([second.status, second.body, second.etag, second.headers.get('cache-control')]).toEqual([
      304,
      undefined,
      first.etag,
      'public, no-cache',
    ]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('gives another version or URL another ETag', async () => {
    const answers = [
      await answer(versioned()),
      await answer(versioned({ version: ['a', 2] })),
      await answer(versioned(), { url: '/things?limit=1' }),
    ];
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(3);
  });

  it('keeps private responses out of shared caches, even if that is known only after the read', async () => {
    const late = (keepPrivate: () => void) => Promise.resolve(keepPrivate());
    for (const read of [versioned({ isPrivate: true }), versioned({ read: late })]) {
      expect((await answer(read)).headers.get('cache-control')).toBe('private, no-cache');
    }
    const { etag } = await answer(versioned({ isPrivate: true }));
    expect((await answer(versioned({ isPrivate: true }), { known: etag })).headers.get('cache-control')).toBe(
      'private, no-cache',
    );
  });

  it('gives any other response an ETag of its content', async () => {
    const first = await answer({ list: [1] });
    expect([first.status, first.body]).toEqual([200, '{"list":[1]}']);
    expect((await answer({ list: [1] }, { known: first.etag })).status).toBe(304);
    expect((await answer({ list: [2] }, { known: first.etag })).status).toBe(200);
  });
});
