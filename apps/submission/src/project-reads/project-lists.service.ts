import { Inject, Injectable } from '@nestjs/common';
import type { ProjectState, ProjectStatus, Visibility } from '@shipyard/contracts';
import { envelopeErrors, inputInvalid, type VersionedRead } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { PublicReads } from '../database/public-reads';
import { childrenBornAfter } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { ProgramsService } from '../programs';
import { AssetUrlsService } from './asset-urls.service';
import { coverOf, isFilled } from './cover-image';
import type { OwnProjectListView, ProjectListView, ProjectTitlesListView } from './project-list.view';
import { type ProjectSummaryRow, type ProjectSummaryView, toProjectSummaryView } from './project.view';
import { mayBeIndexed, mayBePublic } from './indexing';
import {
  findQueuePlaces,
  findStatePlaces,
  type QueuePlace,
  type QueueQuery,
  type ShippingPlacesQuery,
} from './queue-places';
import { readOwnProjects } from './studio-reads';
import { SUMMARY_COLUMNS, SUMMARY_TABLES } from './summary-query';
import { readOwnTitles } from './title-reads';

const CREATOR_PROJECTS = 100;

const SEARCH_LIMIT_MS = 500;
const RETRY_AFTER_SECONDS = 5;
const QUERY_CANCELED = '57014';

const IS_PUBLIC = `project.visibility = 'public'`;

/** Smaller copies of an image are made after it, so pages with images name them in their version. */
const hasVariants = (project: 'page' | 'newest') =>
  `EXISTS (SELECT FROM asset_variant_tasks task WHERE task.asset_id = ${coverOf(project)} AND task.status = 'ready')`;

const NEWEST_OF_ACCOUNT = `
  SELECT coalesce(json_agg(json_build_array(newest.id, newest.version, ${hasVariants('newest')}) ORDER BY newest.created_at DESC, newest.id DESC), '[]') FROM (
    SELECT project.id, project.version, project.header_asset_id, project.created_at FROM projects project WHERE project.owner_id = account.id AND ${IS_PUBLIC}
    ORDER BY project.created_at DESC, project.id DESC LIMIT ${CREATOR_PROJECTS}
  ) newest`;

export interface CreatorRow {
  version: string;
  displayName: string;
  handle: string;
  bio: string;
  createdAt: Date;
  projectCount: number;
  mayBeIndexed: boolean;
  newest: [projectId: string, version: string, hasVariants: boolean][];
}

interface ListQuery {
  q?: string;
  tag?: string;
  project_status?: ProjectStatus;
  sort: keyof typeof ORDERS;
  limit: number;
  offset: number;
  /** Whether projects without a picture and a log come last, whatever the order. The lists of the API leave it out. */
  filledFirst?: boolean;
}

type ProjectListQuery = ListQuery & { program?: string; program_id?: string };

export interface ShippingProject extends ProjectSummaryView {
  state: ProjectState;
  program_name: string;
  prize: { name: string; hardware: boolean } | null;
  recipient_country: string | null;
  submitted_at: Date | null;
}

interface ShippingRow extends ProjectSummaryRow {
  state: ProjectState;
  visibility: Visibility;
  programName: string;
  prizeName: string | null;
  prizeHardware: boolean;
  country: string | null;
  submittedAt: Date | null;
}

const SHIPPING = `
  SELECT ${SUMMARY_COLUMNS}, project.state, project.visibility, program.name AS "programName", program.prize_name AS "prizeName",
    coalesce(program.prize_hardware, false) AS "prizeHardware", shipment.country,
    coalesce(shipment.submitted_at, parcel.submitted_at) AS "submittedAt"
  FROM ${SUMMARY_TABLES}
  JOIN programs program ON program.id = project.program_id
  LEFT JOIN shipments shipment ON shipment.project_id = project.id
  LEFT JOIN LATERAL (
    SELECT parcels.submitted_at FROM parcels WHERE parcels.project_id = project.id AND project.state = 'shipped' ORDER BY parcels.id DESC LIMIT 1
  ) parcel ON true`;

interface Places {
  page: [projectId: string, version: string, ownerVersion: string, hasVariants: boolean][];
  total: number;
}

/** $3 program, $4 tag, $5 pattern, $6 project status, null for any. Postgres plans with the values: absent conditions are free. */
const IS_LISTED = `${IS_PUBLIC} AND ($3::text IS NULL OR project.program_id = $3) AND ($4::text IS NULL OR project.tags @> ARRAY[$4])
  AND ($5::text IS NULL OR project.search_text LIKE lower($5)) AND ($6::text IS NULL OR project.project_status = $6)`;
const COUNTED_TOTAL = `SELECT count(*)::integer FROM projects project WHERE ${IS_LISTED}`;
const KEPT_TOTAL = 'SELECT coalesce(sum(project_count), 0)::integer FROM programs WHERE $3::text IS NULL OR id = $3';

