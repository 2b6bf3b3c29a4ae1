import { randomUUID } from 'node:crypto';
import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { type ApiCall, callApi, type JoinedStack, ServiceReplica, waitUntil } from '@shipyard/testing';
import type { Redis } from 'ioredis';
import type { Failure } from './participant';

/** A service with each limit as it is, without the demo's factor, behind a trusted proxy. Its counters can be set. */
export function rateParty(stack: JoinedStack) {
  const { credentials } = stack;
  let connection: Redis;
  let replicaUrl: string;

  beforeAll(async () => {
    if (stack.view.redisUrl === null) throw new Error('These tests need a redis-server on the PATH');
    connection = await connectRedis(stack.view.redisUrl, createLogger('test'));
    const environment = { DEMO: '0', TRUSTED_PROXIES: '127.0.0.1' };
    replicaUrl = (await ServiceReplica.start(stack, { environment })).url;
  });

  afterAll(() => {
    connection.disconnect();
    ServiceReplica.endAll();
  });

  const url = () => replicaUrl;
  const redis = () => connection;
  const ask = (method: string, path: string, call: ApiCall = {}) => callApi<Failure>(url(), method, path, call);
  const limitOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));
  const from = (address: string, base = url()) =>
    callApi<Failure>(base, 'POST', '/accounts', { json: {}, headers: { 'x-forwarded-for': address } });
  const address = (prefix = '2001:db8') => `${prefix}:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const newcomer = async () => {
    const handle = `r-${randomUUID().slice(0, 20)}`;
    const json = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10) };
    const { body } = await callApi<{ data: { token: string } }>(credentials.submission_url, 'POST', '/accounts', {
      json,
    });
    return body.data.token;
  };
  const keysWith = async (rate: string, count: string) => {
    const keys = await redis().keys(`limit:${rate}:*`);
    const counts = await Promise.all(keys.map((key) => redis().get(key)));
    return keys.filter((_, at) => counts[at] === count);
  };
  /** Sets the counter of this rate that `work` creates, once it has the value of `work`. */
  const fill = async (rate: string, used: number, work: () => Promise<unknown>, settled = 1) => {
    const before = new Set(await redis().keys(`limit:${rate}:*`));
    await work();
    const [counter, another] = (await redis().keys(`limit:${rate}:*`)).filter((key) => !before.has(key));
    if (counter === undefined || another !== undefined) throw new Error(`One new counter of ${rate} is expected`);
    await waitUntil(
      () => redis().get(counter),
      (count) => count === String(settled),
    );
    await redis().set(counter, used, 'KEEPTTL');
    return counter;
  };

  return { url, redis, ask, limitOf, from, address, newcomer, keysWith, fill };
}
