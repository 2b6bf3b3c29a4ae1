import { Injectable } from '@nestjs/common';
import type { ProjectState } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import { ProgramsService } from '../programs/programs.service';
import { AssetAddressesService } from './asset-addresses.service';
import type { Visibility } from './project.entity';
import { type ProjectListView, type ProjectSummaryRow, type ProjectSummaryView, toProjectSummaryView } from './project.view';
import type { ListQuery } from './projects.dto';
import { SUMMARY_COLUMNS, SUMMARY_TABLES } from './summary-query';

/** How many projects of its owner a creator's page shows. */
const CREATOR_PROJECTS = 100;

const ORDERS = { newest: 'created_at', updated: 'updated_at' } as const;

/** A condition on public projects, with its values as $1, $2 and so on. */
class Filter {
  readonly values: unknown[] = [];
  private readonly terms = [`project.visibility = 'public'`];

  add(term: (parameter: string) => string, value: unknown): void {
    if (value !== undefined) this.terms.push(term(this.parameter(value)));
  }

  parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get where(): string {
    return this.terms.join(' AND ');
  }
}

/** A project as reviewers find it in their queue. */
export interface WaitingProject {
  summary: ProjectSummaryView;
  state: ProjectState;
  /** Null where nobody has claimed it, or no longer. */
  claim: { by: string; expiresAt: Date } | null;
}

type WaitingRow = ProjectSummaryRow & { state: ProjectState; visibility: Visibility; claimedBy: string | null; claimedUntil: Date | null };

/** Lists of projects: of public ones for everybody, of all for staff. */
@Injectable()
export class ProjectListsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
    private readonly addresses: AssetAddressesService,
  ) {}

  /** The wall, of all programs or of one. A program that is not there has no projects. */
  async wall(query: ListQuery & { program_id?: string }): Promise<ProjectListView> {
    const { q, tag, program_id: programId, sort, limit, offset } = query;
    const filter = () => filterOf({ q, tag, programId });
    const [projects, total] = await Promise.all([
      this.page(filter(), sort, limit, offset),
      q === undefined && tag === undefined ? this.keptTotal(programId) : this.countedTotal(filter()),
    ]);
    return { projects, total, limit, offset };
  }

  async ofProgram(programId: string, query: ListQuery): Promise<ProjectListView> {
    const [list] = await Promise.all([this.wall({ ...query, program_id: programId }), this.programs.get(programId)]);
    return list;
  }

  /** The newest of an account's. */
  ofOwner(ownerId: string): Promise<ProjectSummaryView[]> {
    return this.page(filterOf({ ownerId }), 'newest', CREATOR_PROJECTS, 0);
  }

  /** Whoever sees them, for staff: recommended projects first, then by how long ago their review was asked for, or they were made. */
  async waiting(states: readonly ProjectState[], { limit, offset }: Pick<ListQuery, 'limit' | 'offset'>): Promise<WaitingProject[]> {
    const rows = await this.dataSource.query<WaitingRow[]>(
      `SELECT ${SUMMARY_COLUMNS}, project.state, project.visibility, claimer.handle AS "claimedBy", project.claimed_until AS "claimedUntil"
       FROM ${SUMMARY_TABLES}
       LEFT JOIN accounts claimer ON claimer.id = project.claimed_by AND project.claimed_until > now()
       LEFT JOIN LATERAL (SELECT max(requested_at) AS requested_at FROM reviews WHERE reviews.project_id = project.id) review ON true
       WHERE project.state = ANY ($1::text[])
       ORDER BY project.state = 'recommended' DESC, coalesce(review.requested_at, project.created_at), project.id
       LIMIT $2 OFFSET $3`,
      [states, limit, offset],
    );
    return rows.map((row) => ({
      summary: toProjectSummaryView(row, this.addresses.of(row.visibility === 'private')),
      state: row.state,
      claim: row.claimedBy === null || row.claimedUntil === null ? null : { by: row.claimedBy, expiresAt: row.claimedUntil },
    }));
  }

  private async page(filter: Filter, sort: ListQuery['sort'], limit: number, offset: number): Promise<ProjectSummaryView[]> {
    const order = `project.${ORDERS[sort]} DESC, project.id DESC`;
    // Only the rows of the page are joined with what else is shown of them, not those that the offset skips.
    const rows = await this.dataSource.query<ProjectSummaryRow[]>(
      `WITH page AS (
         SELECT project.id FROM projects project WHERE ${filter.where}
         ORDER BY ${order} LIMIT ${filter.parameter(limit)} OFFSET ${filter.parameter(offset)}
       )
       SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} JOIN page ON page.id = project.id ORDER BY ${order}`,
      filter.values,
    );
    return rows.map((row) => toProjectSummaryView(row));
  }

  private async keptTotal(programId: string | undefined): Promise<number> {
    const [kept] = await this.dataSource.query<{ total: number }[]>(
      'SELECT coalesce(sum(project_count), 0)::integer AS total FROM programs WHERE $1::text IS NULL OR id = $1',
      [programId ?? null],
    );
    return kept?.total ?? 0;
  }

  private async countedTotal(filter: Filter): Promise<number> {
    const [counted] = await this.dataSource.query<{ total: number }[]>(
      `SELECT count(*)::integer AS total FROM projects project WHERE ${filter.where}`,
      filter.values,
    );
    return counted?.total ?? 0;
  }
}

function filterOf(by: { q?: string; tag?: string; programId?: string; ownerId?: string }): Filter {
  const filter = new Filter();
  filter.add((value) => `project.program_id = ${value}`, by.programId);
  filter.add((value) => `project.owner_id = ${value}`, by.ownerId);
  filter.add((value) => `project.tags @> ARRAY[${value}::text]`, by.tag);
  filter.add((value) => `project.search_text LIKE lower(${value})`, by.q === undefined ? undefined : `%${by.q.replace(/[\\%_]/g, '\\$&')}%`);
  return filter;
}
