import { Injectable } from '@nestjs/common';
import { PageImagesService } from '../../assets';
import { assetIdIn, type LogPageView, ProjectReadsService } from '../../project-reads';
import type { ImageOf } from '../project/project-page.query';
import type { ProjectStudio } from '../studio/studio.query';

export interface LogList extends LogPageView {
  imageOf: ImageOf;
  /** Whether these are older logs, without the newest. */
  isOlder: boolean;
}

const LOGS_PER_PAGE = 50;

/** The logs of the project, newest first. Reads with a fixed number of statements. */
@Injectable()
export class LogsPageQuery {
  constructor(
    private readonly projects: ProjectReadsService,
    private readonly images: PageImagesService,
  ) {}

  async of({ project, caller }: ProjectStudio, cursor?: string): Promise<LogList> {
    const { read } = await this.projects.logs(project.slug, caller, { limit: LOGS_PER_PAGE, cursor });
    const page = await read(() => undefined);
    const urls = page.logs.flatMap(({ image_urls: imageUrls }) => imageUrls ?? []);
    const images = await this.images.find(urls.flatMap((url) => assetIdIn(url) ?? []));
    return { ...page, imageOf: (url) => images.get(assetIdIn(url) ?? ''), isOlder: cursor !== undefined };
  }
}
