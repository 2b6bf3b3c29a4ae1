import type { Admin } from './admin-client';

/** The fake catalog has no image model. */
export async function addSandboxImageModel(owner: Admin): Promise<string> {
  const terms = {
    product: 'image',
    owned_by: 'us',
    display_name: 'Suite',
    supports_streaming: false,
    supports_function_calling: false,
    supports_vision: false,
  };
  const bounds = {
    max_input_tokens: 32_000,
    max_output_tokens: 0,
    input_modalities: ['text'],
    output_modalities: ['image'],
    sizes: ['512x512'],
    active: true,
  };
  await owner.do('PUT', '/models/suite-image', { ...terms, ...bounds });
  await owner.do('POST', '/models/suite-image/prices', {
    units: [{ unit_type: 'image', unit_name: 'image', price_cny: '0.1' }],
  });
  await owner.do('POST', '/suppliers', { id: 'suite-sandbox', kind: 'sandbox', api_keys: [] });
  await owner.do('POST', '/models/suite-image/routes', {
    supplier_id: 'suite-sandbox',
    upstream_model: 'sandbox-image',
  });
  return 'suite-image';
}
