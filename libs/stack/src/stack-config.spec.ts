import path from 'node:path';
import { ConfigError } from '@shipyard/platform/config';
import { readStackConfig } from './stack-config';

const RING = `k1:${Buffer.alloc(32).toString('base64')}`;
const RINGS = { SHIPMENT_MASTER_KEYS: RING, GATEWAY_MASTER_KEYS: RING, URL_SIGNING_KEYS: RING, SESSION_KEYS: RING };

function refused(environment: NodeJS.ProcessEnv, redisFound = true): string[] {
  try {
    readStackConfig(environment, redisFound);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(' ')[0] ?? '');
  }
}

describe('the configuration of the stack', () => {
  it('needs no settings for a demo', () => {
    const config = readStackConfig({}, false);
    expect(config).toMatchObject({
      DEMO: true,
      HOST: '127.0.0.1',
      SUBMISSION_PORT: 3000,
      GATEWAY_PORT: 3100,
      makesSecrets: true,
    });
    expect(config.DATA_DIR).toBe(path.resolve('.data'));
  });

  it('waits slightly longer for a service than it takes to stop', () => {
    const graceOf = (environment: NodeJS.ProcessEnv) => readStackConfig(environment, false).stopGraceMs;
    expect([
      graceOf({}),
      graceOf({ SHUTDOWN_SECONDS: '60' }),
      graceOf({ REQUEST_DEADLINE_SECONDS: '40' }),
      graceOf({ SHUTDOWN_SECONDS: '1' }),
    ]).toEqual([615_000, 65_000, 55_000, 35_000]);
  });

  it('reports all problems at once', () => {
    const environment = {
      SUBMISSION_PORT: 'x',
      GATEWAY_PORT: '70000',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'x',
      METRICS_PORT: '65533',
      DEMO: 'yes',
    };
    expect(refused(environment).sort()).toEqual(Object.keys(environment).sort());
  });

  it.each(['0.0.0.0', '::', '192.168.1.2', 'example.org', '127.0.0.1.example.org'])('keeps the demo off %s', (HOST) => {
    expect(refused({ HOST })).toEqual(['HOST']);
    expect(refused({ HOST, DEMO: '0', ...RINGS })).toEqual([]);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('allows the demo on %s', (HOST) => {
    expect(refused({ HOST })).toEqual([]);
  });

  it('requires every key ring that it may not create', () => {
    const rings = Object.keys(RINGS).sort();
    expect(refused({ DEMO: '0' }).sort()).toEqual(rings);
    expect(refused({ NODE_ENV: 'production' }).sort()).toEqual(rings);
    expect(refused({ NODE_ENV: 'production', DEMO: '1' }).sort()).toEqual(rings);
    expect(refused({ DEMO: '0', ...RINGS, SESSION_KEYS: 'k1:short' })).toEqual(['SESSION_KEYS']);
  });

  it('requires Redis in production', () => {
    const production = { NODE_ENV: 'production', ...RINGS };
    expect(refused(production, false)).toEqual(['REDIS_URL']);
    expect(refused({ ...production, REDIS_URL: 'redis://cache:6379' }, false)).toEqual([]);
    expect(refused(production, true)).toEqual([]);
  });

  it('requires both service databases or neither', () => {
    const url = 'postgres://role:secret@db/shipyard';
    expect(refused({ SUBMISSION_DATABASE_URL: url })).toEqual(['GATEWAY_DATABASE_URL']);
    expect(refused({ GATEWAY_DATABASE_URL: url })).toEqual(['SUBMISSION_DATABASE_URL']);
    expect(refused({ SUBMISSION_DATABASE_URL: url, GATEWAY_DATABASE_URL: url })).toEqual([]);
  });

  it('refuses the same port for both services, except port 0', () => {
    expect(refused({ SUBMISSION_PORT: '3100', GATEWAY_PORT: '3100' })).toEqual(['GATEWAY_PORT']);
    expect(refused({ SUBMISSION_PORT: '0', GATEWAY_PORT: '0' })).toEqual([]);
  });

  it('never shows a value, which may be a secret', () => {
    expect(() => readStackConfig({ DATABASE_URL: 'hunter2' }, true)).toThrow(
      /^DATABASE_URL is invalid: it takes a URL that begins with postgres:\/\//,
    );
    expect(() => readStackConfig({ DATABASE_URL: 'hunter2' }, true)).not.toThrow(/hunter2/);
  });
});
