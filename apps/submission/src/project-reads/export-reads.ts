import { PROJECT_FIELD_NAMES, type ProjectFields, type Visibility } from '@shipyard/contracts';
import type { DataSource } from 'typeorm';
import type { ReadPage } from '../database/read-page';

export interface ExportedProject extends ProjectFields {
  id: string;
  slug: string;
  visibility: Visibility;
  hidden_at: Date | null;
  guardian_hidden_at: Date | null;
  project_status: string;
  state: string;
  program_id: string;
  created_at: Date;
  updated_at: Date;
  shipped_at: Date | null;
  arrived_at: Date | null;
}

export interface ExportedReadme {
  markdown: string;
  updated_at: Date;
  /** What the README calls its images. */
  images: { path: string; asset_id: string; extension: string }[];
}

export interface ExportedLog {
  id: string;
  sequence: string;
  title: string;
  text: string;
  content_md: string;
  created_at: Date;
  removed_at: Date | null;
  withdrawn_at: Date | null;
  images: { asset_id: string; extension: string; caption: string }[];
}

export interface ExportedAsset {
  id: string;
  extension: string;
  path: string | null;
  bytes: number;
  width: number;
  height: number;
  created_at: Date;
}

/** Every column that the owner may see. Scores, reasons and flags are for staff alone. */
export interface ExportedReview {
  id: string;
  status: string;
  requested_at: Date;
  finished_at: Date | null;
  recommended: boolean | null;
  summary: string | null;
  highlights: string[] | null;
  public_review: string | null;
  comments: string[] | null;
  suggestions: string[] | null;
  earlier_remarks: { remark: string; verdict: string | null; reason: string | null }[];
  failure: string | null;
}

export interface ExportedInterview {
  id: string;
  created_at: Date;
  redeemed_at: Date | null;
  finished_at: Date | null;
  questions: { index: number; question: string; answer: string | null; answered_at: string | null }[];
}

export interface ExportedMove {
  id: string;
  at: Date;
  actor: string;
  action: string;
  from_state: string | null;
  to_state: string;
  reason: string | null;
}

/** The address itself is in no export. `held_since` says that one is held. */
export interface ExportedShipments {
  held_since: Date | null;
  country: string | null;
  parcels: { submitted_at: string; shipped_at: string; carrier: string | null; tracking: string | null }[];
  guardian_consents: { text_version: string; confirmed_at: string }[];
}

export const readOwnedProjects: ReadPage<ExportedProject> = (dataSource, ownerId, after, limit) =>
  dataSource.query<ExportedProject[]>(
    `SELECT id, slug, ${PROJECT_FIELD_NAMES.join(', ')}, declared_visibility AS visibility, hidden_at, guardian_hidden_at, project_status, state, program_id,
       created_at, updated_at, shipped_at, arrived_at
     FROM projects WHERE owner_id = $1 AND erasing_at IS NULL AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [ownerId, after, limit],
  );

export async function readReadmeSource(dataSource: DataSource, projectId: string): Promise<ExportedReadme | null> {
  const [readme] = await dataSource.query<ExportedReadme[]>(
    `SELECT markdown, updated_at, (
       SELECT coalesce(json_agg(json_build_object('path', image.path, 'asset_id', asset.id, 'extension', asset.extension) ORDER BY image.path), '[]')
       FROM readme_images image JOIN assets asset ON asset.id = image.asset_id WHERE image.project_id = readmes.project_id
     ) AS images
     FROM readmes WHERE project_id = $1`,
    [projectId],
  );
  return readme ?? null;
}

export const readOwnLogs: ReadPage<ExportedLog> = (dataSource, projectId, after, limit) =>
  dataSource.query<ExportedLog[]>(
    `SELECT id, sequence, title, text, content_md, created_at, removed_at, withdrawn_at, (
       SELECT coalesce(json_agg(json_build_object('asset_id', asset.id, 'extension', asset.extension, 'caption', image.caption) ORDER BY image.position), '[]')
       FROM log_images image JOIN assets asset ON asset.id = image.asset_id WHERE image.log_id = logs.id
     ) AS images
     FROM logs WHERE project_id = $1 AND ($2::bigint IS NULL OR sequence > $2) ORDER BY sequence LIMIT $3`,
    [projectId, after, limit],
  );

export const readOwnAssets: ReadPage<ExportedAsset> = (dataSource, projectId, after, limit) =>
  dataSource.query<ExportedAsset[]>(
    `SELECT id, extension, path, bytes, width, height, created_at FROM assets
     WHERE project_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [projectId, after, limit],
  );

export async function readOwnImageBytes(dataSource: DataSource, accountId: string): Promise<number> {
  const [row] = await dataSource.query<{ bytes: number }[]>(
    `SELECT coalesce(sum(asset.bytes), 0)::float8 AS bytes FROM assets asset JOIN projects project ON project.id = asset.project_id
     WHERE project.owner_id = $1`,
    [accountId],
  );
  if (!row) throw new Error('A sum answered no row');
  return row.bytes;
}

export const readOwnReviews: ReadPage<ExportedReview> = (dataSource, projectId, after, limit) =>
  dataSource.query<ExportedReview[]>(
    `SELECT id, status, requested_at, finished_at, recommended, summary, highlights, public_review, comments, suggestions, earlier_remarks, failure
     FROM reviews WHERE project_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [projectId, after, limit],
  );

/** Only questions that were asked: the next one may be drawn already. */
export const readOwnInterviews: ReadPage<ExportedInterview> = (dataSource, projectId, after, limit) =>
  dataSource.query<ExportedInterview[]>(
    `SELECT id, created_at, redeemed_at, finished_at, (
       SELECT coalesce(json_agg(json_build_object('index', question.index, 'question', question.text, 'answer', question.answer, 'answered_at', question.answered_at)
         ORDER BY question.index), '[]')
       FROM interview_questions question WHERE question.interview_id = interviews.id AND question.asked_at IS NOT NULL
     ) AS questions
     FROM interviews WHERE project_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [projectId, after, limit],
  );

export const readOwnMoves: ReadPage<ExportedMove> = (dataSource, projectId, after, limit) =>
  dataSource.query<ExportedMove[]>(
    `SELECT id, at, actor, action, from_state, to_state, reason FROM audit_entries
     WHERE project_id = $1 AND ($2::bigint IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [projectId, after, limit],
  );

export async function readOwnShipments(dataSource: DataSource, projectId: string): Promise<ExportedShipments> {
  const [found] = await dataSource.query<ExportedShipments[]>(
    `SELECT (SELECT submitted_at FROM shipments WHERE project_id = $1) AS held_since,
       (SELECT country FROM shipments WHERE project_id = $1) AS country,
       (SELECT coalesce(json_agg(json_build_object('submitted_at', submitted_at, 'shipped_at', shipped_at, 'carrier', carrier, 'tracking', tracking) ORDER BY id), '[]')
        FROM parcels WHERE project_id = $1) AS parcels,
       (SELECT coalesce(json_agg(json_build_object('text_version', text_version, 'confirmed_at', confirmed_at) ORDER BY id), '[]')
        FROM guardian_consents WHERE project_id = $1) AS guardian_consents`,
    [projectId],
  );
  return found ?? { held_since: null, country: null, parcels: [], guardian_consents: [] };
}
