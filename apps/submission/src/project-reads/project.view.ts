import { applyDecorators } from '@nestjs/common';
import {
  LISTED_FIELDS,
  type ListedField,
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
import { fileId, type ProjectUrls } from './asset-urls';
import { type Decision, DecisionView } from './decision.view';
import { type LogPageView, LogView } from './log.view';

export class CreatorView {
  @Describe('`Anonymous` if the account was deleted.')
  @IsString()
  display_name: string;

  @Describe('Empty if the account was deleted: there is no page of the creator.')
  @IsString()
  handle: string;
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

  @OnReceipt()
  @Describe('The absolute URL of its page.')
  @IsString()
  page_url: string;

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
  @Describe('Who hid it: staff, or the guardian of its owner.')
  @IsIn(['staff', 'guardian'])
  by: 'staff' | 'guardian';

  @Describe('When it was hidden.')
  @IsDate()
  at: Date;

  @Describe('What the staff wrote to the owner. Guardians write nothing.')
  @IsString()
  reason: string;
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

  @Describe(
    'When the owner said that the prize has arrived; null until then, and again when it is sent once more. Only for the owner and staff.',
  )
  @MayBeAbsent()
  @OrNull()
  @IsDate()
  arrived_at?: Date | null;

  @OnReceipt()
  @Describe(
    'When the README was last written; null without one. Send it as `base_updated_at`. Only for the owner and staff.',
  )
  @MayBeAbsent()
  @OrNull()
  @IsDate()
  readme_updated_at?: Date | null;

  @OnReceipt()
  @Describe('When a property was last changed. Send it as `base_properties_updated_at`. Only for the owner and staff.')
  @MayBeAbsent()
  @IsDate()
  properties_updated_at?: Date;

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
  hiddenBy: 'staff' | 'guardian';
  hiddenReason: string | null;
  isInside: boolean;
  decision: Decision | null;
  decisionReason: string | null;
  decidedAt: Date | null;
  arrivedAt: Date | null;
  state: ProjectState;
  readmeHtml: string | null;
  readmeUpdatedAt: Date | null;
  propertiesUpdatedAt: Date;
  summary: string | null;
  highlights: string[] | null;
  publicReview: string | null;
  judgedAt: Date | null;
}

export function toProjectSummaryView(row: ProjectSummaryRow, urls: ProjectUrls): ProjectSummaryView {
  const { headerAssetId, headerExtension } = row;
  const header =
    headerAssetId !== null && headerExtension !== null ? { assetId: headerAssetId, extension: headerExtension } : null;
  return {
    id: row.id,
    slug: row.slug,
    url: `/projects/${row.slug}`,
    page_url: urls.pageOf(row.slug),
    ...pickFields(row, LISTED_FIELDS),
    header_image: header && fileId(row.id, header.assetId, header.extension),
    header_image_url: header && urls.imageOf(header.assetId, header.extension),
    creator: { display_name: row.displayName, handle: row.handle },
    program_id: row.programId,
    project_status: row.projectStatus,
    shipped: row.shippedAt !== null,
    log_count: row.logCount,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

export function toProjectView(row: ProjectRow, logs: LogPageView, urls: ProjectUrls): ProjectView {
  const { summary, highlights, publicReview, judgedAt } = row;
  const isReviewed = summary !== null && highlights !== null && publicReview !== null && judgedAt !== null;
  return {
    ...toProjectSummaryView(row, urls),
    readme_html: row.readmeHtml ?? '',
    logs: logs.logs,
    logs_next_cursor: logs.next_cursor,
    review: isReviewed ? { summary, highlights, public_review: publicReview, judged_at: judgedAt } : null,
    ...pickFields(row, PROJECT_FIELD_NAMES),
    visibility: row.visibility,
    hidden: row.hiddenAt && { by: row.hiddenBy, at: row.hiddenAt, reason: row.hiddenReason ?? '' },
    ...(row.isInside && {
      decision: row.decision &&
        row.decidedAt && { action: row.decision, reason: row.decisionReason, at: row.decidedAt },
      arrived_at: row.arrivedAt,
      readme_updated_at: row.readmeUpdatedAt,
      properties_updated_at: row.propertiesUpdatedAt,
    }),
    state: row.state,
    shipped_at: row.shippedAt,
  };
}
