import { randomUUID } from 'node:crypto';
import {
  callApi,
  fakeCatalog,
  type FakeSupplier,
  type JoinedStack,
  startFakeSupplier,
  waitUntil,
} from '@shipyard/testing';
import { dump, load } from 'js-yaml';
import { Admin } from './admin-client';
import { removeModels } from './remove-models';

export interface FakeStack {
  stack: JoinedStack;
  /** The key of a customer of this suite alone. */
  secret: string;
  customerId: string;
  supplier: FakeSupplier;
  /** Refuses half of OpenAI's parameters, as the catalog says. */
  strict: FakeSupplier;
  leave(): Promise<void>;
}

const STRICT = {
  output_limit_parameter: 'max_completion_tokens',
  stream_options: false,
  developer_role: false,
  extra_parameters: ['top_k'],
  unsupported_parameters: ['logit_bias', 'n', 'seed'],
  response_formats: ['text', 'json_object'],
};

interface Catalog {
  suppliers: { id: string }[];
  models: { id: string }[];
}

/** Adds the fake catalog to a shared stack, with a customer. `leave` removes it again. */
export async function joinFakeStack(stack: JoinedStack): Promise<FakeStack> {
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const supplier = await startFakeSupplier();
  const strict = await startFakeSupplier({
    dialect: {
      refuses: ['max_tokens', 'stream_options', 'developer', ...STRICT.unsupported_parameters],
      takes: STRICT.extra_parameters,
    },
  });
  const { suppliers, models } = fakeCatalog(supplier, { strict: { supplier: strict, options: STRICT } });
  // The gateway may still know the models and suppliers of the suite before, but not this model.
  const unseen = { ...models[0], id: `fake-${randomUUID()}` };
  const added: Catalog = { suppliers, models: [...models, unseen] };
  const { text } = await callApi(stack.gatewayUrl, 'GET', '/admin/catalog.yaml', { token: owner.key });
  const before = load(text) as Catalog;
  await owner.do('POST', '/catalog/apply', {
    yaml: dump({
      suppliers: [...before.suppliers, ...added.suppliers],
      models: [...before.models, ...added.models],
    }),
  });
  for (const model of [unseen.id, 'fake-strict'])
    await waitUntil(
      () =>
        callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
          token: stack.credentials.enterprise_key,
          json: { model, messages: [{ role: 'user', content: 'Say hello' }] },
        }),
      ({ status }) => status === 200,
    );
  const { secret, customerId } = await owner.customer('1000');
  return {
    stack,
    secret,
    customerId,
    supplier,
    strict,
    leave: async () => {
      await removeModels(
        stack,
        added.models.map(({ id }) => id),
      );
      await stack.query('gateway', 'DELETE FROM suppliers WHERE id = ANY ($1)', [suppliers.map(({ id }) => id)]);
      await Promise.all([supplier.close(), strict.close()]);
    },
  };
}
