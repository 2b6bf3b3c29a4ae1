import { Inject, Injectable } from '@nestjs/common';
import { type Color, isSlug } from '@shipyard/contracts';
import { PublicReads } from '../database/public-reads';
import { childrenBornAfter } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { AssetUrlsService } from './asset-urls.service';
import { mayBeIndexed } from './indexing';
import { encodeLogCursor } from './log-cursor';
import { projectReadErrors } from './project-reads.errors';
import { DETAIL_LOGS, IS_VISIBLE, LOG_BODIES_LIMIT_BYTES, type Reader, readerOf } from './project-reads.service';

export interface ProjectPageSubject {
  projectId: string;
  isPrivate: boolean;
  /** Whether the reader built it. */
  isOwn: boolean;
  /** Whether feeds and search engines may show it, if it is public. */
  mayBeIndexed: boolean;
  name: string;
  color: Color;
  programName: string;
  prizeName: string | null;
  version: string[];
}

/** Days are counted from 1970-01-01, in UTC. */
export interface ProjectPageFacts {
  firstLogDay: number | null;
  /** Days with a log, in order: those of the newest logs if there are very many. */
  logDays: number[];
  reviewedLogs: number | null;
}

/** More days than the rule of a page can show. */
const DATED_LOGS = 2_000;

const DAY_OF = (time: string) => `floor(extract(epoch FROM ${time}) / 86400)::integer`;

/** Smaller copies of images are made after the change that shows the images. */
const MADE_VARIANTS = `
  SELECT count(*) FROM assets asset JOIN asset_variant_tasks task ON task.asset_id = asset.id
  WHERE asset.project_id = project.id AND task.status = 'ready'`;

const SELECT_FACTS = `
  SELECT (SELECT ${DAY_OF('min(created_at)')} FROM logs WHERE logs.project_id = $1 AND removed_at IS NULL) AS "firstLogDay",
    ARRAY (SELECT DISTINCT ${DAY_OF('newest.created_at')} AS day FROM (
      SELECT created_at FROM logs WHERE logs.project_id = $1 AND removed_at IS NULL ORDER BY created_at DESC, sequence DESC LIMIT ${DATED_LOGS}
    ) newest ORDER BY day) AS "logDays",
    (SELECT snapshot_log_count FROM reviews WHERE reviews.project_id = $1 AND status = 'succeeded'
     ORDER BY requested_at DESC, id DESC LIMIT 1) AS "reviewedLogs"`;

// By the rule of SELECT_LOGS: a page ends after DETAIL_LOGS logs, or when those before have LOG_BODIES_LIMIT_BYTES.
const SELECT_LOG_PLACE = `
  SELECT log.created_at AS "createdAt", newer.count < ${DETAIL_LOGS} AND newer.bytes < ${LOG_BODIES_LIMIT_BYTES} AS "isAmongNewest"
  FROM logs log JOIN projects project ON project.id = log.project_id CROSS JOIN LATERAL (
    SELECT count(*) AS count, coalesce(sum(octet_length(text) + octet_length(content_md) + octet_length(content_html)), 0) AS bytes FROM (
      SELECT text, content_md, content_html FROM logs WHERE logs.project_id = log.project_id
        AND (logs.created_at, logs.sequence) > (log.created_at, log.sequence) LIMIT ${DETAIL_LOGS}
    ) counted
  ) newer
  WHERE project.slug = $1 AND ${IS_VISIBLE} AND log.sequence = $4`;

/** What only the page of a project shows, besides the project itself. */
@Injectable()
export class ProjectPageReadsService {
  constructor(
    private readonly reads: PublicReads,
    private readonly assetUrls: AssetUrlsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>,
  ) {}

  async subject(slug: string, caller: Reader | null): Promise<ProjectPageSubject> {
    const [subject] = isSlug(slug)
      ? await this.reads.query<ProjectPageSubject[]>(
          `SELECT project.id AS "projectId", project.visibility = 'private' AS "isPrivate", coalesce(project.owner_id = $2, false) AS "isOwn", ${mayBeIndexed('project.owner_id', '$4')} AS "mayBeIndexed", project.name, project.color,
             program.name AS "programName", program.prize_name AS "prizeName",
             ARRAY[project.version::text, owner.version::text, program.name, coalesce(program.prize_name, ''), (${MADE_VARIANTS})::text] AS version
           FROM projects project JOIN accounts owner ON owner.id = project.owner_id JOIN programs program ON program.id = project.program_id
           WHERE project.slug = $1 AND ${IS_VISIBLE}`,
          [slug, ...readerOf(caller), childrenBornAfter(this.config)],
        )
      : [];
    if (!subject) throw projectReadErrors.PROJECT_NOT_FOUND();
    return {
      ...subject,
      version: [...subject.version, String(subject.mayBeIndexed), this.assetUrls.version(subject.isPrivate)],
    };
  }

  /** The cursor of the logs that begin with this one. Null if it is among the newest, or there is no such log. */
  async cursorOf(slug: string, sequence: number, caller: Reader | null): Promise<string | null> {
    const [log] = isSlug(slug)
      ? await this.reads.query<{ createdAt: Date; isAmongNewest: boolean }[]>(SELECT_LOG_PLACE, [
          slug,
          ...readerOf(caller),
          sequence,
        ])
      : [];
    if (!log || log.isAmongNewest) return null;
    return encodeLogCursor({ createdAt: log.createdAt, sequence: sequence + 1 });
  }

  /** Does not look whether the project is visible: read the project after it. */
  async facts(projectId: string): Promise<ProjectPageFacts> {
    const [facts] = await this.reads.query<ProjectPageFacts[]>(SELECT_FACTS, [projectId]);
    if (!facts) throw new Error('A statement without tables answered no row');
    return facts;
  }
}
