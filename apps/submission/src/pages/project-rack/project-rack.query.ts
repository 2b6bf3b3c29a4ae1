import { Injectable } from '@nestjs/common';
import { type PageImage, PageImagesService } from '../../assets';
import type { ProjectSummaryView } from '../../project-reads';

/** Projects with the images that they hang up. */
export interface RackProject {
  project: ProjectSummaryView;
  image: PageImage | null;
}

@Injectable()
export class ProjectRackQuery {
  constructor(private readonly images: PageImagesService) {}

  /** One statement for all images. */
  async withImages(projects: readonly ProjectSummaryView[]): Promise<RackProject[]> {
    const filled = projects.filter(({ header_image: header, log_count: logs }) => header !== null || logs > 0);
    const images = await this.images.findCovers(filled.map(({ id }) => id));
    return projects.map((project) => ({ project, image: images.get(project.id) ?? null }));
  }
}
