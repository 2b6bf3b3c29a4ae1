import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { GatewayReplica } from './gateway-replica';
import type { OpenAiFailure } from './gateway-client';
import { ImageStack } from './image-stack';
import { WebhookReceiver } from './webhook-receiver';

/** A change acts within a second. A test fails after ten. */
const SOON = { giveUpAfterMs: 10_000 };
const TASKS = 12;

/** Two gateways alone are in `limits`, `admin-replicas` and `shared-suppliers`; two workers that sum days in `usage-days`. */
describe('three gateways and two workers', () => {
  let images: ImageStack;
  let receiver: WebhookReceiver;
  let urls: string[];
  let replicas: GatewayReplica[] = [];

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack(), 60_000);
    receiver = await WebhookReceiver.open();
    const entries = ['main', 'main', 'worker'] as const;
    replicas = await Promise.all(entries.map((entry) => GatewayReplica.start(images.stack, {}, entry)));
    urls = [images.stack.gatewayUrl, ...replicas.slice(0, 2).map(({ url }) => url)];
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
    await receiver.close();
    await images.leave();
  });

  const atOne = (turn: number) => urls[turn % urls.length] ?? '';
  const chat = (url: string, token: string) =>
    callApi<OpenAiFailure>(url, 'POST', '/v1/chat/completions', {
      token,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] },
    });

  it('admit a key to its limit all together, and refuse it everywhere when one has revoked it', async () => {
    const { keyId, secret } = await images.admin.customer('10', { rpm: 7 });
    const answers = await Promise.all(Array.from({ length: 15 }, (_, turn) => chat(atOne(turn), secret)));
    const admitted = answers.filter(({ status }) => status === 200).length;
    // Without Redis each process counts its share, for which it must have seen the others.
    if (images.stack.view.redisUrl !== null) expect(admitted).toBe(7);
    await images.admin.do('DELETE', `/keys/${keyId}`);
    const refusals = await waitUntil(
      () => Promise.all(urls.map((url) => chat(url, secret))),
      (each) => each.every(({ status }) => status === 401),
      SOON,
    );
    expect(refusals.map(({ body }) => body.error.code)).toEqual(urls.map(() => 'invalid_api_key'));
  });

  it('draw each image task once, charge it once, and send one webhook for it', async () => {
    const { customerId, secret } = await images.admin.customer();
    await images.admin.do('POST', '/webhooks', {
      ...{ url: receiver.url('/done'), events: ['image_task.finished'], internal: true, customer_id: customerId },
    });
    const prompts = Array.from({ length: TASKS }, (_, at) => `Lighthouse ${at} of ${customerId}`);
    const ids = await Promise.all(
      prompts.map(async (prompt, turn) => {
        const { status, body } = await callApi<{ id: string }>(atOne(turn), 'POST', '/v1/images/tasks', {
          token: secret,
          json: { model: turn % 2 === 0 ? 'image' : 'image-at-once', prompt },
        });
        expect(status).toBe(202);
        return body.id;
      }),
    );
    await images.untilEnded(ids);
    // Everyone asks for all, as clients that were told too late do.
    await Promise.all(
      [...ids, ...ids, ...ids].map((id, at) =>
        callApi(atOne(Math.floor(at / TASKS)), 'GET', `/v1/images/tasks/${id}`, { token: secret }),
      ),
    );
    const bought = [...images.first.purchases, ...images.second.purchases].map(({ prompt }) => prompt);
    expect(bought.filter((prompt) => prompts.includes(prompt)).sort()).toEqual([...prompts].sort());
    const charges = await images.stack.query(
      'gateway',
      `SELECT task_id FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge' ORDER BY task_id`,
      [customerId],
    );
    expect(charges.map(({ task_id: id }) => String(id))).toEqual([...ids].sort());
    await waitUntil(
      () =>
        images.stack.query(
          'gateway',
          `SELECT FROM webhook_deliveries delivery JOIN webhooks webhook ON webhook.id = delivery.webhook_id
           WHERE webhook.customer_id = $1 AND delivery.status = 'delivered'`,
          [customerId],
        ),
      (delivered) => delivered.length === TASKS,
    );
    expect(
      receiver
        .at('/done')
        .map(({ body }) => String(body.data.task_id))
        .sort(),
    ).toEqual([...ids].sort());
  });
});
