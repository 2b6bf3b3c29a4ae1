import fc from 'fast-check';
import { ownPath, withNext } from './own-path';

const SITE = 'https://shipyard.example';

describe('the path to go on to after a log-in', () => {
  it.each([{ path: '/' }, { path: '/studio' }, { path: '/studio/projects/a-b?tag=水#logs' }, { path: '/a//b' }])(
    '$path is kept',
    ({ path }) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each([
    { path: '//evil.example' },
    { path: '/\\evil.example' },
    { path: '/a\\b' },
    { path: '/\t/evil.example' },
    { path: '/\n/evil.example' },
    { path: 'https://evil.example' },
    { path: 'javascript:alert(1)' },
    { path: 'studio' },
    { path: ' /studio' },
    { path: '' },
    { path: `/${'a'.repeat(4_000)}` },
    { path: undefined },
    { path: ['/a', '/b'] },
  ])('$path is dropped', ({ path }) => {
    expect(ownPath(path)).toBeNull();
  });

  it('never leads to another site', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      '?',
      '#',
      '.',
      'evil.example',
      'https:',
      '%2f',
      '%5c',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 8 }), (parts) => {
        const path = ownPath(parts.join(''));
        return path === null || new URL(path, SITE).origin === SITE;
      }),
      { numRuns: 5_000 },
    );
  });

  it('goes through the query of the log-in page unchanged', () => {
    const next = '/studio/new?program=a&b=水';
    expect(new URL(withNext('/login', next), SITE).searchParams.get('next')).toBe(next);
  });
});
