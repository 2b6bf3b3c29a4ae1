import type { Color } from './color';
import type { ProjectStatus, Visibility } from './project.entity';
import type { ProjectState } from './states';

export interface CreatorView {
  display_name: string;
  handle: string;
}

/** A log as everyone sees it. */
export interface LogView {
  id: string;
  sequence: number;
  title: string;
  text: string;
  content_md: string;
  content_html: string;
  image_urls: string[];
  created_at: Date;
}

/** The part of a review that everyone sees. */
export interface PublicReviewView {
  summary: string;
  highlights: string[];
  public_review: string;
}

/** A project in a list. */
export interface ProjectSummaryView {
  id: string;
  slug: string;
  /** Of its page, relative to the service's address. */
  url: string;
  name: string;
  tagline: string;
  tags: string[];
  color: Color;
  /** `cloud://<project id>/<asset id>.<ext>`, or null. */
  header_image: string | null;
  /** Where that image is served. */
  header_image_url: string | null;
  creator: CreatorView;
  program_id: string;
  project_status: ProjectStatus;
  shipped: boolean;
  log_count: number;
  created_at: Date;
  updated_at: Date;
}

/** A project on its own. */
export interface ProjectView extends ProjectSummaryView {
  readme_html: string;
  logs: LogView[];
  /** Null when `logs` has all of them. */
  logs_next_cursor: string | null;
  /** Null until a review has succeeded. */
  review: PublicReviewView | null;
  demo_urls: string[];
  visibility: Visibility;
  state: ProjectState;
  shipped_at: Date | null;
}

/** A row of the summary's query. */
export interface ProjectSummaryRow {
  id: string;
  slug: string;
  name: string;
  tagline: string;
  tags: string[];
  color: Color;
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

/** A row of the detail's query. */
export interface ProjectRow extends ProjectSummaryRow {
  demoUrls: string[];
  visibility: Visibility;
  state: ProjectState;
  readmeHtml: string | null;
  summary: string | null;
  highlights: string[] | null;
  publicReview: string | null;
}

/** Where an image is served, by its id and extension. */
export type AssetAddress = (assetId: string, extension: string) => string;

export const assetUrl = (assetId: string, extension: string) => `/api/v1/assets/${assetId}.${extension}`;
export const fileId = (projectId: string, assetId: string, extension: string) => `cloud://${projectId}/${assetId}.${extension}`;

export function toProjectSummaryView(row: ProjectSummaryRow, addressOf: AssetAddress = assetUrl): ProjectSummaryView {
  const { headerAssetId, headerExtension } = row;
  const header = headerAssetId !== null && headerExtension !== null ? { assetId: headerAssetId, extension: headerExtension } : null;
  return {
    id: row.id,
    slug: row.slug,
    url: `/projects/${row.slug}`,
    name: row.name,
    tagline: row.tagline,
    tags: row.tags,
    color: row.color,
    header_image: header && fileId(row.id, header.assetId, header.extension),
    header_image_url: header && addressOf(header.assetId, header.extension),
    creator: { display_name: row.displayName, handle: row.handle },
    program_id: row.programId,
    project_status: row.projectStatus,
    shipped: row.shippedAt !== null,
    log_count: row.logCount,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

export function toProjectView(row: ProjectRow, logs: { logs: LogView[]; next_cursor: string | null }, addressOf: AssetAddress): ProjectView {
  const { summary, highlights, publicReview } = row;
  return {
    ...toProjectSummaryView(row, addressOf),
    readme_html: row.readmeHtml ?? '',
    logs: logs.logs,
    logs_next_cursor: logs.next_cursor,
    review: summary === null || highlights === null || publicReview === null ? null : { summary, highlights, public_review: publicReview },
    demo_urls: row.demoUrls,
    visibility: row.visibility,
    state: row.state,
    shipped_at: row.shippedAt,
  };
}
