import { rm } from 'node:fs/promises';
import path from 'node:path';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { GatewayReplica } from './gateway-replica';
import {
  AT_ONCE,
  costOf,
  DRAWN,
  FUNDS_NANO,
  idOf,
  ImageStack,
  PRICE_NANO,
  SUPPLIER_COST_NANO,
  type TaskAnswer,
} from './image-stack';

/** The highest possible price. */
const DEAREST_NANO = 10n ** 18n - 1n;
const POLLERS = 50;
/** No supplier is slow on purpose here, and a busy machine takes long for ten images. */
const PATIENCE_MS = 60_000;

describe('an image task and its charge', () => {
  let images: ImageStack;

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack(), PATIENCE_MS);
  });

  afterAll(() => images.leave());

  it('charges the images of all calls, at the price and to the key of its submission', async () => {
    const { customerId, keyId, secret } = await images.admin.customer();
    images.first.script(DRAWN, { kind: 'status', status: 500 }, { kind: 'answer', unfinishedPolls: 1 });
    const purchases = images.first.purchases.length;
    await images.addModel('image-dearer', [{ supplier_id: images.firstId, max_images_per_call: 1 }]);
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-dearer', n: 3 });
    await images.untilSucceeded(id);
    expect(images.first.purchases.slice(purchases).map(({ count }) => count)).toEqual([1, 1]);
    await images.admin.do('POST', '/models/image-dearer/prices', {
      units: [{ unit_type: 'image', unit_name: 'image', price_cny: '5' }],
    });
    const other = await images.admin.do<{ secret: string }>('POST', '/keys', {
      customer_id: customerId,
      name: 'Other',
      scopes: ['image'],
    });
    const retrieved = await images.retrieve(other.secret, id);
    expect([retrieved.body.usage, costOf(retrieved)]).toEqual([{ images: 2, cost_cny: 0.2 }, 2n * PRICE_NANO]);
    const [row] = await images.operator.ledgerOf(idOf(retrieved));
    // The call with a 500 may have been bought too.
    expect(row).toMatchObject({ key_id: keyId, supplier_cost_cny: expect.stringMatching(/^0\.090*$/) as string });
  });

  it('is refused at a price that no balance covers, and charged even if a supplier price is wrong', async () => {
    const { secret } = await images.admin.customer();
    await images.addModel('image-priceless', [{ supplier_id: images.secondId }], DEAREST_NANO);
    const refused = await images.submit(secret, { model: 'image-priceless', n: 10 });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'insufficient_quota']);
    await images.addModel('image-bought-dearly', [
      { supplier_id: images.secondId, supplier_prices: [{ unit_type: 'image', price_cny: '999999999.999999999' }] },
    ]);
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-bought-dearly', n: 10 });
    await images.untilSucceeded(id);
    expect(costOf(await images.retrieve(secret, id))).toBe(10n * PRICE_NANO);
    expect((await images.admin.call('GET', '/usage?group_by=model,route')).status).toBe(200);
  });

  it('counts for its own key in usage, whichever key retrieves it', async () => {
    const { customerId, keyId, secret } = await images.admin.customer();
    const other = await images.admin.do<{ key: { id: string }; secret: string }>('POST', '/keys', {
      customer_id: customerId,
      name: 'Other',
      scopes: ['image'],
    });
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await images.untilSucceeded(id);
    const retrieved = await images.retrieve(other.secret, id);
    expect(costOf(retrieved)).toBe(PRICE_NANO);
    await waitUntil(
      () => images.admin.call('GET', `/requests/${idOf(retrieved)}`),
      ({ status }) => status === 200,
    );
    const { items } = await images.admin.do<{
      items: { key_id: string; requests: number; cost_cny: string; units: object }[];
    }>('GET', '/usage?group_by=key');
    const of = (key: string) => items.find(({ key_id }) => key_id === key);
    expect([of(keyId), of(other.key.id)]).toMatchObject([
      { cost_cny: '0.10', units: { image: 1 } },
      { requests: 1, cost_cny: '0.00', units: {} },
    ]);
  });

  it('fails uncharged if the customer is suspended before it is bought', async () => {
    const { customerId, secret } = await images.admin.customer();
    images.first.script({ kind: 'status', status: 429 }, DRAWN);
    const purchases = images.first.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret);
    const refused = () =>
      images.stack.query('gateway', `SELECT id FROM image_purchases WHERE task_id = $1 AND step = 'refused'`, [id]);
    await waitUntil(refused, (rows) => rows.length === 1);
    await images.admin.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
    await images.untilEnded([id]);
    images.first.script();
    await images.admin.do('PATCH', `/customers/${customerId}`, { status: 'active' });
    expect(images.first.purchases.length).toBe(purchases);
    const { body } = await waitUntil(
      () => images.retrieve(secret, id),
      ({ status }) => status === 200,
    );
    expect([body.status, body.error.code]).toEqual(['failed', 'customer_suspended']);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
  });

  it.each(['', '?response_format=b64_json'])(
    'is not charged if one of its images is missing from the store (%s)',
    async (query) => {
      const { customerId, secret } = await images.admin.customer();
      const {
        body: { id },
      } = await images.submit(secret, { ...AT_ONCE, n: 2 });
      await images.untilSucceeded(id);
      const [file] = await images.stack.query('gateway', 'SELECT id, extension FROM image_files WHERE task_id = $1', [
        id,
      ]);
      await rm(
        path.join(images.stack.dataDir, 'store/gateway/images', `${String(file?.id)}.${String(file?.extension)}`),
      );
      const gone = await images.retrieve(secret, id, query);
      expect([gone.status, gone.body.error.code, costOf(gone)]).toEqual([410, 'file_expired', null]);
      expect(await images.moneyOf(customerId)).toEqual({ balanceNano: FUNDS_NANO, heldNano: 2n * PRICE_NANO });
      await images.stack.query('gateway', `UPDATE image_tasks SET expires_at = now() WHERE id = $1`, [id]);
      expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
    },
  );

  it('costs the customer nothing if it expires unretrieved, and its cost is our loss', async () => {
    const { customerId, secret } = await images.admin.customer();
    const lossNano = await images.countedLossNano('worker', AT_ONCE.model);
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await images.untilSucceeded(id);
    // Its images outlive the last URL.
    const [{ lasts } = {}] = await images.stack.query(
      'gateway',
      `SELECT extract(epoch FROM file.expires_at - task.expires_at)::int AS lasts FROM image_tasks task JOIN image_files file ON file.task_id = task.id WHERE task.id = $1`,
      [id],
    );
    expect(lasts).toBe(3_600);
    await images.stack.query('gateway', `UPDATE image_tasks SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    const expired = await images.retrieve(secret, id);
    expect([expired.status, expired.body.error.code, costOf(expired)]).toEqual([410, 'task_expired', null]);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
    expect(await images.lossesOf(id)).toHaveLength(2);
    await waitUntil(
      () => images.countedLossNano('worker', AT_ONCE.model),
      (counted) => counted - lossNano === SUPPLIER_COST_NANO,
    );
    const [{ prompt } = {}] = await images.stack.query('gateway', 'SELECT prompt FROM image_tasks WHERE id = $1', [id]);
    expect(prompt).toBe('');
  });

  it(`is charged once for ${POLLERS} parallel retrievals from two processes, one of which is killed`, async () => {
    const { customerId, secret } = await images.admin.customer();
    const killed = await GatewayReplica.start(images.stack, {});
    const urls = [killed.url, images.stack.gatewayUrl];
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await images.untilSucceeded(id);
    const poll = async (url = '') => {
      const answer = await callApi<TaskAnswer>(url, 'GET', `/v1/images/tasks/${id}`, { token: secret });
      return { cost: costOf(answer), requestId: idOf(answer), body: answer.body };
    };
    // The charge waits for the customer's row, so that all requests are in progress when one process dies.
    const lock = await images.stack.connect('gateway');
    await lock.query('BEGIN');
    await lock.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customerId]);
    const polls = Array.from({ length: POLLERS }, (_, at) => poll(urls[at % 2]).catch(() => null));
    const waiting = () =>
      images.stack.query(
        'gateway',
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%released AS%'`,
      );
    await waitUntil(waiting, (found) => found.length >= 10);
    await killed.end('SIGKILL');
    await lock.query('COMMIT');
    await lock.end();
    const heard = (await Promise.all(polls)).filter((answer) => answer !== null);
    expect(heard.length).toBeGreaterThanOrEqual(POLLERS / 2);
    for (const { body } of heard)
      expect([body.status, body.usage]).toEqual(['succeeded', { images: 1, cost_cny: 0.1 }]);
    const charges = await images.stack.query(
      'gateway',
      `SELECT request_id FROM ledger_entries WHERE task_id = $1 AND account = 'customer'`,
      [id],
    );
    expect(charges).toHaveLength(1);
    // The charged request knows its cost, unless it asked the process that died.
    const charged = heard.filter(({ cost }) => cost !== null);
    expect(charged.map(({ requestId }) => requestId)).toEqual(
      heard.some(({ requestId }) => requestId === charges[0]?.request_id) ? [charges[0]?.request_id] : [],
    );
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - PRICE_NANO);
  });

  it('leaves nothing held and no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await images.operator.settledBooks();
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  });
});
