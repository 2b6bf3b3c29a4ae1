import { Injectable } from '@nestjs/common';
import type { Versioned } from '@shipyard/pages';
import { ProgramsService, type ProgramView } from '../../programs';
import { type ProjectListView, ProjectListsService } from '../../project-reads';
import { type RackProject, ProjectRackQuery } from '../project-rack/project-rack.query';
import { dayOf } from '../project/dated-rule';

export interface ProgramContent {
  program: ProgramView;
  /** Counted from 1970-01-01, in UTC. */
  today: number;
  projects: RackProject[];
  total: ProjectListView['total'];
}

const PROJECTS_SHOWN = 20;

/** Everything that the pages of programs show, in a fixed number of statements. */
@Injectable()
export class ProgramPageQuery {
  constructor(
    private readonly programs: ProgramsService,
    private readonly lists: ProjectListsService,
    private readonly racks: ProjectRackQuery,
  ) {}

  async findAll(): Promise<Versioned<ProgramView[]>> {
    const { version, read } = await this.programs.readAll();
    return {
      version: [...version, dayOf(new Date())],
      read: async () => (await read(() => undefined)).programs,
    };
  }

  /** Throws PROGRAM_NOT_FOUND. */
  async find(programId: string): Promise<Versioned<ProgramContent>> {
    const program = await this.programs.read(programId);
    const list = await this.lists.listPublic({
      program: programId,
      sort: 'newest',
      limit: PROJECTS_SHOWN,
      offset: 0,
      filledFirst: true,
    });
    const today = dayOf(new Date());
    return {
      version: [...program.version, ...list.version, today],
      read: async () => {
        const { projects, total } = await list.read(() => undefined);
        return {
          program: (await program.read(() => undefined)).program,
          today,
          projects: await this.racks.withImages(projects),
          total,
        };
      },
    };
  }
}
