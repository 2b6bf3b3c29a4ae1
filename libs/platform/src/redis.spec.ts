import { createServer, type Server, type Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { createLogger } from './logger';
import { connectRedis } from './redis';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A port was expected');
  return address.port;
}

describe('connectRedis', () => {
  const logger = createLogger('test');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.resume()));
  let redis: Redis | undefined;

  afterEach(() => {
    redis?.disconnect();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it.each(['refuses connections', 'accepts connections and does not answer'])(
    'resolves if the server %s, with a client whose commands fail',
    async (manner) => {
      const port = await listen(server);
      if (manner === 'refuses connections') await new Promise((resolve) => server.close(resolve));
      redis = await connectRedis(`redis://127.0.0.1:${port}`, logger);
      await expect(redis.get('x')).rejects.toThrow();
      expect(redis.status).not.toBe('ready');
    },
  );
});
