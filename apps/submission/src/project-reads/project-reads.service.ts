import { Injectable } from '@nestjs/common';
import { isSlug } from '@shipyard/contracts';
import type { VersionedRead } from '@shipyard/http';
import { plannedOnce } from '@shipyard/platform/database';
import type { EntityManager } from 'typeorm';
import { PublicReads } from '../database/public-reads';
import { type Caller, isStaff } from '../accounts';
import { AssetUrlsService } from './asset-urls.service';
import { decodeLogCursor, encodeLogCursor, type LogPlace } from './log-cursor';
import type { AssetUrlOf } from './asset-urls';
import type { LogPageView, LogView } from './log.view';
import {
  type ProjectRow,
  type ProjectSummaryRow,
  type ProjectSummaryView,
  type ProjectView,
  toProjectSummaryView,
  toProjectView,
} from './project.view';
import type { ShipmentStatusView } from './shipment-status.view';
import { projectReadErrors } from './project-reads.errors';
import { standingDecisions } from './standing-decisions';
import { MORE_COLUMNS, SUMMARY_COLUMNS, SUMMARY_TABLES } from './summary-query';

export const DETAIL_LOGS = 100;
export const LOG_BODIES_LIMIT_BYTES = 2 * 1024 * 1024;

/** Who reads, as far as it decides what they may see. */
export type Reader = Pick<Caller, 'accountId' | 'roles'>;

/** Values of `readerOf` from $2 on. Every read includes it. A hidden project is private here. */
export const IS_VISIBLE = `(project.erasing_at IS NULL AND (project.visibility <> 'private' OR project.owner_id = $2 OR $3))`;
export const readerOf = (reader: Reader | null) => [reader?.accountId ?? null, isStaff(reader)] as const;
/** For a write, whose caller is the owner and has locked the project's row. */
const OWNER = [null, true] as const;

const SELECT_DETAIL = `
  SELECT ${SUMMARY_COLUMNS}, ${MORE_COLUMNS}, project.declared_visibility AS visibility, project.visibility = 'private' AS "isPrivate",
    coalesce(project.hidden_at, project.guardian_hidden_at) AS "hiddenAt", CASE WHEN project.hidden_at IS NOT NULL THEN 'staff' ELSE 'guardian' END AS "hiddenBy", CASE WHEN project.hidden_at IS NOT NULL THEN (
      SELECT entry.reason FROM audit_entries entry WHERE entry.project_id = project.id AND entry.action = 'hide' ORDER BY entry.id DESC LIMIT 1
    ) END AS "hiddenReason", coalesce(project.owner_id = $2 OR $3, false) AS "isInside", decided.action AS decision, decided.reason AS "decisionReason", decided.at AS "decidedAt", project.arrived_at AS "arrivedAt", project.state, readme.html AS "readmeHtml", readme.updated_at AS "readmeUpdatedAt", project.properties_updated_at AS "propertiesUpdatedAt",
    review.summary, review.highlights, review.public_review AS "publicReview", review.requested_at AS "judgedAt"
  FROM ${SUMMARY_TABLES}
  LEFT JOIN readmes readme ON readme.project_id = project.id
  LEFT JOIN LATERAL (
    SELECT action, reason, at FROM ${standingDecisions('(project.owner_id = $2 OR $3) AND entry.project_id = project.id')} standing
    ORDER BY standing.id DESC LIMIT 1
  ) decided ON true
  LEFT JOIN LATERAL (
    SELECT summary, highlights, public_review, requested_at FROM reviews
    WHERE reviews.project_id = project.id AND status = 'succeeded' ORDER BY requested_at DESC, id DESC LIMIT 1
  ) review ON true`;

const READ_DETAIL = plannedOnce(`${SELECT_DETAIL} WHERE project.id = $1 AND ${IS_VISIBLE}`);

