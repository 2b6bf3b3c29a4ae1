import { ConfigError } from '@shipyard/platform/config';
import { chartFaults, composeFaults, composeServices, TEST_KEYS, undocumentedVariables } from '@shipyard/testing';
import { readHttpConfig, readPrepareConfig, readWorkerConfig } from './config';

const PROCESSES = [
  ['gateway', readHttpConfig],
  ['gateway-worker', readWorkerConfig],
  ['prepare-gateway', readPrepareConfig],
] as const;

const NEEDED = { GATEWAY_DATABASE_URL: 'postgres://gateway@db/shipyard', ...TEST_KEYS };

function refused(environment: NodeJS.ProcessEnv): string[] {
  try {
    readHttpConfig({ ...NEEDED, ...environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(' ')[0] ?? '');
  }
}

describe('the configuration of the gateway', () => {
  it.each(PROCESSES)('%s: is in .env.example', (_, read) => {
    expect(undocumentedVariables(read)).toEqual([]);
  });

  it.each(PROCESSES)('%s: is exactly what docker/compose.yaml passes to its container', (service, read) => {
    const ofCatalog = service === 'prepare-gateway' ? ['OPENAI_API_KEY'] : [];
    expect(composeFaults(service, read)).toEqual({ missing: [], unread: ofCatalog });
  });

  it.each(PROCESSES)('%s: is exactly what the chart passes to its pods', (process, read) => {
    expect(chartFaults(process, read)).toEqual({ missing: [], unread: [] });
  });

  it('lets a demo listen on this machine only', () => {
    expect(refused({ HOST: '127.8.8.8' })).toEqual([]);
    expect(refused({ HOST: '0.0.0.0' })).toEqual(['HOST']);
    expect(refused({ HOST: '0.0.0.0', DEMO: '0' })).toEqual([]);
  });

  it.each(['gateway', 'gateway-worker'])('%s: has time to stop before docker/compose.yaml kills it', (service) => {
    const grace = /:-(\d+)s\}/.exec(composeServices()[service]?.stop_grace_period ?? '')?.[1];
    expect(Number(grace) * 1_000).toBeGreaterThan(readHttpConfig(NEEDED).drainMs);
  });

  it('stops a process within SHUTDOWN_SECONDS, by default 10 s after the request deadline', () => {
    expect(
      [{}, { REQUEST_DEADLINE_SECONDS: '30' }, { SHUTDOWN_SECONDS: '7' }].map(
        (set) => readHttpConfig({ ...NEEDED, ...set }).drainMs,
      ),
    ).toEqual([610_000, 40_000, 7_000]);
  });

  it('needs Redis in production', () => {
    expect(refused({ NODE_ENV: 'production' })).toEqual(['REDIS_URL']);
    expect(refused({ NODE_ENV: 'production', REDIS_URL: 'redis://cache:6379' })).toEqual([]);
  });

  it.each(['0', '65533'])('refuses %s as the first of four metrics ports', (METRICS_PORT) => {
    expect(refused({ METRICS_PORT })).toEqual(['METRICS_PORT']);
  });
});
