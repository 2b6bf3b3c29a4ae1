import { schemaDocument } from '@shipyard/http';
import { CatalogFile } from './catalog-file.dto';

/** The JSON Schema of the catalog file, as text: what `docs/catalog.schema.json` holds, for editors and whoever writes such files. */
export const catalogSchema = (): string => `${JSON.stringify(schemaDocument(CatalogFile, 'Catalog of the gateway (GATEWAY_CONFIG)'), null, 2)}\n`;
