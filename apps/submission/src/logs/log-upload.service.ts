import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { plainParagraphs } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { AssetsService, NO_FOREIGN_IMAGES, refuseUnreadable, type UploadedImage } from '../assets';
import { AssetUrlsService, type LogView, ProjectReadsService, type ProjectView } from '../project-reads';
import { countLog, ProjectsService } from '../projects';
import type { MultipartForm } from '../uploads/multipart-form';
import { MARKDOWN_PART, readLogMarkdown, readWrittenLog, type WrittenLog } from './log-fields';
import { LogsService } from './logs.service';
import type { MarkdownLog, RenderedLog } from './markdown-logs';

@Injectable()
export class LogUploadService {
  constructor(
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
    const written = readWrittenLog(form);
    const project = await this.projects.findOwn(slug, caller);
    return this.assets
      .withImages({
        ...{ caller, projectId: project.id, form },
        isKept: () => true,
        render: () => this.render(caller, project.id, written),
        write: async (manager, images, rendered) => {
          const { captions } = written;
          const log = await this.appendNext(manager, project.id, rendered, { images, captions });
          return recorder.record(manager, { log, project: await this.reads.record(manager, project.id) }, project.id);
        },
      })
      .catch(refuseUnreadable);
  }

  /** Returns the HTML that a log of the caller's project would have. */
  async preview(caller: Caller, slug: string, markdown: string): Promise<string> {
    const contentMd = readLogMarkdown(MARKDOWN_PART, markdown);
    const project = await this.projects.findOwn(slug, caller);
    return this.logs.preview(caller.accountId, project.id, markdownLog('', contentMd));
  }

  private async render(caller: Caller, projectId: string, { title, writtenAs, source }: WrittenLog) {
    const log = markdownLog(title, source);
    return writtenAs === 'text' ? plainLog(log) : this.logs.renderCharged(caller.accountId, projectId, log);
  }

  private async appendNext(
    manager: EntityManager,
    projectId: string,
    rendered: RenderedLog,
    { images, captions: sent }: { images: UploadedImage[]; captions: string[] },
  ): Promise<LogView> {
    // Concurrent appends wait for each other here and get consecutive numbers.
    await this.projects.lockOwn(manager, projectId);
    const { sequence, isPrivate } = await countLog(manager, projectId);
    await this.assets.insert(manager, images);
    const assets = [...rendered.assets, ...images.map(({ asset }) => asset)];
    const captions = [...rendered.captions, ...sent];
    const urlOf = this.assetUrls.of(isPrivate);
    const { title, text, contentMd, contentHtml } = rendered;
    const [log] = await this.logs.insert(manager, projectId, [{ ...rendered, sequence, assets, captions }]);
    if (!log) throw new Error('A log that was inserted was not answered');
    return {
      id: log.id,
      sequence,
      title,
      text,
      content_md: contentMd,
      content_html: contentHtml,
      image_urls: assets.map(({ id, extension }) => urlOf(id, extension)),
      captions,
      created_at: log.createdAt,
      removed_at: null,
    };
  }
}

const SEQUENCE_UNKNOWN = 0;

const markdownLog = (title: string, contentMd: string): MarkdownLog => ({
  field: MARKDOWN_PART,
  sequence: SEQUENCE_UNKNOWN,
  title,
  contentMd,
  createdAt: null,
});

const plainLog = ({ sequence, title, contentMd, createdAt }: MarkdownLog): RenderedLog => ({
  sequence,
  title,
  writtenAs: 'text',
  text: contentMd,
  contentMd,
  contentHtml: plainParagraphs(contentMd),
  createdAt,
  assets: [],
  captions: [],
  foreign: NO_FOREIGN_IMAGES,
});
