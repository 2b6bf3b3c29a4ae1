import { LISTED_FIELDS, UNLISTED_FIELDS } from '@shipyard/contracts';

export const SUMMARY_COLUMNS = `
  project.id, project.slug, ${LISTED_FIELDS.map((field) => `project.${field}`).join(', ')}, header.id AS "headerAssetId",
  header.extension AS "headerExtension", owner.display_name AS "displayName", owner.handle, project.program_id AS "programId",
  project.project_status AS "projectStatus", project.shipped_at AS "shippedAt", project.log_count AS "logCount",
  project.created_at AS "createdAt", project.updated_at AS "updatedAt"`;

export const SUMMARY_TABLES = `
  projects project
  JOIN accounts owner ON owner.id = project.owner_id
  LEFT JOIN assets header ON header.id = project.header_asset_id`;

/** The fields that lists do not show. */
export const MORE_COLUMNS = UNLISTED_FIELDS.map((field) => `project.${field}`).join(', ');
