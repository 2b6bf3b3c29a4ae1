import { callApi, type FakeSupplier, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { terms } from './catalog-rows';
import { GatewayReplica } from './gateway-replica';
import { ImageStack } from './image-stack';
import { removeModels } from './remove-models';

const MODEL = 'shared-chat';
const LATER_MODEL = 'later-chat';

describe('processes that share a supplier', () => {
  let images: ImageStack;
  let supplier: FakeSupplier;
  let replica: GatewayReplica;

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack());
    supplier = await startFakeSupplier();
    replica = await GatewayReplica.start(images.stack, {});
    await images.addSupplier('shared', 'openai', supplier);
    await images.admin.do('PATCH', '/suppliers/shared', { api_keys: ['sk-of-nobody', supplier.apiKey] });
    await offer(MODEL, 'shared');
    await waitUntil(
      () => callApi(images.stack.gatewayUrl, 'GET', `/v1/models/${MODEL}`),
      ({ status }) => status === 200,
    );
  });

  afterAll(async () => {
    await replica.end('SIGTERM');
    await removeModels(images.stack, [MODEL, LATER_MODEL]);
    await images.leave();
    await supplier.close();
  });

  async function offer(model: string, supplierId: string): Promise<void> {
    await images.admin.do('PUT', `/models/${model}`, { ...terms, display_name: model });
    const units = ['input_1k_tokens', 'output_1k_tokens'].map((unit) => ({
      unit_type: unit,
      unit_name: unit,
      price_cny: '0.01',
    }));
    await images.admin.do('POST', `/models/${model}/prices`, { units });
    await images.admin.do('POST', `/models/${model}/routes`, { supplier_id: supplierId, upstream_model: 'm' });
  }

  it('learn from each other which of its keys rest', async () => {
    const { secret } = await images.admin.customer();
    const ask = (url: string, model = MODEL) =>
      callApi(url, 'POST', '/v1/chat/completions', {
        token: secret,
        json: { model, messages: [{ role: 'user', content: 'Say hello' }] },
      });
    expect((await ask(images.stack.gatewayUrl)).status).toBe(200);
    expect(supplier.refusals).toHaveLength(1);
    const resting = () =>
      images.stack.query(
        'gateway',
        `SELECT id FROM supplier_keys WHERE supplier_id = 'shared' AND rests_until > now() + interval '9 minutes'`,
      );
    expect(await waitUntil(resting, (rows) => rows.length > 0)).toHaveLength(1);
    // Suppliers and the rests of keys are read together, so a replica that knows a supplier of now knows of the rest.
    await images.addSupplier('later', 'openai', supplier);
    await offer(LATER_MODEL, 'later');
    await waitUntil(
      () => ask(replica.url, LATER_MODEL),
      ({ status }) => status === 200,
    );
    // The replica has not called it before, so all keys look equal to it.
    for (let call = 0; call < 3; call += 1) expect((await ask(replica.url)).status).toBe(200);
    expect(supplier.refusals).toHaveLength(1);
  });
});
