import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openWith } from './contract-suite/subject';
import { findVendor, SUPPLIER_KINDS, VENDOR_NAMES, type VendorName } from './registry';

const VENDORS = path.join(__dirname, 'vendors');
const DOCS = path.join(__dirname, '../../../docs');
const EXAMPLES = path.join(DOCS, 'examples');

const read = (...at: string[]) => (existsSync(path.join(...at)) ? readFileSync(path.join(...at), 'utf8') : '');
const catalogs = readdirSync(EXAMPLES).filter((file) => file.endsWith('.yaml'));
const tableRows = read(EXAMPLES, 'README.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'));

/** Every check answers with sentences that name the missing places. */
describe('the vendors', () => {
  it('are the folders that the registry names', () => {
    expect(
      readdirSync(VENDORS)
        .filter((folder) => !VENDOR_NAMES.some((name) => name === folder))
        .map((folder) => `List ${folder} in VENDORS of libs/suppliers/src/registry.ts.`),
    ).toEqual([]);
    expect(
      VENDOR_NAMES.filter((name) => !existsSync(path.join(VENDORS, name))).map(
        (name) => `The registry names ${name}, but libs/suppliers/src/vendors/${name} is missing.`,
      ),
    ).toEqual([]);
  });

  it('are the kinds that the schema of the catalog lists', () => {
    const { $defs } = JSON.parse(read(DOCS, 'catalog.schema.json')) as {
      $defs: Record<string, { properties?: { kind?: { enum: string[] } } }>;
    };
    const kinds = Object.values($defs).flatMap(({ properties }) => (properties?.kind ? [properties.kind.enum] : []));
    expect(kinds).toEqual([[...SUPPLIER_KINDS]]);
  });

  it('are explained in the table of examples', () => {
    expect(
      catalogs
        .filter((file) => !tableRows.some((row) => row.split(' | ', 1)[0]?.includes(`\`${file}\``)))
        .map((file) => `Add a row for ${file} to the table in docs/examples/README.md.`),
    ).toEqual([]);
  });
});

describe.each(VENDOR_NAMES)('the vendor %s', (name) => {
  it('has all its places', () => expect(missingPlaces(name)).toEqual([]));

  it('says how the tokenizer of its chats counts', async () => {
    const supplier = openWith(name, { baseUrl: 'http://127.0.0.1:9', internal: true, options: {} });
    await supplier.close();
    const isSilent = supplier.completeChat !== undefined && findVendor(name).tokenMargin === undefined;
    expect(isSilent ? `Add tokenMargin to libs/suppliers/src/vendors/${name}/index.ts.` : '').toBe('');
  });
});

function missingPlaces(name: VendorName): string[] {
  const folder = path.join(VENDORS, name);
  const spec = `${name}-contract.spec.ts`;
  const fixtures = existsSync(path.join(folder, '__fixtures__'))
    ? readdirSync(path.join(folder, '__fixtures__'), { recursive: true, encoding: 'utf8' })
    : [];
  const isExample = new RegExp(`\\bkind: ${name}(?![\\w-])`);
  const places: [sentence: string, isThere: boolean][] = [
    [
      `Call a suite of contract-suite/ in libs/suppliers/src/vendors/${name}/${spec}.`,
      /describe(?:Chat|Image|Search)Contract\(/.test(read(folder, spec)),
    ],
    [
      `Record answers in libs/suppliers/src/vendors/${name}/__fixtures__.`,
      fixtures.some((file) => file.endsWith('.json')),
    ],
    [
      `Say in libs/suppliers/src/vendors/${name}/__fixtures__/README.md where the answers come from.`,
      fixtures.some((file) => file.endsWith('README.md')),
    ],
    [
      `Add docs/examples/${name}.yaml with a supplier of the kind ${name}.`,
      catalogs.some((file) => isExample.test(read(EXAMPLES, file))),
    ],
  ];
  return places.filter(([, isThere]) => !isThere).map(([sentence]) => sentence);
}
