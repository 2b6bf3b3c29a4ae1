import { randomUUID } from 'node:crypto';
import { type FakeSupplier, type JoinedStack, startFakeSupplier } from '@shipyard/testing';
import { Admin } from './admin-client';

/** The fields that a model must have. */
export const modelTerms = (product: string, change: object = {}) => ({
  product,
  owned_by: 'us',
  display_name: 'Suite',
  supports_streaming: false,
  supports_function_calling: false,
  supports_vision: false,
  max_input_tokens: 1_000,
  max_output_tokens: 100,
  input_modalities: ['text'],
  output_modalities: ['text'],
  active: true,
  ...change,
});

export const terms = modelTerms('text', { supports_streaming: true, supports_function_calling: true });

export const units = (price: string) => [
  { unit_type: 'input_1k_tokens', unit_name: '1K input tokens', price_cny: price },
  { unit_type: 'output_1k_tokens', unit_name: '1K output tokens', price_cny: price },
];

/** Creates models and suppliers as the owner. A supplier is the fake unless the change says otherwise. */
export function catalogRows(stack: JoinedStack, fake: () => FakeSupplier) {
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const newId = () => `suite-${randomUUID().slice(0, 12)}`;
  const newModel = async (change: object = {}) => {
    const id = newId();
    await owner.do('PUT', `/models/${id}`, { ...terms, ...change });
    return id;
  };
  const newSupplier = async (change: object = {}) => {
    const id = newId();
    await owner.do('POST', '/suppliers', {
      id,
      kind: 'openai',
      base_url: fake().baseUrl,
      api_keys: ['sk-canary-of-the-suite-0001'],
      internal: true,
      ...change,
    });
    return id;
  };
  return { owner, newId, newModel, newSupplier };
}

/** With a fake of the suite's own. */
export function rowsOnFake(stack: JoinedStack) {
  let supplier: FakeSupplier;
  beforeAll(async () => {
    supplier = await startFakeSupplier();
  });
  afterAll(() => supplier.close());
  const fake = () => supplier;
  return { ...catalogRows(stack, fake), fake };
}
