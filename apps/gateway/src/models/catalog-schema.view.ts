import { schemaDocument } from '@shipyard/http';
import { CatalogFile } from './catalog-file.dto';

export const catalogSchema = (): string =>
  `${JSON.stringify(schemaDocument(CatalogFile, 'Catalog of the gateway (GATEWAY_CONFIG)'), null, 2)}\n`;