// One row more tells whether there are more. The sum covers the rows before, so there is always a first row.
const SELECT_LOGS = `
  SELECT id, sequence::integer, title, text, content_md AS "contentMd", content_html AS "contentHtml", created_at AS "createdAt", removed_at AS "removedAt", withdrawn_at AS "withdrawnAt", images, found, "isPrivate"
  FROM (
    SELECT page.*, coalesce(sum(octet_length(text) + octet_length(content_md) + octet_length(content_html))
      OVER (ORDER BY created_at DESC, sequence DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before, (count(*) OVER ())::integer AS found
    FROM (
      SELECT log.*, project.visibility = 'private' AS "isPrivate", (
        SELECT coalesce(json_agg(json_build_array(asset.id, asset.extension, image.caption) ORDER BY image.position), '[]')
        FROM log_images image JOIN assets asset ON asset.id = image.asset_id WHERE image.log_id = log.id
      ) AS images
      FROM logs log JOIN projects project ON project.id = log.project_id
      WHERE log.project_id = $1 AND ${IS_VISIBLE} AND ($5::timestamptz IS NULL OR (log.created_at, log.sequence) < ($5, $6::bigint)) AND ($7::bigint IS NULL OR log.sequence = $7)
      ORDER BY log.created_at DESC, log.sequence DESC LIMIT $4
    ) page
  ) measured
  WHERE bytes_before < ${LOG_BODIES_LIMIT_BYTES}
  ORDER BY created_at DESC, sequence DESC`;
// Others are planned by their values, which are a place in the index.
const READ_NEWEST_LOGS = plannedOnce(SELECT_LOGS);

// `sent_at` counts only while the project is shipped. Owners do not see that a parcel came back.
const SELECT_SHIPMENT = plannedOnce(`
  SELECT submitted_at, NULL AS carrier, NULL AS tracking FROM shipments WHERE project_id = $1
  UNION ALL (
    SELECT parcel.submitted_at, parcel.carrier, parcel.tracking FROM parcels parcel JOIN projects project ON project.id = parcel.project_id
    WHERE parcel.project_id = $1 AND project.state = 'shipped' ORDER BY parcel.shipped_at DESC, parcel.id DESC LIMIT 1
  )`);

interface LogRow {
  id: string;
  sequence: number;
  title: string;
  text: string;
  contentMd: string;
  contentHtml: string;
  createdAt: Date;
  removedAt: Date | null;
  withdrawnAt: Date | null;
  images: [assetId: string, extension: string, caption: string][];
  isPrivate: boolean;
  found: number;
}

interface LogPageOf {
  projectId: string;
  reader: ReturnType<typeof readerOf>;
  limit: number;
  after?: LogPlace;
  sequence?: number;
}

export interface VisibleProject {
  projectId: string;
  isPrivate: boolean;
  /** Whether the reader is its owner or staff. */
  isInside: boolean;
  hasReadme: boolean;
  version: string[];
}

