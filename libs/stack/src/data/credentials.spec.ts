import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { commonPasswordProblem, PASSWORD } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import fc from 'fast-check';
import { keepCredentials, loadCredentials } from './credentials';
import { loadSecrets } from './secrets';

const HERE = { submissionUrl: 'http://127.0.0.1:3000', gatewayUrl: 'http://127.0.0.1:3100' };
const THERE = { submissionUrl: 'http://127.0.0.1:4000', gatewayUrl: 'http://127.0.0.1:4100' };

describe('credentials and secrets', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'shipyard-credentials-'));
  });

  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('stay the same on every start, in files readable only by their owner', () => {
    expect(loadCredentials(dataDir, HERE)).toEqual(loadCredentials(dataDir, HERE));
    expect(loadSecrets(dataDir)).toEqual(loadSecrets(dataDir));
    for (const name of ['credentials.json', 'secrets.json'])
      expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
  });

  it('change with the URLs only', () => {
    const before = loadCredentials(dataDir, HERE);
    const after = loadCredentials(dataDir, THERE);
    expect(after).toEqual({
      ...before,
      submission_url: 'http://127.0.0.1:4000/api/v1',
      gateway_url: 'http://127.0.0.1:4100',
    });
    expect(JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'))).toEqual(after);
  });

  it('are well-formed and distinct', () => {
    const made = loadCredentials(dataDir, HERE);
    const people = [made.participant, made.other_participant, made.minor_participant];
    const participantTokens = [...people.map(({ token }) => token), ...Object.values(made.staff)];
    const passwords = [...people, ...Object.values(made.staff_logins), made.gateway_console].map(
      ({ password }) => password,
    );
    expect(
      passwords.filter((password) => password.length < PASSWORD.min || commonPasswordProblem(password) !== null),
    ).toEqual([]);
    expect(participantTokens.filter((token) => !isWellFormedToken('pst_', token))).toEqual([]);
    expect(isWellFormedToken('gwa_', made.gateway_admin_key)).toBe(true);
    expect(isWellFormedToken('gwk_', made.enterprise_key)).toBe(true);
    const logins = [...people, ...Object.values(made.staff_logins), made.gateway_console];
    const all = [
      ...participantTokens,
      made.enterprise_key,
      made.enterprise_key_text_only,
      ...logins.flatMap(({ email, password }) => [email, password]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('keep stored values and create only missing ones', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const once = keepCredentials(stored, HERE);
        expect(keepCredentials(once, HERE)).toEqual(once);
      }),
    );
    const full = keepCredentials(undefined, HERE);
    const { gateway_console: _, ...older } = full;
    const { gateway_console, ...rest } = keepCredentials(older, HERE);
    expect(rest).toEqual(older);
    expect(gateway_console.password).not.toBe(full.gateway_console.password);
  });

  it('refuse a damaged file instead of losing its content', () => {
    writeFileSync(path.join(dataDir, 'secrets.json'), '{"clusterId": "x"');
    expect(() => loadSecrets(dataDir)).toThrow(/secrets\.json is damaged/);
  });
});
