import { Injectable } from '@nestjs/common';
import { inputInvalid, lineProblem, normaliseLine, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import {
  AssetsService,
  type UploadedImage,
  ForeignImagesService,
  NO_FOREIGN_IMAGES,
  refuseUnreadable,
  type ShownForeignImages,
} from '../assets';
import { type ImageReference, RENDERER_VERSION } from '../markdown/markdown-document';
import { plainParagraphs } from '../markdown/plain-paragraphs';
import { AssetUrlsService, type LogView, ProjectReadsService, type ProjectView } from '../project-reads';
import { countLog, lockForDocument, ProjectsService, ProjectWrites } from '../projects';
import { readBody, readText } from '../text/body';
import type { MultipartForm } from '../uploads/multipart-form';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { Log } from './log.entity';
import { type MarkdownLog, renderLogs, type RenderedLog, rerenderLog } from './markdown-logs';

export type { MarkdownLog, RenderedLog } from './markdown-logs';

export const LOG_TEXT_LIMIT_BYTES = 64 * 1024;
/** The same as for bodies, so that a long title fails the rule for titles and not the size limit. */
export const TITLE_LIMIT_BYTES = LOG_TEXT_LIMIT_BYTES;
const TITLE = { min: 1, max: 120 };

interface PlainLog {
  title: string;
  text: string;
}

@Injectable()
export class LogsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
    private readonly foreignImages: ForeignImagesService,
    private readonly renderer: MarkdownRenderer,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  async append(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    form: MultipartForm,
  ): Promise<{ log: LogView; project: ProjectView }> {
    const written = readLog(form);
    const project = await this.projects.findOwn(slug, caller);
    return this.assets
      .withImages(
        caller,
        project.id,
        form,
        () => true,
        (images) =>
          this.writes.run(project.id, async (manager) => {
            const log = await this.appendNext(manager, project.id, written, images);
            return recorder.record(manager, { log, project: await this.reads.record(manager, project.id) }, project.id);
          }),
      )
      .catch(refuseUnreadable);
  }

  render(projectId: string, logs: MarkdownLog[], rendering: Rendering): Promise<RenderedLog[]> {
    return renderLogs(projectId, logs, rendering, {
      own: (assetIds) => this.assets.findInProject(projectId, assetIds),
      foreign: (images) => this.foreignImages.find(projectId, images),
    });
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
    const images = stored.flatMap(({ id, assets }) =>
      assets.map((asset, index) => ({ id, position: index + 1, assetId: asset.id })),
    );
    await manager.query(
      `INSERT INTO log_images (project_id, log_id, position, asset_id)
       SELECT $1, log_id, position, asset_id FROM unnest($2::uuid[], $3::integer[], $4::uuid[]) AS image (log_id, position, asset_id)`,
      [
        projectId,
        images.map(({ id }) => id),
        images.map(({ position }) => position),
        images.map(({ assetId }) => assetId),
      ],
    );
    for (const { id, foreign } of stored)
      if (foreign.urls.length > 0)
        await this.foreignImages.link(manager, projectId, { kind: 'log', logId: id }, foreign);
    const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]));
    return stored.map(({ id, sequence }) => ({ id, sequence, createdAt: createdAt.get(id) ?? new Date() }));
  }

  private async appendNext(
    manager: EntityManager,
    projectId: string,
    { title, text }: PlainLog,
    images: UploadedImage[],
  ): Promise<LogView> {
    // Concurrent appends wait for each other here and get consecutive numbers.
    await this.projects.lockOwn(manager, projectId);
    const { sequence, isPrivate } = await countLog(manager, projectId);
    await this.assets.insert(manager, images);
    const assets = images.map(({ asset }) => asset);
    const urlOf = this.assetUrls.of(isPrivate);
    const contentHtml = plainParagraphs(text);
    const [log] = await this.insert(manager, projectId, [
      {
        sequence,
        title,
        writtenAs: 'text',
        text,
        contentMd: text,
        contentHtml,
        createdAt: null,
        assets,
        foreign: NO_FOREIGN_IMAGES,
      },
    ]);
    if (!log) throw new Error('A log that was inserted was not answered');
    return {
      id: log.id,
      sequence,
      title,
      text,
      content_md: text,
      content_html: contentHtml,
      image_urls: assets.map(({ id, extension }) => urlOf(id, extension)),
      created_at: log.createdAt,
      removed_at: null,
    };
  }
}

function readLog({ texts }: MultipartForm): PlainLog {
  return {
    title: titleOf('title', readBody('title', required(texts, 'title'), TITLE_LIMIT_BYTES)),
    text: notBlank('text', readBody('text', required(texts, 'text'), LOG_TEXT_LIMIT_BYTES)),
  };
}

export const readLogTitle = (field: string, title: string) => titleOf(field, readText(field, title, TITLE_LIMIT_BYTES));

export const readLogMarkdown = (field: string, markdown: string) =>
  notBlank(field, readText(field, markdown, LOG_TEXT_LIMIT_BYTES));

function titleOf(field: string, text: string): string {
  const title = normaliseLine(text.trim(), TITLE.max);
  const problem = lineProblem(title, TITLE);
  if (problem !== null) throw inputInvalid(field, problem);
  return title;
}

function notBlank(field: string, text: string): string {
  if (text.trim() === '') throw inputInvalid(field, 'must not be empty');
  return text;
}

function required(texts: MultipartForm['texts'], field: string): Buffer {
  const bytes = texts.get(field);
  if (!bytes) throw inputInvalid(field, 'is required', 'missing');
  return bytes;
}
