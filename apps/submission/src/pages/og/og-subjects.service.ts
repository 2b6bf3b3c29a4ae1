import { Injectable } from '@nestjs/common';
import { COLORS, PAINTS } from '@shipyard/ui/tokens';
import { PublicReads } from '../../database/public-reads';
import { CreatorsService } from '../../creators';
import { ProgramsService } from '../../programs';
import { readSharedProject, readWallFacts } from '../../project-reads';
import { CATALOGS } from '../words/words';
import type { OgImage } from './draw-og-image';

/** What an image shows. Two equal ones give the same image. */
export interface OgSubject {
  /** Whose turn in the queue it takes. */
  owner: string;
  image: Omit<OgImage, 'colors' | 'picture'>;
  tape: { paint: string; onPaint: string };
  headerAssetId: string | null;
}

const OURS = { paint: COLORS.action.light, onPaint: COLORS.onAction.light };
const NOBODY = { maker: '', makerHandle: '', program: '', programId: '' };

/** Reads what everyone may see. */
@Injectable()
export class OgSubjects {
  constructor(
    private readonly reads: PublicReads,
    private readonly programs: ProgramsService,
    private readonly creators: CreatorsService,
  ) {}

  /** Throws PROJECT_NOT_FOUND unless everyone may see the project. */
  async ofProject(slug: string): Promise<OgSubject> {
    const { id, color, headerAssetId, logCount, ...project } = await readSharedProject(this.reads, slug);
    const { paint, onPaint } = PAINTS[color];
    return {
      owner: id,
      image: { ...project, count: logCount, counted: 'logs' },
      tape: { paint: paint.light, onPaint: onPaint.light },
      headerAssetId,
    };
  }

  /** In English, because a link says nothing of its readers' language. */
  async ofWall(): Promise<OgSubject> {
    const { projects } = await readWallFacts(this.reads);
    const { title, leadWithoutPrograms } = CATALOGS.en.wall;
    return ofProjects({ slug: 'wall', name: title, tagline: leadWithoutPrograms, count: projects });
  }

  /** Throws PROGRAM_NOT_FOUND. */
  async ofProgram(programId: string): Promise<OgSubject> {
    const { program } = await (await this.programs.read(programId)).read(() => undefined);
    const { id, name, tagline, project_count: count } = program;
    return ofProjects({ slug: id, name, tagline, count });
  }

  /** Throws CREATOR_NOT_FOUND. */
  async ofCreator(handle: string): Promise<OgSubject> {
    const { creator } = await (await this.creators.get(handle)).read(() => undefined);
    const { display_name: name, bio: tagline, project_count: count } = creator;
    return ofProjects({ slug: handle, name, tagline, count });
  }
}

function ofProjects(named: Pick<OgImage, 'slug' | 'name' | 'tagline' | 'count'>): OgSubject {
  return { owner: named.slug, image: { ...NOBODY, ...named, counted: 'projects' }, tape: OURS, headerAssetId: null };
}
