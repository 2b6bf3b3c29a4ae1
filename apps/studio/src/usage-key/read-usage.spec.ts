import { readUsage, Refused } from './read-usage';

const NOW = new Date('2026-11-28T12:00:00Z');
const DAY = { day: '2026-11-28', requests: 3, errors: 1, cost_cny: '0.300000003', model: 'm' };

function answerWith(keys: Response): void {
  const answers: Record<string, () => Response> = {
    '/v1/balance': () =>
      Response.json(
        { balance_cny: '1.500000015', held_cny: '0', available_cny: '1.500000015', budget: null },
        { headers: { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59' } },
      ),
    '/v1/usage': () => Response.json({ data: [DAY] }),
    '/v1/keys': () => keys,
  };
  globalThis.fetch = (asked) => {
    const [path = ''] = typeof asked === 'string' ? asked.split('?') : [];
    return Promise.resolve(answers[path]?.() ?? Response.json({}, { status: 404 }));
  };
}

describe('what a key sees', () => {
  const own = globalThis.fetch;
  afterEach(() => (globalThis.fetch = own));

  it('is read to the nano, and without the scope has no other keys', async () => {
    answerWith(Response.json({ error: { code: 'insufficient_scope', message: 'x' } }, { status: 403 }));
    const usage = await readUsage('gwk_1234', NOW);
    expect(usage).toMatchObject({
      last4: '1234',
      daysLeft: 5,
      keys: null,
      requests: { most: '60', left: '59' },
      tokens: null,
    });
    expect([usage.days.length, usage.days.at(-1)]).toEqual([31, { day: '2026-11-28', chargedCny: '0.300000003' }]);
  });

  it('is refused as the gateway refuses the key, and never sent if no header can hold it', async () => {
    answerWith(Response.json({ error: { code: 'service_unavailable', message: 'x' } }, { status: 503 }));
    await expect(readUsage('gwk_1234', NOW)).rejects.toMatchObject({ status: 503, code: 'service_unavailable' });
    await expect(readUsage('密钥', NOW)).rejects.toBeInstanceOf(Refused);
  });
});
