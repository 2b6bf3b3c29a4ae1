import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { plainParagraphs } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { AssetsService, NO_FOREIGN_IMAGES, refuseUnreadable, type UploadedImage } from '../assets';
import { AssetUrlsService, type LogView, ProjectReadsService, type ProjectView } from '../project-reads';
import { countLog, ProjectsService, ProjectWrites } from '../projects';
import type { MultipartForm } from '../uploads/multipart-form';
import { type PlainLog, readPlainLog } from './log-fields';
import { LogsService } from './logs.service';

@Injectable()
export class LogUploadService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly assets: AssetsService,
    private readonly assetUrls: AssetUrlsService,
    private readonly logs: LogsService,
  ) {}

  async append(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    form: MultipartForm,
  ): Promise<{ log: LogView; project: ProjectView }> {
    const written = readPlainLog(form);
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
    const [log] = await this.logs.insert(manager, projectId, [
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
