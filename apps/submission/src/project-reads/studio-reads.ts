import {
  type Action,
  allowedActions,
  type MissingPart,
  pickFields,
  PROJECT_FIELD_NAMES,
  type ProjectFields,
  type ProjectState,
  type ProjectStatus,
  type RubricItem,
  type Visibility,
} from '@shipyard/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { AssetUrlsService } from './asset-urls.service';
import type { OwnProjectListView, OwnProjectView } from './project-list.view';
import { type ProjectSummaryRow, toProjectSummaryView } from './project.view';
import { MORE_COLUMNS, SUMMARY_COLUMNS, SUMMARY_TABLES } from './summary-query';

/** More than anybody needs to choose from. The quota of an account is far smaller. */
const LISTED_AT_MOST = 500;

/** A project as its owner sees it on every page of the studio. */
export interface StudioProject extends ProjectFields {
  id: string;
  slug: string;
  /** The public page, relative to the service. */
  url: string;
  headerImageUrl: string | null;
  state: ProjectState;
  projectStatus: ProjectStatus;
  /** What the owner chose. A hidden project is private, whatever this says. */
  visibility: Visibility;
  /** What staff wrote when they hid the project. Null unless it is hidden. */
  hiddenReason: string | null;
  isHiddenByGuardian: boolean;
  program: StudioProgram;
  hasReadme: boolean;
  logCount: number;
  /** The highest number that a log has had, removed logs included. */
  lastSequence: number;
  /** What a review still needs. */
  missing: MissingPart[];
  /** What the owner may do in this state. */
  allowed: Action[];
  /** The latest review. */
  review: { status: 'queued' | 'running' | 'succeeded' | 'failed' } | null;
  /** Whether the interview that counts has all its answers. */
  isInterviewDone: boolean;
  shippedAt: Date | null;
  /** When the owner said that the prize has arrived. */
  arrivedAt: Date | null;
  updatedAt: Date;
}

export interface StudioProgram {
  id: string;
  name: string;
  logsRequired: number;
  /** What a review scores, in the words of the program. */
  rubric: string[];
  /** None: the program has no interviews. */
  interviewQuestions: number;
  /** `isSent`: a parcel goes to the maker. */
  prize: { name: string; isSent: boolean } | null;
}

interface StudioRow extends ProjectSummaryRow, ProjectFields {
  state: ProjectState;
  visibility: Visibility;
  isPrivate: boolean;
  isHidden: boolean;
  hiddenReason: string | null;
  isHiddenByGuardian: boolean;
  programName: string;
  logsRequired: number;
  rubric: RubricItem[];
  interviewQuestions: number;
  prizeName: string | null;
  prizeHardware: boolean | null;
  hasReadme: boolean;
  lastSequence: number;
  reviewStatus: 'queued' | 'running' | 'succeeded' | 'failed' | null;
  isInterviewDone: boolean;
  arrivedAt: Date | null;
}

const SELECT_STUDIO = `
  SELECT ${SUMMARY_COLUMNS}, ${MORE_COLUMNS}, project.state, project.declared_visibility AS visibility,
    project.last_sequence::integer AS "lastSequence", project.visibility = 'private' AS "isPrivate", project.hidden_at IS NOT NULL AS "isHidden", project.guardian_hidden_at IS NOT NULL AS "isHiddenByGuardian", CASE WHEN project.hidden_at IS NOT NULL THEN (
      SELECT entry.reason FROM audit_entries entry WHERE entry.project_id = project.id AND entry.action = 'hide' ORDER BY entry.id DESC LIMIT 1
    ) END AS "hiddenReason", program.name AS "programName", program.logs_required AS "logsRequired", program.rubric,
    program.interview_questions AS "interviewQuestions", program.prize_name AS "prizeName", program.prize_hardware AS "prizeHardware",
    EXISTS (SELECT FROM readmes WHERE readmes.project_id = project.id) AS "hasReadme", (
      SELECT review.status FROM reviews review WHERE review.project_id = project.id ORDER BY review.requested_at DESC, review.id DESC LIMIT 1
    ) AS "reviewStatus", EXISTS (
      SELECT FROM interviews interview WHERE interview.project_id = project.id AND interview.superseded_at IS NULL AND interview.finished_at IS NOT NULL
    ) AS "isInterviewDone", project.arrived_at AS "arrivedAt"
  FROM ${SUMMARY_TABLES}
  JOIN programs program ON program.id = project.program_id
  WHERE project.owner_id = $1 AND project.erasing_at IS NULL
  ORDER BY project.slug = $2::text DESC, project.updated_at DESC, project.id DESC LIMIT $3 OFFSET $4`;

