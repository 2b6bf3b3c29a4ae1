import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { readProjectAssets } from '../project-reads';
import { ProjectsService } from '../projects';
import { type ProjectAssetPageView, toAssetView } from './asset.view';
import type { AssetPageQuery } from './project-assets.dto';

@Injectable()
export class ProjectAssetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
  ) {}

  async list(caller: Caller, slug: string, { limit, cursor }: AssetPageQuery): Promise<ProjectAssetPageView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    const rows = await readProjectAssets(this.dataSource.manager, projectId, cursor ?? null, limit + 1);
    const shown = rows.slice(0, limit);
    return {
      assets: shown.map(({ uploadedSha256, servedSha256, readmePaths, path, ...asset }) => ({
        ...toAssetView({ ...asset, projectId }),
        uploaded_sha256: uploadedSha256.toString('hex'),
        served_sha256: servedSha256?.toString('hex') ?? null,
        readme_paths: readmePaths ?? [],
        path,
      })),
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }
}
