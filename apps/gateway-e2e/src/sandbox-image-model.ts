import type { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';

/** The fake catalog has no image model. */
export async function addSandboxImageModel(owner: Admin): Promise<string> {
  await owner.do(
    'PUT',
    '/models/suite-image',
    modelTerms('image', { output_modalities: ['image'], sizes: ['512x512'] }),
  );
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
