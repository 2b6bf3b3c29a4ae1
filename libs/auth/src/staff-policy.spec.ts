import { readConfig } from '@shipyard/platform/config';
import { staffTotp } from './staff-policy';

const policyOf = (environment: NodeJS.ProcessEnv) =>
  readConfig(environment, { STAFF_TOTP: staffTotp(environment) }).STAFF_TOTP;

describe('STAFF_TOTP', () => {
  it.each<[NodeJS.ProcessEnv, string]>([
    [{ NODE_ENV: 'production' }, 'required'],
    [{ NODE_ENV: 'production', DEMO: '0' }, 'required'],
    [{ NODE_ENV: 'production', DEMO: '1' }, 'optional'],
    [{ NODE_ENV: 'production', STAFF_TOTP: 'optional' }, 'optional'],
    [{ NODE_ENV: 'development' }, 'optional'],
    [{ NODE_ENV: 'test', DEMO: '0' }, 'optional'],
    [{ DEMO: '1', STAFF_TOTP: 'required' }, 'required'],
  ])('with %j is %s', (environment, policy) => {
    expect(policyOf(environment)).toBe(policy);
  });

  it('accepts no other value', () => {
    expect(() => policyOf({ STAFF_TOTP: 'off' })).toThrow('STAFF_TOTP is invalid: it takes one of required, optional');
  });
});
