import { applyDecorators } from '@nestjs/common';
import {
  PARCEL_DAYS,
  type Action,
  CALLER_ACTIONS,
  LISTED_FIELDS,
  type ListedField,
  MISSING_PARTS,
  type MissingPart,
  pickFields,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  PROJECT_STATES,
  PROJECT_STATUSES,
  type ProjectField,
  type ProjectFields,
  type ProjectState,
  type ProjectStatus,
  UNLISTED_FIELDS,
  VISIBILITIES,
  type Visibility,
} from '@shipyard/contracts';
import { Describe, Holds, ListOf, MayBeAbsent, OnReceipt, OrNull, withFields } from '@shipyard/http';
import { IsBoolean, IsDate, IsIn, IsInt, IsString, IsUUID, Min } from 'class-validator';

export class CreatorView {
  @Describe('`Anonymous` if the account was deleted.')
  @IsString()
  display_name: string;

  @Describe('Empty if the account was deleted: there is no page of the creator.')
  @IsString()
  handle: string;
}

/** A log that its maker took back has its sequence and both times only. */
export class LogView {
  @OnReceipt()
  @Describe('The id of the log.')
  @MayBeAbsent()
  @IsUUID()
  id?: string;

  @OnReceipt()
  @Describe('Unique within the project.')
  @IsInt()
  @Min(1)
  sequence: number;

  @Describe('The title of the log.')
  @MayBeAbsent()
  @IsString()
  title?: string;

  @Describe('As plain text.')
  @MayBeAbsent()
  @IsString()
  text?: string;

  @Describe('The Markdown of the log. Text without Markdown is unchanged.')
  @MayBeAbsent()
  @IsString()
  content_md?: string;

  @Describe('Sanitized HTML.')
  @MayBeAbsent()
  @IsString()
  content_html?: string;

  @Describe('The URLs of its images, relative to the service.')
  @MayBeAbsent()
  @IsString({ each: true })
  image_urls?: string[];

  @OnReceipt()
  @Describe('When it was written.')
  @IsDate()
  created_at: Date;

  @Describe('When staff removed it. A removed log keeps its sequence and reads "removed". Else null.')
  @MayBeAbsent()
  @OrNull()
  @IsDate()
  removed_at?: Date | null;

  @Describe('When its maker withdrew it. Such a log has its sequence, its date and this only; others do not have it.')
  @MayBeAbsent()
  @IsDate()
  withdrawn_at?: Date;
}

export class LogPageView {
  @Describe('The logs of this page.')
  @ListOf(() => LogView)
  logs: LogView[];

  @Describe('`cursor` of the next page; null: this is the last page.')
  @OrNull()
  @IsString()
  next_cursor: string | null;
}

export class PublicReviewView {
  @Describe('What the project is.')
  @IsString()
  summary: string;

  @Describe('What stands out.')
  @IsString({ each: true })
  highlights: string[];

  @Describe('The review.')
  @IsString()
  public_review: string;

  @Describe('The time of the README and logs that were reviewed.')
  @IsDate()
  judged_at: Date;
}

export function ShowField(field: ProjectField, description: string = PROJECT_FIELDS[field].about): PropertyDecorator {
  const row = PROJECT_FIELDS[field];
  const shape = row.kind === 'choice' ? IsIn(row.choices) : IsString({ each: row.kind === 'list' });
  return applyDecorators(shape, Describe(description));
}

const ListedFields = withFields<Pick<ProjectFields, ListedField>>(LISTED_FIELDS, (field) => ShowField(field));

export class ProjectSummaryView extends ListedFields {
  @OnReceipt()
  @Describe('The id of the project.')
  @IsUUID()
  id: string;

  @OnReceipt()
  @Describe('The name of the project in its URL.')
  @IsString()
  slug: string;

  @OnReceipt()
  @Describe('The URL of its page, relative to the service.')
  @IsString()
  url: string;

  @Describe('`cloud://<project id>/<asset id>.<ext>`, or null.')
  @OrNull()
  @IsString()
  header_image: string | null;

  @Describe('The URL of that image, relative to the service. For a private project it is signed and expires.')
  @OrNull()
  @IsString()
  header_image_url: string | null;

