import { callApi, type TestStack } from '@shipyard/testing';
import { type FaultyDocument, type FieldFault, fieldFaults, roleFor, soakHostile } from '@shipyard/testing/hostile';
import type { OwnStack } from './own-stack';

/** `npm run soak -- --hostile` sends 100,000, and checks memory and times too. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 1_000);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

const NOWHERE = '0192f0c1-0000-7000-8000-000000000000';
/** Fields of a body that the field before would be blamed for. */
const SOUND = {
  quality: () => 'auto',
  slug: () => 'no-such-project',
  program_id: () => 'no-such-program',
  demo_urls: () => ['https://example.org/'],
  amount_cny: () => '12.50',
  allowed_ips: () => ['10.1.0.0/16'],
  size: () => '1024x1024',
  include_domains: () => ['example.org'],
  exclude_domains: () => ['example.org'],
  country: () => 'de',
  language: () => 'en',
};
/** Their example has the right shape, and is refused for what this stack has not: a mailed token, a record, a key, a file. */
const REFUSED_EXAMPLES =
  /accounts\/(?:confirm|email-change)$|^\/admin\/(?:catalog\/|prices\/|supplier-usage$|suppliers$|keys$|models\/\{id\}\/routes$|customers\/\{id\}\/credits$|requests\/\{requestId\}\/refund$)/;

const REFUSED_OTHERWISE = [
  // The session token comes first: interview-sessions.e2e-spec.ts.
  'POST /api/v1/interviews/{interviewId}/answers',
  // So does the token of a guardian's link: guardians.e2e-spec.ts.
  'POST /api/v1/guardians/me/agree',
  // A changed link is a link to nothing: private-images.e2e-spec.ts.
  'GET /api/v1/assets/{fileName}',
  // So does the key of an upload: assistants.e2e-spec.ts.
  'PUT /api/v1/assets/uploads/{uploadId}',
  // The body would be too large: 413.
  'POST /admin/supplier-usage csv is too long',
];

interface Refusal {
  error?: string | { code: string; param: string | null };
  details?: { fields?: { field: string }[] };
}

export function describeHostileRequests(own: OwnStack): void {
  // The requests damage data that other suites read.
  let stack: TestStack;

  beforeAll(() => {
    stack = own.stack;
  });

  it('take the example of each body, and name the field that is wrong', async () => {
    const { credentials, submissionUrl, gatewayUrl } = stack;
    const services = [
      { url: submissionUrl, document: '/api/v1/openapi.json', least: 450 },
      { url: gatewayUrl, document: '/v1/openapi.json', least: 40 },
      { url: gatewayUrl, document: '/admin/openapi.json', least: 400 },
    ];
    const [{ customer_id: customerId } = {}] = await stack.query('gateway', 'SELECT customer_id FROM enterprise_keys');
    const managing = await callApi<{ data: { secret: string } }>(gatewayUrl, 'POST', '/admin/keys', {
      token: credentials.gateway_admin_key,
      json: { customer_id: customerId, name: 'Of the keys', scopes: ['keys'] },
    });
    const keysSecret = managing.body.data.secret;
    const tokenFor = (path: string) => {
      if (path.startsWith('/admin/')) return credentials.gateway_admin_key;
      if (/^\/v1\/(?:keys|webhooks)/.test(path)) return keysSecret;
      if (path.startsWith('/v1/')) return credentials.enterprise_key;
      return path.includes('/admin/') ? credentials.staff[roleFor(path)] : credentials.other_participant.token;
    };
    const exampleFindings = async (url: string, documented: FaultyDocument): Promise<string[]> => {
      const findings: string[] = [];
      for (const { method, path, json } of exampleRequests(documented)) {
        const { status, body } = await callApi<Refusal>(url, method, path.replace(/\{\w+\}/g, NOWHERE), {
          token: tokenFor(path),
          json,
        });
        if ([400, 413].includes(status) && !REFUSED_EXAMPLES.test(path))
          findings.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      }
      return findings;
    };
    const findingsOf = async (url: string, { method, path, json, field, what }: FieldFault): Promise<string[]> => {
      const fault = `${method} ${path} ${field} is ${what}`;
      if (REFUSED_OTHERWISE.some((start) => fault.startsWith(start))) return [];
      const { status, body } = await callApi<Refusal>(url, method, path.replace(/\{\w+\}/g, NOWHERE), {
        token: tokenFor(path),
        json,
      });
      return status === 400 && isRefusalOf(field, what, body) ? [] : [`${fault}: ${status} ${JSON.stringify(body)}`];
    };
    for (const { url, document, least } of services) {
      const { body } = await callApi<FaultyDocument>(url, 'GET', document, { token: tokenFor(document) });
      expect(await exampleFindings(url, body)).toEqual([]);
      const faults = fieldFaults(body, SOUND);
      expect(faults.length).toBeGreaterThan(least);
      const findings: string[] = [];
      for (let at = 0; at < faults.length; at += 8)
        findings.push(...(await Promise.all(faults.slice(at, at + 8).map((fault) => findingsOf(url, fault)))).flat());
      expect(findings).toEqual([]);
    }
  });

  it(`cause no fault, hold no connection and are answered as is documented (seed ${SEED})`, async () => {
    const { tallies, troubles } = await soakHostile(stack, { requests: REQUESTS, seed: SEED, atOnce: 6 });
    expect(troubles).toEqual([]);
    expect(Math.min(...[...tallies.values()].map(({ count }) => count))).toBeGreaterThan(1);
    const statuses = new Set([...tallies.values()].flatMap((tally) => Object.keys(tally.statuses)));
    // Some requests pass all checks.
    for (const status of ['200', '201', '400', '401', '403', '404', '409']) expect(statuses).toContain(status);
    for (const url of [stack.submissionUrl, stack.gatewayUrl]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }, 600_000);
}

/** Every JSON body that a document shows as an example. */
function exampleRequests({ paths }: FaultyDocument): { method: string; path: string; json: unknown }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const json = requestBody?.content?.['application/json']?.example;
      return json === undefined ? [] : [{ method: method.toUpperCase(), path, json }];
    }),
  );
}

const CODES: Readonly<Record<string, string>> = {
  missing: 'missing_required_parameter',
  unknown: 'unsupported_parameter',
  'not in the list': 'invalid_value',
  'too long': 'invalid_value',
};

function isRefusalOf(field: string, what: string, { error, details }: Refusal): boolean {
  if (typeof error === 'object')
    return withoutNumber(error.param ?? '') === field && error.code === (CODES[what] ?? error.code);
  return error === 'VALIDATION_FAILED' && details?.fields?.some((each) => withoutNumber(each.field) === field) === true;
}

/** An item of a list is named by its number or by its list. */
const withoutNumber = (named: string) => named.replace(/\[0\]$/, '');
