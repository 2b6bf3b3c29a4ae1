import type { ProjectState, Visibility } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import type { AssetUrlsService } from './asset-urls.service';
import { type ProjectSummaryRow, type ProjectSummaryView, toProjectSummaryView } from './project.view';
import { SUMMARY_COLUMNS, SUMMARY_TABLES } from './summary-query';

/** More than the quota of an account. */
const LISTED_AT_MOST = 500;

/** What a guardian sees of a project of their child. */
export interface ChildProject {
  summary: ProjectSummaryView;
  state: ProjectState;
  /** What the owner chose. */
  visibility: Visibility;
  hiddenBy: 'staff' | 'guardian' | null;
  isHiddenByGuardian: boolean;
  program: { name: string; prizeName: string | null; isPrizeSent: boolean };
  shipmentAgreedAt: Date | null;
}

interface ChildProjectRow extends ProjectSummaryRow {
  state: ProjectState;
  visibility: Visibility;
  isPrivate: boolean;
  isHidden: boolean;
  isHiddenByGuardian: boolean;
  programName: string;
  prizeName: string | null;
  isPrizeSent: boolean;
  shipmentAgreedAt: Date | null;
}

/** Newest first. An agreement to a parcel that was sent is not shown. */
export async function readChildProjects(
  manager: EntityManager,
  assetUrls: AssetUrlsService,
  accountId: string,
): Promise<ChildProject[]> {
  const rows = await manager.query<ChildProjectRow[]>(
    `SELECT ${SUMMARY_COLUMNS}, project.state, project.declared_visibility AS visibility, project.visibility = 'private' AS "isPrivate",
       project.hidden_at IS NOT NULL AS "isHidden", project.guardian_hidden_at IS NOT NULL AS "isHiddenByGuardian",
       program.name AS "programName", program.prize_name AS "prizeName", coalesce(program.prize_hardware, false) AS "isPrizeSent",
       (SELECT agreement.agreed_at FROM shipment_agreements agreement WHERE agreement.project_id = project.id
        AND NOT EXISTS (SELECT FROM parcels WHERE parcels.project_id = project.id AND parcels.shipped_at > agreement.agreed_at)) AS "shipmentAgreedAt"
     FROM ${SUMMARY_TABLES} JOIN programs program ON program.id = project.program_id
     WHERE project.owner_id = $1 AND project.erasing_at IS NULL ORDER BY project.created_at DESC, project.id DESC LIMIT ${LISTED_AT_MOST}`,
    [accountId],
  );
  return rows.map((row) => ({
    summary: toProjectSummaryView(row, assetUrls.urlsOf(row.isPrivate)),
    state: row.state,
    visibility: row.visibility,
    hiddenBy: row.isHidden ? 'staff' : row.isHiddenByGuardian ? 'guardian' : null,
    isHiddenByGuardian: row.isHiddenByGuardian,
    program: { name: row.programName, prizeName: row.prizeName, isPrizeSent: row.isPrizeSent },
    shipmentAgreedAt: row.shipmentAgreedAt,
  }));
}
