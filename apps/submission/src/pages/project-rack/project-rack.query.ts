import { Injectable } from '@nestjs/common';
import { type PageImage, PageImagesService } from '../../assets';
import { assetIdIn, type ProjectSummaryView } from '../../project-reads';

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
    const idOf = ({ header_image: fileId }: ProjectSummaryView) => (fileId === null ? undefined : assetIdIn(fileId));
    const assetIds = projects.map(idOf).filter((assetId) => assetId !== undefined);
    const images = await this.images.find(assetIds);
    return projects.map((project) => ({ project, image: images.get(idOf(project) ?? '') ?? null }));
  }
}
