import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../config';
import { errorTables } from '../error-tables';
import { CatalogService } from '../models';
import { ApiDocumentsService } from './api-documents.service';
import type { DocsFacts } from './page-text';

/** Gathers what the documentation says, so that no page of it is kept by hand. */
@Injectable()
export class DocsFactsService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly documents: ApiDocumentsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async read(): Promise<DocsFacts> {
    const { publicUrl } = this.config;
    return {
      publicUrl,
      linkTo: (path) => publicUrl + path,
      document: this.documents.get('customers'),
      models: await this.catalog.listActive(),
      errors: errorTables.flatMap((table) => Object.values(table)),
      imageUrlSeconds: this.config.IMAGE_URL_TTL_SECONDS,
      imageTaskSeconds: this.config.IMAGE_TASK_TTL_SECONDS,
    };
  }
}
