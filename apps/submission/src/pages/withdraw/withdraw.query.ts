import { Injectable } from '@nestjs/common';
import { type PageImage, PageImagesService, ProjectAssetsService } from '../../assets';
import { assetIdIn, type LogPageView, ProjectReadsService } from '../../project-reads';
import type { ProjectStudio } from '../studio/studio.query';

export interface WithdrawablePicture {
  assetId: string;
  image: PageImage;
}

export interface WithdrawableLog {
  log: LogPageView['logs'][number];
  pictures: WithdrawablePicture[];
}

export interface WithdrawablePictures {
  pictures: WithdrawablePicture[];
  nextCursor: string | null;
}

const PICTURES_PER_PAGE = 50;
const SEQUENCE = /^[1-9]\d{0,14}$/;

/** What the maker can take back. */
@Injectable()
export class WithdrawQuery {
  constructor(
    private readonly projects: ProjectReadsService,
    private readonly assets: ProjectAssetsService,
    private readonly images: PageImagesService,
  ) {}

  /** Null if there is no such log, or its content is gone already. */
  async log({ project, caller }: ProjectStudio, written: string): Promise<WithdrawableLog | null> {
    if (!SEQUENCE.test(written)) return null;
    const { read } = await this.projects.logs(project.slug, caller, { limit: 1, sequence: Number(written) });
    const [log] = (await read(() => undefined)).logs;
    if (!log || log.withdrawn_at || log.removed_at) return null;
    return { log, pictures: await this.pictures((log.image_urls ?? []).flatMap((url) => assetIdIn(url) ?? [])) };
  }

  async picturesOf({ project, caller }: ProjectStudio, cursor?: string): Promise<WithdrawablePictures> {
    const page = await this.assets.list(caller, project.slug, { limit: PICTURES_PER_PAGE, cursor });
    return {
      pictures: await this.pictures(page.assets.flatMap(({ file_id: fileId }) => assetIdIn(fileId) ?? [])),
      nextCursor: page.next_cursor,
    };
  }

  private async pictures(assetIds: readonly string[]): Promise<WithdrawablePicture[]> {
    const images = await this.images.find(assetIds);
    return assetIds.flatMap((assetId) => {
      const image = images.get(assetId);
      return image ? [{ assetId, image }] : [];
    });
  }
}
