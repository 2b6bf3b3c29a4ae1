import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { catalogSchema } from './catalog-schema.view';

writeFileSync('docs/catalog.schema.json', catalogSchema());
