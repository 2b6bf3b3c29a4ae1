import { createServer, type RequestListener } from 'node:http';

export interface FakeServer {
  origin: string;
  connections(): Promise<number>;
  close(): Promise<void>;
}

export async function openFakeServer(
  serve: (...call: Parameters<RequestListener>) => Promise<void>,
): Promise<FakeServer> {
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  // On a busy machine, the server would close a connection while a request is on its way.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
