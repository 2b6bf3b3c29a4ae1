import { Injectable } from '@nestjs/common';
import type { Versioned } from '@shipyard/pages';
import {
  type CreateProgramDto,
  type DocView,
  isOpen,
  ProgramsService,
  type ProgramView,
  type StaffProgramView,
} from '../../programs';
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

  /** As the page would be. `before`: the program that the draft changes. */
  async ofDraft(
    before: StaffProgramView | null,
    { program: draft, docs, html }: { program: CreateProgramDto; docs: DocView[]; html: string },
  ): Promise<ProgramContent> {
    const now = before && (await (await this.find(before.id)).read());
    const [startsAt, endsAt] = [dateOf(draft.starts_at), dateOf(draft.ends_at)];
    const closed = before?.closed ?? false;
    return {
      today: dayOf(new Date()),
      projects: now?.projects ?? [],
      total: now?.total ?? 0,
      program: {
        id: draft.id,
        name: draft.name,
        tagline: draft.tagline ?? '',
        description_html: html,
        starts_at: startsAt,
        ends_at: endsAt,
        open: isOpen({ closed, startsAt, endsAt }),
        logs_required: draft.logs_required ?? 1,
        interview_questions: draft.interview_questions ?? 0,
        prize: draft.prize ?? null,
        docs,
        project_count: before?.project_count ?? 0,
      },
    };
  }
}

const dateOf = (time: string | null | undefined) => (typeof time === 'string' ? new Date(time) : null);
