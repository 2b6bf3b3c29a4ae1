import { Injectable } from '@nestjs/common';
import { inputInvalid } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts/caller.view';
import { AssetsService, type BroughtImage, refuseUnreadable } from '../assets/assets.service';
import { RENDERER_VERSION } from '../markdown/markdown-document';
import { plainParagraphs } from '../markdown/plain-paragraphs';
import { ProjectReadsService } from '../projects/project-reads.service';
import { assetUrl, type LogView, type ProjectView } from '../projects/project.view';
import { ProjectsService } from '../projects/projects.service';
import { readBody } from '../text/body';
import { lineProblem, normaliseLine } from '../text/line';
import type { MultipartForm } from '../uploads/multipart-form';

/** Of a log's body, with LF line ends. */
export const LOG_TEXT_LIMIT_BYTES = 64 * 1024;
/** Generous: what counts is its length in characters. */
export const TITLE_LIMIT_BYTES = 4 * 1024;
const TITLE = { min: 1, max: 120 };

interface NewLog {
  title: string;
  text: string;
}

@Injectable()
export class LogsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
  ) {}

  /** Appends a log written as plain text, with its images in the order of their parts, under the next free sequence. */
  async append(caller: Caller, slug: string, form: MultipartForm): Promise<{ log: LogView; project: ProjectView }> {
    const written = readLog(form);
    const project = await this.projects.findOwn(slug, caller);
    return this.assets
      .withImages(project.id, form.files, () => true, (images) =>
        this.dataSource.transaction(async (manager) => {
          const log = await this.insert(manager, project.id, written, images);
          return { log, project: await this.reads.record(manager, project.id) };
        }),
      )
      .catch(refuseUnreadable);
  }

  private async insert(manager: EntityManager, projectId: string, { title, text }: NewLog, images: BroughtImage[]): Promise<LogView> {
    // This locks the project: of many at once, each waits for the one before and gets the number after it.
    const [[project]] = await manager.query<[[{ sequence: number }]]>(
      `UPDATE projects SET last_sequence = last_sequence + 1, log_count = log_count + 1, updated_at = now()
       WHERE id = $1 RETURNING last_sequence::integer AS sequence`,
      [projectId],
    );
    await this.assets.insert(manager, images);
    const logId = uuidv7();
    const contentHtml = plainParagraphs(text);
    // The clock, not the transaction's start, so that times rise with sequences.
    const [log] = await manager.query<[{ createdAt: Date }]>(
      `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
       VALUES ($1, $2, $3, $4, 'text', $5, $5, $6, $7, clock_timestamp()) RETURNING created_at AS "createdAt"`,
      [logId, projectId, project.sequence, title, text, contentHtml, RENDERER_VERSION],
    );
    await manager.query(
      `INSERT INTO log_images (project_id, log_id, position, asset_id)
       SELECT $1, $2, position, asset_id FROM unnest($3::uuid[]) WITH ORDINALITY AS image (asset_id, position)`,
      [projectId, logId, images.map(({ asset }) => asset.id)],
    );
    return {
      id: logId,
      sequence: project.sequence,
      title,
      text,
      content_md: text,
      content_html: contentHtml,
      image_urls: images.map(({ asset }) => assetUrl(asset.id, asset.extension)),
      created_at: log.createdAt,
    };
  }
}

function readLog({ texts }: MultipartForm): NewLog {
  const title = normaliseLine(readBody('title', required(texts, 'title'), TITLE_LIMIT_BYTES)).trim();
  const problem = lineProblem(title, TITLE);
  if (problem !== null) throw inputInvalid('title', problem);
  const text = readBody('text', required(texts, 'text'), LOG_TEXT_LIMIT_BYTES);
  if (text.trim() === '') throw inputInvalid('text', 'must not be empty');
  return { title, text };
}

function required(texts: MultipartForm['texts'], field: string): Buffer {
  const bytes = texts.get(field);
  if (!bytes) throw inputInvalid(field, 'is required', 'missing');
  return bytes;
}
