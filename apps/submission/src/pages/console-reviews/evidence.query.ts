import { Injectable } from '@nestjs/common';
import { envelopeErrors, HttpError } from '@shipyard/http';
import { DataSource } from 'typeorm';
import type { Caller } from '../../accounts';
import { PageImagesService } from '../../assets';
import { InterviewReportsService, type StaffInterviewView } from '../../interviews';
import {
  assetIdIn,
  type OwnProjectListView,
  type ProjectClaim,
  ProjectListsService,
  readClaim,
} from '../../project-reads';
import { type ChangesView, ProjectChangesService, type StaffProjectView, StaffProjectsService } from '../../staff';
import type { ImageOf } from '../project/project-page.query';

const OTHER_PROJECTS = 20;

/** What a reviewer decides on. */
export interface Evidence extends StaffProjectView {
  claim: ProjectClaim;
  /** Null without a finished review. */
  changes: ChangesView | null;
  /** Null if nobody has been interviewed. */
  interview: StaffInterviewView | null;
  /** Other projects of the maker. */
  others: OwnProjectListView['projects'];
  imageOf: ImageOf;
}

@Injectable()
export class EvidenceQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly staff: StaffProjectsService,
    private readonly changes: ProjectChangesService,
    private readonly interviews: InterviewReportsService,
    private readonly lists: ProjectListsService,
    private readonly images: PageImagesService,
  ) {}

  async of(caller: Caller, slug: string): Promise<Evidence> {
    const seen = await this.staff.get(caller, slug);
    const { project } = seen;
    const claim = await readClaim(this.dataSource.manager, project.id);
    const changes = seen.changed_since_review ? await this.changes.get(caller, slug) : null;
    const { projects } = await this.lists.ofOwner(claim.ownerId, { limit: OTHER_PROJECTS + 1, offset: 0 });
    const urls = project.logs.flatMap(({ image_urls: logUrls }) => logUrls ?? []);
    const images = await this.images.find(
      [...urls, ...(changes?.images_added ?? [])].flatMap((url) => assetIdIn(url) ?? []),
    );
    return {
      ...seen,
      claim,
      changes,
      interview: await this.interviewOf(caller, slug),
      others: projects.filter(({ id }) => id !== project.id),
      imageOf: (url) => images.get(assetIdIn(url) ?? ''),
    };
  }

  private async interviewOf(caller: Caller, slug: string): Promise<StaffInterviewView | null> {
    try {
      return (await this.interviews.get(caller, slug)).interview;
    } catch (error) {
      if (error instanceof HttpError && error.code === envelopeErrors.NOT_FOUND.code) return null;
      throw error;
    }
  }
}
