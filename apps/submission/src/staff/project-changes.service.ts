import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { filesShownIn } from '../assets';
import { AssetUrlsService, readReviewedContent } from '../project-reads';
import { ProjectsService } from '../projects';
import { ReadmeService } from '../readme';
import type { ChangesView } from './staff.view';

/** What changed since the latest finished review, for those who decide. */
@Injectable()
export class ProjectChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly readmes: ReadmeService,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  async get(caller: Caller, slug: string): Promise<ChangesView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    const content = await readReviewedContent(this.dataSource.manager, projectId);
    const { before, after, imagesBefore, logsAdded, isPrivate } = content;
    const isSame = before === after?.markdown;
    const beforeHtml =
      before === '' ? '' : isSame ? after.html : await this.readmes.renderEarlier(caller, projectId, before);
    const seen = new Set(imagesBefore);
    const shown = [...filesShownIn(after?.html ?? ''), ...logsAdded.flatMap(({ images }) => images)];
    const urlOf = this.assetUrls.of(isPrivate);
    return {
      readme: { before_html: beforeHtml, after_html: after?.html ?? '', before, after: after?.markdown ?? '' },
      logs_added: logsAdded.map(({ sequence }) => sequence),
      images_added: [...new Set(shown)].filter((file) => !seen.has(file)).map((file) => urlOf(...splitFile(file))),
    };
  }
}

function splitFile(file: string): [assetId: string, extension: string] {
  const dot = file.lastIndexOf('.');
  return [file.slice(0, dot), file.slice(dot + 1)];
}
