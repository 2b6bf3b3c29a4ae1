import { ConfigError } from '@shipyard/platform';
import { TEST_KEYS, undocumentedVariables } from '@shipyard/testing';
import { readGatewayConfig } from './config';

const NEEDED = { GATEWAY_DATABASE_URL: 'postgres://gateway@db/shipyard', GATEWAY_MASTER_KEYS: TEST_KEYS.SESSION_KEYS, ...TEST_KEYS };

/** The variables that a configuration is refused for. */
function refused(environment: NodeJS.ProcessEnv): string[] {
  try {
    readGatewayConfig({ ...NEEDED, ...environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.split(' ')[0] ?? '');
  }
}

describe('the configuration of the gateway', () => {
  it('is in .env.example, and handed on in docker/compose.yaml', () => {
    expect(undocumentedVariables(readGatewayConfig)).toEqual({ example: [], compose: [] });
  });

  it('keeps a demo on this machine', () => {
    expect(refused({ HOST: '127.8.8.8' })).toEqual([]);
    expect(refused({ HOST: '0.0.0.0' })).toEqual(['HOST']);
    expect(refused({ HOST: '0.0.0.0', DEMO: '0' })).toEqual([]);
  });

  it('needs Redis in production', () => {
    expect(refused({ NODE_ENV: 'production' })).toEqual(['REDIS_URL']);
    expect(refused({ NODE_ENV: 'production', REDIS_URL: 'redis://cache:6379' })).toEqual([]);
  });

  it.each(['0', '65533'])('has no first of four ports for metrics at %s', (METRICS_PORT) => {
    expect(refused({ METRICS_PORT })).toEqual(['METRICS_PORT']);
  });
});
