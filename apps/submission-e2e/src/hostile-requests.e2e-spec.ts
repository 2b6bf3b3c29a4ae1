import { startTestStack, type TestStack } from '@shipyard/testing';
import { soakHostile } from '@shipyard/testing/hostile';

/** `npm run soak -- --hostile` sends 100,000, and checks memory too. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 1_000);
const SEED = Number(process.env.HOSTILE_SEED ?? Date.now() % 2 ** 31);

describe('mutated requests of every route of both services', () => {
  // The requests damage data that other suites read.
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startTestStack();
  });

  afterAll(() => stack.stop());

  it(`cause no fault, hold no connection and are answered in time (seed ${SEED})`, async () => {
    const { tallies, troubles } = await soakHostile(stack, { requests: REQUESTS, seed: SEED, atOnce: 6 });
    expect(troubles).toEqual([]);
    const statuses = new Set([...tallies.values()].flatMap((tally) => Object.keys(tally.statuses)));
    // Some requests pass all checks.
    for (const status of ['200', '201', '400', '401', '403', '404', '409']) expect(statuses).toContain(status);
    for (const url of [stack.submissionUrl, stack.gatewayUrl]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }, 600_000);
});
