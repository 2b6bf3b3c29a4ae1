import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** In the order of entries of one moment. */
export const AUDIT_SOURCES = ['projects', 'accounts', 'programs'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** The last entry that was shown. */
export interface AuditPlace {
  at: Date;
  source: AuditSource;
  id: string;
}

export interface AuditFilter {
  /** Undefined: all. */
  source?: AuditSource;
  /** A handle. */
  who?: string;
  action?: string;
  from: Date | null;
  /** Entries of this moment do not count. */
  until: Date | null;
  /** The slug of a project, the handle of an account or the id of a program. */
  subject?: string;
  after: AuditPlace | null;
  limit: number;
}

export interface AuditTrailEntry extends AuditPlace {
  /** A handle, or the role of a service. Null: nobody is known, as in a failed log-in. */
  actor: string | null;
  action: string;
  /** Null: the account is not known or was deleted. */
  subject: string | null;
  /** A log or an image, or a document of a program. */
  part: string | null;
  reason: string | null;
  before: string | null;
  after: string | null;
}

const ACTOR = `(SELECT id FROM accounts WHERE lower(handle) = lower($1) AND deleted_at IS NULL)`;

const FILTER = `($1::text IS NULL OR entry.actor_id = ${ACTOR}) AND ($2::text IS NULL OR entry.action = $2)
  AND ($3::timestamptz IS NULL OR entry.at >= $3) AND ($4::timestamptz IS NULL OR entry.at < $4) AND ($6::timestamptz IS NULL OR entry.at <= $6)`;

const PAGE = 'ORDER BY entry.at DESC, entry.id DESC LIMIT $9';

/** Entries of one moment are shown source by source. `$8` is the source of the last that was shown, as a number. */
const OF_PROJECTS = `
  SELECT entry.at, 'projects' AS source, 0 AS rank, entry.id, coalesce(nullif(actor.handle, ''), entry.actor) AS actor, entry.action,
    project.slug AS subject, entry.subject AS part, entry.reason, entry.from_state AS before, entry.to_state AS after
  FROM audit_entries entry LEFT JOIN accounts actor ON actor.id = entry.actor_id LEFT JOIN projects project ON project.id = entry.project_id
  WHERE ${FILTER} AND ($10::text IS NULL OR $10 = 'projects')
    AND ($5::text IS NULL OR entry.project_id = (SELECT id FROM projects WHERE slug = $5))
    AND ($6::timestamptz IS NULL OR entry.at < $6 OR ($8::integer = 0 AND entry.id < $7::bigint))
  ${PAGE}`;

const OF_ACCOUNTS = `
  SELECT entry.at, 'accounts' AS source, 1 AS rank, entry.id, nullif(actor.handle, '') AS actor, entry.action,
    nullif(account.handle, '') AS subject, NULL AS part, NULL AS reason, array_to_string(entry.roles_before, ', ') AS before,
    array_to_string(entry.roles_after, ', ') AS after
  FROM account_audit_entries entry LEFT JOIN accounts actor ON actor.id = entry.actor_id LEFT JOIN accounts account ON account.id = entry.account_id
  WHERE ${FILTER} AND ($10::text IS NULL OR $10 = 'accounts')
    AND ($5::text IS NULL OR entry.account_id = (SELECT id FROM accounts WHERE lower(handle) = lower($5) AND deleted_at IS NULL))
    AND ($6::timestamptz IS NULL OR entry.at < $6 OR $8::integer < 1 OR ($8::integer = 1 AND entry.id < $7::bigint))
  ${PAGE}`;

const OF_PROGRAMS = `
  SELECT entry.at, 'programs' AS source, 2 AS rank, entry.id, nullif(actor.handle, '') AS actor, entry.action, entry.program_id AS subject,
    entry.document_id AS part, NULL AS reason, NULL AS before, NULL AS after
  FROM program_audit_entries entry LEFT JOIN accounts actor ON actor.id = entry.actor_id
  WHERE ${FILTER} AND ($10::text IS NULL OR $10 = 'programs') AND ($5::text IS NULL OR entry.program_id = $5)
    AND ($6::timestamptz IS NULL OR entry.at < $6 OR $8::integer < 2 OR ($8::integer = 2 AND entry.id < $7::bigint))
  ${PAGE}`;

/** What happened to projects, accounts and programs, in one list. It holds no personal data but handles. */
@Injectable()
export class AuditTrailsService {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest first. Each source is read along its own index. The limit within keeps the union small. */
  find({ source, who, action, from, until, subject, after, limit }: AuditFilter): Promise<AuditTrailEntry[]> {
    return this.dataSource.query<AuditTrailEntry[]>(
      `SELECT at, source, id, actor, action, subject, part, reason, before, after
       FROM ((${OF_PROJECTS}) UNION ALL (${OF_ACCOUNTS}) UNION ALL (${OF_PROGRAMS})) entry ORDER BY at DESC, rank, id DESC LIMIT $9`,
      [
        ...[who ?? null, action ?? null, from, until, subject ?? null, after?.at ?? null, after?.id ?? null],
        ...[after && AUDIT_SOURCES.indexOf(after.source), limit, source ?? null],
      ],
    );
  }
}
