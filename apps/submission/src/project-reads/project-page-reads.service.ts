import { Injectable } from '@nestjs/common';
import { type Color, isSlug } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { AssetUrlsService } from './asset-urls.service';
import { projectReadErrors } from './project-reads.errors';
import { IS_VISIBLE, readerOf } from './project-reads.service';

export interface ProjectPageSubject {
  projectId: string;
  isPrivate: boolean;
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

const SELECT_FACTS = `
  SELECT (SELECT ${DAY_OF('min(created_at)')} FROM logs WHERE logs.project_id = project.id AND removed_at IS NULL) AS "firstLogDay",
    ARRAY (SELECT DISTINCT ${DAY_OF('newest.created_at')} AS day FROM (
      SELECT created_at FROM logs WHERE logs.project_id = project.id AND removed_at IS NULL ORDER BY created_at DESC, sequence DESC LIMIT ${DATED_LOGS}
    ) newest ORDER BY day) AS "logDays",
    (SELECT snapshot_log_count FROM reviews WHERE reviews.project_id = project.id AND status = 'succeeded'
     ORDER BY requested_at DESC, id DESC LIMIT 1) AS "reviewedLogs"
  FROM projects project WHERE project.id = $1 AND ${IS_VISIBLE}`;

/** What only the page of a project shows, besides the project itself. */
@Injectable()
export class ProjectPageReadsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  async subject(slug: string, caller: Caller | null): Promise<ProjectPageSubject> {
    const [subject] = isSlug(slug)
      ? await this.dataSource.query<ProjectPageSubject[]>(
          `SELECT project.id AS "projectId", project.visibility = 'private' AS "isPrivate", project.name, project.color,
             program.name AS "programName", program.prize_name AS "prizeName",
             ARRAY[project.version::text, owner.version::text, program.name, coalesce(program.prize_name, '')] AS version
           FROM projects project JOIN accounts owner ON owner.id = project.owner_id JOIN programs program ON program.id = project.program_id
           WHERE project.slug = $1 AND ${IS_VISIBLE}`,
          [slug, ...readerOf(caller)],
        )
      : [];
    if (!subject) throw projectReadErrors.PROJECT_NOT_FOUND();
    return { ...subject, version: [...subject.version, this.assetUrls.version(subject.isPrivate)] };
  }

  /** Throws if the project is not visible. So a page that reads it last shows nothing that has become private. */
  async facts(projectId: string, caller: Caller | null): Promise<ProjectPageFacts> {
    const [facts] = await this.dataSource.query<ProjectPageFacts[]>(SELECT_FACTS, [projectId, ...readerOf(caller)]);
    if (!facts) throw projectReadErrors.PROJECT_NOT_FOUND();
    return facts;
  }
}