/** Reads a project together with the data of other features, in a constant number of queries. */
@Injectable()
export class ProjectReadsService {
  constructor(
    /** Where the other parts of a project are read from too, so that they are of one moment. */
    readonly reads: PublicReads,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  async record(
    manager: EntityManager,
    projectId: string,
    reader: ReturnType<typeof readerOf> = OWNER,
  ): Promise<ProjectView> {
    const { isPrivate: _, ...logs } = await this.logPage(manager, { projectId, reader, limit: DETAIL_LOGS });
    // Runs last, so that it decides whether all of it may be shown.
    const [row] = await manager.query<ProjectRow[]>(READ_DETAIL, [projectId, ...reader]);
    if (!row) throw projectReadErrors.PROJECT_NOT_FOUND();
    return toProjectView(row, logs, this.assetUrls.urlsOf(row.isPrivate));
  }

  async summary(manager: EntityManager, projectId: string): Promise<ProjectSummaryView> {
    const [row] = await manager.query<(ProjectSummaryRow & { isPrivate: boolean })[]>(
      `SELECT ${SUMMARY_COLUMNS}, project.visibility = 'private' AS "isPrivate" FROM ${SUMMARY_TABLES} WHERE project.id = $1`,
      [projectId],
    );
    if (!row) throw projectReadErrors.PROJECT_NOT_FOUND();
    return toProjectSummaryView(row, this.assetUrls.urlsOf(row.isPrivate));
  }

  async shipment(
    manager: EntityManager,
    projectId: string,
    sees: { parcel: boolean },
  ): Promise<ShipmentStatusView | null> {
    const [row] = await manager.query<ShipmentStatusView[]>(SELECT_SHIPMENT, [projectId]);
    if (!row) return null;
    return sees.parcel ? row : { ...row, carrier: null, tracking: null };
  }

  async detail(slug: string, caller: Caller | null): Promise<VersionedRead<ProjectView>> {
    const { projectId, isPrivate, isInside, version } = await this.visibleProject(slug, caller);
    const read = async (keepPrivate: () => void) => {
      const project = await this.record(this.reads, projectId, readerOf(caller));
      if (project.visibility === 'private' || project.hidden !== null) keepPrivate();
      return project;
    };
    // The owner and staff also read what was decided.
    return { version: [...version, String(isInside)], isPrivate: isPrivate || isInside, read };
  }

  async logs(
    slug: string,
    caller: Reader | null,
    { limit, cursor, sequence }: { limit: number; cursor?: string; sequence?: number },
  ): Promise<VersionedRead<LogPageView>> {
    const after = cursor === undefined ? undefined : decodeLogCursor(cursor);
    const project = await this.visibleProject(slug, caller);
    const read = async (keepPrivate: () => void) => {
      const { isPrivate, ...page } = await this.logPage(this.reads, {
        projectId: project.projectId,
        reader: readerOf(caller),
        limit,
        after,
        sequence,
      });
      if (isPrivate) keepPrivate();
      return page;
    };
    return { version: project.version, isPrivate: project.isPrivate, read };
  }

  /** Treats a private or hidden project as missing for everyone except its owner and staff. */
  async visibleProject(slug: string, caller: Reader | null): Promise<VisibleProject> {
    const [project] = isSlug(slug)
      ? await this.reads.query<VisibleProject[]>(
          plannedOnce(`SELECT project.id AS "projectId", project.visibility = 'private' AS "isPrivate", coalesce(project.owner_id = $2 OR $3, false) AS "isInside",
             EXISTS (SELECT FROM readmes WHERE readmes.project_id = project.id) AS "hasReadme", ARRAY[project.version, owner.version]::text[] AS version
           FROM projects project JOIN accounts owner ON owner.id = project.owner_id WHERE project.slug = $1 AND ${IS_VISIBLE}`),
          [slug, ...readerOf(caller)],
        )
      : [];
    if (!project) throw projectReadErrors.PROJECT_NOT_FOUND();
    return { ...project, version: [...project.version, this.assetUrls.version(project.isPrivate)] };
  }

  private async logPage(
    manager: EntityManager,
    { projectId, reader, limit, after, sequence }: LogPageOf,
  ): Promise<LogPageView & { isPrivate: boolean }> {
    const rows = await manager.query<LogRow[]>(
      after === undefined && sequence === undefined ? READ_NEWEST_LOGS : SELECT_LOGS,
      [projectId, ...reader, limit + 1, after?.createdAt ?? null, after?.sequence ?? null, sequence ?? null],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = last !== undefined && last.found > page.length;
    const isPrivate = last?.isPrivate ?? false;
    const urlOf = this.assetUrls.of(isPrivate);
    return {
      logs: page.map((row) => toLogView(row, urlOf)),
      next_cursor: more ? encodeLogCursor(last) : null,
      isPrivate,
    };
  }
}

function toLogView(row: LogRow, urlOf: AssetUrlOf): LogView {
  const { sequence, createdAt, withdrawnAt } = row;
  if (withdrawnAt !== null) return { sequence, created_at: createdAt, withdrawn_at: withdrawnAt };
  return {
    id: row.id,
    sequence: row.sequence,
    title: row.title,
    text: row.text,
    content_md: row.contentMd,
    content_html: row.contentHtml,
    image_urls: row.images.map(([assetId, extension]) => urlOf(assetId, extension)),
    captions: row.images.map(([, , caption]) => caption),
    created_at: row.createdAt,
    removed_at: row.removedAt,
  };
}