const ORDERS = { newest: 'created_at', updated: 'updated_at' } as const;
const FILLED_FIRST = { project: `${isFilled('project')} DESC,`, page: `${isFilled('page')} DESC,` } as const;

export interface WaitingProject {
  /** For `after` of the next page. */
  place: QueuePlace;
  summary: ProjectSummaryView;
  state: ProjectState;
  claim: { by: string; expiresAt: Date } | null;
}

type WaitingRow = ProjectSummaryRow & {
  state: ProjectState;
  visibility: Visibility;
  claimedBy: string | null;
  claimedUntil: Date | null;
};

@Injectable()
export class ProjectListsService {
  constructor(
    private readonly reads: PublicReads,
    private readonly programs: ProgramsService,
    private readonly assetUrls: AssetUrlsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>,
  ) {}

  async listPublic(query: ProjectListQuery): Promise<VersionedRead<ProjectListView>> {
    const { page, total } = await this.places(query);
    const read = async () => ({
      projects: await this.summaries(page.map(([projectId]) => projectId)),
      total,
      limit: query.limit,
      offset: query.offset,
    });
    return { version: [total, ...page.flat()], read };
  }

  async ofProgram(programId: string, query: ListQuery): Promise<VersionedRead<ProjectListView>> {
    const [list] = await Promise.all([
      this.listPublic({ ...query, program: programId }),
      this.programs.version(programId),
    ]);
    return list;
  }

  ofOwner(accountId: string, { limit, offset }: Pick<ListQuery, 'limit' | 'offset'>): Promise<OwnProjectListView> {
    return readOwnProjects(this.reads, this.assetUrls, { accountId, limit, offset });
  }

  titlesOfOwner(
    accountId: string,
    { limit, offset }: Pick<ListQuery, 'limit' | 'offset'>,
  ): Promise<ProjectTitlesListView> {
    return readOwnTitles(this.reads, { accountId, limit, offset });
  }

  async creator(handle: string): Promise<CreatorRow | undefined> {
    const [creator] = await this.reads.query<CreatorRow[]>(
      `SELECT account.version, account.display_name AS "displayName", account.handle, account.bio, account.created_at AS "createdAt",
         account.project_count AS "projectCount", ${mayBeIndexed('account.id', '$2')} AS "mayBeIndexed", (${NEWEST_OF_ACCOUNT}) AS newest
       FROM accounts account WHERE account.handle = $1 AND account.deleted_at IS NULL AND ${mayBePublic('account.id', '$2')}`,
      [handle, childrenBornAfter(this.config)],
    );
    return creator;
  }

  async summaries(projectIds: string[]): Promise<ProjectSummaryView[]> {
    if (projectIds.length === 0) return [];
    const rows = await this.reads.query<ProjectSummaryRow[]>(
      `SELECT ${SUMMARY_COLUMNS} FROM ${SUMMARY_TABLES} JOIN unnest($1::uuid[]) WITH ORDINALITY AS place (id, at) ON place.id = project.id
       WHERE ${IS_PUBLIC} ORDER BY place.at`,
      [projectIds],
    );
    return rows.map((row) => toProjectSummaryView(row, this.assetUrls.urlsOf(false)));
  }

  async summariesForStaff(projectIds: string[]): Promise<Map<string, ProjectSummaryView>> {
    const rows = await this.reads.query<(ProjectSummaryRow & { isPrivate: boolean })[]>(
      `SELECT ${SUMMARY_COLUMNS}, project.visibility = 'private' AS "isPrivate" FROM ${SUMMARY_TABLES} WHERE project.id = ANY ($1::uuid[])`,
      [projectIds],
    );
    return new Map(rows.map((row) => [row.id, toProjectSummaryView(row, this.assetUrls.urlsOf(row.isPrivate))]));
  }

