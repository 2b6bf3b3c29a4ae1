import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { ProjectListsService, ProjectReadsService } from '../project-reads';
import { projectErrors, ProjectsService, recordClosedReports, takedownBy } from '../projects';
import {
  type ClosedReportView,
  KEPT_REASONS,
  type ReceivedView,
  type ReportReasonsView,
  type ReportReasonView,
  type ReportView,
  SHOWN_CLOSED,
} from './report.view';
import { ReportsQuery } from './reports.dto';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface ReportRow {
  id: string;
  projectId: string;
  count: number;
  newestReason: string;
  newestAt: Date;
}

/** Where the list of open reports goes on: behind the report of this number, time and id. */
export interface ReportsPlace {
  count: number;
  at: Date;
  id: string;
}

@Injectable()
export class ReportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly lists: ProjectListsService,
  ) {}

  async add(caller: Caller | null, slug: string, reason: string): Promise<ReceivedView> {
    const { projectId } = await this.reads.visibleProject(slug, caller);
    try {
      // The clock and not the transaction's start, so that the newest of reports that wait for each other is the last.
      await this.dataSource.transaction(async (manager) => {
        const [report] = await manager.query<{ id: string }[]>(
          `WITH report AS (
             INSERT INTO reports (id, project_id, newest_reason) VALUES ($1, $2, $3)
             ON CONFLICT (project_id) WHERE closed_at IS NULL
             DO UPDATE SET count = reports.count + 1, newest_reason = EXCLUDED.newest_reason, newest_at = clock_timestamp()
             RETURNING id, newest_at
           ) INSERT INTO report_reasons (report_id, reason, at) SELECT id, $3, newest_at FROM report RETURNING report_id AS id`,
          [uuidv7(), projectId, reason],
        );
        // The row of the report is locked, so this statement sees the reasons of all reports before.
        await manager.query(
          `DELETE FROM report_reasons WHERE report_id = $1 AND id <= (
             SELECT id FROM report_reasons WHERE report_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
          [report?.id, KEPT_REASONS],
        );
      });
    } catch (error) {
      // The project was erased meanwhile.
      if (violatedConstraint(error) === 'reports_project_id_fkey') throw projectErrors.PROJECT_NOT_FOUND();
      throw error;
    }
    return { received: true };
  }

  /** `after`: the last report of the page before. */
  list(query: ReportsQuery, after: ReportsPlace | null = null): Promise<ReportView[]> {
    return this.open(this.dataSource.manager, query, after);
  }

  /** Also of reports that were closed. */
  async read(reportId: string): Promise<{ report: ReportReasonsView }> {
    const [row] = UUID.test(reportId)
      ? await this.dataSource.query<{ projectId: string }[]>(
          'SELECT project_id AS "projectId" FROM reports WHERE id = $1',
          [reportId],
        )
      : [];
    const project = row && (await this.lists.summariesForStaff([row.projectId])).get(row.projectId);
    if (!row || !project)
      throw envelopeErrors.NOT_FOUND({
        message: 'There is no report with this id. GET /api/v1/admin/reports lists the open ones.',
      });
    const reasons = await this.dataSource.query<ReportReasonView[]>(
      'SELECT reason, at FROM report_reasons WHERE report_id = $1 ORDER BY id DESC LIMIT $2',
      [reportId, KEPT_REASONS],
    );
    const closed = await this.dataSource.query<ClosedReportView[]>(
      `SELECT id, count, newest_reason, newest_at, closed_at FROM reports
       WHERE project_id = $1 AND closed_at IS NOT NULL AND id <> $2 ORDER BY closed_at DESC, id LIMIT $3`,
      [row.projectId, reportId, SHOWN_CLOSED],
    );
    return { report: { project, reasons, closed } };
  }

  /** Returns the rows that are still open. */
  async close(
    caller: Caller,
    recorder: ResponseRecorder,
    reportId: string,
    reason: string,
  ): Promise<{ reports: ReportView[] }> {
    if (!UUID.test(reportId)) throw noReport();
    return this.dataSource.transaction(async (manager) => {
      const [[closed]] = await manager.query<[{ projectId: string }[], number]>(
        'UPDATE reports SET closed_at = now() WHERE id = $1 AND closed_at IS NULL RETURNING project_id AS "projectId"',
        [reportId],
      );
      if (!closed) throw noReport();
      await this.projects.findOfAnother(closed, caller);
      await recordClosedReports(manager, closed.projectId, takedownBy(caller, reason));
      return recorder.record(manager, { reports: await this.open(manager, new ReportsQuery()) });
    });
  }

  private async open(
    manager: EntityManager,
    { limit, offset }: ReportsQuery,
    after: ReportsPlace | null = null,
  ): Promise<ReportView[]> {
    const rows = await manager.query<ReportRow[]>(
      `SELECT id, project_id AS "projectId", count, newest_reason AS "newestReason", newest_at AS "newestAt" FROM reports
       WHERE closed_at IS NULL AND ($3::integer IS NULL OR (count, newest_at, id) < ($3, $4::timestamptz, $5::uuid))
       ORDER BY count DESC, newest_at DESC, id DESC LIMIT $1 OFFSET $2`,
      [limit, offset, after?.count ?? null, after?.at ?? null, after?.id ?? null],
    );
    const summaries = await this.lists.summariesForStaff(rows.map(({ projectId }) => projectId));
    return rows.flatMap(({ id, projectId, count, newestReason, newestAt }) => {
      const project = summaries.get(projectId);
      return project ? [{ id, project, count, newest_reason: newestReason, newest_at: newestAt }] : [];
    });
  }
}

const noReport = () =>
  envelopeErrors.NOT_FOUND({
    message: 'There is no open report with this id. GET /api/v1/admin/reports lists the open ones.',
  });
