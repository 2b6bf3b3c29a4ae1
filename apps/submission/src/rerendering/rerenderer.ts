import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DocumentTooDeep, HtmlTooLarge, RENDERER_VERSION } from '@shipyard/markdown';
import type { Logger } from '@shipyard/platform/logger';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource, type EntityManager } from 'typeorm';
import { RenderRequests } from '../assets';
import { findStaleLogs, LogsService, replaceLogHtml } from '../logs';
import { RenderFailed, RenderTooSlow } from '../markdown/markdown-renderer';
import type { StaleDocument } from '../markdown/stale-document';
import { findStaleReadmes, ReadmeService, replaceReadmeHtml } from '../readme';
import { LOGGER } from '../runtime.module';
import { SlowDocuments } from './slow-documents';

/** Together with the pause after each batch, limits rendering to 100 documents a second over all workers. */
const BATCH = 50;
const PAUSE_MS = 500;
const LOCK = `hashtextextended('submission rerendering', 0)`;
const NIL = '00000000-0000-0000-0000-000000000000';

interface DocumentTable {
  name: 'readmes' | 'logs';
  findStale: typeof findStaleReadmes;
  /** Returns false if the row has changed since it was found. */
  replaceHtml: typeof replaceReadmeHtml;
  render: (id: string, isPlain: boolean) => Promise<string | null>;
}

/**
 * Renders documents of older renderer versions again:
 * 1. Take a session lock, so that one worker runs at a time. It ends with its process.
 * 2. Select a batch of rows with an older version.
 * 3. Read and render each one outside a transaction.
 * 4. Write HTML and version, if the row has not changed since step 2. A slow document keeps its HTML and is retried
 * later. A refused one is shown as plain text until the next version.
 * The version marks finished rows, so another worker can continue.
 */
@Injectable()
export class Rerenderer {
  private readonly slow = new SlowDocuments();
  private readonly tables: DocumentTable[];

  constructor(
    private readonly dataSource: DataSource,
    readmes: ReadmeService,
    logs: LogsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.tables = [
      {
        name: 'readmes',
        findStale: findStaleReadmes,
        replaceHtml: replaceReadmeHtml,
        render: (projectId, isPlain) => readmes.rerender(projectId, isPlain),
      },
      {
        name: 'logs',
        findStale: findStaleLogs,
        replaceHtml: replaceLogHtml,
        render: (logId, isPlain) => logs.rerender(logId, isPlain),
      },
    ];
  }

  async sweep(signal: AbortSignal): Promise<void> {
    // A transaction holds the lock, because behind a pooler the next statement may reach another session.
    const holder = this.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      const [lock] = await holder.manager.query<{ isOurs: boolean }[]>(
        `SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isOurs"`,
      );
      if (lock?.isOurs) for (const table of this.tables) await this.rerenderTable(holder.manager, table, signal);
    } finally {
      try {
        await holder.commitTransaction();
      } finally {
        await holder.release();
      }
    }
  }

  /** Writes outside of the transaction of `holder`, so that what is rendered stays. */
  private async rerenderTable(holder: EntityManager, table: DocumentTable, signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    let done = 0;
    let last: Pick<StaleDocument, 'id' | 'rendererVersion'> | undefined = { id: NIL, rendererVersion: 0 };
    while (last && !signal.aborted) {
      const rows = await table.findStale(manager, last, BATCH);
      for (const row of rows) {
        if (signal.aborted) break;
        // Postgres ends a transaction that is idle for long, and so notices a worker that is gone.
        await holder.query('SELECT 1');
        if (await this.rerender(manager, table, row)) done += 1;
      }
      last = rows.at(-1);
      // A stopping worker skips the pause.
      if (last) await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
    if (done > 0)
      this.logger.info(
        { table: table.name, documents: done, renderer_version: RENDERER_VERSION },
        'Documents of an older renderer are rendered anew',
      );
  }

  private async rerender(manager: EntityManager, table: DocumentTable, row: StaleDocument): Promise<boolean> {
    const document = `${table.name} ${row.id}`;
    if (!this.slow.isDue(document, Date.now())) return false;
    const html = await table.render(row.id, false).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      const isPutOff = error instanceof RenderTooSlow && this.slow.putOff(document, Date.now());
      const words = isPutOff
        ? 'A document is too slow and is tried again later'
        : 'A document that is refused is shown as plain text';
      this.logger.warn({ err: error, table: table.name, id: row.id, renderer_version: RENDERER_VERSION }, words);
      return isPutOff ? null : table.render(row.id, true);
    });
    if (html === null) return false;
    this.slow.remove(document);
    return table.replaceHtml(manager, row, html);
  }
}

export const documentSweeper = sweeper({
  name: 'stale documents',
  everyMs: 15_000,
  inject: [Rerenderer, RenderRequests],
  listen: (_, requests, wake) => requests.listen(wake),
  sweep: (rerenderer, _, signal) => rerenderer.sweep(signal),
});

const isRefusal = (error: unknown) =>
  error instanceof DocumentTooDeep ||
  error instanceof HtmlTooLarge ||
  error instanceof RenderTooSlow ||
  error instanceof RenderFailed;
