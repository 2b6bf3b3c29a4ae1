import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FakeSupplier } from './fake-supplier';

/** Writes a GATEWAY_CONFIG beside the demo's models: `fake-chat`, at the fake supplier. Answers the file's path. */
export async function writeFakeCatalog({ baseUrl, apiKey }: FakeSupplier): Promise<string> {
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'shipyard-catalog-')), 'gateway.yaml');
  await writeFile(
    file,
    `suppliers:
  - { id: fake, kind: openai, base_url: '${baseUrl}', api_keys: ['${apiKey}'], timeouts: { first_byte_ms: 2000, idle_ms: 2000 } }
models:
  - id: fake-chat
    product: text
    owned_by: shipyard
    display_name: Fake chat
    supports_streaming: true
    supports_function_calling: true
    supports_vision: false
    max_input_tokens: 128000
    max_output_tokens: 4096
    input_modalities: [text]
    output_modalities: [text]
    active: true
    prices:
      - { unit_type: input_1k_tokens, unit_name: 1K input tokens, price_cny: '0.002' }
      - { unit_type: output_1k_tokens, unit_name: 1K output tokens, price_cny: '0.006' }
    routes:
      - { supplier_id: fake, upstream_model: upstream-of-fake }
`,
  );
  return file;
}
