import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertDocumented } from './documented-answer';

const errorSchema = (code: string) => ({
  type: 'object',
  properties: { ok: { const: false }, error: { const: code } },
  required: ['ok', 'error'],
});

const description = {
  paths: {
    '/things': {
      post: {
        responses: {
          409: { content: { 'application/json': { schema: { $ref: '#/components/schemas/THING_TAKEN' } } } },
        },
      },
    },
  },
  components: { schemas: { NOT_FOUND: errorSchema('NOT_FOUND'), THING_TAKEN: errorSchema('THING_TAKEN') } },
};

describe('assertDocumented', () => {
  let server: Server;
  let url: URL;

  beforeAll(async () => {
    server = createServer(({ url: path }, response) =>
      response.end(JSON.stringify(path === '/api/v1/openapi.json' ? description : { ok: false, error: 'NOT_FOUND' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/things`);
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const answered = (status: number, error: string) =>
    assertDocumented({
      method: 'POST',
      url,
      status,
      headers: new Headers({ 'content-type': 'application/json' }),
      text: JSON.stringify({ ok: false, error }),
    });

  it('accepts a code that the route describes', async () => {
    await expect(answered(409, 'THING_TAKEN')).resolves.toBeUndefined();
  });

  it.each([{ status: 409 }, { status: 403 }])('says where to add a code that is missing at $status', async (row) => {
    await expect(answered(row.status, 'THING_LOCKED')).rejects.toThrow(
      'THING_LOCKED is not described. Add it to `errors` in the @ApiOperation of this route',
    );
  });
});
