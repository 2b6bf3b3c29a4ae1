import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import { catalogSchema } from './catalog-schema.view';

const WORKSPACE = path.join(__dirname, '../../../..');
const examples = readdirSync(path.join(WORKSPACE, 'docs/examples')).filter((file) => file.endsWith('.yaml'));

describe('the JSON Schema of the catalog file', () => {
  const ajv = new Ajv2020({ strictTypes: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(catalogSchema()) as object);
  const supplier = { id: 'a', kind: 'sandbox' };

  it('is docs/catalog.schema.json', () => {
    expect(readFileSync(path.join(WORKSPACE, 'docs/catalog.schema.json'), 'utf8')).toBe(catalogSchema());
  });

  it.each(['config/gateway.yaml', ...examples.map((file) => `docs/examples/${file}`)])(
    'accepts %s, which names it',
    (file) => {
      const text = readFileSync(path.join(WORKSPACE, file), 'utf8');
      validate(load(text));
      expect(validate.errors).toBeNull();
      const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text) ?? [];
      expect(path.join(WORKSPACE, path.dirname(file), named)).toBe(path.join(WORKSPACE, 'docs/catalog.schema.json'));
    },
  );

  it.each<[string, object]>([
    ['an unknown key', { suppliers: [], models: [], extra: 1 }],
    ['no models', { suppliers: [] }],
    ['an unknown field', { suppliers: [{ ...supplier, developer: false }], models: [] }],
    ['an unknown kind', { suppliers: [{ ...supplier, kind: 'magic' }], models: [] }],
    ['a text for a truth', { suppliers: [{ ...supplier, stream_options: 'no' }], models: [] }],
    ['a time-out of no length', { suppliers: [{ ...supplier, timeouts: { idle_ms: 0 } }], models: [] }],
    ['a model without routes', { suppliers: [], models: [{ id: 'a' }] }],
  ])('refuses %s', (_, file) => {
    expect(validate(file)).toBe(false);
  });
});
