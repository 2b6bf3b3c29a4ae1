import fc from 'fast-check';
import { endpointOf } from './endpoint';

describe('the endpoint of a request', () => {
  it.each<[string, string, string | null]>([
    ['POST', '/v1/chat/completions', 'POST /v1/chat/completions'],
    ['POST', '/v1/Chat/completions/?a=b', 'POST /v1/chat/completions'],
    ['GET', '/v1/chat/completions', 'unknown'],
    ['GET', '/v1/images/tasks/imgtask_1?response_format=url', 'GET /v1/images/tasks/:id'],
    ['GET', '/v1/models/a%2Fb', 'GET /v1/models/:id'],
    ['POST', '/v1', 'unknown'],
    ['POST', '/v10/chat', null],
    ['GET', '/admin/ledger', null],
  ])('%s %s is %s', (method, url, endpoint) => {
    expect(endpointOf({ method, url })).toBe(endpoint);
  });

  it('is one of a fixed set, for any path', () => {
    const known = new Set<string | null>();
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'PUT'), fc.webPath(), (method, path) => {
        known.add(endpointOf({ method, url: `/v1${path}` }));
        expect(
          [...known].every(
            (endpoint) => endpoint === null || endpoint === 'unknown' || /^(GET|POST) \/v1\/[a-z/:]+$/.test(endpoint),
          ),
        ).toBe(true);
      }),
    );
  });
});
