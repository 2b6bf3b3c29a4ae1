import { createServer } from 'node:http';
import { Pool } from 'undici';

/**
 * What the benchmarks measure against, in a process of its own: the least that Node can do for the same bytes.
 * `proxy <origin>` passes each request on; `static <json>` answers every request with that text. Prints its port.
 */
const [mode, argument = ''] = process.argv.slice(2);

const server = mode === 'proxy' ? bareProxy(argument) : bareAnswer(argument);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
process.once('disconnect', () => process.exit(0));

function bareProxy(origin: string) {
  const pool = new Pool(origin, { connections: 64 });
  return createServer((request, response) => {
    const headers = { ...request.headers };
    delete headers.host;
    delete headers.connection;
    const body = request.method === 'POST' ? request : null;
    pool
      .stream({ method: request.method === 'POST' ? 'POST' : 'GET', path: request.url ?? '/', headers, body }, ({ statusCode, headers: answered }) => {
        const contentType = answered['content-type'];
        response.writeHead(statusCode, typeof contentType === 'string' ? { 'content-type': contentType } : {});
        return response;
      })
      .catch(() => response.destroy());
  });
}

function bareAnswer(text: string) {
  const body = Buffer.from(text);
  return createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
}
