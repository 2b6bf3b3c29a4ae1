import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SUPPLIER_KINDS, VENDOR_NAMES } from './registry';

const VENDORS = path.join(__dirname, 'vendors');
const DOCS = path.join(__dirname, '../../../docs');
const EXAMPLES = path.join(DOCS, 'examples');

const read = (...at: string[]) => readFileSync(path.join(...at), 'utf8');
const examples = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => read(EXAMPLES, file))
  .join('\n');
const named = (kind: string) => new RegExp(`\\bkind: ${kind}(?![\\w-])`);

/** Fails if part of a new vendor is missing, and names the place. */
describe('the vendors', () => {
  it('are the folders that the registry names', () => {
    expect(readdirSync(VENDORS).sort()).toEqual([...VENDOR_NAMES].sort());
  });

  it('are the kinds that the schema of the catalog lists', () => {
    const { $defs } = JSON.parse(read(DOCS, 'catalog.schema.json')) as {
      $defs: Record<string, { properties?: { kind?: { enum: string[] } } }>;
    };
    const kinds = Object.values($defs).flatMap(({ properties }) => (properties?.kind ? [properties.kind.enum] : []));
    expect(kinds).toEqual([[...SUPPLIER_KINDS]]);
  });
});

describe.each(VENDOR_NAMES)('the vendor %s', (name) => {
  it('has a contract spec', () => {
    expect(existsSync(path.join(VENDORS, name, `${name}-contract.spec.ts`))).toBe(true);
    expect(read(VENDORS, name, `${name}-contract.spec.ts`)).toMatch(/describe(?:Chat|Image|Search)Contract\(/);
  });

  it('has recorded answers, and says where they come from', () => {
    const fixtures = readdirSync(path.join(VENDORS, name, '__fixtures__'), { recursive: true, encoding: 'utf8' });
    expect(fixtures.some((file) => file.endsWith('.json'))).toBe(true);
    expect(fixtures.some((file) => file.endsWith('README.md'))).toBe(true);
  });

  it('has an example of a catalog', () => {
    expect(examples).toMatch(named(name));
  });
});
