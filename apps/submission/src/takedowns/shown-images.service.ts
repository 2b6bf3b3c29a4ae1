import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { findLogsShowing, LogsService, replaceLogHtml } from '../logs';
import type { StaleDocument } from '../markdown/stale-document';
import { findReadmesShowing, ReadmeService, replaceReadmeHtml } from '../readme';
import { LOGGER } from '../runtime.module';

/** The worker renders further logs. */
const LOGS_LIMIT = 20;

export interface RenderedWithout {
  document: StaleDocument;
  html: string;
  replaceHtml: typeof replaceReadmeHtml;
}

/** Renders the documents of a project without images that are about to be removed. */
@Injectable()
export class ShownImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readmes: ReadmeService,
    private readonly logs: LogsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Leaves out a document that cannot be rendered. The worker tries it again. */
  async renderWithout(projectId: string, assetIds: string[]): Promise<RenderedWithout[]> {
    if (assetIds.length === 0) return [];
    const [{ manager }, without] = [this.dataSource, new Set(assetIds)];
    const readmes = await findReadmesShowing(manager, projectId, assetIds);
    const logs = await findLogsShowing(manager, projectId, assetIds, LOGS_LIMIT);
    const rendered: RenderedWithout[] = [];
    for (const document of readmes) {
      const html = await this.attempt(() => this.readmes.rerender(document.id, false, without));
      if (html !== null) rendered.push({ document, html, replaceHtml: replaceReadmeHtml });
    }
    for (const document of logs) {
      const html = await this.attempt(() => this.logs.rerender(document.id, false, without));
      if (html !== null) rendered.push({ document, html, replaceHtml: replaceLogHtml });
    }
    return rendered;
  }

  /** Writes those that have not changed since they were found. Call it while the project is locked. */
  async write(manager: EntityManager, rendered: RenderedWithout[]): Promise<void> {
    for (const { document, html, replaceHtml } of rendered) await replaceHtml(manager, document, html);
  }

  private async attempt(render: () => Promise<string | null>): Promise<string | null> {
    return render().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'A document that shows a removed image is left to the worker');
      return null;
    });
  }
}
