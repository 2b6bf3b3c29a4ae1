import { Injectable } from '@nestjs/common';
import type { Versioned } from '@shipyard/pages';
import { PublicReads } from '../../database/public-reads';
import { type ProjectListView, ProjectListsService, readWallFacts, type WallFacts } from '../../project-reads';
import type { ProjectListQuery } from '../../projects';
import { ProgramsService, type ProgramView } from '../../programs';
import { type RackProject, ProjectRackQuery } from '../project-rack/project-rack.query';

export interface WallContent {
  facts: WallFacts;
  programs: readonly Pick<ProgramView, 'id' | 'name'>[];
  list: Omit<ProjectListView, 'projects'> & { projects: RackProject[] };
}

/** Everything that the wall shows, in a fixed number of statements. */
@Injectable()
export class WallQuery {
  constructor(
    private readonly reads: PublicReads,
    private readonly lists: ProjectListsService,
    private readonly programs: ProgramsService,
    private readonly racks: ProjectRackQuery,
  ) {}

  async find(query: ProjectListQuery): Promise<Versioned<WallContent>> {
    const list = await this.lists.listPublic({ ...query, filledFirst: true });
    const programs = await this.programs.readAll();
    const facts = await readWallFacts(this.reads);
    return {
      version: [...list.version, ...programs.version, JSON.stringify(facts)],
      read: async () => {
        const { projects, ...place } = await list.read(() => undefined);
        return {
          facts,
          programs: (await programs.read(() => undefined)).programs,
          list: { projects: await this.racks.withImages(projects), ...place },
        };
      },
    };
  }

  /** What the form needs when its fields were refused. */
  async findForm(): Promise<Omit<WallContent, 'list'>> {
    const facts = await readWallFacts(this.reads);
    const { programs } = await (await this.programs.readAll()).read(() => undefined);
    return { facts, programs };
  }
}
