import { randomUUID } from 'node:crypto';
import { callApi, type FakeSupplier, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { catalogRows } from './catalog-rows';

interface Plan {
  plan_id: string;
  changes: {
    path: string;
    action: string;
    from: { price_cny: string; unit_name: string } | null;
    to: { price_cny: string; unit_name: string } | null;
    effective_from: string | null;
  }[];
  effect: { customer_id: string; was_cny: string; would_be_cny: string }[];
}

const HEAD = 'price_list,model,unit_type,unit_name,price_cny,effective_from';
const FAR = '2099-01-01T00:00:00.000Z';

describe('a file of prices', () => {
  const stack = sharedStack();
  let fake: FakeSupplier;
  let supplierId: string;
  const { owner, newModel, newSupplier } = catalogRows(stack, () => fake);

  beforeAll(async () => {
    fake = await startFakeSupplier();
    supplierId = await newSupplier({ api_keys: [fake.apiKey] });
  });

  afterAll(() => fake.close());

  const csv = (...rows: string[]) => [HEAD, ...rows].join('\n');
  const plan = (file: object) => owner.do<Plan>('POST', '/prices/plan', file);
  const apply = (file: object) => owner.call<Plan>('POST', '/prices/apply', file);
  const add = (model: string, prices: Record<string, string>, terms: object = {}) =>
    owner.do('POST', `/models/${model}/prices`, {
      units: Object.entries(prices).map(([unit_type, price_cny]) => ({ unit_type, unit_name: 'unit', price_cny })),
      ...terms,
    });
  const newChat = async () => {
    const model = await newModel({ max_input_tokens: 500_000, max_output_tokens: 5_000 });
    await add(model, { input_1k_tokens: '0.0216543', output_1k_tokens: '0.1082715' });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: supplierId, upstream_model: 'm' });
    return model;
  };
  const newList = async (terms: object) =>
    (
      await owner.do<{ price_list: { id: string; name: string } }>('POST', '/price-lists', {
        name: `Import ${randomUUID()}`,
        ...terms,
      })
    ).price_list;
  const costOf = async (token: string, model: string) => {
    const answer = await waitUntil(
      () => {
        fake.script({
          kind: 'answer',
          words: ['a'],
          usage: { prompt_tokens: 12_345, completion_tokens: 678, total_tokens: 13_023 },
        });
        return callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
          token,
          json: { model, messages: [{ role: 'user', content: 'word '.repeat(30_000) }] },
        });
      },
      ({ status }) => status === 200,
    );
    return answer.headers.get('x-gateway-cost-cny') ?? '';
  };

  it('shows what each customer would have paid, and then charges exactly that', async () => {
    const model = await newChat();
    const partner = await newList({ multiplier: '0.85' });
    const [plain, onList, other] = [await owner.customer(), await owner.customer(), await owner.customer()];
    await owner.do('PUT', `/customers/${onList.customerId}/price-list`, { price_list_id: partner.id });
    const elsewhere = await newChat();
    const was = [await costOf(plain.secret, model), await costOf(onList.secret, model)];
    const unmoved = await costOf(other.secret, elsewhere);
    const unit = { unit_name: 'unit' };
    const file = {
      csv: csv(
        `base,${model},input_1k_tokens,,0.0333333,`,
        `${partner.name},${model},output_1k_tokens,Output,0.09,`,
        `base,${model},output_1k_tokens,unit,0.1082715,`,
      ),
    };
    const planned = await plan(file);
    expect(planned.changes).toEqual([
      {
        path: `base/${model}/input_1k_tokens`,
        action: 'update',
        from: { ...unit, price_cny: '0.0216543' },
        to: { ...unit, price_cny: '0.0333333' },
        effective_from: null,
      },
      {
        path: `${partner.name}/${model}/output_1k_tokens`,
        action: 'create',
        from: null,
        to: { unit_name: 'Output', price_cny: '0.09' },
        effective_from: null,
      },
    ]);
    const effectOn = ({ effect }: Plan, id: string) => effect.find(({ customer_id }) => customer_id === id);
    expect([plain, onList].map(({ customerId }) => effectOn(planned, customerId)?.was_cny)).toEqual(was);
    expect(effectOn(planned, other.customerId)).toMatchObject({ was_cny: unmoved, would_be_cny: unmoved });
    // The same file as YAML. A plan writes nothing, so it is the same again.
    const yaml = [
      'prices:',
      `  - { price_list: base, model: ${model}, unit_type: input_1k_tokens, price_cny: 0.0333333 }`,
      `  - { price_list: '${partner.name}', model: ${model}, unit_type: output_1k_tokens, unit_name: Output, price_cny: 0.09 }`,
    ].join('\n');
    expect(await plan({ yaml })).toMatchObject({ plan_id: planned.plan_id, changes: planned.changes });

    const applied = await apply({ ...file, plan_id: planned.plan_id });
    expect([applied.status, applied.body.data.changes]).toEqual([201, planned.changes]);
    const expected = [plain, onList].map(({ customerId }) => effectOn(planned, customerId)?.would_be_cny);
    await waitUntil(
      async () => [await costOf(plain.secret, model), await costOf(onList.secret, model)],
      (costs) => JSON.stringify(costs) === JSON.stringify(expected),
    );
    expect(expected).not.toEqual(was);
    expect((await plan(file)).changes).toEqual([]);
    expect(await owner.do('GET', '/audit?limit=1')).toMatchObject({
      items: [{ action: 'prices.apply', subject_id: planned.plan_id, after: { changes: planned.changes } }],
    });
  });

  it('is written as its plan showed, or not at all', async () => {
    const model = await newChat();
    const file = { csv: csv(`base,${model},input_1k_tokens,,5,`, `base,${model},output_1k_tokens,,6,${FAR}`) };
    const { plan_id } = await plan(file);
    await add(model, { input_1k_tokens: '3', output_1k_tokens: '4' });
    const late = await apply({ ...file, plan_id });
    expect([late.status, late.body.error]).toEqual([409, 'CONFLICT']);
    const prices = async () =>
      (
        await owner.all<{ effective_from: string; units: { unit_type: string; price_cny: string }[] }>(
          `/models/${model}/prices`,
        )
      ).map(({ effective_from, units }) => [effective_from, ...units.map(({ price_cny }) => price_cny)]);
    expect(await prices()).toHaveLength(2);
    const again = await plan(file);
    expect(again.plan_id).not.toBe(plan_id);
    // Of several at once, one writes. The others find that the prices have changed, or that nothing is left to change.
    const answers = await Promise.all([1, 2, 3].map(() => apply({ ...file, plan_id: again.plan_id })));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409, 409]);
    const [far, now] = (await prices()).toSorted(([one = ''], [two = '']) => two.localeCompare(one));
    expect([far, now?.slice(1)]).toEqual([
      [FAR, '5.00', '6.00'],
      ['5.00', '4.00'],
    ]);
    // The price that has not started is replaced, and an own price that is taken away is inherited again.
    const list = await newList({ multiplier: '2' });
    await add(model, { input_1k_tokens: '7', output_1k_tokens: '8' }, { price_list_id: list.id });
    const next = csv(`base,${model},output_1k_tokens,,,${FAR}`, `${list.name},${model},output_1k_tokens,,,`);
    expect((await apply({ csv: next })).body.data.changes.map(({ action, to }) => [action, to])).toEqual([
      ['remove', null],
      ['remove', null],
    ]);
    expect((await prices()).filter(([start]) => start === FAR)).toEqual([[FAR, '5.00']]);
  });

  it('is refused with the row that is wrong, whole', async () => {
    const model = await newChat();
    const good = `base,${model},input_1k_tokens,,9,`;
    const refusals: [object, string, RegExp][] = [
      [{}, 'csv', /required/],
      [{ csv: csv(good), yaml: 'prices: []' }, 'yaml', /together/],
      [{ csv: HEAD }, 'csv', /at least one row/],
      [{ csv: `${HEAD}\n"` }, 'csv', /not valid CSV/],
      [{ csv: csv(good, good) }, 'csv', /row 3: an earlier row/],
      [{ csv: csv(good, `nowhere ${model},${model},input_1k_tokens,,9,`) }, 'csv', /row 3: there is no price list/],
      [{ csv: csv(good, `base,nothing,input_1k_tokens,,9,`) }, 'csv', /row 3: there is no model/],
      [{ csv: csv(good, `base,${model},image,,9,`) }, 'csv', /row 3: unit_type must be one of/],
      [{ csv: csv(good, `base,${model},reasoning_1k_tokens,,9,`) }, 'csv', /row 3: unit_name is required/],
      [{ csv: csv(good, `base,${model},output_1k_tokens,,-9,`) }, 'csv', /row 3: price_cny must be a decimal/],
      [{ csv: csv(good, `base,${model},output_1k_tokens,,9,2020-01-01T00:00:00Z`) }, 'csv', /row 3: effective_from/],
      [{ csv: csv(`base,${model},input_1k_tokens,,,`, `base,${model},output_1k_tokens,,,`) }, 'csv', /one must stay/],
      [{ csv: `${HEAD},colour\n${good},red` }, 'csv', /row 2: colour is not a known field/],
      [{ csv: `${HEAD},size\n${good},1x1` }, 'csv', /row 2: size does not go with/],
      [{ yaml: 'a: [' }, 'yaml', /not valid YAML/],
      [{ yaml: '- a' }, 'yaml', /under the key prices/],
      [{ yaml: `prices: [{ model: ${model} }]` }, 'yaml', /prices\[0\]: unit_type/],
    ];
    for (const [file, field, message] of refusals)
      for (const path of ['/prices/plan', '/prices/apply']) {
        const { status, body } = await owner.call('POST', path, file);
        expect([file, status, body.details?.fields?.[0]]).toEqual([
          file,
          400,
          { field, message: expect.stringMatching(message) as string },
        ]);
      }
    expect(
      (await owner.call('POST', '/prices/apply', { csv: csv(good), plan_id: 'x' })).body.details?.fields,
    ).toMatchObject([{ field: 'plan_id' }]);
    const viewer = await owner.as('viewer');
    expect((await viewer.call('POST', '/prices/plan', { csv: csv(good) })).status).toBe(403);
  });
});