const COUNT_OWN = `
  SELECT count(*)::integer AS total FROM projects project WHERE project.owner_id = $1 AND project.erasing_at IS NULL`;

/** Returns the projects of an account, the last changed first. The project with the slug is among them if it is theirs. */
export async function readStudioProjects(
  dataSource: DataSource,
  assetUrls: AssetUrlsService,
  { accountId, slug }: { accountId: string; slug: string | null },
): Promise<StudioProject[]> {
  const rows = await dataSource.query<StudioRow[]>(SELECT_STUDIO, [accountId, slug ?? '', LISTED_AT_MOST, 0]);
  return rows
    .map((row) => toStudioProject(row, assetUrls))
    .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
}

/** Returns a page of the same list for the API: projects of every visibility. */
export async function readOwnProjects(
  manager: EntityManager,
  assetUrls: AssetUrlsService,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<OwnProjectListView> {
  const [rows, [count]] = await Promise.all([
    manager.query<StudioRow[]>(SELECT_STUDIO, [accountId, '', limit, offset]),
    manager.query<{ total: number }[]>(COUNT_OWN, [accountId]),
  ]);
  return { projects: rows.map((row) => toOwnProjectView(row, assetUrls)), total: count?.total ?? 0, limit, offset };
}

function toOwnProjectView(row: StudioRow, assetUrls: AssetUrlsService): OwnProjectView {
  return {
    ...toProjectSummaryView(row, assetUrls.urlsOf(row.isPrivate)),
    visibility: row.visibility,
    state: row.state,
    has_readme: row.hasReadme,
    missing: missingIn(row),
    allowed: allowedActions(row.state, ['owner']),
  };
}

function missingIn({ hasReadme, logCount, logsRequired }: StudioRow): StudioProject['missing'] {
  return [...(hasReadme ? [] : ['readme' as const]), ...(logCount < logsRequired ? ['logs' as const] : [])];
}

function toStudioProject(row: StudioRow, assetUrls: AssetUrlsService): StudioProject {
  const summary = toProjectSummaryView(row, assetUrls.urlsOf(row.isPrivate));
  return {
    id: row.id,
    slug: row.slug,
    url: summary.url,
    ...pickFields(row, PROJECT_FIELD_NAMES),
    headerImageUrl: summary.header_image_url,
    state: row.state,
    projectStatus: row.projectStatus,
    visibility: row.visibility,
    hiddenReason: row.isHidden ? (row.hiddenReason ?? '') : null,
    isHiddenByGuardian: row.isHiddenByGuardian,
    program: {
      id: row.programId,
      name: row.programName,
      logsRequired: row.logsRequired,
      rubric: row.rubric.map(({ label }) => label),
      interviewQuestions: row.interviewQuestions,
      prize: row.prizeName === null ? null : { name: row.prizeName, isSent: row.prizeHardware ?? false },
    },
    hasReadme: row.hasReadme,
    logCount: row.logCount,
    lastSequence: row.lastSequence,
    missing: missingIn(row),
    allowed: allowedActions(row.state, ['owner']),
    review: row.reviewStatus && { status: row.reviewStatus },
    isInterviewDone: row.isInterviewDone,
    shippedAt: row.shippedAt,
    arrivedAt: row.arrivedAt,
    updatedAt: row.updatedAt,
  };
}