  @Describe('Who made the project.')
  @Holds(() => CreatorView)
  creator: CreatorView;

  @Describe('The program that it joined.')
  @IsString()
  program_id: string;

  @Describe('The status that the participant declares.')
  @IsIn(PROJECT_STATUSES)
  project_status: ProjectStatus;

  @Describe('Whether the prize was sent.')
  @IsBoolean()
  shipped: boolean;

  @Describe('The number of its logs.')
  @IsInt()
  @Min(0)
  log_count: number;

  @OnReceipt()
  @Describe('When it was created.')
  @IsDate()
  created_at: Date;

  @OnReceipt()
  @Describe('When it was last changed.')
  @IsDate()
  updated_at: Date;
}

export class HiddenView {
  @Describe('When staff hid it.')
  @IsDate()
  at: Date;

  @Describe('What the staff wrote to the owner.')
  @IsString()
  reason: string;
}

const DECISIONS = ['approve', 'request_changes', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

export class DecisionView {
  @Describe('What staff decided.')
  @IsIn(DECISIONS)
  action: Decision;

  @Describe('What the staff wrote to the owner. Null for an approval.')
  @OrNull()
  @IsString()
  reason: string | null;

  @Describe('When they decided.')
  @IsDate()
  at: Date;
}

const AllFields = withFields<Omit<ProjectFields, ListedField>, ProjectSummaryView>(
  UNLISTED_FIELDS,
  (field) => ShowField(field),
  { base: ProjectSummaryView },
);

export class ProjectView extends AllFields {
  @Describe('The README as sanitized HTML, without its front matter. Empty if there is none.')
  @IsString()
  readme_html: string;

  @Describe('The newest 100 logs, or fewer if their bodies exceed 2 MiB.')
  @ListOf(() => LogView)
  logs: LogView[];

  @Describe('`cursor` for the older logs; null if all logs are here.')
  @OrNull()
  @IsString()
  logs_next_cursor: string | null;

  @Describe('Null until a review has succeeded.')
  @OrNull()
  @Holds(() => PublicReviewView)
  review: PublicReviewView | null;

  @Describe('`unlisted`: visible to everyone who has the URL. `private`: visible to its owner and staff.')
  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @Describe('Null unless staff have hidden the project. A hidden project is private, whatever its visibility.')
  @OrNull()
  @Holds(() => HiddenView)
  hidden: HiddenView | null;

  @Describe('The latest decision of staff; null if there is none. Only for the owner and staff.')
  @MayBeAbsent()
  @OrNull()
  @Holds(() => DecisionView)
  decision?: DecisionView | null;

  @OnReceipt()
  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @OnReceipt()
  @Describe('When the prize was sent. Null until then.')
  @OrNull()
  @IsDate()
  shipped_at: Date | null;
}

export class ShipmentStatusView {
  @Describe('When the recipient was submitted.')
  @IsDate()
  submitted_at: Date;

  @Describe(`The carrier, once the parcel is sent. Only the owner sees it, for ${PARCEL_DAYS} days; null for staff.`)
  @OrNull()
  @IsString()
  carrier: string | null;

  @Describe(`The tracking number of the carrier. Only the owner sees it, for ${PARCEL_DAYS} days; null for staff.`)
  @OrNull()
  @IsString()
  tracking: string | null;
}

export class ProjectListView {
  @Describe('The projects of this page.')
  @ListOf(() => ProjectSummaryView)
  projects: ProjectSummaryView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}

export class OwnProjectView extends ProjectSummaryView {
  @Describe('What the owner chose. A project that staff have hidden is private, whatever its visibility.')
  @IsIn(VISIBILITIES)
  visibility: Visibility;

  @Describe('The state in the lifecycle.')
  @IsIn(PROJECT_STATES)
  state: ProjectState;

  @Describe('Whether it has a README.')
  @IsBoolean()
  has_readme: boolean;

  @Describe('What a review still needs.')
  @IsIn(MISSING_PARTS, { each: true })
  missing: MissingPart[];

  @Describe('What the owner may do in this state.')
  @IsIn(CALLER_ACTIONS, { each: true })
  allowed: Action[];
}

export class OwnProjectListView {
  @Describe('The projects of this page.')
  @ListOf(() => OwnProjectView)
  projects: OwnProjectView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}

export class LogTitleView {
  @Describe('Unique within the project.')
  @IsInt()
  @Min(1)
  sequence: number;

  @Describe('The title of the log.')
  @IsString()
  title: string;
}

export class ProjectTitlesView {
  @Describe('The name of the project in its URL.')
  @IsString()
  slug: string;

  @Describe('The name of the project.')
  @IsString()
  name: string;

  @Describe('Whether it has a README.')
  @IsBoolean()
  has_readme: boolean;

  @Describe('Its newest 20 logs, newest first.')
  @ListOf(() => LogTitleView)
  logs: LogTitleView[];
}

export class ProjectTitlesListView {
  @Describe('The projects of this page.')
  @ListOf(() => ProjectTitlesView)
  projects: ProjectTitlesView[];

  @Describe('The total of all pages.')
  @IsInt()
  @Min(0)
  total: number;

  @Describe('The most projects on a page.')
  @IsInt()
  limit: number;

  @Describe('The number of projects before this page.')
  @IsInt()
  offset: number;
}

export interface ProjectSummaryRow extends Pick<ProjectFields, ListedField> {
  id: string;
  slug: string;
  headerAssetId: string | null;
  headerExtension: string | null;
  displayName: string;
  handle: string;
  programId: string;
  projectStatus: ProjectStatus;
  shippedAt: Date | null;
  logCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ProjectRow extends ProjectSummaryRow, ProjectFields {
  /** What the owner chose. */
  visibility: Visibility;
  isPrivate: boolean;
  hiddenAt: Date | null;
  hiddenReason: string | null;
  isInside: boolean;
  decision: Decision | null;
  decisionReason: string | null;
  decidedAt: Date | null;
  state: ProjectState;
  readmeHtml: string | null;
  summary: string | null;
  highlights: string[] | null;
  publicReview: string | null;
  judgedAt: Date | null;
}

export type AssetUrlOf = (assetId: string, extension: string) => string;

export const assetUrl = (assetId: string, extension: string) => `/api/v1/assets/${assetId}.${extension}`;
/** The image of a URL or a file id of ours. */
export const assetIdIn = (name: string): string | undefined => /[/]([0-9a-f-]{36})\.[a-z]+/.exec(name)?.[1];
export const fileId = (projectId: string, assetId: string, extension: string) =>
  `cloud://${projectId}/${assetId}.${extension}`;

export function toProjectSummaryView(row: ProjectSummaryRow, urlOf: AssetUrlOf = assetUrl): ProjectSummaryView {
  const { headerAssetId, headerExtension } = row;
  const header =
    headerAssetId !== null && headerExtension !== null ? { assetId: headerAssetId, extension: headerExtension } : null;
  return {
    id: row.id,
    slug: row.slug,
    url: `/projects/${row.slug}`,
    ...pickFields(row, LISTED_FIELDS),
    header_image: header && fileId(row.id, header.assetId, header.extension),
    header_image_url: header && urlOf(header.assetId, header.extension),
    creator: { display_name: row.displayName, handle: row.handle },
    program_id: row.programId,
    project_status: row.projectStatus,
    shipped: row.shippedAt !== null,
    log_count: row.logCount,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

export function toProjectView(row: ProjectRow, logs: LogPageView, urlOf: AssetUrlOf): ProjectView {
  const { summary, highlights, publicReview, judgedAt } = row;
  const isReviewed = summary !== null && highlights !== null && publicReview !== null && judgedAt !== null;
  return {
    ...toProjectSummaryView(row, urlOf),
    readme_html: row.readmeHtml ?? '',
    logs: logs.logs,
    logs_next_cursor: logs.next_cursor,
    review: isReviewed ? { summary, highlights, public_review: publicReview, judged_at: judgedAt } : null,
    ...pickFields(row, PROJECT_FIELD_NAMES),
    visibility: row.visibility,
    hidden: row.hiddenAt && { at: row.hiddenAt, reason: row.hiddenReason ?? '' },
    ...(row.isInside && {
      decision: row.decision &&
        row.decidedAt && { action: row.decision, reason: row.decisionReason, at: row.decidedAt },
    }),
    state: row.state,
    shipped_at: row.shippedAt,
  };
}
