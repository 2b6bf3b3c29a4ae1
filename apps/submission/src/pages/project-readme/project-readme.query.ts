import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ChosenLog, readChosenLogs } from '../../project-reads';
import { type EditedReadme, ReadmeService } from '../../readme';
import { ReviewsService } from '../../reviews';
import { sectionOf } from '../review/readme-sections';
import { type PlacedRemark, remarksOf } from '../review/review-remarks';
import type { ProjectStudio } from '../studio/studio.query';
import { headingLine } from './heading-line';
import type { Asked } from './offered-text';

export interface EditedPage {
  readme: EditedReadme | null;
  /** The newest logs, oldest first. */
  logs: ChosenLog[];
  /** What the last finished review noted, with its id. Null if the latest review has not finished. */
  review: { id: string; remarks: PlacedRemark[] } | null;
  /** The remark that the writer comes from. */
  pinned: PlacedRemark | null;
  /** Where the section begins that it is about. */
  openLine: number | null;
  /** That section as visitors see it, for browsers without the script. */
  openSection: string | null;
}

@Injectable()
export class ReadmePageQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readmes: ReadmeService,
    private readonly reviews: ReviewsService,
  ) {}

  async of({ project, caller }: ProjectStudio, asked: Asked & { remark: string | null }): Promise<EditedPage> {
    const { manager } = this.dataSource;
    const readme = await this.readmes.edited(project.id, caller);
    const logs = project.logCount === 0 ? [] : await readChosenLogs(manager, project.id, asked.logs);
    const latest =
      project.review === null ? undefined : (await this.reviews.latest(manager, [project.id])).get(project.id);
    const review = latest?.status === 'succeeded' ? { id: latest.id, remarks: remarksOf(latest) } : null;
    const pinned = review?.remarks.find(({ name }) => name === asked.remark) ?? null;
    const openLine =
      readme && pinned?.headingId != null ? headingLine(readme.markdown, readme.html, pinned.headingId) : null;
    const openSection = readme && openLine !== null && pinned ? sectionOf(readme.html, pinned.headingId) : null;
    return { readme, logs, review, pinned, openLine, openSection };
  }
}
