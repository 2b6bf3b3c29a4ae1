import { Injectable } from '@nestjs/common';
import type { Caller } from '../../accounts';
import { ProgramsService } from '../../programs';
import { decodePlace } from '../../project-reads';
import { type QueuedProjectView, QueueFilters, type SavedFilter, WaitingProjectsService } from '../../staff';
import { type HeldBy, heldByOf } from './held-by';
import { type QueueFields, readQueueFields } from './queue-address';

const ROWS = 50;

/** Staff can decide, but its maker is the one who acts. */
export const isWithMaker = ({ state }: Pick<QueuedProjectView, 'state'>): boolean => state === 'changes_requested';

export interface QueuedProject extends QueuedProjectView {
  programName: string;
  waitingSince: Date;
  heldBy: HeldBy;
}

export interface ReviewQueue {
  fields: QueueFields;
  programs: { id: string; name: string }[];
  projects: QueuedProject[];
  /** The first that the caller can decide on. */
  first: QueuedProject | null;
  /** Where the next page begins. */
  next: string | null;
  saved: readonly SavedFilter[];
}

@Injectable()
export class ReviewQueueQuery {
  constructor(
    private readonly waiting: WaitingProjectsService,
    private readonly programs: ProgramsService,
    private readonly filters: QueueFilters,
  ) {}

  /** `url`: as it was asked for. */
  async find(url: string, caller: Caller): Promise<ReviewQueue> {
    const programs = (await this.programs.list()).map(({ id, name }) => ({ id, name }));
    const fields = readQueueFields(
      url,
      programs.map(({ id }) => id),
    );
    const { state, program, isChanged, isFlagged, isMinor, after } = fields;
    const { projects, places } = await this.waiting.page({
      ...{ state, programId: program, changedOnly: isChanged, flaggedOnly: isFlagged, minorsOnly: isMinor },
      ...{ limit: ROWS + 1, after: after === null ? null : decodePlace(after) },
    });
    const nameOf = new Map(programs.map(({ id, name }) => [id, name]));
    const shown = projects.slice(0, ROWS).map((project) => ({
      ...project,
      programName: nameOf.get(project.program_id) ?? project.program_id,
      waitingSince: project.review?.requested_at ?? project.created_at,
      heldBy: heldByOf({ by: project.claim?.by ?? null, ownerHandle: project.creator.handle }, caller),
    }));
    return {
      fields,
      programs,
      projects: shown,
      first:
        shown.find((project) => !isWithMaker(project) && (project.heldBy === null || project.heldBy === 'you')) ?? null,
      next: projects.length > ROWS ? (places[ROWS - 1] ?? null) : null,
      saved: await this.filters.of(caller),
    };
  }
}
