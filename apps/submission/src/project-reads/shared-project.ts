import { type Color, isSlug } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { projectReadErrors } from './project-reads.errors';
import { IS_VISIBLE, readerOf } from './project-reads.service';

/** What is shown of a project where somebody links to it. */
export interface SharedProject {
  id: string;
  slug: string;
  name: string;
  tagline: string;
  color: Color;
  logCount: number;
  maker: string;
  /** Empty if the account was deleted. */
  makerHandle: string;
  programId: string;
  program: string;
  headerAssetId: string | null;
}

/** Throws PROJECT_NOT_FOUND unless everyone may see the project. */
export async function readSharedProject(manager: EntityManager, slug: string): Promise<SharedProject> {
  const [project] = isSlug(slug)
    ? await manager.query<SharedProject[]>(
        `SELECT project.id, project.slug, project.name, project.tagline, project.color, project.log_count AS "logCount",
           owner.display_name AS maker, owner.handle AS "makerHandle", program.id AS "programId", program.name AS program,
           project.header_asset_id AS "headerAssetId"
         FROM projects project JOIN accounts owner ON owner.id = project.owner_id JOIN programs program ON program.id = project.program_id
         WHERE project.slug = $1 AND ${IS_VISIBLE}`,
        [slug, ...readerOf(null)],
      )
    : [];
  if (!project) throw projectReadErrors.PROJECT_NOT_FOUND();
  return project;
}
