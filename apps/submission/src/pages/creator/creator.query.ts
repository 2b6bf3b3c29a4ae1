import { Injectable } from '@nestjs/common';
import type { Versioned } from '@shipyard/pages';
import { CreatorsService, type CreatorPageView } from '../../creators';
import { ProgramsService } from '../../programs';
import { type RackProject, ProjectRackQuery } from '../project-rack/project-rack.query';

export interface CreatorContent {
  creator: Omit<CreatorPageView, 'projects'>;
  projects: RackProject[];
  programNames: ReadonlyMap<string, string>;
  offset: number;
  mayBeIndexed: boolean;
  /** How many projects the page can show, on all of its pages. */
  shown: number;
}

export const PROJECTS_PER_PAGE = 20;

/** Everything that the page of a creator shows, in a fixed number of statements. */
@Injectable()
export class CreatorPageQuery {
  constructor(
    private readonly creators: CreatorsService,
    private readonly programs: ProgramsService,
    private readonly racks: ProjectRackQuery,
  ) {}

  /** Throws CREATOR_NOT_FOUND, also for a deleted account. */
  async find(handle: string, offset: number): Promise<Versioned<CreatorContent>> {
    const found = await this.creators.get(handle);
    const named = await this.programs.readAll();
    return {
      version: [...found.version, ...named.version, found.mayBeIndexed],
      read: async () => {
        const { creator } = await found.read(() => undefined);
        const { programs } = await named.read(() => undefined);
        const { projects, ...person } = creator;
        return {
          creator: person,
          projects: await this.racks.withImages(projects.slice(offset, offset + PROJECTS_PER_PAGE)),
          programNames: new Map(programs.map(({ id, name }) => [id, name])),
          offset,
          mayBeIndexed: found.mayBeIndexed,
          shown: projects.length,
        };
      },
    };
  }
}