  /** Recommended projects first, then by the time of the review request or of creation. */
  async waiting(states: readonly ProjectState[], query: QueueQuery): Promise<WaitingProject[]> {
    const places = await findQueuePlaces(this.reads, states, query);
    const rows = await this.reads.query<WaitingRow[]>(
      `SELECT ${SUMMARY_COLUMNS}, project.state, project.visibility, claimer.handle AS "claimedBy", project.claimed_until AS "claimedUntil"
       FROM ${SUMMARY_TABLES}
       LEFT JOIN accounts claimer ON claimer.id = project.claimed_by AND project.claimed_until > now()
       WHERE project.id = ANY ($1::uuid[])`,
      [places.map(({ id }) => id)],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return places.flatMap((place) => {
      const row = byId.get(place.id);
      return row ? [this.toWaitingProject(row, place)] : [];
    });
  }

  private toWaitingProject(row: WaitingRow, place: QueuePlace): WaitingProject {
    const { claimedBy, claimedUntil } = row;
    return {
      place,
      summary: toProjectSummaryView(row, this.assetUrls.urlsOf(row.visibility === 'private')),
      state: row.state,
      claim: claimedBy === null || claimedUntil === null ? null : { by: claimedBy, expiresAt: claimedUntil },
    };
  }

  /** The projects whose prizes are to be sent, those first that have had their state longest. Never recipient data. */
  async shipping(
    state: ProjectState,
    query: ShippingPlacesQuery,
  ): Promise<{ project: ShippingProject; place: QueuePlace }[]> {
    const places = await findStatePlaces(this.reads, state, query);
    const rows = await this.reads.query<ShippingRow[]>(`${SHIPPING} WHERE project.id = ANY ($1::uuid[])`, [
      places.map(({ id }) => id),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return places.flatMap((place) => {
      const row = byId.get(place.id);
      return row ? [{ project: this.toShippingProject(row), place }] : [];
    });
  }

  /** One of them, whatever its state. */
  async shippingOf(projectId: string): Promise<ShippingProject | null> {
    const [row] = await this.reads.query<ShippingRow[]>(`${SHIPPING} WHERE project.id = $1`, [projectId]);
    return row ? this.toShippingProject(row) : null;
  }

  /** Those of these slugs that have one of these states, by their slug. */
  async shippingOfSlugs(
    slugs: readonly string[],
    states: readonly ProjectState[],
  ): Promise<Map<string, ShippingProject>> {
    const rows = await this.reads.query<ShippingRow[]>(
      `${SHIPPING} WHERE project.slug = ANY ($1::text[]) AND project.state = ANY ($2::text[])`,
      [slugs, states],
    );
    return new Map(rows.map((row) => [row.slug, this.toShippingProject(row)]));
  }

  private toShippingProject({
    state,
    programName,
    prizeName,
    prizeHardware,
    country,
    submittedAt,
    ...row
  }: ShippingRow): ShippingProject {
    return {
      ...toProjectSummaryView(row, this.assetUrls.urlsOf(row.visibility === 'private')),
      state,
      program_name: programName,
      prize: prizeName === null ? null : { name: prizeName, hardware: prizeHardware },
      recipient_country: country,
      submitted_at: submittedAt,
    };
  }

  /** One statement for page and total. Joins only the rows of the page. */
  private async places(query: ProjectListQuery): Promise<Places> {
    const { q, tag, project_status: projectStatus, sort, limit, offset, filledFirst = false } = query;
    const isCounted = q !== undefined || tag !== undefined || projectStatus !== undefined;
    const pattern = q === undefined ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`;
    const values = [limit, offset, programOf(query) ?? null, tag ?? null, pattern, projectStatus ?? null];
    const statement = `
      WITH page AS (
        SELECT project.id, project.version, project.owner_id, project.header_asset_id, project.log_count, project.${ORDERS[sort]} AS at FROM projects project
        WHERE ${IS_LISTED} ORDER BY ${filledFirst ? FILLED_FIRST.project : ''} at DESC, project.id DESC LIMIT $1 OFFSET $2
      )
      SELECT (${isCounted ? COUNTED_TOTAL : KEPT_TOTAL}) AS total, (
        SELECT coalesce(json_agg(json_build_array(page.id, page.version, owner.version, ${hasVariants('page')})
          ORDER BY ${filledFirst ? FILLED_FIRST.page : ''} page.at DESC, page.id DESC), '[]')
        FROM page JOIN accounts owner ON owner.id = page.owner_id
      ) AS page`;
    const [places] = await (q === undefined
      ? this.reads.query<Places[]>(statement, values)
      : this.search(statement, values));
    if (!places) throw new Error('A statement without FROM has one row');
    return places;
  }

  /** Stops after SEARCH_LIMIT_MS, so that searches cannot keep the connections from other reads. */
  private async search(statement: string, values: unknown[]): Promise<Places[]> {
    try {
      return await this.reads.transaction(async (manager) => {
        await manager.query(`SET LOCAL statement_timeout = ${SEARCH_LIMIT_MS}`);
        return manager.query<Places[]>(statement, values);
      });
    } catch (error) {
      throw errorCodeOf(error) === QUERY_CANCELED ? searchTooSlow(error) : error;
    }
  }
}

function programOf({ program, program_id: programId }: ProjectListQuery): string | undefined {
  if (program !== undefined && programId !== undefined && program !== programId)
    throw inputInvalid('program_id', 'must be equal to program if both are sent: send one of them');
  return program ?? programId;
}

const searchTooSlow = (cause: unknown) =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'This search takes too long. Search for a longer or less common text, or try again in a moment.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
