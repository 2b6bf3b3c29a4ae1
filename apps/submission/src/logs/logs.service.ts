import { Injectable } from '@nestjs/common';
import { type ImageReference, plainParagraphs, RENDERER_VERSION } from '@shipyard/markdown';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { AssetsService, ForeignImagesService, type ShownForeignImages } from '../assets';
import { lockForDocument } from '../projects';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { Log } from './log.entity';
import { type MarkdownLog, renderLogs, type RenderedLog, rerenderLog } from './markdown-logs';

@Injectable()
export class LogsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assets: AssetsService,
    private readonly foreignImages: ForeignImagesService,
    private readonly renderer: MarkdownRenderer,
  ) {}

  render(projectId: string, logs: MarkdownLog[], rendering: Rendering): Promise<RenderedLog[]> {
    return renderLogs(projectId, logs, rendering, {
      own: (assetIds) => this.assets.findInProject(projectId, assetIds),
      foreign: (images) => this.foreignImages.find(projectId, images),
    });
  }

  /** At the account's cost. */
  async renderCharged(accountId: string, projectId: string, log: MarkdownLog): Promise<RenderedLog> {
    const [rendered] = await this.render(projectId, [log], this.renderer.startChargedRendering(accountId));
    if (!rendered) throw new Error('A log was not rendered');
    return rendered;
  }

  /** Checks and renders like `renderCharged`, and stores nothing. */
  async preview(accountId: string, projectId: string, log: MarkdownLog): Promise<string> {
    const [rendered] = await renderLogs(projectId, [log], this.renderer.startChargedRendering(accountId), {
      own: (assetIds) => this.assets.findInProject(projectId, assetIds),
      foreign: async (images) => ({ urls: [], shown: await this.foreignImages.findReady(projectId, images) }),
    });
    return rendered?.contentHtml ?? '';
  }

  async rerender(logId: string, isPlain: boolean, without?: ReadonlySet<string>): Promise<string | null> {
    const log = await this.dataSource.manager.findOneBy(Log, { id: logId });
    if (log && isPlain) return plainParagraphs(log.contentMd);
    if (!log) return null;
    return rerenderLog(log, this.renderer.startRendering(log.projectId), {
      own: (assetIds) =>
        this.assets.findInProject(
          log.projectId,
          assetIds.filter((id) => !without?.has(id)),
        ),
      foreign: (images) => this.relink(log, images),
    });
  }

  private async relink({ id: logId, projectId }: Log, images: ImageReference[]): Promise<ShownForeignImages> {
    const foreign = await this.foreignImages.find(projectId, images);
    await this.dataSource.transaction(async (manager) => {
      // Locks the project first, like all writers, because a changed log gives the project a new version.
      await lockForDocument(manager, projectId);
      const held = await manager.query<unknown[]>('SELECT FROM logs WHERE id = $1 FOR UPDATE', [logId]);
      if (held.length > 0) await this.foreignImages.link(manager, projectId, { kind: 'log', logId }, foreign);
    });
    return foreign;
  }

  /** The sequences must be free. Call it in a transaction that has locked the project's row, which counts the logs. */
  async insert(
    manager: EntityManager,
    projectId: string,
    logs: RenderedLog[],
  ): Promise<{ id: string; sequence: number; createdAt: Date }[]> {
    if (logs.length === 0) return [];
    const stored = logs.map((log) => ({ ...log, id: uuidv7() }));
    // Uses the clock instead of the transaction's start, so that times increase with sequences.
    const rows = await manager.query<{ id: string; createdAt: Date }[]>(
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       SELECT id, $1, sequence, title, written_as, text, content_md, content_html, $2, coalesce(created_at, clock_timestamp())
       FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
         AS log (id, sequence, title, written_as, text, content_md, content_html, created_at)
       RETURNING id, created_at AS "createdAt"`,
      [
        projectId,
        RENDERER_VERSION,
        stored.map(({ id }) => id),
        stored.map(({ sequence }) => sequence),
        stored.map(({ title }) => title),
        stored.map(({ writtenAs }) => writtenAs),
        stored.map(({ text }) => text),
        stored.map(({ contentMd }) => contentMd),
        stored.map(({ contentHtml }) => contentHtml),
        stored.map(({ createdAt }) => createdAt),
      ],
    );
    await this.assets.hold(manager, projectId, [
      ...new Set(stored.flatMap(({ assets }) => assets.map(({ id }) => id))),
    ]);
    const images = stored.flatMap(({ id, assets, captions }) =>
      assets.map((asset, at) => ({ id, position: at + 1, assetId: asset.id, caption: captions[at] ?? '' })),
    );
    await manager.query(
      `INSERT INTO log_images (project_id, log_id, position, asset_id, caption)
       SELECT $1, log_id, position, asset_id, caption
       FROM unnest($2::uuid[], $3::integer[], $4::uuid[], $5::text[]) AS image (log_id, position, asset_id, caption)`,
      [
        projectId,
        images.map(({ id }) => id),
        images.map(({ position }) => position),
        images.map(({ assetId }) => assetId),
        images.map(({ caption }) => caption),
      ],
    );
    for (const { id, foreign } of stored)
      if (foreign.urls.length > 0)
        await this.foreignImages.link(manager, projectId, { kind: 'log', logId: id }, foreign);
    const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]));
    return stored.map(({ id, sequence }) => ({ id, sequence, createdAt: createdAt.get(id) ?? new Date() }));
  }
}
