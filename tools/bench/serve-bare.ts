import { createServer } from 'node:http';
import { Pool } from 'undici';

export type BareTask = { proxyTo: string } | { answers: Record<string, string> };

/** The baseline: the least work that Node can do for the same bytes. Takes one BareTask and sends back its URL. */
process.once('message', (task: BareTask) => {
  const server = 'proxyTo' in task ? bareProxy(task.proxyTo) : bareAnswers(task.answers);
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit(0));

const POOL = { connections: 64, keepAliveTimeout: 60_000 };

function bareProxy(origin: string) {
  const pool = new Pool(origin, POOL);
  return createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { authorization, 'content-type': contentType } = request.headers;
      pool.dispatch(
        {
          method: 'POST',
          path: request.url ?? '/',
          headers: { authorization, 'content-type': contentType },
          body: Buffer.concat(pieces),
        },
        {
          onRequestStart: () => undefined,
          onResponseStart(_, status, { 'content-type': type, 'content-length': length }) {
            const sent = Object.entries({ 'content-type': type, 'content-length': length });
            response.writeHead(
              status,
              sent.flatMap(([name, value]) => (typeof value === 'string' ? [name, value] : [])),
            );
          },
          onResponseData: (_, piece) => void response.write(piece),
          onResponseEnd: () => void response.end(),
          onResponseError: () => void response.destroy(),
        },
      );
    });
  });
}

function bareAnswers(texts: Record<string, string>) {
  const bodies = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  return createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    if (body === undefined) return void response.writeHead(404, { 'content-length': 0 }).end();
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
}
