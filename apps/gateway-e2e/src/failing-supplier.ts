import { callApi, waitUntil } from '@shipyard/testing';
import type { Admin } from './admin-client';
import { terms, units } from './catalog-rows';
import type { OpenAiFailure } from './gateway-client';

/** Calls a supplier that never answers until it is cut off, and reports a bill for a model that nobody has called. */
export async function failAndBill(admin: Admin) {
  const dead = { id: 'dead', kind: 'openai', base_url: 'http://127.0.0.1:9/v1', api_keys: ['x'], internal: true };
  await admin.do('POST', '/suppliers', dead);
  await admin.do('PUT', '/models/dead', terms);
  const { route } = await admin.do<{ route: { id: string } }>('POST', '/models/dead/routes', {
    supplier_id: 'dead',
    upstream_model: 'dead',
  });
  await admin.do('POST', '/models/dead/prices', { units: units('1') });
  const payer = await admin.customer('10');
  const ask = () =>
    callApi<OpenAiFailure>(admin.url, 'POST', '/v1/chat/completions', {
      token: payer.secret,
      json: { model: 'dead', messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 },
    });
  for (let failed = 0; failed < 3;)
    failed += (await waitUntil(ask, ({ status }) => status >= 500)).body.error.code === 'upstream_error' ? 1 : 0;
  const billed = {
    day: new Date().toISOString().slice(0, 10),
    upstream_model: 'elsewhere',
    unit_type: 'input_1k_tokens',
    units: 7,
    cost_cny: '5',
  };
  await admin.do('POST', '/supplier-usage', { supplier_id: 'sandbox', items: [billed] });
  return { ...payer, routeId: route.id };
}
